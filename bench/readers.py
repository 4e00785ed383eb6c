"""Readers of feeds, for measuring: many that only hold a stream open, and a few that note when news comes."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import datetime
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from bench.callers import Game, Server

EACH = 10  # streams of one guest; a worker process lets nobody have more than 20
SECONDS = 60


def place_of(address: str) -> tuple[str, int]:
    """Host and port of an address."""
    parts = urlsplit(address)
    return str(parts.hostname), int(parts.port or 80)


def request(path: str, token: str = "", method: str = "GET", *headers: str) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode()


class Idle:
    """Many streams of one table where nothing happens, each opened and left alone."""

    def __init__(self, server: Server) -> None:
        self.server, self.held = server, ExitStack()
        self.sockets: list[socket.socket] = []
        opened = Game.opened(server, (None, "novice", "novice", "novice"), turn_seconds=86400)
        self.path = f"/api/v1/tables/{opened.table}/stream"

    def open(self, count: int) -> Iterator[int]:
        """Open so many more; tells how many there are after each."""
        token = ""
        for number in range(count):
            token = token if number % EACH else self.server.guest()
            stream = self.held.enter_context(
                socket.create_connection(place_of(self.server.address()), SECONDS)
            )
            stream.sendall(request(self.path, token))
            if b" 200 " not in stream.recv(65536).split(b"\r\n", 1)[0]:
                raise RuntimeError("a stream was refused")
            self.sockets.append(stream)
            yield len(self.sockets)

    def close(self) -> None:
        """Hang up."""
        self.held.close()


class Waiting(threading.Thread):
    """A client that waits for events of a table; `late` is given the seconds from each event to here."""

    def __init__(self, game: Game, seat: int, late: list[float], *, by_poll: bool) -> None:
        super().__init__(daemon=True)
        self.game, self.token, self.late, self.by_poll = game, game.tokens[seat], late, by_poll
        self.halt = threading.Event()
        self.path = f"/api/v1/tables/{game.table}"
        self.after = int(game.view(seat)["version"])

    def run(self) -> None:
        host, port = place_of(self.game.server.address())
        self.connection = HTTPConnection(host, port, timeout=SECONDS)
        try:
            while not self.halt.is_set():
                self._poll() if self.by_poll else self._stream()
        except OSError:
            if not self.halt.is_set():
                raise
        finally:
            self.connection.close()

    def stop(self) -> None:
        """Wait no more."""
        self.halt.set()
        if (wire := self.connection.sock) is not None:
            with suppress(OSError):  # it may have been closed by the other thread meanwhile
                wire.shutdown(socket.SHUT_RDWR)
        self.join(SECONDS)

    def _ask(self, path: str) -> Any:
        self.connection.request("GET", self.path + path, headers={"Authorization": f"Bearer {self.token}"})
        return self.connection.getresponse()

    def _poll(self) -> None:
        page = json.loads(self._ask(f"/events?after={self.after}&wait=25").read() or b"{}")
        for event in page.get("events", ()):
            self._note(event)

    def _stream(self) -> None:
        answer = self._ask(f"/stream?after={self.after}")
        while (line := answer.readline()) and not self.halt.is_set():
            if line.startswith(b'data: {"seq"'):
                self._note(json.loads(line[6:]))

    def _note(self, event: dict[str, Any]) -> None:
        self.late.append(time.time() - datetime.fromisoformat(event["at"]).timestamp())
        self.after = event["seq"]
