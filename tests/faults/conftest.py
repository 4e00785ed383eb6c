"""What the tests of faults share: people and tables of the services' tests, and chance that repeats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.webs import Web
from tests.faults.workers import Waiting, Worker
from tests.games.conftest import rng
from tests.push.conftest import _firebase, firebase, nobody_here, push_service, vapid

__all__ = ["_firebase", "firebase", "nobody_here", "push_service", "rng", "vapid"]


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


@pytest.fixture(scope="session")
def web_of_the_session(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """One web process for all tests that leave it alive."""
    made = Web(tmp_path_factory.mktemp("web"), "web")
    yield made
    made.kill()


@pytest.fixture
def web(transactional_db: None, web_of_the_session: Web) -> Web:
    """A web process that answers, on the tests' database."""
    return web_of_the_session.ready()
