"""The clock: one sweep finds what is due in the database. No timer lives in a process or a queue.

The sweep runs every half second. It starts bots whose moment has come (or whose task was lost),
plays the default for questions that ran out, and gives back to everybody the time in which it did
not run itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils.timezone import now as clock

from games import events, moves
from games.exceptions import GameError
from games.models import Clock, Table

log = logging.getLogger(__name__)

SWEEP_LOCK = 0x6D7573  # the advisory lock's number
BATCH = 200


def sweep() -> int:
    """Do everything that is due now; returns how many bots were started and questions ended.

    Only one sweep runs at a time, whatever the number of workers.
    """
    with _only_sweep() as alone:
        if not alone:
            return 0
        give_back_lost_time(clock())
        return _serve_bots(clock()) + _end_questions(clock())


@transaction.atomic(durable=True)
def give_back_lost_time(now: datetime) -> int:
    """Note that the clock runs; after a silence longer than CLOCK_GAP, move deadlines by it, once.

    Questions that were due before the silence began keep their deadline and end now. Returns how many
    deadlines were moved.
    """
    row, first = Clock.objects.select_for_update().get_or_create(pk=1, defaults={"beat_at": now})
    moved = 0
    if not first and now - row.beat_at > timedelta(seconds=settings.CLOCK_GAP):
        moved = _move_deadlines(row.beat_at, now)
        log.error("the clock stood still from %s to %s; %d deadlines were moved", row.beat_at, now, moved)
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
    return waiting.update(deadline=F("deadline") + lost, turn_started_at=F("turn_started_at") + lost)


def _serve_bots(now: datetime) -> int:
    due = _take_due_bots(now)
    for table_id, turn, started_at in due:
        patience_is_over = now >= started_at + timedelta(seconds=settings.BOT_PATIENCE)
        if not (patience_is_over and _guarded(moves.give_up_on_bots, table_id, turn)):
            events.start_bots(table_id, turn)
    return len(due)


@transaction.atomic(durable=True)
def _take_due_bots(now: datetime) -> list[tuple[UUID, int, datetime]]:
    """The tables whose bots are due, put off by BOT_RETRY so that a lost task is found again."""
    due = (
        Table.objects.select_for_update(skip_locked=True).filter(bots_due_at__lte=now).order_by("bots_due_at")
    )
    rows = list(due.values_list("id", "turn_id", "turn_started_at")[:BATCH])
    Table.objects.filter(id__in=[row[0] for row in rows]).update(
        bots_due_at=now + timedelta(seconds=settings.BOT_RETRY)
    )
    return rows


def _end_questions(now: datetime) -> int:
    limit = now - timedelta(seconds=settings.CLOCK_GRACE)
    due = Table.objects.filter(deadline__lte=limit).order_by("deadline").values_list("id", "turn_id")[:BATCH]
    return sum(_guarded(moves.time_out, table_id, turn) for table_id, turn in due)


def _guarded(act: Callable[..., bool], table_id: UUID, turn: int) -> bool:
    """One table's trouble must not hold up the others."""
    try:
        return act(table_id=table_id, turn=turn)
    except GameError as refusal:
        log.warning("the clock could not act on table %s: %s", table_id, refusal)
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
