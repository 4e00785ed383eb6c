"""What the front costs beside granian's WSGI: CPU for a request, memory for a stream, and stalled uploads."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import httpx

from bench.readers import place_of, request
from musapi.datafolder import BASE
from musapi.serve import free_port
from tests.stack import Stack, until

SERVERS = {
    "granian WSGI, 4 threads": ("--interface", "wsgi", "--blocking-threads", "4", "musapi.wsgi:application"),
    "the front": ("--interface", "asgi", "--loop", "asyncio", "--no-ws", "musapi.asgi:application"),
}
STALLED = 24
_TICK = os.sysconf("SC_CLK_TCK")


class Process:
    """A web server with two workers beside the one that runs, on the same database."""

    def __init__(self, stack: Stack, words: tuple[str, ...]) -> None:
        port = free_port("127.0.0.1", "0")
        self.address = f"http://127.0.0.1:{port}"
        given = {**os.environ, **stack.environment, **stack.state["environment"]}
        given["SECRET_KEY_FILE"] = str(stack.var / "secret_key")
        command = [
            sys.executable,
            "-m",
            "granian",
            "--workers",
            "2",
            "--port",
            str(port),
            "--http",
            "1",
            *words,
        ]
        self.process = subprocess.Popen(
            command, cwd=BASE, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def answers(self) -> bool:
        """Whether it answers."""
        try:
            return httpx.get(f"{self.address}/livez", timeout=5).is_success
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


@contextmanager
def running(stack: Stack, words: tuple[str, ...]) -> Iterator[Process]:
    """A web server for as long as the block lasts."""
    process = Process(stack, words)
    try:
        until(process.answers, "a web server does not answer")
        yield process
    finally:
        process.stop()


def family(pid: int) -> list[int]:
    """A process and those it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(inner for child in children for inner in family(int(child)))]


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process and those it started have used."""
    fields = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid)]
    return sum(int(one[11]) + int(one[12]) for one in fields) / _TICK


def memory_of(pid: int) -> float:
    """Megabytes that a process and those it started have to themselves."""
    rollups = [Path(f"/proc/{one}/smaps_rollup").read_text() for one in family(pid)]
    private = [
        line.split()[1] for text in rollups for line in text.splitlines() if line.startswith("Private")
    ]
    return sum(int(kilobytes) for kilobytes in private) / 1024


def cpu_per_request(process: Process, path: str, token: str, requests: int) -> float:
    """Milliseconds of CPU for a GET, all in one row over one connection."""
    connection = HTTPConnection(*place_of(process.address), timeout=60)
    headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(count: int) -> None:
        for _ in range(count):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            if answer.status != httpx.codes.OK:
                raise RuntimeError(f"{path} was answered {answer.status}")
            answer.read()

    ask(requests // 10)
    before = cpu_of(process.process.pid)
    ask(requests)
    connection.close()
    return (cpu_of(process.process.pid) - before) * 1000 / requests


def answers_under_stalled_uploads(process: Process) -> bool:
    """Whether the server answers others while so many uploads have stopped in their middle."""
    with ExitStack() as held:
        for _ in range(STALLED):
            upload = held.enter_context(socket.create_connection(place_of(process.address), 10))
            length = ("Content-Type: application/json", "Content-Length: 1000")
            upload.sendall(request("/api/v1/auth/guest", "", "POST", *length) + b"{")
        try:
            return all(httpx.get(f"{process.address}/livez", timeout=5).is_success for _ in range(STALLED))
        except httpx.TransportError:
            return False
