"""The beat of the clock: which sends a sweep every half second, and never a second one while one waits."""

import logging
from functools import cache
from typing import Any

import redis
from celery.beat import ScheduleEntry, Scheduler
from django.conf import settings

log = logging.getLogger(__name__)


QUEUE = "clock"


class OneAtATime(Scheduler):
    """Celery's scheduler that sends nothing while the clock's queue still holds the last task.

    However long the workers are away, they find one sweep when they come back, not a day of them. It keeps
    its times in memory: a file could be left torn by a kill, and half a second needs none.
    """

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send the task of an entry if none waits to be taken."""
        if _nothing_waits():
            super().apply_entry(entry, producer=producer)


def _nothing_waits() -> bool:
    try:
        return not _broker().llen(QUEUE)
    except redis.RedisError as error:
        log.warning("the broker does not answer, no sweep is sent: %s", error)
        return False


@cache
def _broker() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
