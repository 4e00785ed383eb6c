"""`manage.py rebuild_stats`: count everybody's statistics anew from the logs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from games import statistics


class Command(BaseCommand):
    help = (
        "Count everybody's statistics anew from the logs of all rated matches, and tell how many rows were "
        "not right. Ratings stay as they are. Matches that end meanwhile are rated afterwards."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        columns = (TextColumn("matches counted"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True)) as progress:
            task = progress.add_task("", total=statistics.rated_tables().count())
            wrong = statistics.rebuild(lambda: progress.advance(task))
        self.stdout.write(f"{wrong} rows were not right." if wrong else "All rows were right.")
