"""Who waits: asks the application, and when there is nothing new sleeps until something may have happened."""

import asyncio
from collections.abc import Callable
from typing import Any

from musapi.front.bodies import Receive
from musapi.front.bridge import Answered, Bridge
from musapi.front.gate import Gate
from musapi.front.hub import Ear, Hub
from musapi.front.listening import KEY, Listening
from musapi.front.places import Places
from musapi.front.pulse import Pulse


class Rooms:
    """What all who wait in this process share."""

    def __init__(self, bridge: Bridge, hub: Hub, places: Places, lane: Gate, pulse: Pulse) -> None:
        self.bridge, self.hub, self.places, self.pulse = bridge, hub, places, pulse
        self.lane = lane  # questions asked again: they leave threads to the rest
        self.closing = False

    def close(self) -> None:
        """Let everybody come to an end: the server stops."""
        self.closing = True
        self.hub.ring_all()

    async def ask_again(self, environ: dict[str, Any], listening: Listening) -> Answered:
        """Ask the application the same again, as the front's own question.

        What the client had wanted to be so (If-Match) was, when it asked; it waits for that to change.
        """
        listening.repeated, listening.nothing_new, listening.more = True, False, False
        asked = {name: value for name, value in environ.items() if name != "HTTP_IF_MATCH"}
        async with self.lane.passed(""):
            return await self.bridge.whole({**asked, KEY: listening})


class Sleeper:
    """One request that waits: what can wake it, and why it must end."""

    def __init__(self, rooms: Rooms, ear: Ear, receive: Receive) -> None:
        self.rooms, self.ear = rooms, ear
        self._gone = asyncio.ensure_future(_gone(receive))

    def is_gone(self) -> bool:
        """Whether the client has gone."""
        return self._gone.done()

    def is_over(self) -> bool:
        """Whether there is no reason to go on: the client has gone, or the server stops."""
        return self._gone.done() or self.rooms.closing

    async def sleep(self, seconds: float) -> bool:
        """Until a wake-up, the end of the time, or the client's going; gives whether it was a wake-up."""
        woken = asyncio.ensure_future(self.ear.woken())
        try:
            await asyncio.wait(
                [woken, self._gone], timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED
            )
            return woken.done()
        finally:
            woken.cancel()

    def rise(self) -> None:
        """Sleep no more."""
        self._gone.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def clock() -> Callable[[], float]:
    """The time of the loop that runs, in seconds."""
    return asyncio.get_running_loop().time
