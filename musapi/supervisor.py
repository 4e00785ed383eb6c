"""Keeps the programs of one server running: starts them, starts again what dies, ends them in order."""

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from musapi.processes import Program

TICK = 0.2
READY_SECONDS = 90
START_FALLS = 4  # so many falls before all are ready, and the start has failed
STOP_SECONDS = 15
STEADY_SECONDS = 30  # after this long a program is taken to be well, and its next fall forgiven
LONGEST_PAUSE = 20.0
LOG_BYTES = 20_000_000


class StartError(Exception):
    """A program did not become ready; the text names it and ends with the last lines of its log."""


class StoppedError(Exception):
    """Someone asked for the end while something was being waited for."""


class Kept:
    """One program and its process, with what is needed to start it again at a sane pace."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.falls = 0
        self.start()

    def start(self) -> None:
        """Start the program anew."""
        self.process: subprocess.Popen[bytes] = self.program.start()
        self.started = time.monotonic()
        self.again_at: float | None = None

    def fell(self) -> float:
        """Note that the process ended; gives the pause before the next start, doubled with each fall."""
        steady = time.monotonic() - self.started > STEADY_SECONDS
        self.falls = 1 if steady else self.falls + 1
        pause: float = min(TICK * 2.0 ** (self.falls - 1), LONGEST_PAUSE)
        self.again_at = time.monotonic() + pause
        return pause

    @property
    def ended(self) -> bool:
        """Whether the process is over. It is not reaped, so its number still stands for its session."""
        if self.process.returncode is not None:
            return True
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def bury(self) -> int:
        """End at once what is left of the program's session; gives the exit code."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()


class Supervisor:
    """The programs, in order of their start. `say` is told of each fall, `changed` of each new process."""

    def __init__(self, say: Callable[[str], None], changed: Callable[[dict[str, int]], None]) -> None:
        self.say, self.changed = say, changed
        self.kept: list[Kept] = []
        self._asked = threading.Event()
        self._in_a_hurry = False

    def listen(self) -> None:
        """End on Ctrl-C, SIGTERM and, unless it was ignored as by nohup, a lost terminal."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, _frame: object) -> None:
        self._in_a_hurry = self._asked.is_set()
        self._asked.set()

    def start(self, *programs: Program) -> None:
        """Start programs side by side and wait until each is ready. Raises StartError or StoppedError."""
        new = [Kept(program) for program in programs]
        self.kept += new
        self._tell()
        give_up = time.monotonic() + READY_SECONDS
        while waiting := [kept for kept in new if not kept.program.ready()]:
            fallen = [kept for kept in new if kept.falls >= START_FALLS]
            late = waiting if time.monotonic() > give_up else fallen
            if late:
                raise StartError(f"{late[0].program.name} did not start.\n{last_lines(late[0].program)}")
            self.wait(TICK / 4)

    def wait(self, seconds: float) -> None:
        """Look after the programs for a while. Raises StoppedError when the end is asked for."""
        if self._asked.wait(min(seconds, TICK)):
            raise StoppedError
        self._reap_strangers()
        for kept in self.kept:
            self._look_after(kept)

    def stay(self) -> None:
        """Look after the programs until the end is asked for."""
        while True:
            self.wait(TICK)

    def _look_after(self, kept: Kept) -> None:
        name = kept.program.name
        if kept.again_at is None and kept.ended:
            how = _describe(kept.bury())
            self.say(f"{name} ended ({how}); starting it again in {kept.fell():.1f} s")
        elif kept.again_at is not None and time.monotonic() >= kept.again_at:
            kept.start()
            self._tell()
        keep_short(kept.program)

    def _tell(self) -> None:
        self.changed({kept.program.name: kept.process.pid for kept in self.kept})

    def _reap_strangers(self) -> None:
        """As the first process of a container we inherit orphans, and must take note of their end."""
        ours = {kept.process.pid for kept in self.kept if kept.process.returncode is None}
        try:
            while found := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if found.si_pid in ours:
                    return
                os.waitpid(found.si_pid, 0)
        except ChildProcessError:
            return

    def stop(self, *names: str) -> None:
        """Ask these programs for an orderly end, side by side, and end by force what does not heed."""
        going = [kept for kept in self.kept if kept.program.name in names]
        self.kept = [kept for kept in self.kept if kept not in going]
        for kept in going:
            if not kept.ended:
                kept.process.send_signal(kept.program.stop_signal)
        give_up = time.monotonic() + STOP_SECONDS
        for kept in going:
            while not kept.ended and time.monotonic() < give_up and not self._in_a_hurry:
                time.sleep(TICK / 4)
            if not kept.ended:
                self.say(f"{kept.program.name} did not end when asked; ending it by force")
            kept.bury()


def last_lines(program: Program, count: int = 20) -> str:
    """The end of a program's log."""
    text = program.log.read_text(errors="replace") if program.log.exists() else ""
    return "\n".join([*text.splitlines()[-count:], f"(all of it: {program.log})"])


def keep_short(program: Program) -> None:
    """Set a log aside when it has grown long. Programs only append, so it may be cut under them."""
    if program.log.stat().st_size > LOG_BYTES:
        shutil.copyfile(program.log, program.log.with_suffix(".log.1"))
        os.truncate(program.log, 0)


def _describe(code: int) -> str:
    return f"by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
