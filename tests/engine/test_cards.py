"""R-DECK: the deck, its order and its notation."""

import pytest

from games.engine.cards import DECK, DECK_ORDER, RANKS, join_cards, number_of, parse_card, split_cards
from games.engine.errors import MalformedAction


def test_r_deck_1_forty_cards_in_deck_order() -> None:
    assert len(DECK) == len(set(DECK)) == 40
    assert DECK[:11] == ("1o", "2o", "3o", "4o", "5o", "6o", "7o", "10o", "11o", "12o", "1c")
    assert DECK[-1] == "12b"
    assert [DECK_ORDER[card] for card in DECK] == list(range(40))
    assert {number_of(card) for card in DECK} == {1, 2, 3, 4, 5, 6, 7, 10, 11, 12}


@pytest.mark.parametrize(
    ("card", "rank"), [("3e", 12), ("12e", 12), ("2b", 1), ("1b", 1), ("11o", 11), ("7c", 7)]
)
def test_r_deck_2_eight_kings(card: str, rank: int) -> None:
    assert RANKS[8][card] == rank


@pytest.mark.parametrize("card", DECK)
def test_r_deck_3_four_kings(card: str) -> None:
    assert RANKS[4][card] == number_of(card)


@pytest.mark.parametrize(
    "text", ["", "8o", "9e", "13o", "0o", "01o", "1O", "o1", "1", "1x", " 1o", "1o ", "١o", 1, None, ["1o"]]
)
def test_what_is_not_a_card(text: object) -> None:
    with pytest.raises(MalformedAction) as refusal:
        parse_card(text, "/cards/3")
    assert refusal.value.pointer == "/cards/3"


def test_cards_as_one_text() -> None:
    assert split_cards(join_cards(DECK)) == DECK
    assert split_cards("") == ()
    with pytest.raises(MalformedAction):
        split_cards("1o 8o")
