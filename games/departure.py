"""What becomes of the tables of somebody who leaves for good: others play on, and keep their history."""

from __future__ import annotations

import json
from uuid import UUID

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Replace

from accounts.holdings import Farewell
from accounts.models import User
from games import record, seating, selectors, tables
from games.models import Answer, Event, Seat, Table

_UNFINISHED = (Table.Status.OPEN, Table.Status.PLAYING, Table.Status.PARKED)


def leave_tables(farewell: Farewell) -> None:
    """Free seats at open tables, give those of matches to a stand-in for good, forget the name in answers.

    Called with the person held. The tables are locked in the order of their ids, before anything is changed.
    """
    person = farewell.person
    concerned = Table.objects.filter(pk__in=_concerned(person).values("pk")).order_by("pk")
    for table in concerned.select_for_update():
        _leave(table, person)
    _rename_in_answers(farewell)


def unfinished_tables(person: User) -> list[str]:
    """The ids of the tables where the person sits and nothing is decided yet."""
    seated = Table.objects.filter(seats__player=person, status__in=_UNFINISHED).order_by("pk")
    return [str(pk) for pk in seated.values_list("pk", flat=True)]


def _concerned(person: User) -> QuerySet[Table]:
    seated = Q(seats__player=person, status__in=_UNFINISHED)
    waiting = Q(seats__reserved_for=person) | Q(seats__coming=person)
    return Table.objects.filter(seated | waiting)


def _leave(table: Table, person: User) -> None:
    Seat.objects.filter(table=table, reserved_for=person).update(reserved_for=None)
    Seat.objects.filter(table=table, coming=person).update(coming=None)
    seats = selectors.seats_of(table.id)
    seat = selectors.seat_of(seats, person)
    if seat is None:
        record.wake(table, ())
    elif table.status == Table.Status.OPEN:
        tables.stand_up(table, person)
    elif table.status in _UNFINISHED:
        seating.log_change(table, seats, seat, seating.step_away(seat))


def _rename_in_answers(farewell: Farewell) -> None:
    """Stored answers to others hold views as they were sent, the name in them."""
    old, new = (_named(name) for name in (farewell.person.username, farewell.successor))
    answers = Answer.objects.filter(table__in=_tables_of(farewell.person), body__contains=old)
    answers.update(body=Replace(F("body"), Value(old), Value(new)))


def _tables_of(person: User) -> set[UUID]:
    """Where the person sits, or has ever sat down or played."""
    sat = Seat.objects.filter(player=person).values_list("table", flat=True)
    played = Event.objects.filter(player=person).values_list("table", flat=True).distinct()
    return {*sat, *played}


def _named(name: str) -> str:
    """How an answer writes a player's name: exactly this, as a name has no character that JSON escapes."""
    return json.dumps({"username": name}, ensure_ascii=False, separators=(",", ":"))[1:-1]
