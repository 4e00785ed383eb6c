"""What `--auto` says is always something that is allowed."""

from random import Random

import pytest

from musapi.play.choice import choose
from tests.play.conftest import seen

ENVIDO = {"type": "envido", "min": 6, "max": 40}
LEGAL = {
    "respond": [{"type": "no_quiero"}, {"type": "quiero"}, ENVIDO, {"type": "ordago"}],
    "open": [{"type": "paso"}, ENVIDO, {"type": "ordago"}],
    "confirm": [{"type": "confirm"}, {"type": "ordago"}],
    "speak": [{"type": "mus"}, {"type": "no_mus"}],
    "discard": [{"type": "discard", "min": 1, "max": 4}],
    "tomorrow": [{"type": "sing"}, {"type": "paso"}],
}  # fmt: skip
PHASES = {"speak": ["mus"], "discard": ["discard"]}
LANCES = ["grande", "chica", "pares", "juego", "punto"]
HANDS = (
    ["12o", "3e", "7b", "1c"],
    ["12o", "12c", "12e", "12b"],
    ["1o", "2o", "1c", "2c"],
    ["4o", "5c", "6e", "7b"],
)


@pytest.mark.parametrize("kind", LEGAL)
@pytest.mark.parametrize("cards", HANDS)
def test_it_is_allowed_and_one_can_go_on(kind: str, cards: list[str]) -> None:
    view = seen("view_bet")
    view["legal_actions"], view["hand"]["your_cards"] = LEGAL[kind], cards
    for phase in PHASES.get(kind, LANCES):
        view["hand"]["phase"] = phase
        for chance in range(20):
            action = choose(view, Random(chance))
            assert action is not None
            offered = {legal["type"]: legal for legal in LEGAL[kind]}[action["type"]]
            assert action.get("amount") == (offered["min"] if action["type"] == "envido" else None)
            assert action["type"] != "discard" or (action["cards"] and set(action["cards"]) <= set(cards))


def test_kings_and_aces_are_kept() -> None:
    view = seen("view_bet")
    view["legal_actions"], view["hand"]["your_cards"] = LEGAL["discard"], ["12o", "3e", "7b", "1c"]
    assert choose(view, Random(1)) == {"type": "discard", "cards": ["7b"]}


def test_what_only_a_later_client_knows_is_left_alone() -> None:
    view = seen("view_bet")
    view["legal_actions"] = [{"type": "sing"}]
    assert choose(view, Random(1)) is None
