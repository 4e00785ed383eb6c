"""After the commit: wake who waits, start the bots, have matches rated. Only ids leave.

Facts stay in the database. A wake-up may be lost (the broker is down, a worker dies): listeners read the
log again when their wait ends, and the sweep finds every bot that should have played.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import cache
from uuid import UUID

import redis
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError as BrokerDown

from musapi.celery import app

log = logging.getLogger(__name__)


@cache
def wakeups() -> redis.Redis:
    """The process's connection pool for wake-ups, with short waits for a broker that is down."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


def channel(table_id: UUID) -> str:
    """The channel on which listeners of a table are woken."""
    return f"table:{table_id}"


def person_channel(person_id: UUID) -> str:
    """The channel on which a person's own listeners are woken."""
    return f"person:{person_id}"


def wake_after_commit(
    table_id: UUID, version: int, bot_turn: int | None = None, people: Iterable[UUID] = ()
) -> None:
    """When the transaction has committed: wake listeners and the bots that question `bot_turn` asks.

    `people`: who has been told something by this transaction.
    """
    listeners = {channel(table_id): version, **{person_channel(one): 0 for one in people}}

    def wake() -> None:
        _publish(listeners)
        if bot_turn is not None:
            start_bots(table_id, bot_turn)

    transaction.on_commit(wake, robust=True)


def wake_people_after_commit(people: Iterable[UUID]) -> None:
    """When the transaction has committed: wake the own listeners of these people."""
    listeners = {person_channel(one): 0 for one in people}
    transaction.on_commit(lambda: _publish(listeners), robust=True)


def rate_after_commit(table_id: UUID) -> None:
    """When the transaction has committed: have the match rated that has ended."""
    transaction.on_commit(lambda: start_rating(table_id), robust=True)


def start_bots(table_id: UUID, turn_id: int) -> bool:
    """Queue the task that plays the bots of a question; False when the broker does not take it.

    A broker that is down costs time, not the turn.
    """
    return _start("games.tasks.bot_turn", table_id, turn_id)


def start_rating(table_id: UUID) -> bool:
    """Queue the task that rates a finished match; False when the broker does not take it."""
    return _start("games.tasks.rate", table_id)


def _start(task: str, table_id: UUID, *args: int) -> bool:
    try:
        app.send_task(task, args=[str(table_id), *args], retry=False, ignore_result=True)
    except (BrokerDown, OSError) as error:
        log.warning("%s of table %s waits for the sweep: %s", task, table_id, error)
        return False
    return True


def _publish(listeners: Mapping[str, int]) -> None:
    """Wake the listeners of these channels, each with a number, in one exchange with Redis."""
    try:
        with wakeups().pipeline(transaction=False) as pipeline:
            for name, number in listeners.items():
                pipeline.publish(name, number)
            pipeline.execute()
    except redis.RedisError as error:
        log.warning("listeners of %s were not woken: %s", ", ".join(listeners), error)
