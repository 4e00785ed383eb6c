"""F66: the turn is taken, its deadline has moved, the match is over: the old push does not stand for ever."""

from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils.timezone import now

from games import locking, moves
from games.models import Table
from push import planning
from push.models import Delivery
from tests.faults.races import Racer
from tests.games.driver import Match
from tests.push import scene
from tests.push.services import Firebase, fcm_error

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_here")]

PHONE = "phone-1"
HOUR = 3600


@pytest.fixture
def match(firebase: Firebase) -> Match:
    """A turn at a slow table that its person has been told of."""
    match = scene.slow()
    scene.with_phone(match.people[1], PHONE)
    match.say("mus")
    scene.send(after=3)
    return match


def types(firebase: Firebase) -> list[str]:
    return [row["data"]["type"] for row in firebase.to(PHONE)]


def test_all_messages_of_a_table_replace_each_other(match: Match, firebase: Firebase) -> None:
    scene.send(after=13 * HOUR)
    match.say("mus")
    scene.send()
    assert types(firebase) == ["your_turn", "reminder", "clear"]
    for row in firebase.to(PHONE):
        assert row["android"]["collapse_key"] == row["apns"]["headers"]["apns-collapse-id"] == match.id.hex


def test_no_message_outlives_its_question(match: Match, firebase: Firebase) -> None:
    scene.send(after=13 * HOUR)
    for row in firebase.to(PHONE):
        deadline = datetime.fromisoformat(row["data"]["deadline"]).timestamp()
        assert int(row["apns"]["headers"]["apns-expiration"]) <= deadline + 1
    assert float(firebase.to(PHONE)[1]["android"]["ttl"].removesuffix("s")) <= 11 * HOUR


def test_where_the_deadline_has_moved_the_next_message_says_so(match: Match, firebase: Firebase) -> None:
    """The clock has given back ten hours: half of the time is over ten hours later."""
    given_back = timedelta(hours=10)
    moved = {"deadline": F("deadline") + given_back, "turn_started_at": F("turn_started_at") + given_back}
    Table.objects.filter(pk=match.id).update(**moved)
    scene.send(after=13 * HOUR)
    assert types(firebase) == ["your_turn"]
    scene.send(after=9.5 * HOUR)
    assert types(firebase) == ["your_turn", "reminder"]
    told = datetime.fromisoformat(firebase.to(PHONE)[1]["data"]["deadline"])
    assert abs(told - match.row().deadline) < timedelta(seconds=1)


@pytest.mark.parametrize("ending", ["answered", "timed out", "away", "parked"])
def test_however_the_question_ends_it_is_taken_away(match: Match, firebase: Firebase, ending: str) -> None:
    if ending == "answered":
        match.say("mus")
    elif ending == "timed out":
        scene.later(scene.DAY)
        moves.time_out(table_id=match.id, turn=match.turn().id)
    elif ending == "away":
        match.leave(1)
        match.bots()
    else:
        locking._park(match.id, ZeroDivisionError())
    scene.send()
    assert types(firebase)[-1] == "clear"
    assert scene.send(after=HOUR) == 0


def test_the_end_of_the_match_takes_its_place(match: Match, firebase: Firebase) -> None:
    match.resign(0)
    match.resign(2)
    scene.send(after=3)
    assert types(firebase)[-1] == "table_finished"


def test_nobody_is_told_never_mind_of_what_they_were_not_told(firebase: Firebase) -> None:
    match = scene.slow()
    scene.with_phone(match.people[1], PHONE)
    match.say("mus", "mus")
    scene.send(after=3)
    assert types(firebase) == []


def test_an_answer_between_two_tries_makes_the_second_one_needless(match: Match, firebase: Firebase) -> None:
    firebase.answers[PHONE] = [fcm_error(503, "UNAVAILABLE", "UNAVAILABLE")]
    scene.send(after=13 * HOUR)
    match.say("mus")
    scene.send(after=60)
    assert types(firebase) == ["your_turn", "clear"]
    assert scene.statuses("half") == ["moot"]


def test_a_late_never_mind_does_not_take_away_the_next_turn(match: Match, firebase: Firebase) -> None:
    firebase.answers[PHONE] = [fcm_error(503, "UNAVAILABLE", "UNAVAILABLE")]
    match.say("mus")
    scene.send()
    match.say("mus", "mus")
    for number, card in enumerate(("7o", "7c", "7e", "7b")):
        match.send(number, {"type": "discard", "cards": [card]})
    while match.asked() != 1:
        match.say("mus" if match.state().phase == "mus" else "paso")
    scene.send(after=3)
    scene.send(after=60)
    assert types(firebase)[-1] == "your_turn"
    assert scene.statuses("clear")[0] == "moot"


@pytest.mark.django_db(transaction=True)
def test_a_question_that_is_answered_while_its_message_is_on_its_way(firebase: Firebase) -> None:
    match = scene.slow()
    scene.with_phone(match.people[1], PHONE)
    match.say("mus")
    firebase.before_answering = lambda: answer_once(match, firebase)
    scene.send(after=3)
    scene.send()
    assert types(firebase) == ["your_turn", "clear"]
    assert Delivery.objects.filter(expires_at__gt=now()).count() == 2


def answer_once(match: Match, firebase: Firebase) -> None:
    """The person plays on another device, and whoever looks at what is due comes by."""
    firebase.before_answering = lambda: None
    Racer(lambda: match.say("mus")).outcome()
    Racer(lambda: planning.plan(now())).outcome()
