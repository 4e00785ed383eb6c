"""The one door: every move of a person, a bot or the clock comes through here.

`play` is one move from top to bottom. Each function that changes a table holds one lock, the Table
row's, and nobody is told anything before its transaction has committed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.timezone import now as clock

from accounts.models import User
from games import bots, exceptions, record, seating, selectors
from games.engine.actions import Action
from games.engine.errors import IllegalAction
from games.engine.events import Event as EngineEvent
from games.engine.events import Step
from games.engine.state import State, Turn
from games.engine.transitions import apply, default_action, legal_actions
from games.engine.view import observe
from games.idempotency import Keyed, Outcome, remember
from games.locking import lock_playing, lock_seated, parked_on_failure, seats_and_answer, state_in_play
from games.models import Event, Seat, Table
from games.wording.refusals import reason_text

dice = random.SystemRandom()


def play(*, table_id: UUID, player: User, turn: int, action: Action, keyed: Keyed | None = None) -> Outcome:
    """Play a person's action; returns the new or the stored answer `{"accepted": event, "table": view}`.

    in: `turn` is the question the person saw (`turn.id`), `action` a well-formed action.
    Raises GameError (each with its code) when refused; even then the person is back in his seat.
    """
    try:
        with parked_on_failure(table_id):
            return _play(table_id, player, turn, action, keyed)
    except exceptions.GameError:
        seating.come_back(table_id, player)
        raise


@transaction.atomic(durable=True)
def _play(table_id: UUID, player: User, turn: int, action: Action, keyed: Keyed | None) -> Outcome:
    table = lock_seated(table_id, player)
    seats, seat, answered = seats_and_answer(table, player, keyed)
    if answered:
        return answered
    state = state_in_play(table)
    check_turn(table, state, seat, turn)
    returned, changed = seating.answer_in_person(seat)
    step = _apply(state, seat, action)
    rows, state = record.record(
        table, seats, step, now=clock(), by=Event.By.PLAYER, seat=seat, before=returned, changed=changed
    )
    accepted = next(row for row in rows if row.type == "action")
    body = {
        "accepted": selectors.event_of(accepted, seat, {}, {}),
        "table": selectors.view_of(table, seats, seat, state),
    }
    return remember(player, keyed, table.id, Outcome.of(200, body))


def answer_with_bots(*, table_id: UUID, turn: int) -> bool:
    """Let the bots that question `turn` asks choose and play; False when it no longer stands.

    A bot is shown what its seat may see, outside any lock; the door checks its answer like anybody's.
    """
    table = Table.objects.filter(pk=table_id, status=Table.Status.PLAYING, turn_id=turn).first()
    if table is None:
        return False
    with parked_on_failure(table_id):
        state = state_in_play(table)
    asked = record.asked_bots(table, selectors.seats_of(table_id))
    choices = {
        seat.number: (seat.epoch, bots.choose(seat.level, observe(state, seat.number), dice))
        for seat in asked
    }
    return play_bots(table_id=table_id, turn=turn, choices=choices)


def play_bots(*, table_id: UUID, turn: int, choices: Mapping[int, tuple[int, Action]]) -> bool:
    """Play what bots chose, by seat as (its epoch when they looked, action); False when nothing was played.

    A choice made for another question, or for a seat that has changed hands since, is dropped.
    """
    with parked_on_failure(table_id), transaction.atomic(durable=True):
        table = lock_playing(table_id, turn)
        if table is None:
            return False
        seats = selectors.seats_of(table_id)
        fresh = [
            (seat, choices[seat.number][1])
            for seat in record.asked_bots(table, seats)
            if seat.number in choices and choices[seat.number][0] == seat.epoch
        ]
        _play_all(table, seats, fresh, by=Event.By.BOT)
        return bool(fresh)


def time_out(*, table_id: UUID, turn: int) -> bool:
    """Play the default action for all who have not answered question `turn`; False when it was not due.

    Everything is checked again under the lock, so a late or repeated call does nothing. A person who
    misses MISSED_TURNS_LIMIT questions in a row is replaced by a stand-in until he returns. (R-BET-11)
    """
    with parked_on_failure(table_id), transaction.atomic(durable=True):
        table = lock_playing(table_id, turn, skip_locked=True)
        if table is None or not has_run_out(table, clock()):
            return False
        seats = selectors.seats_of(table_id)
        _default_all(table, seats, [seat for seat in seats if seat.number in table.turn_seats])
        return True


def give_up_on_bots(*, table_id: UUID, turn: int) -> bool:
    """Play the default action for bots that did not answer in BOT_PATIENCE; people keep their clock."""
    with parked_on_failure(table_id), transaction.atomic(durable=True):
        table = lock_playing(table_id, turn, skip_locked=True)
        if table is None or not bots_are_late(table, clock()):
            return False
        seats = selectors.seats_of(table_id)
        late = record.asked_bots(table, seats)
        _default_all(table, seats, late)
        return bool(late)


def has_run_out(table: Table, now: datetime) -> bool:
    """Whether the question's deadline and the published grace are over."""
    return table.deadline is not None and now >= table.deadline + timedelta(seconds=settings.CLOCK_GRACE)


def bots_are_late(table: Table, now: datetime) -> bool:
    """Whether the bots that are asked have had BOT_PATIENCE seconds, stand-ins since they took a seat."""
    since = now - timedelta(seconds=settings.BOT_PATIENCE)
    if table.turn_started_at is None or table.turn_started_at > since:
        return False
    return not Event.objects.filter(table=table, type="seat_controller", at__gt=since).exists()


def check_turn(table: Table, state: State, seat: Seat, turn: int) -> None:
    """That question `turn` stands and is put to this seat; raises StaleTurn or NotYourTurn."""
    asked = cast(Turn, state.turn)  # a match in play always asks somebody
    answered = (
        asked.kind == "discard" and state.rules.simultaneous_discards and seat.number not in asked.seats
    )
    current = {"turn": selectors.turn_of(table, state)}
    if turn != asked.id or answered:
        raise exceptions.StaleTurn(extra=current)
    if seat.number not in asked.seats:
        raise exceptions.NotYourTurn(extra=current)


def _apply(state: State, seat: Seat, action: Action) -> Step:
    try:
        return apply(state, seat.number, action)
    except IllegalAction as refusal:
        legal = [choice.to_wire() for choice in legal_actions(state, seat.number)]
        extra = {"reason": refusal.code, "legal_actions": legal}
        raise exceptions.ActionRefused(reason_text(refusal), extra=extra) from refusal


def _default_all(table: Table, seats: Sequence[Seat], late: Sequence[Seat]) -> None:
    missed = [event for seat in late for event in seating.miss_turn(seat)]
    state = state_in_play(table)
    choices = [(seat, default_action(state, seat.number)) for seat in late]
    _play_all(table, seats, choices, by=Event.By.TIMEOUT, before=missed)


def _play_all(
    table: Table,
    seats: Sequence[Seat],
    choices: Sequence[tuple[Seat, Action]],
    *,
    by: str,
    before: Iterable[EngineEvent] = (),
) -> None:
    """Play several answers to one question (only a simultaneous discard asks several seats) as one step."""
    if not choices:
        return
    step = Step(state_in_play(table), ())
    for seat, action in choices:
        played = _apply(step.state, seat, action)
        step = Step(played.state, (*step.events, *played.events))
    record.record(table, seats, step, now=clock(), by=by, before=before)
