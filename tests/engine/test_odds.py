"""R-ODDS: exact figures by counting every hand."""

import runpy
import sys

import pytest

from games.engine.odds import FIGURES, HANDS, contest_of_juego, contest_of_pares, count_hands

EIGHT = {
    "pares": 51_710,
    "pareja": 43_776,
    "medias": 4_448,
    "duples": 3_486,
    "juego": 24_444,
    "31": 8_384,
    "31 with pares": 4_800,
    "30": 3_024,
    "at least two kings": 15_750,
}
FOUR = {"pares": 41.1752, "duples": 1.7836, "medias": 1.5757, "juego": 12.8231, "31": 3.3264}


@pytest.mark.parametrize("figure", EIGHT)
def test_r_odds_eight_kings(figure: str) -> None:
    assert count_hands(8, FIGURES[figure]) == EIGHT[figure]


@pytest.mark.parametrize("figure", FOUR)
def test_r_odds_four_kings(figure: str) -> None:
    assert round(100 * count_hands(4, FIGURES[figure]) / HANDS, 4) == FOUR[figure]


def test_r_odds_all_hands() -> None:
    assert count_hands(8, lambda _: True) == count_hands(4, lambda _: True) == HANDS == 91_390


def test_r_odds_four_players() -> None:
    pares = [round(100 * float(share), 4) for share in contest_of_pares(8)]
    juego = [round(100 * float(share), 4) for share in contest_of_juego(8)]
    assert pares == [65.9043, 30.6783, 3.4174]
    assert juego == [19.7770, 55.5449, 24.6781]


def test_r_odds_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "games.engine.combos")
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("games.engine.combos", run_name="__main__")
    printed = capsys.readouterr().out
    assert ended.value.code == 0
    assert "pares                 51,710   56.5817 %" in printed
    assert "juego                contested 19.7770 %, one team 55.5449 %, nobody 24.6781 %" in printed
