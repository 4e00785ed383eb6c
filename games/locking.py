"""Locking a table: the one lock there is, and what is read after it.

The lock is the Table row's, taken first; seats are read in a statement of their own after it, since
a row joined to a locked one is as old as the wait.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from uuid import UUID

from django.db import DataError, IntegrityError, transaction
from django.db import Error as DatabaseError
from django.db.models import F, FilteredRelation, Q

from accounts.models import User
from games import events, selectors
from games.engine.state import State
from games.exceptions import NotPlaying, NotSeated
from games.idempotency import Keyed, Outcome, replay
from games.models import Seat, Table
from musapi.refusals import Refusal

log = logging.getLogger(__name__)


def lock_table(table_id: UUID, player: User) -> Table:
    """The locked table, if the player may look at it; raises TableNotFound."""
    selectors.find_table(table_id, player)
    return Table.objects.select_for_update().get(pk=table_id)


def lock_seated(table_id: UUID, player: User) -> Table:
    """The locked table of a seated player; raises TableNotFound or NotSeated without waiting for the lock."""
    locked = Table.objects.select_for_update(of=("self",)).filter(pk=table_id, seats__player=player).first()
    if locked is None:
        selectors.find_table(table_id, player)
        raise NotSeated
    return locked


def lock_playing(table_id: UUID, turn: int, *, skip_locked: bool = False) -> Table | None:
    """The locked table if question `turn` stands there; with `skip_locked` None also while another moves."""
    rows = Table.objects.select_for_update(skip_locked=skip_locked)
    return rows.filter(pk=table_id, status=Table.Status.PLAYING, turn_id=turn).first()


def seats_and_answer(
    table: Table, player: User, keyed: Keyed | None
) -> tuple[list[Seat], Seat, Outcome | None]:
    """The four seats, the player's own, and the stored answer to his key, all in one statement.

    Raises NotSeated when he lost the seat while waiting for the lock, KeyReused when the key was used
    for another request.
    """
    rows = Seat.objects.filter(table=table).select_related("player", "reserved_for", "coming")
    rows = rows.annotate(
        answer=FilteredRelation(
            "player__answers", condition=Q(player__answers__key=keyed.key if keyed else "")
        ),
        answer_fingerprint=F("answer__fingerprint"),
        answer_status=F("answer__status"),
        answer_body=F("answer__body"),
    )
    seats = cast(list[Seat], list(rows))
    seat = selectors.own_seat(seats, player)
    stored = (seat.answer_fingerprint, seat.answer_status, seat.answer_body)  # type: ignore[attr-defined]
    answered = replay(keyed, *stored) if keyed and stored[0] is not None else None
    return seats, seat, answered


def state_in_play(table: Table) -> State:
    """The snapshot of a match that is being played; raises NotPlaying."""
    if table.status != Table.Status.PLAYING:
        raise NotPlaying(extra={"table_status": table.status})
    return State.from_json(cast(dict[str, Any], table.state))  # a constraint ties it to the status


@contextmanager
def parked_on_failure(table_id: UUID) -> Iterator[None]:
    """Park a table on which the engine failed, or whose step cannot be stored: one alert, no retries.

    No other table is touched. Refusals pass through, and errors of a database that is out of order;
    anything else becomes NotPlaying.
    """
    try:
        yield
    except Exception as failure:
        stored_never = isinstance(failure, IntegrityError | DataError)
        if isinstance(failure, Refusal | DatabaseError) and not stored_never:
            raise
        _park(table_id, failure)
        raise NotPlaying(extra={"table_status": Table.Status.PARKED}) from failure


@transaction.atomic(durable=True)
def _park(table_id: UUID, failure: Exception) -> None:
    table = Table.objects.select_for_update().get(pk=table_id)
    if table.status != Table.Status.PLAYING:
        return
    table.status = Table.Status.PARKED
    table.parked_reason = "".join(traceback.format_exception(failure))
    table.stop_clock()
    table.save()
    events.wake_after_commit(table.id, table.version)
    log.error("table %s is parked, an operator must look at it: %r", table_id, failure)
