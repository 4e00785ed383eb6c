"""Search many matches for leaks, at a server that runs or at one of its own.

    python -m tests.faults.canary --matches 300 [--url http://127.0.0.1:8000] [--seed 7]

Without --url it starts its own PostgreSQL and Valkey, and asks the application in this process.
"""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random

import httpx
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.faults.canary.run import BotPlayer, Found, search


def main() -> int:
    """0 if all was played and nobody was told anything before its time, 1 otherwise."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was found so far is still told
    parser = argparse.ArgumentParser(prog="python -m tests.faults.canary", description=__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--url", help="a server that runs, with its workers")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = Random(asked.seed)
    with _server(asked.url) as (client, play_bots):
        return _report(client, asked.matches, rng, play_bots)


def _report(client: httpx.Client, matches: int, rng: Random, play_bots: BotPlayer | None) -> int:
    every: list[Found] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with suppress(KeyboardInterrupt), Progress(*columns) as progress:
        task = progress.add_task("matches", total=matches)
        for found in search(client, matches, rng, play_bots):
            every.append(found)
            progress.console.print(*found.leaks[:5], sep="\n", end="\n" if found.leaks else "")
            progress.update(task, advance=1, description=_summary(every))
    print(f"{len(every)} of {matches} matches: {_summary(every)}")
    return 0 if len(every) == matches and not any(found.leaks for found in every) else 1


def _summary(every: Sequence[Found]) -> str:
    hands, answers = sum(found.hands for found in every), sum(found.messages for found in every)
    return f"{hands} hands, {answers} answers, {sum(len(found.leaks) for found in every)} leaks"


@contextmanager
def _server(url: str | None) -> Iterator[tuple[httpx.Client, BotPlayer | None]]:
    if url:
        with httpx.Client(base_url=url, timeout=60) as client:
            yield client, None
    else:
        with _own_servers(), _in_this_process() as client:
            yield client, answer_with_bots


@contextmanager
def _own_servers() -> Iterator[None]:
    """A throw-away PostgreSQL and Valkey with the schema in it."""
    from tests.servers import servers

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")
    assert servers
    servers.start()
    try:
        import django
        from django.db import connection

        django.setup()
        logging.disable(logging.WARNING)
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        yield
    finally:
        servers.stop()


@contextmanager
def _in_this_process() -> Iterator[httpx.Client]:
    from musapi.wsgi import application

    transport = httpx.WSGITransport(application)
    with httpx.Client(transport=transport, base_url="http://localhost") as client:
        yield client


def answer_with_bots(table: str, turn: int) -> None:
    """What a worker does for a question to bots."""
    from uuid import UUID

    from games import moves

    moves.answer_with_bots(table_id=UUID(table), turn=turn)


if __name__ == "__main__":
    sys.exit(main())
