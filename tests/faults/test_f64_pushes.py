"""F64 (pushes): who has signed out of a phone, or had its token before, is told nothing on it any more."""

import threading
from typing import Any

import pytest
from django.db import transaction
from django.utils.timezone import now

from accounts import devices as sessions
from accounts import friends, services
from accounts.models import Token
from push import devices, planning, sender
from push.knowing import known_of
from push.ladder import decide
from push.models import Delivery, Push, PushDevice
from tests.accounts.people import API, phone
from tests.faults.races import Racer, meet, somebody_waits, until
from tests.games.driver import Match
from tests.push import scene
from tests.push.services import Firebase

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_here")]

SHARED = "one-phone"


@pytest.fixture
def match(firebase: Firebase) -> Match:
    """A slow match; seat 1 is to be asked next, and has the phone."""
    match = scene.slow()
    scene.with_phone(match.people[1], SHARED)
    return match


def session_of(match: Match) -> Token:
    return PushDevice.objects.get(token__user=match.people[1]).token


def test_a_signs_out_and_b_signs_in_on_the_same_phone(firebase: Firebase) -> None:
    match, bea = scene.slow(), services.open_guest()
    token, shown = Token.objects.create(user=match.people[1])
    ana = phone(services.Session(match.people[1], shown, token.expiry))
    body = {"kind": "fcm", "token": SHARED}
    assert ana.post(f"{API}/me/devices", body).status_code == 201
    assert ana.post(f"{API}/auth/logout").status_code == 204
    assert phone(bea).post(f"{API}/me/devices", body).status_code == 201
    match.say("mus")
    friends.ask(sender=match.people[0], username=bea.player.username)
    scene.nobody_is_here()
    scene.send(after=3)
    assert [row["data"]["recipient"] for row in firebase.to(SHARED)] == [str(bea.player.pk)]


def test_the_token_of_a_phone_that_was_never_signed_out_is_recycled(match: Match, firebase: Firebase) -> None:
    match.say("mus")
    scene.with_phone(scene.another(), SHARED)
    assert scene.send(after=3) == 0
    assert firebase.messages == []
    assert not PushDevice.objects.filter(token__user=match.people[1]).exists()


def hand_over(match: Match) -> None:
    """Seat 1 signs out, and somebody else registers the same address."""
    sessions.log_out(token=session_of(match))
    scene.with_phone(scene.another(), SHARED)


def claimed_before(match: Match) -> list[Delivery]:
    """The message is claimed, and then the phone goes to somebody else."""
    match.say("mus")
    scene.later(3)
    planning.plan(now())
    claimed = sender.claim(now())
    assert len(claimed) == 1
    return claimed


def test_a_message_that_is_already_claimed_does_not_follow_the_phone(
    match: Match, firebase: Firebase
) -> None:
    claimed = claimed_before(match)
    hand_over(match)
    sender.deliver(claimed)
    assert firebase.messages == []
    assert scene.send(after=120) == 0


def test_control_without_looking_again_it_does(
    match: Match, firebase: Firebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed = claimed_before(match)
    as_they_were = {device.pk: device for device in PushDevice.objects.all()}
    hand_over(match)
    monkeypatch.setattr(sender, "_devices_of", lambda claimed, now: as_they_were)
    sender.deliver(claimed)
    assert [row["data"]["recipient"] for row in firebase.to(SHARED)] == [str(match.people[1].pk)]


def test_an_app_can_tell_whom_a_message_is_for(match: Match, firebase: Firebase) -> None:
    match.say("mus")
    scene.send(after=3)
    assert firebase.to(SHARED)[0]["data"]["recipient"] == str(match.people[1].pk)


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    def test_who_signs_out_while_registering_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(devices, "offered", lambda: ["fcm"])
        token, _ = Token.objects.create(user=scene.another())
        registered, signed_out = meet(
            monkeypatch,
            "push.devices._catch_up",
            lambda: devices.register(token=token, kind="fcm", address=SHARED),
            lambda: sessions.log_out(token=Token.objects.get(pk=token.pk)),
        )
        assert registered[1]
        assert signed_out is None
        assert not PushDevice.objects.exists()

    def test_two_accounts_register_one_address(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(devices, "offered", lambda: ["fcm"])
        tokens = [Token.objects.create(user=scene.another())[0] for _ in range(2)]
        outcomes = meet(
            monkeypatch,
            "push.devices._catch_up",
            *(
                lambda token=token: devices.register(token=token, kind="fcm", address=SHARED)
                for token in tokens
            ),
        )
        assert [new for _, new in outcomes] == [True, True]
        assert PushDevice.objects.get().token_id == tokens[1].public_id

    def test_who_signs_out_while_a_message_is_written_down_waits_for_that(self, match: Match) -> None:
        match.say("mus")
        scene.later(3)
        due = Push.objects.select_related("person").filter(kind="your_turn", turn=match.turn().id)
        push, token = due.get(), session_of(match)
        written, go_on = threading.Event(), threading.Event()

        def write() -> None:
            known = known_of([push], now())[push.pk]
            with transaction.atomic():
                decision = decide(push.kind, push.at, push.step, known, now())
                planning._carry_out(push, decision, known, now())
                written.set()
                go_on.wait(60)

        writer = Racer(write)
        written.wait(60)
        leaver = Racer(lambda: sessions.log_out(token=token))
        until(somebody_waits)
        go_on.set()
        outcomes: list[Any] = [writer.outcome(), leaver.outcome()]
        assert outcomes == [None, None]
        assert not Delivery.objects.exists()
        assert not PushDevice.objects.exists()
