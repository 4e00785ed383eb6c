"""What an operator may do to a table: through its lock like everybody, written in its log, never by editing.

Who did it is in the admin's own log; the table's log says only that it was an operator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now as clock
from django.utils.translation import gettext_lazy as _

from games import record, seating, selectors
from games.engine.state import State, Turn
from games.engine.transitions import apply, default_action
from games.models import Event, Seat, Table
from games.replay import verify_table


class OperatorRefusal(Exception):
    """It cannot be done; the text says why. Nothing was changed."""


class Act(Protocol):
    """One of the services below."""

    def __call__(self, *, table_id: UUID) -> Table: ...


@transaction.atomic(durable=True)
def resume(*, table_id: UUID) -> Table:
    """Let a parked match go on from its snapshot, with a fresh clock for the question that stands.

    Raises OperatorRefusal if the table is not parked, if its log does not give what is stored, or if
    the engine still cannot go on.
    """
    table = _lock_parked(table_id)
    seats = selectors.seats_of(table_id)
    differences = verify_table(table_id).differences
    if differences:
        found = differences[0]
        raise OperatorRefusal(
            _("What is stored does not follow from the log: %s") % f"{found.where}, {found.what}"
        )
    turn = _question(table)
    table.status, table.parked_reason = Table.Status.PLAYING, ""
    _start_clock(table, seats, turn)
    return _save(table, seats, "resumed")


@transaction.atomic(durable=True)
def abandon(*, table_id: UUID) -> Table:
    """End a parked match for good, without a winner. Raises OperatorRefusal if the table is not parked."""
    table = _lock_parked(table_id)
    table.status = Table.Status.ABANDONED
    return _save(table, selectors.seats_of(table_id), "abandoned")


def _lock_parked(table_id: UUID) -> Table:
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None or table.status != Table.Status.PARKED:
        raise OperatorRefusal(_("The table is not parked."))
    return table


def _question(table: Table) -> Turn:
    """The question that stands, once the engine has shown that every default answer to it leads on."""
    try:
        state = State.from_json(table.state or {})
        _try_out(state)
    except Exception as failure:
        raise OperatorRefusal(_("The engine still fails here: %s") % repr(failure)) from failure
    if state.turn is None:
        raise OperatorRefusal(_("Nobody is asked anything at this table."))
    return state.turn


def _try_out(state: State) -> None:
    for seat in state.turn.seats if state.turn else ():
        state = apply(state, seat, default_action(state, seat)).state


def _start_clock(table: Table, seats: Sequence[Seat], turn: Turn) -> None:
    now = clock()
    table.turn_id, table.turn_seats, table.turn_started_at = turn.id, list(turn.seats), now
    table.deadline = record.question_deadline(table, seats)
    record.schedule_bots(table, seats, now)


def _save(table: Table, seats: Sequence[Seat], happened: str) -> Table:
    record.log_events(table, [seating.event(happened, None, {})], now=clock(), by=Event.By.OPERATOR)
    table.save()
    record.wake(table, seats)
    return table
