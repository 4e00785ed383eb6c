"""R-COUNT: what each lance pays, in which order, and where the count stops."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.scoring import count, list_uncounted, worths_of
from games.engine.state import ClosedLance, Score
from tests.engine.tables import cards, rules

FIGHT = ("12o 12c 12e 11o", "7o 7c 10o 10c", "6o 6c 5c 4c", "11c 11e 5o 4o")
"""Grande to seat 0, chica to seat 2, juego to seat 0.
Pares to seat 1 (duples, 3) and its partner (pareja, 1), against 2 and 1."""

THREE_JUEGOS = ("12o 11o 10o 1o", "12c 11c 7o 5o", "12e 11e 7c 6o", "6c 5c 4o 1c")
"""31 and 33 of team 0 against 32 of seat 1; no pares."""


def settle(
    hands: Sequence[str],
    lances: Sequence[ClosedLance],
    score: Score = (0, 0),
    mano: int = 0,
    **options: Any,
) -> list[tuple[str, tuple[int, int], tuple[int, int], int | None, int | None, bool]]:
    of = rules("traditional", **options)
    worths = worths_of(of, tuple(map(cards, hands)))
    result = count(of, lances, worths, mano, score)
    return [(row.lance, row.points, row.bonus, row.team, row.seat, row.counted) for row in result.rows]


def winner(
    hands: Sequence[str], lances: Sequence[ClosedLance], score: Score, **options: object
) -> int | None:
    of = rules("traditional", **options)
    return count(of, lances, worths_of(of, tuple(map(cards, hands))), 0, score).winner


PASSED = [ClosedLance("grande", "paso", 1), ClosedLance("chica", "paso", 1), ClosedLance("pares", "paso", 0)]


def test_r_count_passed_lances() -> None:
    assert settle(FIGHT, PASSED) == [
        ("grande", (1, 0), (0, 0), 0, 0, True),
        ("chica", (1, 0), (0, 0), 0, 2, True),
        ("pares", (0, 0), (0, 4), 1, 1, True),
    ]


def test_r_count_accepted_stakes() -> None:
    lances = [ClosedLance("grande", "accepted", 5), ClosedLance("pares", "accepted", 7)]
    assert settle(FIGHT, lances) == [
        ("grande", (5, 0), (0, 0), 0, 0, True),
        ("pares", (0, 7), (0, 4), 1, 1, True),
    ]


def test_r_count_1_both_partners_for_the_winners_only() -> None:
    lances = [ClosedLance("juego", "accepted", 2)]
    assert settle(THREE_JUEGOS, lances, mano=1) == [("juego", (2, 0), (5, 0), 0, 0, True)]


def test_r_count_1_every_holder() -> None:
    juego = [ClosedLance("juego", "accepted", 2)]
    assert settle(THREE_JUEGOS, juego, bonus_to="every_holder")[0][1:3] == ((2, 0), (5, 2))
    pares = [ClosedLance("pares", "declined", 1, 0)]
    assert settle(FIGHT, pares, bonus_to="every_holder")[0][1:4] == ((1, 0), (3, 4), 0)


def test_r_count_1_punto_pays_its_winners_even_with_every_holder() -> None:
    hands = ("7o 6o 5o 4o", "7c 6c 5c 1c", "7e 6e 5e 1e", "7b 6b 5b 1b")
    lances = [ClosedLance("punto", "paso", 0)]
    assert settle(hands, lances, bonus_to="every_holder")[0][1:4] == ((0, 0), (1, 0), 0)


@pytest.mark.parametrize(
    ("options", "bonus"),
    [({}, (0, 4)), ({"pares_bonus": [1, 1, 1]}, (0, 2)), ({"pares_bonus": [0, 0, 10]}, (0, 10))],
)
def test_r_count_1_pares_bonus_is_an_option(options: dict[str, Any], bonus: tuple[int, int]) -> None:
    assert settle(FIGHT, [ClosedLance("pares", "paso", 0)], **options)[0][2] == bonus


def test_r_count_1_juego_and_punto_bonus_are_options() -> None:
    juego = [ClosedLance("juego", "paso", 0)]
    assert settle(THREE_JUEGOS, juego, juego_bonus=[4, 1])[0][2] == (5, 0)
    punto = [ClosedLance("punto", "paso", 0)]
    assert settle(FIGHT, punto, punto_bonus=3)[0][2] == (3, 0)


def test_r_count_2_a_refused_lance_is_the_bettors_with_the_worse_cards() -> None:
    lances = [ClosedLance("grande", "declined", 4, 1), ClosedLance("pares", "declined", 1, 0)]
    assert settle(FIGHT, lances) == [
        ("grande", (0, 4), (0, 0), 1, None, True),
        ("pares", (1, 0), (3, 0), 0, None, True),
    ]


def test_r_count_2_the_deje_was_paid_before() -> None:
    of = rules("traditional")
    worths = worths_of(of, tuple(map(cards, FIGHT)))
    result = count(of, [ClosedLance("grande", "declined", 4, 1)], worths, 0, (10, 14))
    assert result.score == (10, 14)


def test_r_count_stops_after_a_whole_lance() -> None:
    """Pares takes team 1 from 38 over the target; its bonus is still paid, juego is not."""
    lances = [ClosedLance("pares", "accepted", 2), ClosedLance("juego", "accepted", 9)]
    assert settle(FIGHT, lances, (0, 38)) == [
        ("pares", (0, 2), (0, 4), 1, 1, True),
        ("juego", (9, 0), (2, 0), 0, 0, False),
    ]
    of = rules("traditional")
    worths = worths_of(of, tuple(map(cards, FIGHT)))
    result = count(of, lances, worths, 0, (0, 38))
    assert (result.score, result.winner) == ((0, 44), 1)


def test_r_count_3_rows_after_the_end_show_what_they_would_have_paid() -> None:
    lances = [
        ClosedLance("grande", "paso", 1),
        ClosedLance("chica", "accepted", 8),
        ClosedLance("pares", "declined", 3, 1),
    ]
    assert settle(FIGHT, lances, (39, 0)) == [
        ("grande", (1, 0), (0, 0), 0, 0, True),
        ("chica", (8, 0), (0, 0), 0, 2, False),
        ("pares", (0, 3), (0, 0), 1, None, True),
    ]


def test_r_count_3_without_a_count_only_dejes_and_the_ordago_stand() -> None:
    of = rules()
    lances = [
        ClosedLance("grande", "accepted", 9),
        ClosedLance("chica", "declined", 2, 1),
        ClosedLance("pares", "ordago", 0),
    ]
    rows = list_uncounted(of, lances, worths_of(of, tuple(map(cards, FIGHT))), 0)
    assert [(row.points, row.bonus, row.team, row.counted) for row in rows] == [
        ((9, 0), (0, 0), 0, False),
        ((0, 2), (0, 0), 1, True),
        ((0, 0), (0, 0), 1, True),
    ]


def test_r_count_3_a_row_as_json() -> None:
    of = rules()
    row = list_uncounted(
        of, [ClosedLance("grande", "accepted", 9)], worths_of(of, tuple(map(cards, FIGHT))), 0
    )[0]
    assert row.to_json() == {
        "lance": "grande",
        "status": "accepted",
        "stake": 9,
        "points": [9, 0],
        "bonus": [0, 0],
        "team": 0,
        "seat": 0,
        "counted": False,
    }


@pytest.mark.parametrize(("score", "won"), [((38, 38), 1), ((38, 30), 0), ((30, 38), 1), ((30, 30), None)])
def test_r_count_4_one_lance_brings_both_to_the_target(score: Score, won: int | None) -> None:
    """Pares of `FIGHT` pays 3 to team 0 and 4 to team 1, whose lance it is, with `every_holder`."""
    lances = [ClosedLance("pares", "paso", 0)]
    assert winner(FIGHT, lances, score, bonus_to="every_holder") == won
