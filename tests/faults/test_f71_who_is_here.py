"""F71: somebody's app is open, which does not say that they look at it: the push is late, and comes."""

import pytest
import redis

from accounts.services import Session
from musapi.sightings import sightings
from tests.accounts.people import API, phone
from tests.games.driver import Match
from tests.games.factories import token_of
from tests.push import scene
from tests.push.services import Firebase

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_here")]

PHONE = "phone-1"


def asked(match: Match) -> Match:
    """Seat 1 is asked and has a phone."""
    scene.with_phone(match.people[1], PHONE)
    match.say("mus")
    return match


@pytest.mark.parametrize("table", [scene.slow, scene.live], ids=["slow", "live"])
def test_who_is_here_all_the_time_is_told_after_twenty_seconds(
    firebase: Firebase, table: type[Match]
) -> None:
    match = asked(table())
    for after, told in ((3, 0), (10, 0), (6, 0), (2, 1), (10, 1)):
        scene.here(match.people[1])
        scene.send(after=after)
        assert len(firebase.to(PHONE)) == told


def test_who_is_not_here_is_told_after_three(firebase: Firebase) -> None:
    asked(scene.slow())
    scene.send(after=3)
    assert len(firebase.to(PHONE)) == 1


def test_who_answers_meanwhile_is_not_told(firebase: Firebase) -> None:
    match = asked(scene.live())
    scene.here(match.people[1])
    scene.send(after=3)
    match.say("mus")
    scene.send(after=20)
    assert firebase.messages == []


def test_somebody_elses_app_makes_no_difference(firebase: Firebase) -> None:
    match = asked(scene.slow())
    scene.here(match.people[0])
    scene.send(after=3)
    assert len(firebase.to(PHONE)) == 1


def test_reminders_do_not_wait(firebase: Firebase) -> None:
    match = asked(scene.slow())
    scene.send(after=3)
    scene.here(match.people[1])
    scene.send(after=12 * 3600)
    assert [row["data"]["type"] for row in firebase.to(PHONE)] == ["your_turn", "reminder"]


@pytest.mark.parametrize("path", ["me", "me/turns", "me/events?after=0"])
def test_every_request_says_that_somebody_is_here(firebase: Firebase, path: str) -> None:
    match = asked(scene.slow())
    person = match.people[1]
    sightings().noted.clear()
    answer = phone(Session(person, token_of(person), match.row().created_at)).get(f"{API}/{path}")
    assert answer.status_code == 200
    assert sightings().lately([person.pk, match.people[0].pk]) == {person.pk}
    scene.send(after=3)
    assert firebase.messages == []


def test_while_redis_is_away_nobody_is_here(firebase: Firebase, monkeypatch: pytest.MonkeyPatch) -> None:
    match = asked(scene.slow())
    scene.here(match.people[1])
    monkeypatch.setattr(sightings(), "store", redis.Redis.from_url("unix:///nowhere"))
    scene.send(after=3)
    assert len(firebase.to(PHONE)) == 1
    monkeypatch.undo()
    assert sightings().lately([match.people[1].pk]) == set(), "it is left alone for a moment"
    sightings().silent_until = 0.0
    assert sightings().lately([match.people[1].pk]) == {match.people[1].pk}
