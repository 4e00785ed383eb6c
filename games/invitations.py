"""Who is asked to a table before the match begins, and who is sent away from it.

A seat that is kept for somebody (`reserved_for`) is an invitation: the creator's, or that of a rematch.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.exceptions import NotFriends, Yourself
from accounts.models import User
from accounts.presence import hold
from accounts.selectors import are_friends, find_player, player_name
from games import access, exceptions, notices, record, selectors, tables
from games.company_models import Ban
from games.idempotency import Keyed, Outcome, once
from games.locking import lock_seated, lock_table
from games.models import Seat, Table


def invite(
    *, table_id: UUID, player: User, number: int, username: str, keyed: Keyed | None = None
) -> Outcome:
    """Keep seat `number` of an open table for a friend; only the creator may. Asking elsewhere moves him.

    One who is kept apart from somebody who sits there does not hear of it, and nobody is told.
    Raises TableNotFound, NotSeated, NotOpen, NotCreator, PlayerNotFound, NotFriends, AlreadySeated,
    SeatTaken.
    """

    def act() -> tuple[UUID, Outcome]:
        friend = find_player(username=username)
        hold(player, friend)
        table = lock_seated(table_id, player)
        tables.require_open_and_creator(table, player)
        if not are_friends(player, friend):
            raise NotFriends
        seats = selectors.seats_of(table.id)
        _keep_seat(seats, number, friend)
        notices.tell_invited([friend], table, player)
        record.wake(table, ())
        return table.id, tables.view_outcome(200, table, seats, player)

    return once(player, keyed, act)


def invitations_of(player: User) -> QuerySet[Seat]:
    """The seats of open tables that are kept for a player, but for tables that are hidden from him."""
    waiting = Table.objects.filter(access.visible_to(player), status=Table.Status.OPEN)
    seats = Seat.objects.filter(reserved_for=player, kind=Seat.Kind.EMPTY, table__in=waiting.values("pk"))
    return seats.select_related("table__creator").prefetch_related("table__seats__player")


def told(seat: Seat) -> dict[str, Any]:
    """An invitation as its reader sees it."""
    table = seat.table
    asked_by = {"by": player_name(table.creator)} if table.creator else {}
    return {"seat": seat.number, **asked_by, "table": selectors.summary_of(table, list(table.seats.all()))}


def decline(*, table_id: UUID, player: User, keyed: Keyed | None = None) -> Outcome:
    """Free the seat that is kept for the player. Raises TableNotFound, InvitationNotFound."""

    def act() -> tuple[UUID, Outcome]:
        table = lock_table(table_id, player)
        if not Seat.objects.filter(table=table, reserved_for=player).update(reserved_for=None):
            raise exceptions.InvitationNotFound
        record.wake(table, ())
        return table.id, Outcome.of(200, {"declined": {"table": str(table.id)}})

    return once(player, keyed, act)


def kick(
    *, table_id: UUID, player: User, number: int, ban: bool = False, keyed: Keyed | None = None
) -> Outcome:
    """Free a seat of an open table: a person gets up, a bot goes, an invitation is taken back.

    Only the creator may. With `ban` the table is hidden from the person from then on. The person is told.
    Raises TableNotFound, NotSeated, NotOpen, NotCreator, Yourself.
    """

    def act() -> tuple[UUID, Outcome]:
        table = lock_seated(table_id, player)
        tables.require_open_and_creator(table, player)
        seats = selectors.seats_of(table.id)
        seat = seats[number]
        if seat.player_id == player.id:
            raise Yourself
        person = seat.player
        if ban and person:
            Ban.objects.get_or_create(table=table, person=person)
        _free(table, seat)
        if person:
            notices.tell_kicked(person, table)
        return table.id, tables.view_outcome(200, table, seats, player)

    return once(player, keyed, act)


def _keep_seat(seats: list[Seat], number: int, friend: User) -> None:
    if selectors.seat_of(seats, friend):
        raise exceptions.AlreadySeated
    if seats[number].kind != Seat.Kind.EMPTY:
        raise exceptions.SeatTaken
    for seat in seats:
        if seat.reserved_for_id == friend.id and seat.number != number:
            seat.reserved_for = None
            seat.save(update_fields=["reserved_for"])
    seats[number].reserved_for = friend
    seats[number].save(update_fields=["reserved_for"])


def _free(table: Table, seat: Seat) -> None:
    if seat.kind == Seat.Kind.EMPTY:
        seat.reserved_for = None
        seat.save(update_fields=["reserved_for"])
        record.wake(table, ())
    else:
        tables.empty(table, seat)
