"""What the tests of the two commands share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack import Stack


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    """A server to start, end and start again."""
    made = Stack(tmp_path / "var")
    yield made
    if made.supervisor is not None:
        made.stop()
