"""`manage.py verify_matches`: play stored matches again from their logs, and tell what differs."""

from __future__ import annotations

import multiprocessing
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from typing import IO, Any, cast
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from games.management.jobs import prepare
from games.models import Table
from games.replay import Verdict, verify_table


class Command(BaseCommand):
    help = (
        "Replay the log of every match and compare it with all that is stored: log, hands, snapshot, result. "
        "The exit code is 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--table", nargs="+", type=UUID, metavar="ID", help="only these tables")
        parser.add_argument(
            "--since", type=date.fromisoformat, metavar="DATE", help="only tables opened on that day or later"
        )
        parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the work")

    def handle(
        self, *args: Any, table: list[UUID] | None, since: date | None, jobs: int, **options: Any
    ) -> None:
        ids = _chosen(table, since)
        with _verdicts(ids, jobs) as verdicts:
            seen = list(_with_progress(verdicts, len(ids)))
        differ = any(verdict.differences for verdict in seen)
        if differ:
            Console(file=cast(IO[str], self.stdout)).print(_differences(seen))
        for line in _summary(seen):
            self.stdout.write(line)
        if differ:
            raise CommandError("Not everything that is stored follows from the logs.", returncode=1)


def _chosen(tables: Sequence[UUID] | None, since: date | None) -> list[UUID]:
    """The ids to check, oldest first. Raises CommandError for a table that does not exist."""
    rows = Table.objects.order_by("id")
    if since:
        rows = rows.filter(created_at__gte=datetime.combine(since, time.min, UTC))
    if tables:
        rows = rows.filter(id__in=tables)
    found = list(rows.values_list("id", flat=True))
    missing = set(tables or ()) - set(found)
    if missing and not since:
        raise CommandError(f"There is no table {', '.join(map(str, sorted(missing)))}.")
    return found


@contextmanager
def _verdicts(ids: Sequence[UUID], jobs: int) -> Iterator[Iterable[Verdict]]:
    """The verdicts in order, worked out here or by `jobs` processes with connections of their own."""
    if jobs <= 1:
        yield map(verify_table, ids)
        return
    database = str(connection.settings_dict["NAME"])
    context = multiprocessing.get_context("spawn")  # a fork would share this process's connection
    with ProcessPoolExecutor(jobs, context, prepare, (database,)) as pool:
        yield pool.map(verify_table, ids, chunksize=8)


def _with_progress(verdicts: Iterable[Verdict], total: int) -> Iterator[Verdict]:
    columns = (TextColumn("tables replayed"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=total)
        for verdict in verdicts:
            yield verdict
            progress.advance(task)


def _differences(seen: Iterable[Verdict]) -> Grid:
    grid = Grid("table", "status", "where", "what", "stored", "replayed", title="What differs")
    for verdict in seen:
        for found in verdict.differences:
            grid.add_row(str(verdict.table), verdict.status, *map(escape, found))
    return grid


def _summary(seen: Sequence[Verdict]) -> Iterator[str]:
    differ = sum(bool(verdict.differences) for verdict in seen)
    foreign = [verdict for verdict in seen if not verdict.readable]
    statuses = Counter(verdict.status for verdict in seen)
    told = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    events = sum(verdict.events for verdict in seen)
    yield f"{len(seen)} tables ({told or 'none'}), {events} events: {differ} differ."
    if foreign:
        yield f"Not played again, their rules version is another one: {_ids(foreign)}"
    parked = [verdict for verdict in seen if verdict.status == Table.Status.PARKED]
    if parked:
        yield f"Parked, an operator must look at them: {_ids(parked)}"


def _ids(verdicts: Iterable[Verdict]) -> str:
    return ", ".join(str(verdict.table) for verdict in verdicts)
