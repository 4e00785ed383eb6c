"""The whole way: a move over HTTP, a Celery worker of its own process, Firebase, and a browser's service."""

import time
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import Token
from accounts.services import Session
from musapi.celery import app
from push.models import Delivery, Push
from tests.accounts.people import API, phone
from tests.faults.workers import PATIENCE, Waiting, Worker
from tests.games.driver import Match
from tests.games.factories import SettingsFactory
from tests.push import scene
from tests.push.services import Firebase, PushService

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_here")]


@pytest.fixture
def worker_of_this_server(
    worker: Worker, firebase: Firebase, push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> Worker:
    """A worker that is set up as this server is."""
    for name in ("FIREBASE_CREDENTIALS_FILE", "FCM_URL", "VAPID_PRIVATE_KEY_FILE", "VAPID_SUBJECT"):
        monkeypatch.setenv(name, getattr(settings, name))
    monkeypatch.setenv("WEB_PUSH_TRUSTED_ORIGINS", push_service.origin)
    worker.start()
    return worker


def test_a_move_reaches_a_phone_and_a_browser(
    worker_of_this_server: Worker, waiting: Waiting, firebase: Firebase, push_service: PushService
) -> None:
    match = Match.dealt(settings=SettingsFactory(turn_seconds=scene.DAY))
    browser = push_service.browser("a")
    person = match.people[1]
    devices = {"kind": "fcm", "token": "phone-1"}, browser.subscription()
    for body in devices:
        token, shown = Token.objects.create(user=person)
        client = phone(Session(person, shown, token.expiry))
        assert client.post(f"{API}/me/devices", body).status_code == 201
    scene.nobody_is_here()
    match.say("mus")
    assert Push.objects.filter(person=person, kind="your_turn", step="").count() == 1

    def sent() -> bool:
        """What beat does every second, until all is done."""
        if not waiting.count("push"):
            app.send_task("push.tasks.send", queue="push")
        time.sleep(0.2)
        return len(browser.messages) + len(firebase.messages) == 2

    worker_of_this_server.until(sent, f"nothing came in {PATIENCE} s")
    assert firebase.to("phone-1")[0]["data"]["recipient"] == str(person.pk)
    assert browser.messages[0]["title"] == "It is your turn"
    worker_of_this_server.until(
        lambda: Delivery.objects.filter(status="sent").count() == 2, "it was not written down"
    )
    log = Path(worker_of_this_server.log).read_text()
    for secret in ("phone-1", browser.endpoint, browser.subscription()["keys"]["auth"], "PRIVATE KEY"):
        assert secret not in log
