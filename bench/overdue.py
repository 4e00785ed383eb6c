"""How late time-outs come while many bots play: a question must not wait for other tables' work.

    python -m bench.overdue [--tables N] [--bots N] [--limit SECONDS]

Starts a server of its own with tables of bots, and tables where four people never answer: each is given up on
after two time-outs. Ends with 1 if a time-out came later than the limit after its deadline and the grace.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

import psycopg
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.callers import Game, Server
from bench.ledger import Ledger
from bench.server import server
from tests.stack import Stack

TURN_SECONDS = 10
GRACE = 0.5
MISSES = 8
"""Time-outs at a table where nobody comes: two for each seat, unless the match ends before."""
PATIENCE = 60
"""Seconds without a time-out after which none is expected any more."""


class TimeOut(NamedTuple):
    """A time-out, and how many seconds after deadline and grace it came."""

    table: str
    overdue: float


def main() -> int:
    """The command. Returns 0 if no time-out was later than the limit."""
    parser = argparse.ArgumentParser(prog="python -m bench.overdue", description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=20, help="tables where nobody answers (20)")
    parser.add_argument("--bots", type=int, default=200, help="tables where bots play (200)")
    parser.add_argument("--limit", type=float, default=10, help="seconds that a time-out may be late (10)")
    args = parser.parse_args()
    with server() as stack:
        found, latest = run(stack, args.tables, args.bots)
    Console().print(report(found, latest))
    return 0 if found and max(one.overdue for one in found) <= args.limit else 1


def run(stack: Stack, tables: int, bots: int) -> tuple[list[TimeOut], float]:
    """The time-outs at tables where nobody answers, and how long the clock was silent at most."""
    stack.manage("demo_table", "--count", str(bots), "--option", "games_to_win=5")
    server = Server(lambda: stack.address, Ledger())
    ids = {
        Game.opened(server, (None,) * 4, turn_seconds=TURN_SECONDS, options={"games_to_win": 5}).table
        for _ in range(tables)
    }
    server.client.close()
    with psycopg.connect(stack.state["environment"]["DATABASE_URL"], autocommit=True) as connection:
        return _watch(connection, ids)


def _watch(connection: psycopg.Connection[Any], ids: set[str]) -> tuple[list[TimeOut], float]:
    """Note deadlines as they are set, until the time-outs have come."""
    deadlines: dict[tuple[str, int], Any] = {}
    latest, last, count = 0.0, time.monotonic(), 0
    with Progress() as progress:
        task = progress.add_task("time-outs", total=MISSES * len(ids))
        while count < MISSES * len(ids) and time.monotonic() - last < PATIENCE:
            rows = connection.execute(
                "SELECT id::text, turn_id, deadline FROM games_table"
                " WHERE status = 'playing' AND id = ANY(%s::uuid[])",
                [list(ids)],
            )
            deadlines |= {(table, turn): deadline for table, turn, deadline in rows}
            latest = max(latest, _silence(connection))
            found = _count(connection, ids)
            if found > count:
                count, last = found, time.monotonic()
                progress.update(task, completed=count)
            time.sleep(0.1)
    return list(_time_outs(connection, ids, deadlines)), latest


def _silence(connection: psycopg.Connection[Any]) -> float:
    row = connection.execute("SELECT extract(epoch FROM now() - beat_at)::float FROM games_clock").fetchone()
    return float(row[0]) if row else 0.0


def _count(connection: psycopg.Connection[Any], ids: set[str]) -> int:
    query = "SELECT count(*) FROM games_event WHERE type = 'turn_missed' AND table_id = ANY(%s::uuid[])"
    row = connection.execute(query, [list(ids)]).fetchone()
    return int(row[0]) if row else 0


def _time_outs(
    connection: psycopg.Connection[Any], ids: set[str], deadlines: dict[tuple[str, int], Any]
) -> Iterator[TimeOut]:
    """Each time-out with the last deadline that had been set before it."""
    query = (
        "SELECT DISTINCT table_id::text, at FROM games_event"
        " WHERE type = 'turn_missed' AND table_id = ANY(%s::uuid[]) ORDER BY at"
    )
    for table, at in connection.execute(query, [list(ids)]):
        due = [deadline for (one, _), deadline in deadlines.items() if one == table and deadline <= at]
        if due:
            yield TimeOut(table, (at - max(due)).total_seconds() - GRACE)


def report(found: list[TimeOut], silence: float) -> Table:
    """The measurement as a table."""
    late = [one.overdue for one in found] or [0.0]
    table = Table(title="Time-outs after deadline and grace")
    table.add_column("what")
    table.add_column("seconds", justify="right")
    table.add_row("median", f"{median(late):.2f}")
    table.add_row("latest", f"{max(late):.2f}")
    table.add_row("longest silence of the clock", f"{silence:.2f}")
    table.add_row("time-outs", str(len(found)))
    return table


if __name__ == "__main__":
    sys.exit(main())
