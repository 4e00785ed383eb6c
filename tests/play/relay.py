"""Something on the way between the client and a running server, which holds answers up or refuses."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

HOP_BY_HOP = {"connection", "transfer-encoding", "content-length", "keep-alive"}


class Relay(ThreadingHTTPServer):
    """Passes requests on to `server`. The next `refusals` actions get a 429; `open` holds actions up."""

    daemon_threads = True

    def __init__(self, server: str, refusals: int = 0) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.server, self.refusals = server, refusals
        self.open, self.arrived = threading.Event(), threading.Event()
        self.open.set()
        self.seen: list[tuple[str, str, str]] = []
        self.sockets: list[socket.socket] = []

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"

    def cut(self) -> None:
        """Take no more connections, and break those that there are."""
        self.shutdown()
        self.server_close()
        for connection in self.sockets:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Passing(BaseHTTPRequestHandler):
    """One connection, one request."""

    server: Relay  # type: ignore[assignment]

    def do_GET(self) -> None:
        self.server.sockets.append(self.connection)
        self.server.seen.append((self.command, self.path, self.headers.get("Idempotency-Key", "")))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path.endswith("/actions"):
            self.server.arrived.set()
            self.server.open.wait()
            if self.server.refusals:
                self.server.refusals -= 1
                self._refuse()
                return
        with suppress(OSError, httpx.TransportError):
            self._pass_on(body)

    do_POST = do_PATCH = do_GET  # noqa: N815 - as the library calls them

    def _pass_on(self, body: bytes) -> None:
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
        url = self.server.server + self.path
        with httpx.stream(self.command, url, headers=headers, content=body, timeout=60) as answer:
            self._begin(answer.status_code, dict(answer.headers))
            for piece in answer.iter_raw():
                self.wfile.write(piece)

    def _refuse(self) -> None:
        problem = {"code": "request.throttled", "detail": "Too many, says the relay."}
        self._begin(429, {"Content-Type": "application/problem+json", "Retry-After": "1"})
        self.wfile.write(json.dumps(problem).encode())

    def _begin(self, status: int, headers: dict[str, str]) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, *_told: object) -> None:
        """Say nothing."""


@contextmanager
def relay_to(server: str, refusals: int = 0) -> Iterator[Relay]:
    """A relay that works for as long as it is needed."""
    relay = Relay(server, refusals)
    thread = threading.Thread(target=relay.serve_forever, daemon=True)
    thread.start()
    try:
        yield relay
    finally:
        relay.open.set()
        relay.cut()
        thread.join()
