"""F68: only UNREGISTERED, 404 and 410 end a device; what is wrong with a message or the service does not."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from accounts.services import Session
from push import devices
from push.models import Delivery, PushDevice
from tests.accounts.people import API, phone
from tests.games.driver import Match
from tests.games.factories import token_of
from tests.push import scene
from tests.push.services import (
    INVALID_ARGUMENT,
    UNAVAILABLE,
    UNREGISTERED,
    Answer,
    Firebase,
    PushService,
    fcm_error,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_here")]

PHONE = "phone-1"
HOUR = 3600


@pytest.fixture
def match() -> Match:
    return scene.slow()


def told_by_firebase(match: Match, firebase: Firebase, answer: Answer) -> Delivery:
    """What becomes of a message, and of its device, that Firebase answers like this."""
    scene.with_phone(match.people[1], PHONE)
    firebase.answers[PHONE] = [answer]
    match.say("mus")
    scene.send(after=3)
    return Delivery.objects.select_related("device").get()


def test_unregistered_ends_the_device(match: Match, firebase: Firebase) -> None:
    delivery = told_by_firebase(match, firebase, UNREGISTERED)
    assert (delivery.status, delivery.error) == ("gone", "UNREGISTERED")
    assert delivery.device.gone_at
    scene.send(after=12 * HOUR)
    assert Delivery.objects.count() == 1
    client = phone(Session(match.people[1], token_of(match.people[1]), now()))
    assert [entry["active"] for entry in client.get(f"{API}/me/devices").json()["devices"]] == [False]


def test_who_registers_again_is_told_again(match: Match, firebase: Firebase) -> None:
    device = told_by_firebase(match, firebase, UNREGISTERED).device
    again, new = devices.register(token=device.token, kind="fcm", address=PHONE)
    assert (new, again.gone_at) == (True, None)
    match.say("mus", "mus", "mus")
    scene.send(after=3)
    assert [row["data"]["type"] for row in firebase.to(PHONE)] == ["your_turn"]


@pytest.mark.parametrize(
    "answer",
    [INVALID_ARGUMENT, fcm_error(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH")],
    ids=["invalid argument", "another project"],
)
def test_what_is_wrong_with_a_message_does_not(match: Match, firebase: Firebase, answer: Answer) -> None:
    delivery = told_by_firebase(match, firebase, answer)
    assert (delivery.status, delivery.attempts) == ("refused", 1)
    assert delivery.device.gone_at is None
    scene.send(after=12 * HOUR)
    assert [row["data"]["type"] for row in firebase.to(PHONE)] == ["reminder"]


@pytest.mark.parametrize(
    "answer",
    [
        UNAVAILABLE,
        fcm_error(500, "INTERNAL", "INTERNAL"),
        fcm_error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
        fcm_error(404, "NOT_FOUND", ""),
    ],
    ids=["unavailable", "internal", "quota", "not found"],
)
def test_what_is_wrong_with_the_service_is_tried_again(
    match: Match, firebase: Firebase, answer: Answer
) -> None:
    delivery = told_by_firebase(match, firebase, answer)
    assert delivery.status == "waiting"
    assert delivery.device.gone_at is None
    scene.send(after=130)
    assert [row["data"]["type"] for row in firebase.to(PHONE)] == ["your_turn"]


def test_the_service_is_left_alone_for_as_long_as_it_says(match: Match, firebase: Firebase) -> None:
    delivery = told_by_firebase(match, firebase, UNAVAILABLE)
    assert delivery.try_at
    assert timedelta(seconds=115) < delivery.try_at - now() <= timedelta(seconds=120)
    assert scene.send(after=100) == 0
    assert scene.send(after=21) == 1


@pytest.mark.parametrize(
    ("status", "outcome", "gone"),
    [
        (404, "gone", True),
        (410, "gone", True),
        (400, "refused", False),
        (413, "refused", False),
        (401, "waiting", False),
        (403, "waiting", False),
        (429, "waiting", False),
        (500, "waiting", False),
        (302, "waiting", False),
    ],
)
def test_of_a_browser_only_404_and_410(
    match: Match, push_service: PushService, status: int, outcome: str, gone: bool
) -> None:
    browser = push_service.browser("a")
    scene.with_browser(match.people[1], browser)
    browser.answers = [Answer(status, {"Location": f"{push_service.origin}/b", "Retry-After": "60"})]
    match.say("mus")
    scene.send(after=3)
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.error) == (outcome, str(status))
    assert bool(PushDevice.objects.get().gone_at) == gone
    if outcome == "waiting":
        assert scene.send(after=50) == 0
        assert scene.send(after=11) == 1
        assert len(browser.messages) == 1
