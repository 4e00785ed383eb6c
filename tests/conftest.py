"""What is true of every test."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request leaves its reader's language active in the thread: no test begins with another one's."""
    with translation.override("en"):
        yield
