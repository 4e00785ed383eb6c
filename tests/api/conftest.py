"""What the tests over HTTP share."""

import zlib
from random import Random

import pytest


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    """Chance that is the same in every run of a test."""
    return Random(zlib.crc32(request.node.nodeid.encode()))
