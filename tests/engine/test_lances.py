"""R-LANCE, R-REAL: what beats what."""

import pytest

from games.engine.cards import RANKS
from games.engine.combos import (
    DUPLES,
    LANCES,
    MEDIAS,
    NO_PARES,
    PAREJA,
    LaReal,
    chica_key,
    grande_key,
    is_real,
    juego_key,
    pares_key,
    total,
    worth_table,
)
from games.engine.scoring import best_seat, worths_of
from tests.engine.tables import cards, rules

LETTERS = {"K": "12", "C": "11", "S": "10", "A": "1"}


def hand(text: str) -> tuple[int, ...]:
    """Ranks of "K-K-A-A"."""
    return tuple(int(LETTERS.get(rank, rank)) for rank in text.split("-"))


@pytest.mark.parametrize(
    ("better", "worse"), [("K-4-4-4", "C-C-C-C"), ("K-K-A-A", "K-C-C-C"), ("7-6-5-4", "7-6-5-A")]
)
def test_r_lance_grande(better: str, worse: str) -> None:
    assert grande_key(hand(better)) > grande_key(hand(worse))


@pytest.mark.parametrize(
    ("better", "worse"), [("7-A-A-A", "6-5-4-A"), ("A-A-K-K", "A-4-4-4"), ("6-5-4-A", "7-5-4-A")]
)
def test_r_lance_chica(better: str, worse: str) -> None:
    assert chica_key(hand(better)) < chica_key(hand(worse))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("K-K-A-A", "C-C-C-C"),
        ("K-K-K-K", "K-K-C-C"),
        ("A-A-4-4", "K-K-K-C"),
        ("A-A-A-4", "K-K-C-S"),
        ("5-5-K-C", "4-4-K-C"),
        ("K-K-5-5", "K-K-4-4"),
    ],
)
def test_r_lance_pares(better: str, worse: str) -> None:
    assert pares_key(hand(better)) > pares_key(hand(worse))


def test_r_lance_pares_kinds_and_side_cards() -> None:
    kinds = {"K-C-S-7": NO_PARES, "K-K-S-7": PAREJA, "K-K-K-7": MEDIAS, "K-K-7-7": DUPLES, "K-K-K-K": DUPLES}
    assert {text: pares_key(hand(text))[0] for text in kinds} == kinds
    assert pares_key(hand("5-5-K-C")) == pares_key(hand("5-5-A-4"))
    assert pares_key(hand("K-K-K-4")) == pares_key(hand("K-K-K-7"))


def test_r_lance_juego_order() -> None:
    best_first = ["C-S-K-A", "K-C-7-5", "K-K-C-S", "K-C-S-7", "K-C-S-6", "K-C-S-5", "K-C-S-4", "K-C-7-6"]
    assert [total(hand(text)) for text in best_first] == [31, 32, 40, 37, 36, 35, 34, 33]
    keys = [juego_key(hand(text), "off") for text in best_first]
    assert keys == sorted(keys, reverse=True)
    assert juego_key(hand("K-C-6-4"), "off") == -1


def test_r_deck_4_points() -> None:
    assert total(tuple(RANKS[8][card] for card in cards("3o 2o 7o 11o"))) == 10 + 1 + 7 + 10
    assert total(tuple(RANKS[4][card] for card in cards("3o 2o 7o 11o"))) == 3 + 2 + 7 + 10


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_r_inv_2_order_of_cards(order: tuple[int, ...]) -> None:
    table = worth_table(8, "off")
    held = cards("12o 3e 7b 1c")
    assert table.of(tuple(held[place] for place in order)) == table.of(held)


@pytest.mark.parametrize(
    ("la_real", "sevens", "real"),
    [
        ("off", "7-7-7-K", False),
        ("sota", "7-7-7-S", True),
        ("sota", "7-7-7-K", False),
        ("sota", "7-7-7-C", False),
        ("king", "7-7-7-K", True),
        ("king", "7-7-7-S", False),
        ("figure", "7-7-7-S", True),
        ("figure", "7-7-7-C", True),
        ("figure", "7-7-7-K", True),
        ("figure", "7-7-K-K", False),
        ("figure", "7-7-7-7", False),
    ],
)
def test_r_real(la_real: LaReal, sevens: str, real: bool) -> None:
    assert is_real(hand(sevens), la_real) is real


def test_r_real_beats_the_31_of_the_mano_at_the_same_bonus() -> None:
    hands = tuple(map(cards, ("12o 11o 10o 1o", "7o 7c 7e 3o", "6o 5o 4o 1c", "6c 5c 4c 1e")))
    for la_real, winner in (("off", 0), ("king", 1), ("figure", 1), ("sota", 0)):
        of = rules(la_real=la_real)
        assert best_seat("juego", worths_of(of, hands), 0) == winner


@pytest.mark.parametrize("mano", range(4))
@pytest.mark.parametrize("lance", LANCES)
def test_r_lance_equal_hands_go_to_the_mano(lance: str, mano: int) -> None:
    hands = tuple(map(cards, ("12o 12c 7o 5o", "3o 3c 7c 5c", "12e 12b 7e 5e", "3e 3b 7b 5b")))
    assert best_seat(lance, worths_of(rules(), hands), mano) == mano  # type: ignore[arg-type]
