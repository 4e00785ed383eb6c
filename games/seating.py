"""Who controls a seat: the person, or a stand-in bot while he is away.

Called with the Table row locked. A seat's `epoch` grows with every change, which makes the answer of
a bot that was still thinking stale.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.timezone import now as clock

from accounts.models import User
from games import record
from games.engine.events import Event as EngineEvent
from games.locking import lock_seated, state_in_play
from games.models import Seat, Table
from games.selectors import own_seat, seats_of


def give_to_stand_in(seat: Seat) -> EngineEvent:
    """Let a bot play a person's seat, which stays his; returns the event to log."""
    seat.controller = Seat.Controller.BOT
    seat.epoch += 1
    return _controller_event(seat)


def take_back(seat: Seat) -> list[EngineEvent]:
    """Put the person back in charge if he was away; returns the events to log."""
    returned = _return(seat)
    if returned:
        save(seat)
    return returned


def answer_in_person(seat: Seat) -> tuple[list[EngineEvent], list[Seat]]:
    """The person plays: he is back in charge, and missed turns are forgotten.

    Returns the events to log, and the seat if the caller is to save it.
    """
    missed = seat.missed_turns
    returned = _return(seat)
    seat.missed_turns = 0
    return returned, [seat] if returned or missed else []


def _return(seat: Seat) -> list[EngineEvent]:
    if seat.controller == Seat.Controller.PLAYER:
        return []
    seat.controller = Seat.Controller.PLAYER
    seat.epoch += 1
    seat.missed_turns = 0
    return [_controller_event(seat)]


def miss_turn(seat: Seat) -> list[EngineEvent]:
    """Note a question that a person let run out; after too many in a row a stand-in takes the seat."""
    if seat.controller == Seat.Controller.BOT:
        return []
    seat.missed_turns += 1
    logged = [event("turn_missed", seat.number, {"missed_turns": seat.missed_turns})]
    if seat.missed_turns >= settings.MISSED_TURNS_LIMIT:
        logged.append(give_to_stand_in(seat))
    save(seat)
    return logged


def come_back(table_id: UUID, player: User) -> None:
    """Put a person back in charge if a stand-in plays his seat; nothing happens otherwise."""
    if Seat.objects.filter(
        player=player, controller=Seat.Controller.BOT, table_id=table_id, table__status=Table.Status.PLAYING
    ).exists():
        with transaction.atomic(durable=True):
            change_controller(table_id, player, take_back)


def step_away(seat: Seat) -> list[EngineEvent]:
    """Hand the seat to a stand-in because the person left; returns the events to log."""
    if seat.controller == Seat.Controller.BOT:
        return []
    logged = [give_to_stand_in(seat)]
    save(seat)
    return logged


def change_controller(
    table_id: UUID, player: User, change: Callable[[Seat], list[EngineEvent]]
) -> tuple[Table, list[Seat], Seat]:
    """Let `take_back` or `step_away` change the player's seat in a running match.

    The standing question keeps its clock, or gets the one it would have had with the person there.
    Raises TableNotFound, NotSeated, NotPlaying.
    """
    table = lock_seated(table_id, player)
    state_in_play(table)
    seats = seats_of(table_id)
    seat = own_seat(seats, player)
    log_change(table, seats, seat, change(seat))
    return table, seats, seat


def log_change(table: Table, seats: list[Seat], seat: Seat, happened: list[EngineEvent]) -> None:
    """Log who controls a seat now; the standing question's clock and its bots go by it."""
    now = clock()
    rows = record.log_events(table, happened, now=now)
    if rows:
        if seat in record.people(seats) and seat.number in table.turn_seats:
            table.deadline = record.question_deadline(table, seats)
        record.schedule_bots(table, seats, now)
        table.save(update_fields=["version", "deadline", "bots_due_at"])
        record.wake(table, seats)


def save(seat: Seat) -> None:
    """Save who controls a seat."""
    seat.save(update_fields=["controller", "epoch", "missed_turns"])


def event(kind: str, seat: int | None, data: dict[str, Any]) -> EngineEvent:
    """An event of the table rather than of the rules; nothing in it is private."""
    return EngineEvent(kind, seat, data, {})


def _controller_event(seat: Seat) -> EngineEvent:
    return event("seat_controller", seat.number, {"controller": seat.controller})
