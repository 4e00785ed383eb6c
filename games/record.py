"""Writing down what a step of the engine did: log, finished hand, snapshot, clocks, wake-ups.

Every function here is called with the Table row locked, and writes in the caller's transaction.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from django.conf import settings

from games import events
from games.engine import shuffle
from games.engine.events import Event as EngineEvent
from games.engine.events import Step
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import deal
from games.models import Event, Hand, Seat, Table

SEAT_CHANGES = ("kind", "bot_level", "controller", "player", "coming", "epoch", "missed_turns")

FIRST_TURN = 1


def record(
    table: Table,
    seats: Sequence[Seat],
    step: Step,
    *,
    now: datetime,
    by: str = "",
    seat: Seat | None = None,
    before: Iterable[EngineEvent] = (),
    changed: Iterable[Seat] = (),
) -> tuple[list[Event], State]:
    """Store a step and everything that follows from it; returns the new log rows and the state reached.

    in: the locked table and its four seats, the step, who acted (`by` is an Event.By), events that come
    before the step's own, and seats that have changed and are not yet saved. Deals the next hand when the
    step ended one; people who wait for a bot's seat have it from then on.
    """
    taken = _seat_those_who_come(seats) if step.state.needs_deal else []
    _save_seats([*changed, *taken])
    step = Step(step.state, (*step.events, *map(_seat_taken, taken)))
    step = with_next_hand(table, seats, step)
    rows = log_events(table, [*before, *step.events], now=now, by=by, seat=seat)
    _store_finished_hand(table, rows, now)
    _move_clock(table, seats, step.state, now)
    save_state(table, step.state, now)
    wake(table, seats)
    return rows, step.state


def log_events(
    table: Table,
    drafts: Iterable[EngineEvent],
    *,
    now: datetime,
    by: str = "",
    seat: Seat | None = None,
) -> list[Event]:
    """Append events to the log and raise `table.version`; the caller saves the table."""
    rows = []
    hand = table.hand_number or None
    for seq, draft in enumerate(drafts, table.version + 1):
        if draft.type == "hand_dealt":
            hand = draft.data["number"]
        rows.append(_row(table, seq, draft, now, hand, by, seat))
    Event.objects.bulk_create(rows)
    table.version += len(rows)
    return rows


def _row(
    table: Table, seq: int, draft: EngineEvent, now: datetime, hand: int | None, by: str, seat: Seat | None
) -> Event:
    acted = draft.type == "action"
    person = seat.player_id if seat and acted and by == Event.By.PLAYER else None
    return Event(
        table=table,
        seq=seq,
        hand=hand,
        type=draft.type,
        seat=draft.seat,
        by=by if acted or by == Event.By.OPERATOR else "",
        player_id=person or draft.data.get("player"),
        data=draft.data,
        private={str(number): extra for number, extra in draft.private.items()},
        at=now,
    )


def hand_shuffler(table: Table, seats: Sequence[Seat], number: int) -> Shuffler:
    """The stream that deals hand `number`: from the master and the four client seeds."""
    seed = shuffle.hand_seed(bytes(table.master), number)
    return Shuffler.start(seed, [seat.client_seed or None for seat in seats])


def commitments(table: Table, number: int) -> dict[str, str]:
    """What the table has promised about hand `number` and the one after it."""
    master = bytes(table.master)
    promised = [
        shuffle.hand_commitment(str(table.id), n, shuffle.hand_seed(master, n)) for n in (number, number + 1)
    ]
    return {"commitment": promised[0], "next_commitment": promised[1]}


def with_next_hand(table: Table, seats: Sequence[Seat], step: Step) -> Step:
    """The step, and the deal of the next hand after it when it ended one; the deal tells its commitments."""
    if not step.state.needs_deal:
        return step
    number = step.state.hand_number + 1
    dealt = deal(step.state, hand_shuffler(table, seats, number))
    first, *rest = dealt.events
    promised = EngineEvent(
        first.type, first.seat, {**first.data, **commitments(table, number)}, first.private
    )
    return Step(dealt.state, (*step.events, promised, *rest))


def _seat_those_who_come(seats: Sequence[Seat]) -> list[Seat]:
    """Give bots' seats to the people who wait for them; returns these seats, not yet saved."""
    taken = [seat for seat in seats if seat.coming]
    for seat in taken:
        seat.kind, seat.bot_level, seat.controller = Seat.Kind.PLAYER, "", Seat.Controller.PLAYER
        seat.player, seat.coming = seat.coming, None
        seat.epoch += 1
    return taken


def _seat_taken(seat: Seat) -> EngineEvent:
    return EngineEvent("seat_taken", seat.number, {"kind": seat.kind, "player": str(seat.player_id)}, {})


