"""The tree of play has as many lines as it had (`python -m tests.engine.perft --write` counts anew)."""

import json
from typing import Any

import pytest

from tests.engine import perft

STORED = json.loads(perft.DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", STORED, ids=lambda entry: f"{entry['ruleset']}-{entry['mano']}")
def test_lines_of_play(entry: dict[str, Any]) -> None:
    assert perft.counted(entry) == entry["lines"]


def test_the_stored_deals_are_those_of_the_script() -> None:
    assert [
        {key: value for key, value in entry.items() if key != "lines"} for entry in STORED
    ] == perft.entries()


def test_first_words_by_hand() -> None:
    """At grande: paso, envido 2, envido 40, órdago. The partner over 2: confirm, 3, 40, órdago."""
    entry = next(entry for entry in STORED if entry["options"] == {"max_mus_rounds": 0})
    assert entry["lines"][:2] == [4, 4 + 4 + 2 + 2]
