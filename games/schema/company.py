"""Invitations and sending away: what they look like, and what their operations say of themselves."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from games.company_serializers import InvitationsQuery, Invite, Kick
from games.schema.lists import LINKS
from games.schema.operation import KEYED, TABLE_ID, answer, asked, change, operation
from games.schema.parts import SEAT, UUID, Schema, array, obj, ref, told
from musapi.schema import problems

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

_SEAT = OpenApiParameter("number", SEAT, OpenApiParameter.PATH, description="The seat.")
_CREATOR = ("table.not_found", "table.not_seated", "table.not_creator", "table.not_open")


invite = change(
    "invite",
    "tables",
    summary="Ask a friend to a seat",
    description=(
        "The creator may, before the start. The seat is kept for the friend, whatever the table's limits of "
        "rating; asking the same friend to another seat moves the invitation."
    ),
    parameters=[TABLE_ID, _SEAT],
    request=Invite,
    examples=[asked("a friend", {"username": "miren"})],
    responses={
        200: answer("TableView", "The table as you see it."),
        **problems(
            *_CREATOR,
            "account.not_found",
            "friend.not_found",
            "table.already_seated",
            "table.seat_taken",
            *KEYED,
        ),
    },
)

kick = change(
    "kick",
    "tables",
    summary="Free a seat",
    description=(
        "The creator may, before the start: a person gets up and is told so in their own feed "
        "(`/me/events`), a bot goes, an invitation is taken back. With `ban` the person does not find the "
        "table any more."
    ),
    parameters=[TABLE_ID, _SEAT],
    request=Kick,
    examples=[asked("for good", {"ban": True})],
    responses={
        200: answer("TableView", "The table as you see it."),
        **problems(*_CREATOR, "account.yourself", *KEYED),
    },
)

decline = change(
    "decline_invitation",
    "tables",
    summary="Decline an invitation",
    description="The seat that is kept for you is free for others.",
    parameters=[TABLE_ID],
    request=None,
    responses={
        200: answer("DeclinedInvitation", "The seat is free."),
        **problems("table.not_found", "invitation.not_found", *KEYED),
    },
)

my_invitations = operation(
    "my_invitations",
    "tables",
    summary="Where a seat is kept for me",
    description="At open tables, the newest first. Sit down with `/join`.",
    parameters=[InvitationsQuery],
    responses={200: answer("InvitationPage", "Some of them.")},
)
