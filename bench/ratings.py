"""Do ratings put players in their order? People of known strength play, and the real service rates them.

    python -m bench.ratings [--players N] [--games N] [--seed N] [--plot FILE.svg]

Everybody plays once a round, with and against others by lot. Which pair wins is drawn by the Bradley-Terry
model from the strengths of the four; the match is stored as one that has ended, and rated as every other.
Prints how well the order of the ratings is the order of the strengths, and draws it. Ends with 1 if it is not
right after all games. The database is one of its own, on the server of DATABASE_URL or on a throw-away one.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import exp
from pathlib import Path
from random import Random
from statistics import correlation
from typing import NamedTuple

import django
from django.db import connection
from django.test.utils import setup_test_environment
from django.utils.timezone import now
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from bench.plot import Chart, document
from tests.servers import servers

RIGHT = 0.9
"""The rank correlation from which on the order counts as right."""
RULESET = "gametwist"
STRONGEST = 1.5
"""Strengths go from minus this to this: the best pair beats the worst in 95 of 100 matches."""
LOOKED_AT = (10, 20, 50, 100, 200, 500, 1000)


class Standing(NamedTuple):
    """A player after all games: how strong in truth, and what the ratings say."""

    name: str
    strength: float
    points: int
    uncertain: int


class Result(NamedTuple):
    """The rank correlation after each round, and where everybody stands in the end."""

    correlations: list[float]
    standings: list[Standing]


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 0 up; equal ones share theirs."""
    ordered = sorted(values)
    return [(2 * ordered.index(value) + ordered.count(value) - 1) / 2 for value in values]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: 1 for the same order, 0 for none, -1 for the opposite; 0 while all are equal."""
    if len(set(one)) == 1 or len(set(other)) == 1:
        return 0.0
    return correlation(ranks(one), ranks(other))


@contextmanager
def database() -> Iterator[None]:
    """An empty database with the project's tables, gone in the end."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")
    if servers:
        servers.start()
    try:
        django.setup()
        setup_test_environment(debug=False)
        name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        yield
        connection.creation.destroy_test_db(name, verbosity=0)
    finally:
        if servers:
            servers.stop()


class League:
    """People of known strength, and the matches that they play."""

    def __init__(self, players: int, rng: Random) -> None:
        from accounts.models import User

        self.rng = rng
        self.people = [User.objects.create_user(f"player-{number}") for number in range(players)]
        self.strengths = [STRONGEST * (2 * number / (players - 1) - 1) for number in range(players)]

    def play_round(self) -> None:
        """Everybody plays once, with and against whom the lot decides; what is left over sits out."""
        order = self.rng.sample(range(len(self.people)), len(self.people))
        for first in range(0, len(order) - 3, 4):
            self._play(order[first : first + 4])

    def _play(self, four: Sequence[int]) -> None:
        first, second, third, fourth = (self.strengths[number] for number in four)
        chance = 1 / (1 + exp((second + fourth - first - third) / 2))
        self._rate(four, winner=0 if self.rng.random() < chance else 1)

    def _rate(self, four: Sequence[int], winner: int) -> None:
        """Store a match that has ended, and have it rated."""
        from games import ratings
        from games.models import Event, Seat, Table

        moment = now()
        table = Table.objects.create(
            status=Table.Status.FINISHED, winner=winner, ruleset=RULESET, options={}, rules_version=1,
            turn_seconds=60, master=bytes(32), finished_at=moment,
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(table=table, number=seat, kind=Seat.Kind.PLAYER, player=self.people[number])
            for seat, number in enumerate(four)
        )
        Event.objects.create(table=table, seq=1, type="started", at=moment)
        assert ratings.rate(table_id=table.id)  # noqa: S101 (a match that is not rated would go unseen)

    def standings(self) -> list[Standing]:
        """Where everybody stands now, by strength."""
        from games.models import Rating
        from games.rating_models import points
        from games.ratings import NEWCOMER

        rows = {row.user_id: row for row in Rating.objects.all()}
        found = []
        for person, strength in zip(self.people, self.strengths, strict=True):
            mu, sigma = NEWCOMER
            if person.pk in rows:
                mu, sigma = rows[person.pk].mu, rows[person.pk].sigma
            found.append(Standing(person.username, strength, points(mu), points(mu + sigma) - points(mu)))
        return found


def play(players: int, games: int, rng: Random) -> Result:
    """Play so many games each, with a progress bar."""
    league, correlations = League(players, rng), []
    columns = (TextColumn("games each"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for _ in progress.track(range(games)):
            league.play_round()
            correlations.append(_order_found(league.standings()))
    return Result(correlations, league.standings())


def _order_found(standings: Sequence[Standing]) -> float:
    return rank_correlation([row.strength for row in standings], [row.points for row in standings])


def draw(result: Result) -> str:
    """Both pictures as SVG."""
    truth = Chart("Rating by true strength", "true strength", "rating, ± one standard deviation")
    for row in result.standings:
        truth.bar(row.strength, row.points - row.uncertain, row.points + row.uncertain)
        truth.dot(row.strength, row.points)
    order = Chart("How well the order is found", "games each", "rank correlation")
    order.line([(number, found) for number, found in enumerate(result.correlations, 1)])
    order.level(RIGHT)
    return document([truth, order])


def report(result: Result) -> Iterator[Grid]:
    """What was found, in two tables."""
    grid = Grid("games each", "rank correlation", title="Is the order of the ratings that of the strengths?")
    games = len(result.correlations)
    for number in sorted({*LOOKED_AT, games}):
        if number <= games:
            grid.add_row(str(number), f"{result.correlations[number - 1]:.3f}")
    yield grid
    grid = Grid("player", "true strength", "rating", "±", title=f"After {games} games each")
    for row in sorted(result.standings, key=lambda row: -row.points):
        grid.add_row(row.name, f"{row.strength:+.2f}", str(row.points), str(row.uncertain))
    yield grid


def main() -> int:
    """The command. Returns 0 if the order is right in the end."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description="Do ratings find the order?")
    parser.add_argument("--players", type=int, default=24, help="at least 4 (24)")
    parser.add_argument("--games", type=int, default=200, help="of each player (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw what was found")
    args = parser.parse_args()
    with database():
        result = play(args.players, args.games, Random(args.seed))
    for grid in report(result):
        Console().print(grid)
    if args.plot:
        args.plot.write_text(draw(result), "utf-8")
        Console().print(f"Drawn to {args.plot}.")
    return 0 if result.correlations[-1] >= RIGHT else 1


if __name__ == "__main__":
    sys.exit(main())
