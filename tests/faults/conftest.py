"""What the tests of faults share: repeatable chance, workers, the services of pushes, and a web process."""

from collections.abc import Iterator

import pytest

from tests.faults.webs import Web
from tests.games.conftest import rng
from tests.push.conftest import _firebase, firebase, nobody_here, push_service, vapid, waiting, worker

__all__ = ["_firebase", "firebase", "nobody_here", "push_service", "rng", "vapid", "waiting", "worker"]


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
