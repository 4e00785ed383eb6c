"""Processes that work for long: children that never outlive their parent, and what is loaded once."""

import ctypes
import gc
import os
import signal
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG = 1
SUPERVISED = "MUSAPI_SUPERVISED"  # set for the programs of `./run`, whose own children must die with them

_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `number` when `parent` dies; at once if it is dead already.

    The kernel forgets the wish on a change of user, so it must be made after that. It follows the thread that
    forked, not the process: programs are started from a main thread only.
    """
    _libc.prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def die_with_supervised_parent() -> None:
    """For a worker process that a supervised program forked: share that program's fate, however it ends."""
    if os.environ.get(SUPERVISED):
        die_with_parent(os.getppid())


def keep_what_is_loaded() -> None:
    """Let no garbage collection look again at what a worker has loaded, which is there for good.

    All code together is 150,000 objects: a whole collection of them stops every thread for 100 to 200 ms.
    """
    gc.collect()
    gc.freeze()


@dataclass(frozen=True)
class Account:
    """A user to run a program as."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Program:
    """A command in a session of its own: Ctrl-C reaches the supervisor alone, and its group can be ended.

    `stop_signal` asks for an orderly end, `death_signal` is what the kernel sends when the supervisor dies,
    and `keep_fds` are open files the program shares. `ready` is asked again and again until it is true.
    """

    name: str
    argv: tuple[str, ...]
    log: Path
    env: Mapping[str, str]
    ready: Callable[[], bool] = lambda: True
    stop_signal: signal.Signals = signal.SIGTERM
    death_signal: signal.Signals = signal.SIGKILL
    keep_fds: tuple[int, ...] = ()
    account: Account | None = None
    cwd: Path | None = None

    def start(self) -> subprocess.Popen[bytes]:
        """Start the program, its output added to its log. OSError if it cannot be started."""
        parent = os.getpid()
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.cwd,
                env=dict(self.env),
                start_new_session=True,
                pass_fds=self.keep_fds,
                user=self.account.uid if self.account else None,
                group=self.account.gid if self.account else None,
                extra_groups=[] if self.account else None,
                preexec_fn=lambda: die_with_parent(parent, self.death_signal),
            )
