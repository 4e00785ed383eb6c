"""What is known of pushes when the sender looks at them, read for many at once. Nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from accounts.choices import quiet_until
from accounts.models import FriendRequest, NotificationChoices
from accounts.selectors import blocked_either_way
from games.models import Notice, Seat, Table
from musapi.sightings import sightings
from push.ladder import Known
from push.models import Delivery, Push, Step


def known_of(pushes: Sequence[Push], now: datetime) -> dict[int, Known]:
    """What is known of each push, by its id. They come with their person and `other`."""
    people = {push.person_id for push in pushes}
    chosen = {row.person_id: row for row in NotificationChoices.objects.filter(person__in=people)}
    here = sightings().lately(list(people))
    shown = set(_shown(pushes))
    tables = _tables(pushes)
    seats = _seats(pushes)
    return {
        push.pk: _known(
            push,
            tables.get(push.table_id) if push.table_id else None,
            seats.get((push.table_id, push.person_id)) if push.table_id else None,
            chosen.get(push.person_id) or NotificationChoices(person_id=push.person_id),
            now,
            here=push.person_id in here,
            shown=push.pk in shown,
        )
        for push in pushes
    }


def _known(
    push: Push,
    table: Table | None,
    seat: Seat | None,
    chosen: NotificationChoices,
    now: datetime,
    *,
    here: bool,
    shown: bool,
) -> Known:
    turns = push.kind == Notice.Kind.YOUR_TURN and table is not None
    return Known(
        stands=push.person.is_active and _stands(push, table, seat) and not _kept_apart(push),
        started_at=table.turn_started_at if turns and table else None,
        deadline=table.deadline if turns and table else None,
        off=frozenset(chosen.off),
        quiet_until=quiet_until(chosen, now),
        here=here,
        shown=shown,
    )


def _stands(push: Push, table: Table | None, seat: Seat | None) -> bool:
    """Whether it is still true: asked, invited, requested."""
    asked = table is not None and seat is not None and _is_asked(table, seat)
    match push.kind:
        case Notice.Kind.YOUR_TURN:
            return asked and table is not None and table.turn_id == push.turn
        case Notice.Kind.TABLE_STARTED:
            return table is not None and table.status == Table.Status.PLAYING and not asked
        case Notice.Kind.TABLE_KICKED:
            return seat is None or seat.player_id != push.person_id
        case Notice.Kind.INVITATION:
            waits = seat is not None and seat.reserved_for_id == push.person_id
            return table is not None and table.status == Table.Status.OPEN and waits
        case Notice.Kind.FRIEND_REQUEST:
            return FriendRequest.objects.filter(sender=push.other_id, receiver=push.person_id).exists()
        case _:
            return True


def _is_asked(table: Table, seat: Seat) -> bool:
    playing = table.status == Table.Status.PLAYING and seat.controller == Seat.Controller.PLAYER
    return playing and seat.kind == Seat.Kind.PLAYER and seat.number in table.turn_seats


def _kept_apart(push: Push) -> bool:
    """Of somebody who has left, or who is kept apart from the person by now, nothing is told."""
    if push.kind not in _OF_OTHERS:
        return False
    if push.other is None or not push.other.is_active:
        return True
    return push.other.pk in set(blocked_either_way(push.person))


_OF_OTHERS = {Notice.Kind.INVITATION, Notice.Kind.FRIEND_REQUEST, Notice.Kind.FRIEND_ACCEPTED}


def _tables(pushes: Iterable[Push]) -> dict[UUID, Table]:
    ids = {push.table_id for push in pushes if push.table_id}
    return {table.pk: table for table in Table.objects.defer("state", "master", "options").filter(pk__in=ids)}


def _seats(pushes: Iterable[Push]) -> dict[tuple[UUID, UUID], Seat]:
    """By table and person: the seat that is theirs, or kept for them."""
    ids = {push.table_id for push in pushes if push.table_id}
    people = {push.person_id for push in pushes}
    rows = Seat.objects.filter(table__in=ids)
    kept = {(seat.table_id, seat.reserved_for_id): seat for seat in rows.filter(reserved_for__in=people)}
    own = {(seat.table_id, seat.player_id): seat for seat in rows.filter(player__in=people)}
    return {(table, person): seat for (table, person), seat in {**kept, **own}.items() if person}


def _shown(pushes: Iterable[Push]) -> Iterable[int]:
    """The pushes of which a device may be showing a message."""
    sent = Delivery.objects.filter(push__in=[push.pk for push in pushes], status=Delivery.Status.SENT)
    return sent.exclude(step=Step.CLEAR).values_list("push_id", flat=True)
