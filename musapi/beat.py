"""The beat of the clock: which sends a sweep every half second, and never a second one while one waits.

Likewise for whatever else has a queue of its own.
"""

import logging
from functools import cache
from typing import Any

import redis
from celery.beat import ScheduleEntry, Scheduler
from django.conf import settings

log = logging.getLogger(__name__)


class OneAtATime(Scheduler):
    """Celery's scheduler that sends nothing to a queue of its own that still holds the last task.

    However long the workers are away, they find one sweep when they come back, not a day of them. It keeps
    its times in memory: a file could be left torn by a kill, and half a second needs none.
    """

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send the task of an entry if none waits to be taken; one without a queue of its own always."""
        queue = (entry.options or {}).get("queue")
        if queue is None or _nothing_waits(queue):
            super().apply_entry(entry, producer=producer)


def _nothing_waits(queue: str) -> bool:
    try:
        return not _broker().llen(queue)
    except redis.RedisError as error:
        log.warning("the broker does not answer, nothing is sent to %s: %s", queue, error)
        return False


@cache
def _broker() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
