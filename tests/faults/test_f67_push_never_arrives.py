"""F67: a push never arrives: the inbox has every table that waits, reminders follow, and it is counted."""

import pytest

from accounts.services import Session
from push import planning
from tests.accounts.people import API, phone
from tests.games.driver import Match
from tests.games.factories import token_of
from tests.push import scene
from tests.push.services import UNAVAILABLE, Firebase, fcm_error

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_here")]

PHONE = "phone-1"
HOUR = 3600


@pytest.fixture
def match(firebase: Firebase) -> Match:
    """A slow match; seat 1 is asked and has a phone that Firebase does not reach."""
    match = scene.slow()
    scene.with_phone(match.people[1], PHONE)
    firebase.answers[PHONE] = [UNAVAILABLE] * 100
    match.say("mus")
    return match


def test_the_inbox_lists_what_waits_whatever_became_of_the_push(match: Match, firebase: Firebase) -> None:
    person = match.people[1]
    other = scene.slow()
    scene.seat_instead(other, 0, person)
    scene.send(after=3)
    client = phone(Session(person, token_of(person), match.row().created_at))
    turns = client.get(f"{API}/me/turns").json()["turns"]
    assert {turn["table"] for turn in turns} == {str(match.id), str(other.id)}
    assert firebase.messages == []
    told = client.get(f"{API}/me/events?after=0").json()["events"]
    assert str(match.id) in {event.get("table") for event in told if event["type"] == "your_turn"}


def test_the_reminders_are_sent_all_the_same(match: Match, firebase: Firebase) -> None:
    scene.send(after=3)
    firebase.answers.clear()
    scene.send(after=12 * HOUR)
    assert [row["data"]["type"] for row in firebase.to(PHONE)][-1] == "reminder"
    assert len(firebase.to(PHONE)) <= 2


def test_it_is_tried_again_later_and_later_but_not_past_the_deadline(firebase: Firebase) -> None:
    match = scene.live()
    scene.with_phone(match.people[1], PHONE)
    firebase.answers[PHONE] = [fcm_error(503, "UNAVAILABLE", "UNAVAILABLE")] * 100
    match.say("mus")
    scene.send(after=3)
    pauses = []
    while (waiting := scene.waiting()) is not None:
        pauses.append(waiting)
        scene.send(after=waiting + 0.1)
    assert [round(pause) for pause in pauses][:2] in ([5, 10], [5, 11], [5, 12], [6, 10], [6, 11], [6, 12])
    assert sum(pauses) < 60
    assert scene.statuses() == ["expired"]


def test_what_became_of_it_is_stored_and_counted(match: Match, firebase: Firebase) -> None:
    firebase.answers[PHONE] = []
    scene.send(after=3)
    firebase.answers[PHONE] = [UNAVAILABLE]
    scene.send(after=12 * HOUR)
    counts = planning.counts()
    assert (counts["sent"], counts["waiting"]) == (1, 1)
    assert set(counts) == {"waiting", "sent", "moot", "expired", "refused", "gone"}
