"""`manage.py demo_table`: tables at which bots play among themselves."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from games import tables
from games.engine.rules import RULESETS
from games.exceptions import InvalidTable
from games.models import Table
from games.wishes import TableSettings

LOOK_EVERY = 0.5  # seconds


def option(text: str) -> tuple[str, Any]:
    """Read `target=20`: an option's name and its value as JSON, or as a plain word."""
    name, given, value = text.partition("=")
    if not given:
        raise ArgumentTypeError("give it as NAME=VALUE")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


class Command(BaseCommand):
    help = (
        "Open and start tables where only bots play, and print their ids, one a line. "
        "The workers play them: something must be running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--bots", default="casual,casual,novice,novice", help="the levels on seats 0 to 3, with commas"
        )
        parser.add_argument("--ruleset", default="gametwist", choices=list(RULESETS))
        parser.add_argument(
            "--option", action="append", default=[], type=option, metavar="NAME=VALUE",
            help="an option that differs from the ruleset's; may be given several times",
        )  # fmt: skip
        parser.add_argument("--count", type=int, default=1, help="how many tables")
        parser.add_argument("--wait", action="store_true", help="show the progress until all have finished")

    def handle(self, *args: Any, count: int, wait: bool, **given: Any) -> None:
        settings = TableSettings(
            ruleset=given["ruleset"], options=dict(given["option"]), seats=given["bots"].split(",")
        )
        opened = [self._open(settings) for _ in range(count)]
        if wait:
            wait_for(opened)

    def _open(self, settings: TableSettings) -> UUID:
        try:
            table = tables.create_for_bots(settings=settings)
        except InvalidTable as refusal:
            raise CommandError(
                "\n".join(f"{e['pointer']}: {e['detail']}" for e in refusal.errors)
            ) from refusal
        self.stdout.write(str(table.id))
        return table.id


def wait_for(opened: list[UUID]) -> None:
    """Show how many tables have finished until none is played any more.

    Raises CommandError if one ended otherwise than with a winner.
    """
    with _progress() as progress:
        task = progress.add_task("", total=len(opened), events=0)
        while True:
            statuses, events = _standing(opened)
            closed = len(opened) - statuses[Table.Status.PLAYING]
            progress.update(task, completed=closed, events=events)
            if closed == len(opened):
                break
            time.sleep(LOOK_EVERY)
    lost = len(opened) - statuses[Table.Status.FINISHED]
    if lost:
        raise CommandError(f"{lost} of {len(opened)} tables did not finish: {dict(statuses)}")


def _standing(opened: list[UUID]) -> tuple[Counter[str], int]:
    """How many tables have each status, and how many events they have had together."""
    rows = Table.objects.filter(id__in=opened).values_list("status", "version")
    return Counter(status for status, _ in rows), sum(version for _, version in rows)


def _progress() -> Progress:
    return Progress(
        TextColumn("tables finished"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[events]} events"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
