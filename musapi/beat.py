"""The beat of the clock: which sends a sweep every half second, and never a second one while one waits."""

import logging
from functools import cache
from typing import Any

import redis
from celery.beat import ScheduleEntry, Scheduler
from django.conf import settings

log = logging.getLogger(__name__)


class OneAtATime(Scheduler):
    """Celery's scheduler that sends nothing to a queue which still holds the last task.

    However long the workers are away, they find one sweep when they come back, not a day of them. It keeps
    its times in memory: a file could be left torn by a kill, and half a second needs none.
    """

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send the task of an entry, which must name its queue, if nothing waits there."""
        if _is_empty(entry.options["queue"]):
            super().apply_entry(entry, producer=producer)


def _is_empty(queue: str) -> bool:
    try:
        return not _broker().llen(queue)
    except redis.RedisError as error:
        log.warning("no task for %s: the broker does not answer: %s", queue, error)
        return False


@cache
def _broker() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
