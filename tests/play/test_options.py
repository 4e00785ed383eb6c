"""The command line, and what table it asks for."""

import pytest

from musapi.play.options import new_table, parser
from musapi.play.words import spoken_here

BOT = {"bot": "casual"}


def test_without_a_word_three_bots_and_a_public_table() -> None:
    asked = parser().parse_args([])
    assert new_table(asked) == {
        "ruleset": "gametwist",
        "options": {},
        "turn_seconds": 120,
        "visibility": "public",
        "seats": [None, BOT, BOT, BOT],
    }


def test_a_person_opposite_comes_in_by_a_code() -> None:
    table = new_table(parser().parse_args(["--partner", "person", "--level", "novice"]))
    assert table["seats"] == [None, {"bot": "novice"}, None, {"bot": "novice"}]
    assert table["visibility"] == "private"


def test_options_keep_their_types() -> None:
    words = ["target=25", "mus_corrido=true", "max_envido=null", "raise_mode=by", "paso_stake=[1,1,0,0,0]"]
    table = new_table(parser().parse_args([word for option in words for word in ("--option", option)]))
    assert table["options"] == {
        "target": 25,
        "mus_corrido": True,
        "max_envido": None,
        "raise_mode": "by",
        "paso_stake": [1, 1, 0, 0, 0],
    }


@pytest.mark.parametrize("wrong", ["target", "=25", "target:25"])
def test_what_is_no_option_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["--option", wrong])
    assert "is not NAME=VALUE" in capsys.readouterr().err


def test_the_server_is_where_run_puts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "8123")
    assert parser().parse_args([]).url == "http://127.0.0.1:8123"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "eu_ES.UTF-8"}, "eu"),
        ({"LANG": "eu_ES.UTF-8", "LC_ALL": "sl_SI.UTF-8"}, "sl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_it_speaks_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert spoken_here() == language
