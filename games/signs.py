"""Señas: made at any time of the hand, out of turn too, and without effect on it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.timezone import now as clock

from accounts import tries
from accounts.models import User
from games import record, seating, selectors
from games.engine.errors import IllegalAction, MalformedAction
from games.engine.signs import GESTURES, check_sign
from games.engine.state import State
from games.exceptions import SignRefused
from games.idempotency import Keyed, Outcome, once
from games.locking import parked_on_failure, state_in_play
from games.models import PartnerSign, Seat, Table
from games.wording.refusals import reason_text
from games.wording.signs import sign_texts
from musapi.refusals import Refusal


def make(*, table_id: UUID, player: User, gesture: str, keyed: Keyed | None = None) -> Outcome:
    """Make a sign, which replaces the seat's last one; 200 with the view.

    Where all may see signs it is an event of the table; where only the partner may, it leaves no
    trace in what the rivals read. Nobody winks all the time: so many signs in so many seconds are enough.
    Raises MalformedAction, SignRefused, TooManyTries, NotSeated, NotPlaying.
    """
    if gesture not in GESTURES:
        raise MalformedAction("is not a known gesture", "/gesture")

    def act() -> tuple[UUID, Outcome]:
        table, seats, seat = seating.change_controller(table_id, player, seating.take_back)
        state = state_in_play(table)
        _check(state, seat, gesture)
        tries.take(tries.SIGN, str(player.id), str(table_id))
        _show(table, seats, seat, state, gesture)
        return table.id, Outcome.of(200, selectors.view_of(table, seats, seat, state))

    try:
        with parked_on_failure(table_id):
            return once(player, keyed, act)
    except Refusal:
        seating.come_back(table_id, player)
        raise


def gestures() -> list[dict[str, Any]]:
    """Every gesture with the code of its meaning, and both as texts."""
    return [
        {"gesture": gesture, "meaning": meaning, **sign_texts(gesture, meaning)}
        for gesture, meaning in GESTURES.items()
    ]


def _check(state: State, seat: Seat, gesture: str) -> None:
    try:
        check_sign(state, seat.number, gesture)
    except IllegalAction as refusal:
        raise SignRefused(reason_text(refusal), extra={"reason": refusal.code}) from refusal


def _show(table: Table, seats: list[Seat], seat: Seat, state: State, gesture: str) -> None:
    seat.sign, seat.sign_exchange = gesture, selectors.cards_held_since(state)
    seat.save(update_fields=["sign", "sign_exchange"])
    if state.rules.signs_visible_to == "all":
        shown = {"gesture": gesture, "meaning": GESTURES[gesture]}
        record.log_events(table, [seating.event("sign", seat.number, shown)], now=clock())
        table.save(update_fields=["version"])
    else:
        PartnerSign.objects.create(table=table, hand=state.hand_number, seat=seat.number, gesture=gesture)
    record.wake(table, seats)
