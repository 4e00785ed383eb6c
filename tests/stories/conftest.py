"""Four neighbours, each with another language, for the stories."""

import zlib
from random import Random

import pytest

from tests.stories.neighbours import Neighbour


@pytest.fixture(autouse=True)
def _quick_hashes(settings) -> None:
    """Passwords are hashed slowly on purpose; the stories are not about the hash."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    """Chance that is the same in every run of a story."""
    return Random(zlib.crc32(request.node.nodeid.encode()))


@pytest.fixture
def four(db) -> list[Neighbour]:
    """Two have told the server their language, two have phones that ask in theirs."""
    return [
        Neighbour.who_stored("es", "ana"),
        Neighbour.who_stored("eu", "begona"),
        Neighbour.whose_phone_asks("fr", "chloe"),
        Neighbour.whose_phone_asks("it", "dario"),
    ]
