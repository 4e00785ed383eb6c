"""A real Celery worker on the tests' database, to be killed, and a look into the queues it takes from."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection

from musapi.celery import app
from musapi.datafolder import BASE

BOTS, CLOCK = app.conf.task_default_queue, "clock"
SLOW = "tests.faults.slow_bots"
THINKING = "a-bot-thinks"  # counts in Redis how often a bot of `SLOW` began to think
PATIENCE = 120  # seconds; a limit for a loaded machine, not a promise


def environment() -> dict[str, str]:
    """What another process needs to work on the database of this test."""
    head, mark, query = os.environ["DATABASE_URL"].partition("?")
    name = connection.settings_dict["NAME"]
    return {**os.environ, "DATABASE_URL": f"{head.rpartition('/')[0]}/{name}{mark}{query}"}


class Worker:
    """A worker with one process in its pool, both in a session of their own."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "worker.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, application: str = "musapi", **environ: str) -> None:
        """Start it; `application` is the module with the Celery application, `environ` goes to it too."""
        command = [sys.executable, "-m", "celery", "-A", application, "worker", "--concurrency=1"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=BASE,
                env={**environment(), **environ},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def until(self, what: Callable[[], object], why: str) -> None:
        """Wait until it is true while the worker lives; what the worker printed is told otherwise."""
        give_up = time.monotonic() + PATIENCE
        while not what():
            alive = self.process is not None and self.process.poll() is None
            assert alive, f"the worker ended:\n{self.log.read_text()}"
            assert time.monotonic() < give_up, f"{why}:\n{self.log.read_text()}"
            time.sleep(0.02)

    def children(self) -> list[int]:
        """The processes of its pool."""
        assert self.process
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill(self) -> None:
        """`kill -9` of the worker and its pool."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Waiting:
    """What waits in the queues."""

    def __init__(self) -> None:
        self.broker = redis.Redis.from_url(settings.REDIS_URL)

    def count(self, queue: str) -> int:
        return int(self.broker.llen(queue))

    def multiply(self, queue: str, times: int) -> None:
        """Let everything that waits there wait so many times."""
        messages = self.broker.lrange(queue, 0, -1)
        for _ in range(times - 1):
            self.broker.rpush(queue, *messages)

    def purge(self) -> None:
        """Lose everything that waits."""
        self.broker.delete(BOTS, CLOCK)
