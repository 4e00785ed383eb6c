"""A Redis of a test's own, which the test may kill: the one that wakes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

import redis
from django.test import override_settings

from games import events
from musapi.servers import Valkey, temporary_folder
from tests.stack import until


class Waker:
    """One Valkey."""

    def __init__(self, folder: Path) -> None:
        self.valkey = Valkey(folder, folder / "valkey.log")
        self.url = self.valkey.url()
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        program = self.valkey.program()
        self.process = program.start()
        until(program.ready, "Valkey does not start")

    def kill(self) -> None:
        """`kill -9`."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Kill it and start another in its place."""
        self.kill()
        self.start()

    def flush(self) -> None:
        """Lose all that is in it."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


@contextmanager
def waker_of_our_own() -> Iterator[Waker]:
    """A Redis that this process wakes by, and whoever else is given its address."""
    folder = temporary_folder()
    waker = Waker(folder)
    events.wakeups.cache_clear()
    try:
        with override_settings(REDIS_URL=waker.url):
            yield waker
    finally:
        events.wakeups.cache_clear()
        waker.kill()
        rmtree(folder, ignore_errors=True)
