"""R-DECL: who plays pares and juego, and what is told of it."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.state import State
from games.engine.view import observe
from tests.engine.tables import (
    JUEGO,
    PAIRED,
    PLAIN,
    asked,
    at_grande,
    at_lance,
    finished,
    pass_lance,
    rows,
    rules,
    told,
)

MIXED = ("12o 12c 5o 4o", "7c 6c 5c 4c", "10o 10c 6e 4e", "7b 6b 5b 4b")
"""Team 0 has pares, nobody has juego."""

LAST_PASSES = [(0, "paso"), (1, "paso"), (2, "paso"), (3, "paso")]


def after_chica(hands: Sequence[str], **options: object) -> State:
    return pass_lance(at_lance(at_grande(rules(**options), hands), "chica"))


def declared(hands: Sequence[str]) -> list[dict[str, Any]]:
    """What is told as the chica closes."""
    return [
        event.data
        for event in told(at_lance(at_grande(rules(), hands), "chica"), LAST_PASSES)
        if event.type in ("declared", "lance_closed")
    ][1:]


def test_r_decl_1_yes_or_no_of_each_seat_and_nothing_more() -> None:
    assert declared(PAIRED) == [{"lance": "pares", "holders": [True, True, True, True]}]


def test_r_decl_1_in_the_view_when_the_time_has_come() -> None:
    state = at_lance(at_grande(rules(), JUEGO), "chica")
    assert observe(state, 0)["hand"]["declarations"] is None
    state = pass_lance(state)
    assert observe(state, None)["hand"]["declarations"] == {"pares": [False] * 4, "juego": [True] * 4}
    state = after_chica(PAIRED)
    assert observe(state, 3)["hand"]["declarations"] == {"pares": [True] * 4}


def test_r_decl_2_holders_alone_bet() -> None:
    state = after_chica(("12o 12c 5o 4o", "7c 6c 5c 4c", "7e 6e 5e 4e", "10b 10e 5b 4b"))
    assert (state.phase, state.betting.seats, asked(state)) == ("pares", (0, 3), (0,))


def test_r_decl_2_one_team_alone_does_not_bet() -> None:
    assert declared(MIXED) == [
        {"lance": "pares", "holders": [True, False, True, False]},
        {"lance": "lance_closed", "status": "single"} | {"lance": "pares", "stake": 0},
        {"lance": "juego", "holders": [False] * 4},
    ]
    state = after_chica(MIXED)
    assert state.phase == "punto"


def test_r_decl_2_the_lance_is_that_team_s() -> None:
    row = rows(pass_lance(after_chica(MIXED)))["pares"]
    assert (row["team"], row["seat"], row["points"], row["bonus"]) == (0, 0, [0, 0], [2, 0])


def test_c11_uncontested_stake() -> None:
    row = rows(pass_lance(after_chica(MIXED, uncontested_stake=1)))["pares"]
    assert (row["stake"], row["points"], row["bonus"]) == (1, [1, 0], [2, 0])


def test_r_decl_2_nobody_holds_pares() -> None:
    assert declared(PLAIN) == [
        {"lance": "pares", "holders": [False] * 4},
        {"lance": "pares", "status": "none"},
        {"lance": "juego", "holders": [False] * 4},
    ]
    row = rows(pass_lance(after_chica(PLAIN)))["pares"]
    assert row == {
        "lance": "pares",
        "status": "none",
        "stake": 0,
        "points": [0, 0],
        "bonus": [0, 0],
        "team": None,
        "seat": None,
        "counted": True,
    }


@pytest.mark.parametrize("mano", range(4))
def test_r_decl_3_punto_is_open_to_all(mano: int) -> None:
    state = at_lance(at_grande(rules(), PLAIN, mano), "punto")
    assert state.betting.seats == tuple((mano + place) % 4 for place in range(4))


def test_r_decl_4_somebody_with_32_is_juego() -> None:
    hands = ("12o 11o 7o 5o", "10o 7c 6o 4o", "6c 5c 4c 1o", "10c 7e 5e 1c")
    end = pass_lance(at_lance(at_grande(rules(), hands), "chica"))
    assert [row["lance"] for row in finished(end)["result"]] == ["grande", "chica", "pares", "juego"]
    assert rows(end)["juego"]["status"] == "single"


def test_r_decl_a_hand_can_end_with_two_lances_nobody_bets_on() -> None:
    """Pares and juego of one team: the last pass at chica ends the hand."""
    end = after_chica(("12o 12c 11o 10o", "7c 6c 5c 4c", "7e 6e 5e 4e", "7b 6b 5b 4b"))
    assert end.needs_deal
    assert [row["status"] for row in finished(end)["result"]] == ["paso", "paso", "single", "single"]
