"""The chat: what it looks like, and what its operations say of themselves."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from games.chat_models import Report
from games.chat_serializers import ChatQuery, MessageRequest, MuteRequest, ReportRequest
from games.phrases import PHRASES
from games.schema.lists import LINKS
from games.schema.operation import KEYED, TABLE_ID, answer, asked, change, operation
from games.schema.parts import NUMBER_FROM_1, SEAT, TEXT, TIME, UUID, Schema, array, obj, one_of, ref, told
from musapi.schema import problems

PHRASE = ref("PhraseCode")
SAID: dict[str, Schema] = {
    "message": UUID,
    "player": ref("PlayerName"),
    "phrase": told(PHRASE, "Of a quick phrase."),
    "text": told(TEXT, "Plain text; of a quick phrase, in your language. Show it as it is, never as markup."),
}

CHAT_COMPONENTS: dict[str, Schema] = {
    "PhraseCode": one_of(*PHRASES),
    "ReportReason": told(
        one_of(*Report.Reason.values),
        "`abuse`: insults or threats. `spam`: advertising or flooding. `cheating`: talk about hidden cards.",
    ),
    "Message": obj(
        "Something that was written at a table.",
        {**SAID, "seq": told(NUMBER_FROM_1, "Of its event."), "at": TIME, "seat": SEAT},
        optional=["phrase"],
    ),
    "MessagePage": obj("Some of the chat, the newest first.", {"results": array(ref("Message")), **LINKS}),
    "AcceptedMessage": obj(
        "The message is written.",
        {"accepted": ref("WrittenMessage")},
    ),
    "WrittenMessage": obj("Where it stands.", {"message": UUID, "seq": NUMBER_FROM_1}),
    "ReportedMessage": obj("The operators know.", {"message": UUID, "reason": ref("ReportReason")}),
    "Mute": obj(
        "Somebody whose messages you do not read.",
        {"player": ref("MutedPlayer"), "since": TIME},
    ),
    "MutedPlayer": obj("Who it is.", {"username": TEXT}),
    "MutePage": obj("Some of them, the newest first.", {"results": array(ref("Mute")), **LINKS}),
    "PhraseList": obj(
        "The quick phrases, in the order to show them in.",
        {"phrases": array(ref("Phrase"))},
    ),
    "Phrase": obj("A quick phrase.", {"phrase": PHRASE, "text": told(TEXT, "In your language.")}),
}

_MESSAGE_ID = OpenApiParameter("message_id", UUID, OpenApiParameter.PATH)
_AT_A_TABLE = ("table.not_found", "table.not_seated", "chat.off")


class MessageShape(OpenApiSerializerExtension):
    """Exactly one of two members."""

    target_class = "games.chat_serializers.MessageRequest"
    priority = 1  # before the one for strict serializers

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        shape: Schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**shape, "additionalProperties": False, "minProperties": 1, "maxProperties": 1}


read_messages = operation(
    "read_messages",
    "chat",
    summary="The chat of my table",
    description=(
        "The newest first. What an operator has deleted is not in it, nor what people have written whom you "
        "have blocked or muted; in the events such a message is a number and says nothing."
    ),
    parameters=[TABLE_ID, ChatQuery],
    responses={200: answer("MessagePage", "Some of it."), **problems(*_AT_A_TABLE)},
)

write_message = change(
    "write_message",
    "chat",
    summary="Write at my table",
    description=(
        "A quick phrase, which everybody reads in their own language, or a text. It is an event of the "
        "table, and has no effect on the match. At most 5 in 10 seconds."
    ),
    parameters=[TABLE_ID],
    request=MessageRequest,
    examples=[
        asked("a phrase", {"phrase": "well_played"}),
        asked("a text", {"text": "¡Qué mano! 👏"}),
    ],
    responses={
        200: answer("AcceptedMessage", "It is written."),
        **problems(*_AT_A_TABLE, "chat.closed", "chat.silenced", "chat.too_fast", "chat.invalid", *KEYED),
    },
)

report_message = change(
    "report_message",
    "chat",
    summary="Report a message",
    description="The operators will look at it; who has written it is not told. Again changes nothing.",
    parameters=[TABLE_ID, _MESSAGE_ID],
    request=ReportRequest,
    examples=[asked("insults", {"reason": "abuse"})],
    responses={
        200: answer("ReportedMessage", "The operators know."),
        **problems(*_AT_A_TABLE, "chat.message_not_found", "account.yourself", *KEYED),
    },
)

read_mutes = operation(
    "read_mutes",
    "chat",
    summary="Whom I have muted",
    description="The newest first.",
    parameters=[ChatQuery],
    responses={200: answer("MutePage", "Some of them.")},
)

mute = operation(
    "mute",
    "chat",
    summary="Read nothing more of somebody",
    description=(
        "At any table, also what they have written before. They are not told, and friends stay friends. "
        "Doing it again answers 200 and changes nothing. Operators cannot be muted."
    ),
    request=MuteRequest,
    responses={
        200: answer("Mute", "You had muted them already."),
        201: answer("Mute", "Done."),
        **problems("account.not_found", "account.yourself", "account.too_many", "mute.operator"),
    },
)

unmute = operation(
    "unmute",
    "chat",
    summary="Read somebody again",
    description="Also what they have written meanwhile.",
    request=None,
    responses={204: None, **problems("mute.not_found", "account.not_found")},
)

list_phrases = operation(
    "list_phrases",
    "chat",
    auth=[],
    summary="The quick phrases",
    description="By code, with their texts in your language.",
    responses={200: answer("PhraseList", "All of them.")},
)
