"""`kill -9` of every part at random moments under play loses no 2xx and strands no table.

For longer: `python -m bench.chaos --seconds 600`.
"""

from pathlib import Path
from random import Random

import pytest

from bench import chaos
from tests.stack import Stack

pytestmark = pytest.mark.stack

SECONDS, TABLES = 25, 4


def test_nothing_is_lost_and_no_table_stranded(tmp_path: Path, rng: Random) -> None:
    stack = Stack(tmp_path / "var").start()
    try:
        found = chaos.run(stack, SECONDS, TABLES, rng)
    finally:
        stack.stop()
    assert found.wrong == []
    assert set(found.kills) >= {"web", "worker", "beat", "valkey"}
    assert found.ledger.promises
