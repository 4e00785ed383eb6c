"""What the views tell the front of a stream that begins."""

from contextlib import closing

import pytest
from django.test import Client

from games import feed, own_feed
from games.pulse import pulse_of
from musapi.front.listening import KEY, Listening
from tests.games.driver import Match
from tests.games.factories import token_of

pytestmark = pytest.mark.django_db(transaction=True)  # a row's version is that of its transaction


@pytest.mark.parametrize(("path", "module"), [("tables/{}", feed), ("me", own_feed)])
def test_the_pulse_is_taken_before_the_first_look_and_never_again(monkeypatch, path, module):
    """What happens between the two must be found at the first heartbeat."""
    match = Match.dealt()
    person = match.people[0]
    looks, look = [], module.told_since

    def slow_look(**asked):
        looks.append(listening.pulse)
        return look(**asked)

    monkeypatch.setattr(module, "told_since", slow_look)
    listening = Listening()
    bearer = {"HTTP_AUTHORIZATION": f"Bearer {token_of(person)}", KEY: listening}
    for _ in range(2):
        with closing(Client().get(f"/api/v1/{path.format(match.id)}/stream", **bearer)) as answer:
            assert answer.status_code == 200
        match.sign(0, "wink")
    assert looks[0] is not None
    assert looks == [looks[0], looks[0]]
    if module is feed:
        assert pulse_of(listening.watched) != looks[0]
