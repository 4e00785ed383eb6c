"""A generated client in TypeScript plays a whole match of four people over a network that loses a third."""

import re
from pathlib import Path

import pytest

from tests.clients import typescript
from tests.stack import Stack


@pytest.fixture(scope="module")
def built() -> Path:
    """The client; asked for before the server, which is not needed where it cannot be built."""
    return typescript.build()


@pytest.mark.stack
def test_a_match_is_played_and_no_action_is_lost_or_doubled(built: Path, running: Stack) -> None:
    match, lost, verdict = typescript.play(built, running.address, matches=1, drop=0.33)
    assert re.fullmatch(r"match 1: finished, \d+ actions, \d+ of them .*", match)
    assert all(int(number) > 0 for number in re.findall(r"\d+", lost))
    assert verdict == "every action is in the log once, and none beside them"
