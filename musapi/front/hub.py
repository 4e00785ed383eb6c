"""Wake-ups: one connection to Redis for all who wait in this process, however many.

Redis only wakes. A wake-up that is lost costs until the sleeper's next look of its own accord; when the
connection has been lost, everybody is woken once it is back.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from random import Random

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

QUIET = 10.0  # after so many silent seconds Redis is asked whether it is still there
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)  # between attempts to connect again
SPREAD = 1.0  # after a reconnection all are woken, but not all in the same moment
CONFIRMED = 2.0  # so long a sleeper waits to hear that its channel is listened to
_ALWAYS = "musapi:front"  # nothing is told there: a connection that listens to nothing cannot be read

_dice = Random()  # noqa: S311 - it only spreads load


class Ear:
    """One sleeper and the channels that wake it. `woken` stays set until `forget`."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.channels: set[str] = set()
        self._rung = asyncio.Event()

    async def listen_to(self, channels: Iterable[str]) -> bool:
        """Be woken by these too; gives whether any is new, so that what came before must be looked for."""
        new = set(channels) - self.channels
        self.channels |= new
        await self.hub._listen(self, new)
        return bool(new)

    def forget(self) -> None:
        """Take note of all wake-ups so far: done before one looks."""
        self._rung.clear()

    def ring(self) -> None:
        """Wake the sleeper."""
        self._rung.set()

    async def woken(self) -> None:
        """Come back at a wake-up, at once if there was one since `forget`."""
        await self._rung.wait()


class Hub:
    """Who listens to what, and the connection that hears it."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=2)
        self._ears: dict[str, set[Ear]] = {}
        self._heard: dict[str, asyncio.Event] = {}
        self._wire: PubSub | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether wake-ups are heard."""
        return self._wire is not None

    def start(self) -> None:
        """Begin to listen; called within the loop."""
        self._task = asyncio.get_running_loop().create_task(self._stay_connected())

    async def end(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()

    @contextmanager
    def ear(self) -> Iterator[Ear]:
        """A sleeper, which is forgotten at the end of the block."""
        ear = Ear(self)
        try:
            yield ear
        finally:
            for channel in ear.channels:
                self._leave(channel, ear)

    async def _listen(self, ear: Ear, channels: set[str]) -> None:
        for channel in channels:
            self._ears.setdefault(channel, set()).add(ear)
            if channel not in self._heard:
                self._heard[channel] = asyncio.Event()
                await self._tell("subscribe", channel)
        if self._wire is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CONFIRMED):
                    for channel in channels:
                        await self._heard[channel].wait()

    def _leave(self, channel: str, ear: Ear) -> None:
        """The channel is given up a moment later, unless somebody listens again by then."""
        listeners = self._ears.get(channel, set())
        listeners.discard(ear)
        if not listeners:
            asyncio.get_running_loop().call_later(1, self._give_up, channel)

    def _give_up(self, channel: str) -> None:
        if not self._ears.get(channel) and channel in self._heard:
            self._ears.pop(channel, None)
            del self._heard[channel]
            task = asyncio.get_running_loop().create_task(self._tell("unsubscribe", channel))
            task.add_done_callback(lambda done: None)

    async def _tell(self, command: str, channel: str) -> None:
        """Ask Redis for a channel, or no more; if it is away, this is made up for when it is back."""
        if self._wire is None:
            return
        try:
            await getattr(self._wire, command)(channel)
        except (RedisError, OSError) as error:
            log.warning("Redis did not take %s: %s", command, error)

    async def _stay_connected(self) -> None:
        failures = 0
        while True:
            try:
                async with self._redis.pubsub() as wire:
                    await self._subscribe_to_all(wire)
                    self._wire = wire
                    self._wake_all()
                    failures = 0
                    await self._hear(wire)
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("Wake-ups do not come: %s", error)
            finally:
                self._wire = None
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    async def _subscribe_to_all(self, wire: PubSub) -> None:
        """All channels, those too that are wished for meanwhile."""
        await wire.subscribe(_ALWAYS)
        told: set[str] = set()
        while missing := self._heard.keys() - told:
            await wire.subscribe(*missing)
            told |= missing

    async def _hear(self, wire: PubSub) -> None:
        """Pass wake-ups on until the connection fails. Raises RedisError, OSError, TimeoutError."""
        asked = False
        while True:
            message = await wire.get_message(timeout=QUIET)
            if message is None:
                if asked:
                    raise TimeoutError("Redis is silent")
                await wire.ping()
            asked = message is None
            if message is not None and message["channel"]:
                self._pass_on(message["type"], message["channel"].decode())

    def _pass_on(self, kind: str, channel: str) -> None:
        if kind == "subscribe" and channel in self._heard:
            self._heard[channel].set()
        elif kind == "message":
            for ear in self._ears.get(channel, ()):
                ear.ring()

    def ring_all(self) -> None:
        """Wake everybody at once."""
        for ear in self._all_ears():
            ear.ring()

    def _all_ears(self) -> set[Ear]:
        return {ear for ears in self._ears.values() for ear in ears}

    def _wake_all(self) -> None:
        loop = asyncio.get_running_loop()
        for ear in self._all_ears():
            loop.call_later(_dice.uniform(0, SPREAD), ear.ring)
