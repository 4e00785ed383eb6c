"""Requests to an ASGI application in a test's own loop, and one behind it that a test controls."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Self

import redis
from django.conf import settings

from musapi.front.app import Front
from musapi.front.listening import KEY, Listening
from musapi.front.pulse import Ask

TABLE = "01890000-0000-7000-8000-00000000000a"
OTHER = "01890000-0000-7000-8000-00000000000b"
STREAM = f"/api/v1/tables/{TABLE}/stream"
EVENTS = f"/api/v1/tables/{TABLE}/events"
CHANNEL = f"table:{TABLE}"
BODY_LIMIT = 100
PATIENCE = 20  # seconds; a limit for a loaded machine, not a promise


class Call:
    """One request, from its start to the end of the block. The client may hang up, or stop reading."""

    def __init__(
        self,
        application: Any,
        path: str,
        *,
        method: str = "GET",
        headers: Iterable[tuple[str, str]] = (),
        body: Iterable[bytes] = (),
        stalls: bool = False,
    ) -> None:
        raw_path, _, query = path.partition("?")
        self._pieces = list(body)
        chunked = [("transfer-encoding", "chunked")] if self._pieces else []
        self.application = application
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "path": raw_path,
            "raw_path": raw_path.encode(),
            "query_string": query.encode(),
            "server": ("testserver", "80"),
            "client": ("192.0.2.7", "4711"),
            "headers": [
                (b"host", b"localhost"),
                *((name.encode(), value.encode()) for name, value in (*headers, *chunked)),
            ],
        }
        self._stalls = stalls
        self._gone = asyncio.Event()
        self._changed = asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()
        self.status, self.headers, self.body, self.complete = 0, dict[str, str](), b"", False

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(self.application(self.scope, self._receive, self._send))
        return self

    async def __aexit__(self, *failure: object) -> None:
        self.hang_up()
        if failure[0] is not None:
            self.task.cancel()
        await asyncio.wait([self.task], timeout=PATIENCE)
        if failure[0] is None:
            await self.task

    async def _receive(self) -> dict[str, Any]:
        if self._pieces:
            piece = self._pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(self._pieces) or self._stalls}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        await self.reads.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message["body"]
            self.complete = not message["more_body"]
        self._changed.set()

    def hang_up(self) -> None:
        """The client is gone."""
        self._gone.set()

    async def until(self, what: Callable[[], object]) -> None:
        """Wait until it is so; TimeoutError if that never comes."""
        async with asyncio.timeout(PATIENCE):
            while not what():
                self._changed.clear()
                await self._changed.wait()

    async def end(self) -> Self:
        """Wait for the last byte."""
        await self.until(lambda: self.complete)
        return self


class Behind:
    """A WSGI application that answers what the test wants: by default that there is nothing new."""

    def __init__(self) -> None:
        self.status, self.headers, self.chunks = "200 OK", [("Content-Type", "text/plain")], [b""]
        self.nothing_new, self.person, self.channels = True, "ana", frozenset[str]()
        self.watched: str | None = None
        self.pulse: str | None = None
        self.asked: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(environ)
        listening = environ.get(KEY, Listening())
        listening.person, listening.channels = self.person, self.channels
        listening.nothing_new, listening.watched = self.nothing_new, self.watched
        listening.pulse = self.pulse
        start_response(self.status, self.headers)
        return list(self.chunks)

    def tell(self, text: str) -> None:
        """From now on there is this to tell."""
        self.chunks, self.nothing_new = [text.encode()], False

    def refuse(self, status: str) -> None:
        """From now on refuse."""
        self.status, self.nothing_new = status, False


def front_of(application: Any, pulses: Ask = lambda watched: {}) -> Front:
    """A front before `application`; it must be opened and closed to hear wake-ups."""
    return Front(application, settings.REDIS_URL, BODY_LIMIT, pulses)


async def until(what: Callable[[], object]) -> None:
    """Wait until it is so; TimeoutError if that never comes."""
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def opened(front: Front) -> AsyncIterator[Front]:
    """A front that hears wake-ups for as long as the block lasts."""
    await front.open()
    await until(lambda: front.hub.connected)
    try:
        yield front
    finally:
        front.say_goodbye()
        await front.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test's coroutine; one that hangs fails."""

    async def bounded() -> None:
        async with asyncio.timeout(4 * PATIENCE):
            await test()

    asyncio.run(bounded())


def publish(channel: str = CHANNEL) -> int:
    """Wake who listens; gives how many connections heard it."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return int(client.publish(channel, 1))


def messages(call: Call) -> list[str]:
    """What a stream has sent, but for `retry` and signs of life."""
    parts = call.body.decode().split("\n\n")
    return [part for part in parts if part and not part.startswith((":", "retry:"))]
