"""What is true of every test, and what tests of several rooms share."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.stack import Stack


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request leaves its reader's language active in the thread: no test begins with another one's."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One server, with quick bots, for all tests that may kill its parts but not itself."""
    quick = {"BOT_THINK_MIN_MS": "0", "BOT_THINK_MAX_MS": "0", "CORS_ALLOWED_ORIGINS": "https://game.example"}
    stack = Stack(tmp_path_factory.mktemp("running") / "var", **quick).start()
    yield stack
    stack.stop()
