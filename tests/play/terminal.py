"""A terminal with somebody in front of it: the client runs in a real pty, and its screen is read by pyte."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Self

import pyte

from musapi.datafolder import BASE
from musapi.processes import die_with_parent

PATIENCE = 60  # seconds; a limit for a loaded machine, not a promise


class Terminal:
    """One run of the client. `width` and `height` are those of the window."""

    def __init__(self, *arguments: str, width: int = 80, height: int = 24, **environment: str) -> None:
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.master, slave = pty.openpty()
        self._set_size(width, height)
        parent = os.getpid()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "musapi.play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=BASE,
            env={**os.environ, "TERM": "xterm-256color", **environment},
            start_new_session=True,
            preexec_fn=lambda: _own_terminal(parent),
        )
        os.close(slave)
        self.lock = threading.Lock()
        self.pieces = 0
        self.watcher = threading.Thread(target=self._watch, daemon=True)
        self.watcher.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.watcher.join(PATIENCE)
        os.close(self.master)

    def _set_size(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width: int, height: int) -> None:
        """Pull at the window's corner."""
        self._set_size(width, height)
        with self.lock:
            self.screen.resize(height, width)
        os.killpg(self.process.pid, signal.SIGWINCH)

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        with self.lock:
            return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The same in one piece."""
        return "\n".join(self.lines)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, as the terminal sends it."""
        self.type("\x03")

    def _watch(self) -> None:
        with suppress(OSError):  # the other end is closed
            while printed := os.read(self.master, 65536):
                with self.lock:
                    self.stream.feed(printed)
                    self.pieces += 1

    def _settle(self) -> None:
        """Wait until the screen stands still, if it ever does: a picture comes in pieces."""
        for _ in range(20):
            seen = self.pieces
            time.sleep(0.03)
            if seen == self.pieces:
                break

    def until(self, holds: Callable[[Self], object], why: str) -> None:
        """Look at the screen until it is as expected."""
        give_up = time.monotonic() + PATIENCE
        self._settle()
        while not holds(self):
            assert time.monotonic() < give_up, f"{why}:\n{self.text}"
            self._settle()

    def until_it_ends(self) -> int:
        """Its exit code; what it printed last is on the screen."""
        self.until(lambda it: it.process.poll() is not None, "it never ended")
        self.watcher.join(PATIENCE)
        return self.process.wait()


def _own_terminal(parent: int) -> None:
    """Make the pty the terminal that Ctrl-C comes from."""
    die_with_parent(parent)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
