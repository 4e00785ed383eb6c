"""Spanish cards, as somebody who knows them looks at them."""

import pytest

from musapi.play.cards import GAPS, WIDTH, drawn, in_a_line, in_order
from musapi.play.words import LANGUAGES, Words

DECK = [f"{number}{suit}" for suit in "oceb" for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]


@pytest.mark.parametrize(("suit", "gaps"), [("o", 0), ("c", 1), ("e", 2), ("b", 3)])
def test_the_pinta_tells_the_suit_without_any_colour(words: Words, suit: str, gaps: int) -> None:
    top = drawn([f"12{suit}"], words, 8)[0].plain
    assert top.count(" ") == gaps
    assert top == top[::-1].translate(str.maketrans("╭╮", "╮╭"))


def test_with_eight_kings_threes_are_kings_and_twos_are_aces(words: Words) -> None:
    names = drawn(["3o", "2c", "12e", "1b"], words, 8)[2].plain
    assert names.split("│")[1::2] == ["  = king   ", "   = ace   ", "   king    ", "    ace    "]
    assert "king" not in drawn(["3o", "2c"], words, 4)[2].plain


def test_they_are_held_from_the_highest_to_the_lowest() -> None:
    assert in_order(["2c", "7b", "3e", "12o"], 8) == ["12o", "3e", "7b", "2c"]
    assert in_order(["2c", "7b", "3e", "12o"], 4) == ["12o", "7b", "3e", "2c"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_a_straight_rectangle(language: str) -> None:
    for card in DECK:
        lines = drawn([card], Words(language), 8)
        assert [line.cell_len for line in lines] == [WIDTH] * 5, card
        assert all(line.plain[0] + line.plain[-1] in ("╭╮", "││", "╰╯") for line in lines)


def test_a_chosen_card_is_marked(words: Words) -> None:
    assert drawn(["12o", "7b"], words, 8, chosen=["7b"])[-1].plain == "╰──── 1 ────╯ ╰──── x ────╯"
    assert in_a_line(["12o", "7b"], words, chosen=["12o"]).plain == "x:12 oros  2:7 bastos"


def test_no_two_suits_look_alike(words: Words) -> None:
    assert len({drawn([f"7{suit}"], words, 8)[1].plain for suit in GAPS}) == 4
    assert len({str(drawn([f"7{suit}"], words, 8)[1].spans) for suit in GAPS}) == 4
