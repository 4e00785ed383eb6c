"""F25: Redis is killed under a worker that has tasks in hand: the worker lives, and takes the next ones."""

from collections.abc import Iterator

import pytest
import redis

from musapi.celery import app
from musapi.settings import _broker
from tests.faults.wakers import Waker, waker_of_our_own
from tests.faults.workers import SLOW, THINKING, Worker
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)

IN_HAND = "unacked"  # kombu's name for what workers have taken and not acknowledged


@pytest.fixture
def waker() -> Iterator[Waker]:
    with waker_of_our_own() as waker:
        yield waker


def send(waker: Waker, match: Match, times: int) -> None:
    """Ask the worker of this broker for the bots' answer, so many times."""
    with app.connection_for_write(url=_broker(waker.url)) as connection:
        for _ in range(times):
            app.send_task("games.tasks.bot_turn", [str(match.id), match.turn().id], connection=connection)


def test_a_worker_with_tasks_in_hand_outlives_its_broker(waker: Waker, worker: Worker) -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    worker.start(SLOW, REDIS_URL=waker.url)
    with redis.Redis.from_url(waker.url) as broker:
        send(waker, match, 3)
        worker.until(lambda: broker.get(THINKING), "no bot began to think")
        worker.until(lambda: broker.hlen(IN_HAND) == 2, "the worker takes nothing in advance")
        waker.restart()
        send(waker, match, 1)
        worker.until(lambda: broker.get(THINKING), "the worker takes nothing from the new broker")
