"""F07: `kill -9` of the web worker around its commit, under load: no 2xx without a row, no row twice.

A thousand kills: `python -m bench.kills --kills 1000`.
"""

from pathlib import Path

import pytest

from bench import kills
from tests.stack import Stack

pytestmark = pytest.mark.stack

KILLS, TABLES = 20, 3


def test_what_was_answered_is_stored_and_what_was_not_is_answered_when_asked_again(tmp_path: Path) -> None:
    stack = Stack(tmp_path / "var", DJANGO_SETTINGS_MODULE=kills.SETTINGS).start()
    try:
        found = kills.run(stack, KILLS, TABLES, seed=7)
    finally:
        stack.stop()
    assert found.wrong == []
    assert found.kills == dict.fromkeys(kills.MOMENTS, KILLS // len(kills.MOMENTS))
    assert found.ledger.counts["replayed"] >= KILLS // 2
    assert len(found.ledger.promises) > KILLS
