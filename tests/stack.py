"""A whole server as `./run` starts it, on a data folder of its own: for tests that kill parts of it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

from musapi.datafolder import BASE
from musapi.processes import die_with_parent

Answer = TypeVar("Answer")

PATIENCE = 120  # seconds; a limit for a loaded machine, not a promise
NOT_INHERITED = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "HOST")


def until(what: Callable[[], Answer], why: str) -> Answer:
    """Ask until the answer is true, and give it. AssertionError with `why` when patience ends."""
    give_up = time.monotonic() + PATIENCE
    while not (answer := what()):
        assert time.monotonic() < give_up, why
        time.sleep(0.05)
    return answer


class Stack:
    """One server. `environment` is added to the caller's, less the servers that the tests use."""

    def __init__(self, var: Path, **environment: str) -> None:
        self.var = var
        self.output = var.with_name(var.name + ".out")
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        self.environment = {**inherited, "MUSAPI_VAR": str(var), "PORT": "0", **environment}
        self.supervisor: subprocess.Popen[bytes] | None = None

    def launch(self) -> Self:
        """Start it without waiting."""
        parent = os.getpid()
        with self.output.open("wb") as output:
            self.supervisor = subprocess.Popen(
                [sys.executable, "-m", "musapi"],
                cwd=BASE,
                env=self.environment,
                stdout=output,
                stderr=output,
                preexec_fn=lambda: die_with_parent(parent, signal.SIGTERM),
            )
        return self

    def start(self) -> Self:
        """Start it and wait for its last word of welcome."""
        self.launch()
        until(self.welcomed, "the server never said that it is ready")
        return self

    def welcomed(self) -> bool:
        """Whether it has said its last word of welcome. AssertionError if it ended instead."""
        assert self.supervisor is not None
        assert self.supervisor.poll() is None, f"the server did not start:\n{self.printed}"
        return "Ctrl-C stops it" in self.printed

    @property
    def printed(self) -> str:
        """What it told the person who started it."""
        return self.output.read_text()

    @property
    def state(self) -> dict[str, Any]:
        """What it says of itself in its folder."""
        return dict(json.loads((self.var / "state.json").read_text()))

    @property
    def address(self) -> str:
        """Where it listens."""
        return str(self.state["address"])

    def client(self) -> httpx.Client:
        """A caller of its API."""
        return httpx.Client(base_url=f"{self.address}/api/v1", timeout=30)

    def pid(self, name: str) -> int:
        """The process of a program: web, worker, beat, postgres or valkey."""
        return int(self.state["processes"][name])

    def kill(self, name: str) -> None:
        """`kill -9` of a program, and wait until another has taken its place."""
        killed = self.pid(name)
        os.kill(killed, signal.SIGKILL)
        until(lambda: self.pid(name) != killed, f"{name} was not started again")

    def manage(self, *arguments: str) -> str:
        """What a manage.py command prints on this server. It must succeed."""
        command = [sys.executable, "-m", "musapi", "manage", *arguments]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        done = subprocess.run(command, cwd=BASE, env=self.environment, timeout=PATIENCE, check=False, **pipes)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def living(self) -> list[int]:
        """Every process that holds its data folder, whoever started it."""
        lock = str(self.var / "lock")
        return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _holds(folder, lock)]

    def signal(self, number: int) -> None:
        """Send the supervisor a signal."""
        assert self.supervisor is not None
        self.supervisor.send_signal(number)

    def wait(self) -> int:
        """The exit code of the supervisor."""
        assert self.supervisor is not None
        return self.supervisor.wait(PATIENCE)

    def stop(self) -> int:
        """End it in order, if it has not ended; gives the exit code."""
        assert self.supervisor is not None
        if self.supervisor.poll() is None:
            self.signal(signal.SIGTERM)
        return self.wait()


def _holds(process: Path, file: str) -> bool:
    try:
        return any(str(opened.readlink()) == file for opened in (process / "fd").iterdir())
    except OSError:  # it is gone, or somebody else's
        return False
