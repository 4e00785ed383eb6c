"""The life of a worker process around the front: its start, its limits, and a goodbye at SIGTERM."""

import asyncio
import os
import resource
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from musapi.front.app import Front
from musapi.front.bodies import Receive
from musapi.front.environ import Scope

UNHEARD = 30_000  # milliseconds; a client that acknowledges nothing for so long is gone

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Served:
    """The front with ASGI's lifespan."""

    def __init__(self, front: Front) -> None:
        self.front = front

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request, or the life of the process."""
        if scope["type"] == "http":
            await self.front(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self._start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.front.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _start(self) -> None:
        allow_many_files()
        say_goodbye_at(signal.SIGTERM, self.front.say_goodbye)
        say_goodbye_at(signal.SIGINT, self.front.say_goodbye)
        await self.front.open()
        for seconds in (0.5, 5):  # granian listens only after this
            asyncio.get_running_loop().call_later(seconds, drop_the_unheard)


def allow_many_files() -> None:
    """Every stream is a file: use all that the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def say_goodbye_at(number: signal.Signals, goodbye: Callable[[], None]) -> None:
    """Call `goodbye` in the loop when the signal comes, beside what the loop does with it.

    granian waits for every answer to end, and a stream would not. The loop hears of signals by its wake-up
    file, so a handler of Python's can stand beside.
    """
    loop = asyncio.get_running_loop()
    signal.signal(number, lambda *told: loop.call_soon_threadsafe(goodbye))
    signal.siginterrupt(number, False)


def drop_the_unheard() -> None:
    """Let the kernel close connections whose other end acknowledges nothing: a phone in a tunnel.

    Accepted sockets inherit this from the listening one, which granian does not hand out.
    """
    for listener in _listeners():
        with listener, suppress(OSError):  # a unix socket has no such thing
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)


def _listeners() -> Iterator[socket.socket]:
    for file in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):
            if str(file.readlink()).startswith("socket:"):
                found = socket.socket(fileno=os.dup(int(file.name)))
                if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    yield found
                else:
                    found.close()
