"""What people have done, in numbers: counted match by match, and counted anew from the log when wanted.

A seat counts for whoever holds it, also while a stand-in plays there. Who took over a bot's seat in the
middle of a match is counted from then on, and the match itself is not his.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.engine.rules import RULESETS
from games.models import Event, Hand, Seat, Statistics, Table

Tally = Counter[str]
"""Numbers by the name of their column."""

COLUMNS = tuple(
    field.name for field in Statistics._meta.concrete_fields if field.name not in ("id", "user", "ruleset")
)


@dataclass(frozen=True)
class Story:
    """What the statistics need to know of a finished match."""

    winner: int
    joined: dict[int, int]
    """By seat: the number of the event in which somebody took it over after the start."""
    dealt: dict[int, int]
    """By hand: the number of the event of its deal."""
    games: list[tuple[int, int]]
    """The number of the event that ended each game, and its winner."""
    ordagos: dict[int, list[int]]
    """By hand: the seats that said órdago, in order."""
    results: list[tuple[int, list[dict[str, Any]]]]
    """The finished hands with their result lists."""

    @classmethod
    def of(cls, table: Table) -> Story:
        """Read it from the log and the finished hands."""
        events = list(_telling_events(table))
        began = next(event.seq for event in events if event.type == "started")
        ordagos: dict[int, list[int]] = defaultdict(list)
        for event in events:
            if event.type == "action":
                ordagos[event.hand or 0].append(event.seat or 0)
        return cls(
            winner=table.winner or 0,
            joined={
                event.seat or 0: event.seq
                for event in events
                if event.type == "seat_taken" and event.seq > began
            },
            dealt={event.data["number"]: event.seq for event in events if event.type == "hand_dealt"},
            games=[(event.seq, event.data["winner"]) for event in events if event.type == "game_finished"],
            ordagos=ordagos,
            results=list(Hand.objects.filter(table=table).values_list("number", "record__result")),
        )

    def tally(self, seat: int) -> Tally:
        """What the match adds to the statistics of whoever holds the seat."""
        team, since = seat % 2, self.joined.get(seat, 0)
        tally: Tally = Counter()
        if not since:
            tally.update(matches=1, matches_won=int(self.winner == team))
        for seq, winner in self.games:
            if seq > since:
                tally.update(games=1, games_won=int(winner == team))
        for number, rows in self.results:
            if not since or self.dealt[number] > since:
                self._count_hand(tally, seat, number, rows)
        return tally

    def _count_hand(self, tally: Tally, seat: int, number: int, rows: list[dict[str, Any]]) -> None:
        said = self.ordagos.get(number, [])
        tally.update(hands=1, ordagos_made=said.count(seat))
        for row in rows:
            won = int(row["team"] == seat % 2)
            if row["counted"] and row["team"] is not None:
                tally.update(lances=1, lances_won=won)
            if row["status"] == "declined":
                side = "earned" if won else "conceded"
                tally.update({f"dejes_{side}": 1, f"deje_points_{side}": row["stake"]})
            if row["status"] == "ordago":
                _count_ordago(tally, seat, said[-1], won)


def _count_ordago(tally: Tally, seat: int, bettor: int, won: int) -> None:
    """An accepted órdago: the player's own, or one of the rivals."""
    if bettor == seat:
        tally.update(ordagos_accepted=1, ordagos_won=won)
    elif bettor % 2 != seat % 2:
        tally.update(ordagos_taken=1, ordagos_taken_won=won)


def _telling_events(table: Table) -> QuerySet[Event]:
    kinds = Q(type__in=["started", "seat_taken", "hand_dealt", "game_finished"])
    return Event.objects.filter(kinds | Q(type="action", data__type="ordago"), table=table).defer("private")


def add(ruleset: str, tallies: Iterable[tuple[User, Tally]]) -> None:
    """Add to people's statistics, in the caller's transaction. The caller holds the people's rows.

    The first statement waits for a `rebuild` to end, and keeps a new one away.
    """
    tallies = list(tallies)
    rows = [Statistics(user=person, ruleset=ruleset) for person, _ in tallies]
    Statistics.objects.bulk_create(rows, ignore_conflicts=True)
    for person, tally in tallies:
        more = {name: F(name) + count for name, count in tally.items()}
        Statistics.objects.filter(user=person, ruleset=ruleset).update(**more)


@transaction.atomic(durable=True)
def rebuild(counted: Callable[[], object] = lambda: None) -> int:
    """Count everything anew from the logs of the matches that were rated; `counted` is called after each.

    Returns how many rows were not right. Matches rated meanwhile wait, and are added afterwards.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {Statistics._meta.db_table} IN EXCLUSIVE MODE")
    before = {(row.user_id, row.ruleset): _numbers(row) for row in Statistics.objects.all()}
    after = _count_all(counted)
    rows = [Statistics(user_id=user, ruleset=ruleset, **tally) for (user, ruleset), tally in after.items()]
    Statistics.objects.all().delete()
    Statistics.objects.bulk_create(rows, batch_size=500)
    return sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())


def _numbers(row: Statistics) -> Tally:
    return Counter({name: getattr(row, name) for name in COLUMNS})


def _count_all(counted: Callable[[], object]) -> dict[tuple[UUID, str], Tally]:
    sums: dict[tuple[UUID, str], Tally] = defaultdict(Counter)
    tables = rated_tables().defer("state", "master").order_by("pk")
    for table in tables.iterator(100):
        story = Story.of(table)
        for seat in Seat.objects.filter(table=table, player__deleted_at=None, player__isnull=False):
            if seat.player_id:
                sums[seat.player_id, table.ruleset].update(story.tally(seat.number))
        counted()
    return sums


def rated_tables() -> QuerySet[Table]:
    """The matches that are in the statistics."""
    return Table.objects.filter(rated_at__isnull=False)


def statistics_of(person: User) -> list[dict[str, Any]]:
    """A person's statistics as the API shows them: one entry for each ruleset, also where all is 0."""
    rows = {row.ruleset: row for row in Statistics.objects.filter(user=person)}
    return [_shown(name, rows.get(name) or Statistics(ruleset=name)) for name in RULESETS]


def _shown(ruleset: str, row: Statistics) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "matches": {"played": row.matches, "won": row.matches_won},
        "games": {"played": row.games, "won": row.games_won},
        "hands": row.hands,
        "lances": {"played": row.lances, "won": row.lances_won},
        "ordagos": {
            "made": row.ordagos_made,
            "accepted": row.ordagos_accepted,
            "won": row.ordagos_won,
            "taken": row.ordagos_taken,
            "taken_won": row.ordagos_taken_won,
        },
        "dejes": {
            "earned": _dejes(row.dejes_earned, row.deje_points_earned),
            "conceded": _dejes(row.dejes_conceded, row.deje_points_conceded),
        },
    }


def _dejes(count: int, points: int) -> dict[str, Any]:
    return {"count": count, "points": points, "average": round(points / count, 2) if count else None}
