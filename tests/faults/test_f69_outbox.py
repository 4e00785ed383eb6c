"""F69: no push for what was rolled back, and none is lost, whoever is down when it is committed."""

from contextlib import suppress

import pytest
from django.db import transaction
from django.utils.timezone import now

from accounts import friends
from games.models import Notice
from musapi.celery import app
from push import planning, sender
from push.models import Push
from tests.faults.broker import broken_broker
from tests.faults.test_f08_commit_fails import SERIALIZATION_FAILURE, commits_fail
from tests.faults.workers import Waiting
from tests.games.driver import Match
from tests.push import scene
from tests.push.services import Firebase

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_here")]

PHONE = "phone-1"


@pytest.fixture
def match(firebase: Firebase) -> Match:
    """A slow match; seat 1 is asked after the next word, and has a phone."""
    match = scene.slow()
    scene.with_phone(match.people[1], PHONE)
    return match


class Undone(Exception):
    """The transaction is taken back."""


def pushes(match: Match) -> int:
    return Push.objects.filter(person=match.people[1], turn=match.turn().id, step="").count()


def test_what_is_rolled_back_is_pushed_to_nobody(match: Match, firebase: Firebase) -> None:
    ana, person = scene.another(), match.people[1]
    with suppress(Undone), transaction.atomic():
        friends.ask(sender=ana, username=person.username)
        assert Push.objects.filter(kind="friend_request").exists()
        raise Undone
    assert not Push.objects.filter(kind="friend_request").exists()
    assert scene.send(after=3) == 0


def test_a_move_whose_commit_fails_is_pushed_to_nobody(match: Match, firebase: Firebase) -> None:
    before = Notice.objects.count()
    with commits_fail(SERIALIZATION_FAILURE), pytest.raises(Exception, match=r".+"):
        match.say("mus")
    assert (Notice.objects.count(), pushes(match)) == (before, 0)
    assert scene.send(after=3) == 0


@pytest.mark.parametrize("silent", [False, True], ids=["dead", "silent"])
def test_with_the_broker_down_at_the_commit_it_is_sent_once_somebody_looks(
    match: Match, firebase: Firebase, silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with broken_broker(monkeypatch, silent=silent):
        match.say("mus")
    assert pushes(match) == 1
    scene.send(after=3)
    assert len(firebase.to(PHONE)) == 1


def test_nothing_that_a_queue_held_is_needed(match: Match, firebase: Firebase, waiting: Waiting) -> None:
    match.say("mus")
    waiting.broker.flushdb()
    scene.send(after=3)
    assert len(firebase.to(PHONE)) == 1


def test_a_sender_that_dies_with_messages_in_its_hands_leaves_them_to_the_next(
    match: Match, firebase: Firebase
) -> None:
    match.say("mus")
    scene.later(3)
    planning.plan(now())
    assert len(sender.claim(now())) == 1
    assert scene.send(after=30) == 0
    assert scene.send(after=31) == 1
    assert len(firebase.to(PHONE)) == 1


def test_control_a_message_that_is_only_in_a_queue_is_lost_with_it(
    match: Match, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a task that is queued after the commit, and nothing else, would come to."""
    app.send_task("push.tasks.send", queue="push")
    assert waiting.count("push") == 1
    waiting.broker.flushdb()
    assert waiting.count("push") == 0
