"""The clock: one sweep finds what is due in the database. No timer lives in a process or a queue.

The sweep runs every half second. It gives back to everybody the time in which it did not run itself,
plays the default for questions that ran out, and starts bots whose moment has come (or whose task was
lost). It starts lost ratings again and seats who waits in the queue, too. No table waits for another one:
a row that somebody holds is passed over until the next sweep.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Greatest, Least
from django.utils.timezone import now as clock

from games import events, matchmaking, moves
from games.exceptions import GameError
from games.models import Clock, Table

log = logging.getLogger(__name__)

SWEEP_LOCK = 0x6D7573  # the advisory lock's number
BATCH = 200
HELD_TABLE_MS = 1000  # how long time is given back to a table that somebody holds before it is passed over


def sweep() -> int:
    """Do everything that is due now; returns how many bots were started and questions ended.

    Only one sweep runs at a time, whatever the number of workers.
    """
    with _only_sweep() as alone:
        if not alone:
            return 0
        give_back_lost_time(clock())
        done = _end_questions(clock()) + _serve_bots(clock())
        _serve_ratings(clock())
        matchmaking.match_all(clock())
        Clock.objects.filter(pk=1).update(beat_at=clock())  # a long sweep is no silence
        return done


@transaction.atomic(durable=True)
def give_back_lost_time(now: datetime) -> int:
    """Note that the clock runs; after a silence longer than CLOCK_GAP, move deadlines by it, once.

    Questions that were due before the silence began keep their deadline and end now. Returns how many
    deadlines were moved.
    """
    row, first = Clock.objects.select_for_update().get_or_create(pk=1, defaults={"beat_at": now})
    moved, silence = 0, (now - row.beat_at).total_seconds()
    if not first and silence > settings.CLOCK_GAP:
        moved = _move_deadlines(row.beat_at, now)
        level = logging.ERROR if silence > settings.CLOCK_ALERT else logging.WARNING
        log.log(
            level, "the clock stood still from %s to %s; %d deadlines were moved", row.beat_at, now, moved
        )
    row.beat_at = now
    row.save(update_fields=["beat_at"])
    return moved


def lateness(now: datetime) -> float:
    """Seconds since the clock last ran (0 when it never did)."""
    beat_at = Clock.objects.filter(pk=1).values_list("beat_at", flat=True).first()
    return (now - beat_at).total_seconds() if beat_at else 0.0


def _move_deadlines(silent_since: datetime, now: datetime) -> int:
    waiting = Table.objects.filter(
        status=Table.Status.PLAYING, deadline__gt=silent_since, turn_started_at__lt=now
    )
    lost = Value(now) - Greatest(F("turn_started_at"), Value(silent_since))
    later = {"deadline": F("deadline") + lost, "turn_started_at": F("turn_started_at") + lost}
    free = list(waiting.select_for_update(skip_locked=True).values_list("id", flat=True))
    held = list(waiting.exclude(id__in=free).values_list("id", flat=True))
    moved = Table.objects.filter(id__in=free).update(**later)
    return moved + sum(_move_held(waiting.filter(pk=table_id), later) for table_id in held)


def _move_held(table: QuerySet[Table], later: dict[str, Any]) -> int:
    """Move the deadline of a table that somebody held, unless its row cannot be had: 1 or 0.

    A move that held it has changed the question by now, and there is nothing to give back.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{HELD_TABLE_MS}ms"])
            return table.update(**later)
    except OperationalError as busy:
        log.error("a table that is held got no time back: %s", busy)
        return 0


def _serve_bots(now: datetime) -> int:
    """Start the bots that are due, or play the default for those that have had their time."""
    due = _take_due_bots(now)
    broker_answers = True
    for table_id, turn, started_at in due:
        patience_is_over = now >= started_at + timedelta(seconds=settings.BOT_PATIENCE)
        if not (patience_is_over and _guarded(moves.give_up_on_bots, table_id, turn)):
            broker_answers = broker_answers and events.start_bots(table_id, turn)
    return len(due)


@transaction.atomic(durable=True)
def _take_due_bots(now: datetime) -> list[tuple[UUID, int, datetime]]:
    """The tables whose bots are due, put off by BOT_RETRY so that a lost task is found again.

    The older the question, the longer, up to BOT_PATIENCE: where tasks are late because there are many,
    more of them do harm.
    """
    due = (
        Table.objects.select_for_update(skip_locked=True).filter(bots_due_at__lte=now).order_by("bots_due_at")
    )
    found = due.values_list("id", "turn_id", "turn_started_at")[:BATCH]
    rows = cast(list[tuple[UUID, int, datetime]], list(found))  # who is due is asked something
    retry, patience = timedelta(seconds=settings.BOT_RETRY), timedelta(seconds=settings.BOT_PATIENCE)
    age = Value(now) - F("turn_started_at")
    pause = Greatest(Value(retry), Least(age, Value(patience) - age))
    Table.objects.filter(id__in=[row[0] for row in rows]).update(bots_due_at=Value(now) + pause)
    return rows


def _serve_ratings(now: datetime) -> None:
    """Have matches rated whose task was lost, or failed."""
    for table_id in _take_due_ratings(now):
        if not events.start_rating(table_id):
            return


@transaction.atomic(durable=True)
def _take_due_ratings(now: datetime) -> list[UUID]:
    """The matches that should be rated by now, put off: the longer, the older they are, at most an hour."""
    due = Table.objects.select_for_update(skip_locked=True).filter(rating_due_at__lte=now)
    ids = list(due.order_by("rating_due_at").values_list("id", flat=True)[:BATCH])
    retry, longest = Value(timedelta(seconds=settings.RATING_RETRY)), Value(timedelta(hours=1))
    pause = Greatest(retry, Least(Value(now) - F("finished_at"), longest))
    Table.objects.filter(id__in=ids).update(rating_due_at=Value(now) + pause)
    return ids


def _end_questions(now: datetime) -> int:
    limit = now - timedelta(seconds=settings.CLOCK_GRACE)
    found = Table.objects.filter(deadline__lte=limit).order_by("deadline").values_list("id", "turn_id")
    due = cast(list[tuple[UUID, int]], list(found[:BATCH]))  # a deadline is a question's
    return sum(_guarded(moves.time_out, table_id, turn) for table_id, turn in due)


def _guarded(act: Callable[..., bool], table_id: UUID, turn: int) -> bool:
    """One table's trouble must not hold up the others."""
    try:
        return act(table_id=table_id, turn=turn)
    except GameError as refusal:
        log.warning("the clock could not act on table %s: %s", table_id, refusal)
    except DatabaseError:
        if not connection.is_usable():
            raise
        log.exception("the clock failed on table %s", table_id)
    return False


@contextmanager
def _only_sweep() -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [SWEEP_LOCK])
        alone = bool(cursor.fetchone()[0])
        try:
            yield alone
        finally:
            if alone:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [SWEEP_LOCK])
