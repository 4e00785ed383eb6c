"""The Celery application with bots that never come to an end, for a worker to be killed while they think.

To be imported by a worker of its own, never by a test.
"""

import os
import time
from typing import NoReturn

import redis

from games import bots
from musapi.celery import app
from tests.faults.workers import THINKING

__all__ = ["app"]


def _think(*_: object) -> NoReturn:
    with redis.Redis.from_url(os.environ["REDIS_URL"]) as broker:
        broker.incr(THINKING)
    while True:
        time.sleep(60)


bots.choose = _think
