"""A server that is set up for pushes, and the services that they are sent to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from musapi.datafolder import _signing_key
from push import fcm, web_push
from push.offers import vapid_public_key
from tests.faults.workers import Waiting, Worker
from tests.push import scene
from tests.push.services import Firebase, PushService


@pytest.fixture(scope="session")
def _firebase() -> Iterator[Firebase]:
    """Its key takes a while to make."""
    service = Firebase()
    with service.running():
        yield service


@pytest.fixture
def firebase(_firebase: Firebase, settings: Settings, tmp_path: Path) -> Iterator[Firebase]:
    """Firebase, of which this server has an account. Whatever it finds wrong fails the test."""
    settings.FIREBASE_CREDENTIALS_FILE = str(_firebase.credentials_file(tmp_path))
    settings.FCM_URL = _firebase.origin
    yield _firebase
    forget_firebase()
    wrong, _firebase.wrong = _firebase.wrong, []
    _firebase.messages, _firebase.answers = [], {}
    _firebase.before_answering = lambda: None
    assert wrong == []


def forget_firebase() -> None:
    """The library keeps its application for the life of the process."""
    if fcm._application.cache_info().currsize:
        fcm.firebase_admin.delete_app(fcm.application())
        fcm._application.cache_clear()


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    """A Celery worker to start; it is killed in the end."""
    made = Worker(tmp_path)
    yield made
    made.kill()


@pytest.fixture
def waiting() -> Iterator[Waiting]:
    """The queues, empty at first and in the end."""
    queues = Waiting()
    queues.purge()
    yield queues
    queues.purge()
    queues.broker.close()


@pytest.fixture
def nobody_here() -> None:
    """No app has asked for anything in the last minute."""
    scene.nobody_is_here()


@pytest.fixture
def vapid(settings: Settings, tmp_path: Path) -> str:
    """The key that browsers subscribe with."""
    path = tmp_path / "vapid.pem"
    path.write_text(_signing_key())
    settings.VAPID_PRIVATE_KEY_FILE, settings.VAPID_SUBJECT = str(path), "mailto:mus@example.org"
    return vapid_public_key()


@pytest.fixture
def push_service(vapid: str, settings: Settings) -> Iterator[PushService]:
    """A browser's push service that this server trusts. Whatever it finds wrong fails the test."""
    service = PushService(vapid)
    settings.WEB_PUSH_TRUSTED_ORIGINS = [service.origin]
    web_push._session.cache_clear()
    with service.running():
        yield service
    web_push._session().close()
    web_push._session.cache_clear()
    assert service.wrong == []