def _save_seats(changed: Sequence[Seat]) -> None:
    """In one statement, who controls these seats and who has them."""
    if changed:
        Seat.objects.bulk_update(changed, SEAT_CHANGES)


def _store_finished_hand(table: Table, rows: Sequence[Event], now: datetime) -> None:
    for row in rows:
        if row.type == "hand_finished":
            account: dict[str, Any] = row.data
            Hand.objects.create(
                table=table,
                number=account["number"],
                game=account["game"],
                mano=account["mano"],
                ended_by=account["ended_by"],
                score_before=account["score_before"],
                score_after=account["score_after"],
                record=account,
                finished_at=now,
            )


def save_state(table: Table, state: State, now: datetime) -> None:
    """Save the snapshot with the columns that speak of it; a finished match ends the table."""
    table.state = state.to_json()
    table.hand_number = state.hand_number
    if state.match_over:
        table.status = Table.Status.FINISHED
        table.winner = state.winner
        table.finished_at = now
        table.rating_due_at = now + timedelta(seconds=settings.RATING_RETRY)
    table.save(
        update_fields=[
            "state",
            "hand_number",
            "version",
            "status",
            "winner",
            "started_at",
            "finished_at",
            "rating_due_at",
            "turn_id",
            "turn_seats",
            "turn_started_at",
            "deadline",
            "bots_due_at",
        ]
    )


def _move_clock(table: Table, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """Set the turn columns for the question that now stands. The same question keeps its one deadline."""
    turn = state.turn
    if turn is None:
        table.stop_clock()
        return
    if turn.id != table.turn_id:
        first_of_later_hand = state.hand_number > max(table.hand_number, 1)
        pause = settings.HAND_PAUSE if first_of_later_hand and people(seats) else 0.0
        table.turn_id = turn.id
        table.turn_started_at = now + timedelta(seconds=pause)
        table.turn_seats = list(turn.seats)
        table.deadline = question_deadline(table, seats)
    table.turn_seats = list(turn.seats)
    schedule_bots(table, seats, now)


def people(seats: Iterable[Seat]) -> list[Seat]:
    """The seats that a person plays just now (not those of bots and stand-ins)."""
    return [
        seat for seat in seats if seat.kind == Seat.Kind.PLAYER and seat.controller == Seat.Controller.PLAYER
    ]


def asked_bots(table: Table, seats: Iterable[Seat]) -> list[Seat]:
    """The seats that are asked now and that a bot plays."""
    return [
        seat for seat in seats if seat.number in table.turn_seats and seat.controller == Seat.Controller.BOT
    ]


def question_deadline(table: Table, seats: Sequence[Seat]) -> datetime:
    """When the standing question runs out: a turn later, or BOT_PATIENCE if only bots are asked."""
    asked = [seat for seat in people(seats) if seat.number in table.turn_seats]
    return cast(datetime, table.turn_started_at) + timedelta(
        seconds=table.turn_seconds if asked else settings.BOT_PATIENCE
    )


def schedule_bots(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """When the sweep shall start the bots that are asked: after a moment's thought at live tables.

    Otherwise they are started by `wake` after the commit, and this is the safety net.
    """
    if not asked_bots(table, seats):
        table.bots_due_at = None
    elif thinks(seats):
        low, high = settings.BOT_THINK_MS
        table.bots_due_at = now + timedelta(milliseconds=random.uniform(low, high))  # noqa: S311 (no card depends on it)
    else:
        table.bots_due_at = now + timedelta(seconds=settings.BOT_RETRY)


def thinks(seats: Iterable[Seat]) -> bool:
    """Whether bots take a moment here: somebody watches, and thinking is switched on."""
    return bool(people(seats)) and settings.BOT_THINK_MS[1] > 0


def wake(table: Table, seats: Sequence[Seat]) -> None:
    """Have listeners woken after the commit, and the bots started unless they are to think first.

    A match that is over is rated then; the sweep is the safety net.
    """
    bots = table.turn_id if asked_bots(table, seats) and not thinks(seats) else None
    events.wake_after_commit(table.id, table.version, bots, _told(table, seats))
    if table.rating_due_at is not None:
        events.rate_after_commit(table.id)


def _told(table: Table, seats: Iterable[Seat]) -> list[UUID]:
    """Who has (perhaps just now) been told something by the database: see `games.notices`."""
    if table.status == Table.Status.FINISHED or table.turn_id == FIRST_TURN:
        return [seat.player_id for seat in seats if seat.player_id]
    return [seat.player_id for seat in people(seats) if seat.player_id and seat.number in table.turn_seats]
