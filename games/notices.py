"""What a person is told of: their turn, matches that begin and end, being sent away, invitations, friends.

Everybody has one list, numbered without holes. Turns, beginnings and ends are written by a trigger of the
database on tables, for the people who play; the rest by `tell`. Either way it is one transaction with what
it tells of, and a person's list is the last thing that a transaction locks.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Min, QuerySet

from accounts.models import User
from accounts.selectors import blocked_either_way, player_name
from games import access, events
from games.models import Ban, Notice, NoticeCount, Seat, Table
from games.selectors import iso

PER_ANSWER = 200
KEPT = timedelta(days=30)  # longer than any question may take

_FORGET = """
DELETE FROM games_notice USING (
    SELECT person_id, max(seq) AS seq FROM games_notice WHERE at < %s GROUP BY person_id
) AS old WHERE games_notice.person_id = old.person_id AND games_notice.seq <= old.seq
"""


def tell(*, person: User, kind: str, other: User, table: Table | None = None) -> None:
    """Tell a person of what somebody else has done; of a table once for each kind.

    Several people are told in the order of their ids.
    """
    _tell(person, kind, table, 0, other)


def tell_kicked(person: User, table: Table) -> None:
    """Tell a person that their seat was freed, which the log has as the table's last event; each time.

    Nobody is named, so that it is told whoever has blocked whom: it was the person's own seat.
    """
    _tell(person, Notice.Kind.TABLE_KICKED, table, table.version, None)


def _tell(person: User, kind: str, table: Table | None, turn: int, other: User | None) -> None:
    about, by_whom = table.pk if table else None, other.pk if other else None
    with connection.cursor() as cursor:
        cursor.execute("SELECT games_notify(%s, %s, %s, %s, %s)", [person.pk, kind, about, turn, by_whom])
    events.wake_people_after_commit([person.pk])


def tell_invited(people: Iterable[User], table: Table, other: User) -> None:
    """Tell these people that `other` keeps a seat for them, but those from whom the table is hidden."""
    for person in sorted(people, key=lambda one: one.pk):
        if access.is_welcome(table, person):
            tell(person=person, kind=Notice.Kind.INVITATION, other=other, table=table)


def channel(person_id: UUID) -> str:
    """The channel on which who waits for a person's notices is woken, after the commit."""
    return events.person_channel(person_id)


def last_seq(person: User) -> int:
    """The number of the last thing that a person was told; 0 when there was none."""
    count = NoticeCount.objects.filter(person=person).first()
    return count.last if count else 0


def first_kept(person: User) -> int:
    """The lowest number that can still be read: that of the next notice when none is kept."""
    lowest: int | None = Notice.objects.filter(person=person).aggregate(lowest=Min("seq"))["lowest"]
    return lowest if lowest is not None else last_seq(person) + 1


def after(person: User, after: int, limit: int = PER_ANSWER) -> list[dict[str, Any]]:
    """The next notices after number `after`, as the person may read them now.

    Names are joined when read: who has left, or is kept apart from the person, is not named, and a notice
    without its `player` is a number that tells nothing. A turn that still stands has its deadline.
    """
    rows = list(_told(person).filter(seq__gt=after)[:limit])
    hidden = _hidden(person, rows)
    standing = _standing(person, rows)
    banned = _banned(person, rows)
    return [_shown(row, hidden, standing, banned) for row in rows]


def prune(now: datetime) -> int:
    """Forget what is older than KEPT; returns how many. What is left of a list has no holes."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [now - KEPT])
        return int(cursor.rowcount)


def _told(person: User) -> QuerySet[Notice]:
    rows = Notice.objects.filter(person=person).select_related("table", "other").order_by("seq")
    return rows.defer("table__state", "table__master", "table__options")


def _hidden(person: User, rows: list[Notice]) -> set[UUID]:
    """Those of whom the person is to hear nothing, if anybody is named at all."""
    if not any(row.other_id for row in rows):
        return set()
    return set(blocked_either_way(person))


def _standing(person: User, rows: list[Notice]) -> set[tuple[UUID, int | None]]:
    """The questions among these that still wait for the person."""
    turns = [row for row in rows if row.kind == Notice.Kind.YOUR_TURN]
    asked = {row.table for row in turns if row.table and row.table.turn_id == row.turn}
    if not asked:
        return set()
    seats = Seat.objects.filter(player=person, table__in=asked)
    numbers = {seat.table_id: seat.number for seat in seats.only("table_id", "number")}
    return {(table.pk, table.turn_id) for table in asked if numbers.get(table.pk) in table.turn_seats}


def _banned(person: User, rows: list[Notice]) -> set[UUID]:
    """The tables among those of kicks to which the person may not come back."""
    kicks = {row.table_id for row in rows if row.kind == Notice.Kind.TABLE_KICKED}
    if not kicks:
        return set()
    return set(Ban.objects.filter(person=person, table__in=kicks).values_list("table_id", flat=True))


def _shown(
    row: Notice, hidden: set[UUID], standing: set[tuple[UUID, int | None]], banned: set[UUID]
) -> dict[str, Any]:
    told: dict[str, Any] = {"seq": row.seq, "at": iso(row.at), "type": row.kind}
    if row.other and (row.other_id in hidden or row.other.deleted_at):
        return told
    if row.other:
        told["player"] = player_name(row.other)
    if row.table is None:
        return told
    told["table"] = str(row.table.pk)
    if row.kind == Notice.Kind.YOUR_TURN:
        told["turn"] = row.turn
        if (row.table.pk, row.turn) in standing:
            told["deadline"] = iso(row.table.deadline)
    elif row.kind == Notice.Kind.TABLE_FINISHED and row.table.winner is not None:
        told["winner"] = row.table.winner
    elif row.kind == Notice.Kind.TABLE_KICKED:
        told["banned"] = row.table.pk in banned
    return told
