"""Moments that a test need not wait for: a question has run out, bots are due, the clock stood still."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils.timezone import now

from games.models import Clock, Event, Table
from tests.games.driver import Match

A_MOMENT = timedelta(milliseconds=1)


def at(match: Match, **columns: datetime) -> None:
    """Set columns of a table's clock."""
    Table.objects.filter(pk=match.id).update(**columns)


def run_out(match: Match, ago: timedelta = A_MOMENT) -> None:
    """The standing question ran out, grace included, so long ago."""
    at(match, deadline=now() - timedelta(seconds=settings.CLOCK_GRACE) - ago)


def bots_are_due(match: Match) -> None:
    """The moment has come for the bots that are asked."""
    at(match, bots_due_at=now() - A_MOMENT)


def pass_time(gone: timedelta, *tables: UUID) -> None:
    """So much time has gone by at these tables (or all) since their questions were asked."""
    rows = Table.objects.filter(id__in=tables) if tables else Table.objects.all()
    columns = ("turn_started_at", "deadline", "bots_due_at")
    rows.update(**{column: F(column) - gone for column in columns})


def clock_stood(since: datetime) -> None:
    """The last sweep was then."""
    Clock.objects.update_or_create(pk=1, defaults={"beat_at": since})


def answers(match: Match, after: int) -> list[Event]:
    """The actions that were logged after that event."""
    return [event for event in match.log("action") if event.seq > after]


@contextmanager
def numbers_may_repeat() -> Iterator[None]:
    """For the control of a race: the log takes a second event of the same number. It is empty afterwards."""
    _alter("DROP CONSTRAINT event_seq_once")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE games_event")
        _alter("ADD CONSTRAINT event_seq_once UNIQUE (table_id, seq)")


def _alter(change: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE games_event {change}")
