"""A table's feed: the stream, resumed where it broke; where streams do not get through, the long poll."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
from httpx_sse import SSEError, connect_sse

from musapi.play.api import Api, Refused, may_come_later, problem_of

SILENCE = 40.0  # seconds; the server gives a sign of life at least every 20
TRIES = 3  # streams in a row that brought nothing, before polls take their place
POLL_WAIT = 20.0
VIEW = "view"


class Told(NamedTuple):
    """One message: an event, or `view` with the reader's view."""

    type: str
    data: dict[str, Any]


class Feed:
    """Every message once and in order, for as long as it is read; from `after` on, or else from a view on."""

    def __init__(self, api: Api, table: str, after: int | None = None) -> None:
        self.api, self.path = api, f"/tables/{table}"
        self.last = "" if after is None else str(after)
        self.retry = 1.0
        self.fruitless = 0
        self.closed = False
        self._connection: socket.socket | None = None

    def close(self) -> None:
        """End it from another thread, at once."""
        self.closed = True
        if self._connection is not None:
            with suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)

    def messages(self) -> Iterator[Told]:
        """Until it is closed. Raises Refused when the table may not be read any more."""
        while self.fruitless < TRIES and not self.closed:
            yield from self._stream()
            if not self.closed:
                self.api.sleep(self.retry)
        while not self.closed:
            yield from self._poll()

    def _stream(self) -> Iterator[Told]:
        """One connection to its end, however it ends."""
        self.fruitless += 1
        try:
            headers = {"Last-Event-ID": self.last} if self.last else {}
            timeout = httpx.Timeout(SILENCE)
            with connect_sse(
                self.api.http, "GET", f"{self.path}/stream", headers=headers, timeout=timeout
            ) as source:
                if not source.response.is_success:
                    self._refused(source.response)
                    return
                self.api.troubled("")
                self._connection = _connection_of(source.response)
                for sent in source.iter_sse():
                    self.fruitless = 0
                    self.retry = sent.retry / 1000 if sent.retry else self.retry
                    self.last = sent.id or self.last
                    if sent.data:
                        yield Told(sent.event, json.loads(sent.data))
                self.fruitless = 0  # it ended in order, if without news
        except (httpx.TransportError, SSEError, ValueError) as trouble:
            self.api.troubled(self.api.told(trouble))

    def _refused(self, answer: httpx.Response) -> None:
        """Begin anew where the place is lost, come later where asked to. Raises Refused else."""
        answer.read()
        problem = problem_of(answer)
        if problem.code in ("events.cursor_expired", "events.cursor_ahead"):
            self.last = ""
        elif may_come_later(answer) or answer.status_code == 406:
            self.api.pause(self.fruitless, answer)
        else:
            raise problem

    def _poll(self) -> Iterator[Told]:
        """One long poll, which brings what a stream would have."""
        if not self.last:
            yield self._begin()
        try:
            page = self.api.get(
                f"{self.path}/events", within=2 * POLL_WAIT, after=self.last, wait=POLL_WAIT, view="true"
            )
        except Refused as refusal:
            if not refusal.code.startswith("events.cursor_"):
                raise
            self.last = ""
            return
        self.last = str(page["next"])
        yield from (Told(event["type"], event) for event in page["events"])
        yield Told(VIEW, page["table"])
        if not page["events"]:
            self.api.sleep(1.0)  # a busy server answers before there is news

    def _begin(self) -> Told:
        view = self.api.get(self.path)
        self.last = str(view["version"])
        return Told(VIEW, view)


def _connection_of(answer: httpx.Response) -> socket.socket | None:
    network = answer.extensions.get("network_stream")
    return network.get_extra_info("socket") if network is not None else None


def follow(feed: Feed, tell: Callable[[Told | Exception], None]) -> threading.Thread:
    """Read a feed in the background; its end, if it has one, is told as the exception that ended it."""

    def read() -> None:
        try:
            for told in feed.messages():
                tell(told)
        except Exception as end:  # noqa: BLE001 - whatever it is, the person who plays must hear of it
            tell(end)

    thread = threading.Thread(target=read, daemon=True, name=f"feed of {feed.path}")
    thread.start()
    return thread
