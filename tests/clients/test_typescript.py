"""A generated client in TypeScript plays a whole match of four people over a network that loses a third."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients import typescript
from tests.stack import Stack

pytestmark = pytest.mark.stack


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    typescript.build()
    made = Stack(tmp_path / "var").start()
    yield made
    made.stop()


def test_a_match_is_played_and_no_action_is_lost_or_doubled(stack: Stack) -> None:
    match, lost, verdict = typescript.play(stack.address, matches=1, drop=0.33)
    assert re.fullmatch(r"match 1: finished, \d+ actions, \d+ of them .*", match)
    assert all(int(number) > 0 for number in re.findall(r"\d+", lost))
    assert verdict == "every action is in the log once, and none beside them"
