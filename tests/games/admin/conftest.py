"""An operator who is signed in, and matches to look at."""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games import locking
from games.exceptions import NotPlaying
from tests.games.driver import Match
from tests.games.factories import SettingsFactory


@pytest.fixture
def operator(db: None) -> User:
    return User.objects.create_superuser("operator", "only-for-tests-x1")


@pytest.fixture
def client(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


@pytest.fixture
def match(rng: Random) -> Match:
    """A match in its second hand, in which cards have been exchanged."""
    match = Match.of(SettingsFactory(paired=True, options={"games_to_win": 5}))
    match.play_hand(rng)
    return match


@pytest.fixture
def parked(match: Match) -> Match:
    with pytest.raises(NotPlaying), locking.parked_on_failure(match.id):
        raise RuntimeError("the engine failed")
    return match
