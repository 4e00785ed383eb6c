"""Invitations and sending away: what they look like, and what their operations say of themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from games.company_serializers import InvitationsQuery, Invite, Kick
from games.schema.lists import LINKS
from games.schema.parts import SEAT, UUID, Schema, array, obj, ref, told
from musapi.schema import IDEMPOTENCY_KEY, problems

Handler = TypeVar("Handler", bound=Callable[..., Any])

COMPANY_COMPONENTS: dict[str, Schema] = {
    "Invitation": obj(
        "A seat that is kept for you: by the creator, or in a rematch.",
        {"seat": SEAT, "by": told(ref("PlayerName"), "The table's creator."), "table": ref("TableSummary")},
        optional=["by"],
    ),
    "DeclinedInvitation": obj("The invitation is declined.", {"declined": ref("DeclinedSeat")}),
    "DeclinedSeat": obj("Where it was.", {"table": UUID}),
    "InvitationPage": obj(
        "Some of the invitations, the newest first.", {"results": array(ref("Invitation")), **LINKS}
    ),
}

_TABLE_ID = OpenApiParameter("table_id", UUID, OpenApiParameter.PATH)
_SEAT = OpenApiParameter("number", SEAT, OpenApiParameter.PATH, description="The seat.")
_REPLAYED = OpenApiParameter(
    "Idempotency-Replayed",
    {"type": "string", "enum": ["true"]},
    OpenApiParameter.HEADER,
    response=[200],
    description="This is the stored answer to an earlier request with the same key.",
)
_KEYED = ("table.busy", "idempotency.key_reused", "idempotency.key_malformed")
_CREATOR = ("table.not_found", "table.not_seated", "table.not_creator", "table.not_open")


def _operation(operation_id: str, **said: Any) -> Callable[[Handler], Handler]:
    decorator: Callable[[Handler], Handler] = extend_schema(
        operation_id=operation_id, tags=["tables"], **said
    )
    return decorator


def _view(description: str) -> OpenApiResponse:
    return OpenApiResponse(ref("TableView"), description)


invite = _operation(
    "invite",
    summary="Ask a friend to a seat",
    description=(
        "The creator may, before the start. The seat is kept for the friend, whatever the table's limits of "
        "rating; asking the same friend to another seat moves the invitation."
    ),
    parameters=[_TABLE_ID, _SEAT, IDEMPOTENCY_KEY, _REPLAYED],
    request=Invite,
    examples=[OpenApiExample("a friend", value={"username": "miren"}, request_only=True)],
    responses={
        200: _view("The table as you see it."),
        **problems(
            *_CREATOR,
            "account.not_found",
            "friend.not_found",
            "table.already_seated",
            "table.seat_taken",
            *_KEYED,
        ),
    },
)

kick = _operation(
    "kick",
    summary="Free a seat",
    description=(
        "The creator may, before the start: a person gets up, a bot goes, an invitation is taken back. With "
        "`ban` the person does not find the table any more."
    ),
    parameters=[_TABLE_ID, _SEAT, IDEMPOTENCY_KEY, _REPLAYED],
    request=Kick,
    examples=[OpenApiExample("for good", value={"ban": True}, request_only=True)],
    responses={
        200: _view("The table as you see it."),
        **problems(*_CREATOR, "account.yourself", *_KEYED),
    },
)

decline = _operation(
    "decline_invitation",
    summary="Decline an invitation",
    description="The seat that is kept for you is free for others.",
    parameters=[_TABLE_ID, IDEMPOTENCY_KEY, _REPLAYED],
    request=None,
    responses={
        200: OpenApiResponse(ref("DeclinedInvitation"), "The seat is free."),
        **problems("table.not_found", "invitation.not_found", *_KEYED),
    },
)

my_invitations = _operation(
    "my_invitations",
    summary="Where a seat is kept for me",
    description="At open tables, the newest first. Sit down with `/join`.",
    parameters=[InvitationsQuery],
    responses={200: OpenApiResponse(ref("InvitationPage"), "Some of them.")},
)
