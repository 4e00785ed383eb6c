"""The tip box of a seat: what is in it, closing it for a question."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from accounts.models import User
from games import moves, selectors
from games.engine.view import observe
from games.hints import tips
from games.hints.texts import text_of
from games.idempotency import Keyed, Outcome, once
from games.locking import lock_seated, state_in_play
from games.models import Seat, Table


def box_of(*, table_id: UUID, player: User, force: bool = False) -> dict[str, Any]:
    """The tip box for the question that stands: `{"turn", "show", "hidden", "box"}`.

    Its list is empty for who is not asked, and while the box is closed for this question or the player has
    the tips switched off; `force` shows it all the same. Raises TableNotFound, NotSeated, NotPlaying.
    """
    table = selectors.find_table(table_id, player)
    seat = selectors.own_seat(selectors.seats_of(table_id), player)
    return _box(table, seat, player, force)


def hide(*, table_id: UUID, player: User, turn: int, keyed: Keyed | None = None) -> Outcome:
    """Close the box for the question that the player saw; 200 with the closed box.

    Raises StaleTurn, NotYourTurn and what `box_of` raises. Neither a question nor anybody's view changes.
    """

    def act() -> tuple[UUID, Outcome]:
        table = lock_seated(table_id, player)
        seat = selectors.own_seat(selectors.seats_of(table_id), player)
        moves.check_turn(table, state_in_play(table), seat, turn)
        seat.hints_hidden_turn = turn
        seat.save(update_fields=["hints_hidden_turn"])
        return table.id, Outcome.of(200, _box(table, seat, player, force=False))

    return once(player, keyed, act)


def _box(table: Table, seat: Seat, player: User, force: bool) -> dict[str, Any]:
    view = observe(state_in_play(table), seat.number)
    hidden = seat.hints_hidden_turn == table.turn_id
    shown = tips(view) if force or (player.show_hints and not hidden) else []
    return {
        "turn": table.turn_id,
        "show": player.show_hints,
        "hidden": hidden,
        "box": [{"code": tip.code, "topic": tip.topic, "text": text_of(tip)} for tip in shown],
    }
