"""Playthroughs are word for word what they were (`python -m tests.engine.golden --write`)."""

import pytest

from tests.engine.golden import FOLDER, PLAYTHROUGHS, Playthrough, path_of, written


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda each: each.name)
def test_playthrough(playthrough: Playthrough) -> None:
    assert written(playthrough) == path_of(playthrough).read_text(encoding="utf-8")


def test_no_file_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path_of(each).name for each in PLAYTHROUGHS}


@pytest.mark.parametrize(
    "what",
    [
        '"type": "discard", "count"',
        "cards_exchanged",
        '"status": "declined"',
        '"status": "accepted"',
        '"status": "single"',
        "game_finished",
        "match_finished",
        '"counted": false',
    ],
)
def test_there_is_enough_in_them(what: str) -> None:
    assert any(what in path_of(each).read_text(encoding="utf-8") for each in PLAYTHROUGHS)
