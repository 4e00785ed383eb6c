"""What the tests of the two commands share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack import Stack


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One server, with quick bots, for all tests that may kill its parts but not itself."""
    quick = {"BOT_THINK_MIN_MS": "0", "BOT_THINK_MAX_MS": "0"}
    stack = Stack(tmp_path_factory.mktemp("running") / "var", **quick).start()
    yield stack
    stack.stop()


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    """A server to start, end and start again."""
    made = Stack(tmp_path / "var")
    yield made
    if made.supervisor is not None:
        made.stop()
