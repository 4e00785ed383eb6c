"""`kill -9` of web, worker, beat, broker and database at random moments under play: nothing is lost.

    python -m bench.chaos [--seconds S] [--tables N] [--seed S] [--spare-database]

Starts a server of its own, lets people and bots play, and kills a part of it every few seconds. Then it waits
until every table moves again, and looks at what is stored. Ctrl-C ends it early. Ends with 1 if anything was
lost, done twice or left without anybody to look after it.
"""

import argparse
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import psycopg
import redis
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.callers import halt, start_callers
from bench.ledger import Ledger, audit, replayed_differently, stranded
from bench.server import server
from tests.stack import Stack, until

PARTS = ("web", "web worker", "worker", "pool", "beat", "valkey", "flush", "postgres")
"""What is killed: a program, one of the processes that it started, or (flush) all that Valkey holds."""
PAUSE = (1.0, 6.0)
"""Seconds between two kills. What falls often is started again ever later, up to 20 s."""
MOVES_AFTER = 3
"""How often each table must move again after the last kill."""


class Findings(NamedTuple):
    """What a run did, and everything that was wrong."""

    ledger: Ledger
    kills: Counter[str]
    seconds: float
    wrong: list[str]


def main() -> int:
    """The command. Returns 0 if nothing was lost, done twice or stranded."""
    args = _arguments()
    console = Console()
    parts = [part for part in PARTS if part != "postgres" or not args.spare_database]
    with server() as stack, _progress(console) as progress:
        task = progress.add_task("", total=args.seconds)
        found = run(
            stack,
            args.seconds,
            args.tables,
            Random(args.seed),
            parts,
            lambda part, gone: progress.update(task, completed=gone, description=f"killed {part}"),
        )
    console.print(report(found))
    return 1 if found.wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=600, help="how long to go on killing (600)")
    parser.add_argument("--tables", type=int, default=9, help="tables at which people play (9)")
    parser.add_argument("--seed", type=int, default=1, help="of what is killed when (1)")
    parser.add_argument("--spare-database", action="store_true", help="leave PostgreSQL alone")
    return parser.parse_args()


def _progress(console: Console) -> Progress:
    return Progress(TextColumn("{task.description:18}"), BarColumn(), TimeRemainingColumn(), console=console)


def run(
    stack: Stack,
    seconds: float,
    tables: int,
    rng: Random,
    parts: Sequence[str] = PARTS,
    killed: Callable[[str, float], object] = lambda part, gone: None,
) -> Findings:
    """Kill parts of a server that people play on, and look at what is stored afterwards."""
    ledger, kills, began = Ledger(), Counter[str](), time.monotonic()
    database = str(stack.state["environment"]["DATABASE_URL"])
    callers = start_callers(tables, lambda: stack.address, ledger)
    bag: list[str] = []
    with suppress(KeyboardInterrupt):  # what has been done is looked at
        while (gone := time.monotonic() - began) < seconds:
            bag = bag or rng.sample(parts, len(parts))
            part = bag.pop()
            if kill(stack, part):
                kills[part] += 1
                killed(part, gone)
            time.sleep(rng.uniform(*PAUSE))
    wrong = list(_until_all_move(database))
    halt(callers)
    wrong += audit(ledger, database)
    with httpx.Client(timeout=15) as client:
        wrong += replayed_differently(ledger, client, stack.address, most=500)
    stack.manage("verify_matches")
    return Findings(ledger, kills, time.monotonic() - began, wrong)


def kill(stack: Stack, part: str) -> bool:
    """`kill -9` of one process of a part. False if it was not there: it is being started again."""
    program = {"web worker": "web", "pool": "worker"}.get(part, part)
    with suppress(ProcessLookupError, FileNotFoundError, IndexError, redis.ConnectionError):
        if part == "flush":
            with redis.Redis.from_url(stack.state["environment"]["REDIS_URL"]) as broker:
                return bool(broker.flushall())
        pid = stack.pid(program)
        os.kill(pid if part == program else children(pid)[0], signal.SIGKILL)
        return True
    return False


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _until_all_move(database: str) -> list[str]:
    """Wait for every table to move again, and for nothing to be overdue; what does not, in words."""
    try:
        before = until(lambda: _versions(database), "the database does not come back")
        until(lambda: _have_moved(before, database), "some tables do not move")
        until(lambda: not stranded(database), "some tables are overdue and nobody looks after them")
    except AssertionError as failure:
        return [f"{failure}: {stranded(database)}"]
    return []


def _versions(database: str) -> dict[str, int]:
    """How far each match in play has come; nothing while the database is away."""
    with suppress(psycopg.OperationalError), psycopg.connect(database) as connection:
        return dict(
            connection.execute(
                "SELECT id::text, version FROM games_table WHERE status = 'playing'"
            ).fetchall()
        )
    return {}


def _have_moved(before: dict[str, int], database: str) -> bool:
    """Whether each match has gone on, or to its end."""
    now = _versions(database)
    return bool(now) and all(
        table not in now or now[table] >= version + MOVES_AFTER for table, version in before.items()
    )


def report(found: Findings) -> Table:
    """The run as a table, what was wrong last."""
    table = Table(title=f"{sum(found.kills.values())} kills in {found.seconds:.0f} s")
    table.add_column("what")
    table.add_column("how many", justify="right")
    for part in PARTS:
        table.add_row(f"killed: {part}", str(found.kills[part]))
    table.add_row("actions answered with 2xx", str(len(found.ledger.promises)))
    table.add_row("actions refused", str(len(found.ledger.refused)))
    for what, count in sorted(found.ledger.counts.items()):
        table.add_row(what, str(count))
    table.add_row("wrong", str(len(found.wrong)), style="bold red" if found.wrong else "bold green")
    for wrong in found.wrong[:20]:
        table.add_row(wrong, "")
    return table


if __name__ == "__main__":
    sys.exit(main())
