"""Real web processes on the tests' database, and readers of their feeds."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from musapi.datafolder import BASE
from musapi.processes import SUPERVISED, die_with_parent
from musapi.serve import free_port
from tests.faults.workers import environment
from tests.stack import until

READ_SECONDS = 60  # more than any heartbeat; a limit for a loaded machine, not a promise


class Web:
    """One web process, with one worker. Its connections to the database are named as it is."""

    def __init__(self, folder: Path, name: str, **environ: str) -> None:
        self.name, self.log = name, folder / f"{name}.log"
        self.port = free_port("127.0.0.1", "0")
        self.address = f"http://127.0.0.1:{self.port}"
        given = {**environment(), **environ, SUPERVISED: "1"}  # however the tests end, it ends with them
        given["DATABASE_URL"] += ("&" if "?" in given["DATABASE_URL"] else "?") + f"application_name={name}"
        self.environ = given
        self.start()

    def start(self) -> None:
        """Start it, as `./run` does but for the number of its workers; it may not answer yet."""
        options = {
            "interface": "asgi",
            "loop": "asyncio",
            "http": "1",
            "workers": "1",
            "port": str(self.port),
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        parent = os.getpid()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "granian", *words, "--no-ws", "musapi.asgi:application"],
                cwd=BASE,
                env=self.environ,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(parent),
            )

    def ready(self) -> "Web":
        """Wait until it answers."""
        until(self.answers, "the web process does not answer")
        return self

    def answers(self) -> bool:
        """Whether it answers; AssertionError if it has ended."""
        assert self.process.poll() is None, self.log.read_text()
        try:
            return httpx.get(f"{self.address}/livez", timeout=5).is_success
        except httpx.TransportError:
            return False

    def ask(self, method: str, path: str, token: str, **content: Any) -> Any:
        """The body of an answer, which must be a good one."""
        answer = self.send(method, path, token, **content)
        assert answer.is_success, answer.text
        return answer.json()

    def send(self, method: str, path: str, token: str, **content: Any) -> httpx.Response:
        """An answer."""
        headers = {"Authorization": f"Bearer {token}", **content.pop("headers", {})}
        return httpx.request(method, self.address + path, headers=headers, timeout=READ_SECONDS, **content)

    def kill(self) -> None:
        """`kill -9`."""
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Message(NamedTuple):
    """A message of a stream."""

    id: int | None
    event: str
    data: Any


class Stream:
    """An open stream. Raises httpx.TransportError when the connection breaks, StopIteration at its end."""

    def __init__(
        self, web: Web, path: str, token: str, *, after: int | None = None, header: int | None = None
    ) -> None:
        self.client = httpx.Client(timeout=httpx.Timeout(READ_SECONDS))
        headers = {"Authorization": f"Bearer {token}"}
        if header is not None:
            headers["Last-Event-ID"] = str(header)
        query = {} if after is None else {"after": str(after)}
        request = self.client.build_request("GET", web.address + path, headers=headers, params=query)
        try:
            self.answer = self.client.send(request, stream=True)
        except httpx.TransportError:
            self.client.close()
            raise
        self.lines = self.answer.iter_lines()
        self.said: list[str] = []

    def __iter__(self) -> Iterator[Message]:
        return self

    def __next__(self) -> Message:
        """The next message; signs of life and `retry` are noted in `said`."""
        fields: dict[str, str] = {}
        for line in self.lines:
            name, _, value = line.partition(": ")
            if line and not line.startswith((":", "retry")):
                fields[name] = value
            elif line:
                self.said.append(line)
            elif "data" in fields:
                number = int(fields["id"]) if "id" in fields else None
                return Message(number, fields["event"], json.loads(fields["data"]))
        raise StopIteration

    def until_view(self, version: int) -> list[Message]:
        """All messages up to the view of that version."""
        found = []
        for message in self:
            found.append(message)
            if message.event == "view" and message.id == version:
                return found
        raise AssertionError(f"the stream ended before version {version}: {found}")

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self.client.close()


def numbers(messages: list[Message]) -> list[int | None]:
    """The numbers of the events among messages."""
    return [message.id for message in messages if message.event not in ("view", "sign", "next")]
