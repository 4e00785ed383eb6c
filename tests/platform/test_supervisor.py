"""The supervisor with small programs: starts, falls, pauses, ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from musapi import supervisor as module
from musapi.processes import Program
from musapi.supervisor import Kept, StartError, StoppedError, Supervisor, keep_short


class Household:
    """A supervisor, what it said, and a way to make programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.processes: dict[str, int] = {}
        self.supervisor = Supervisor(self.said.append, self.processes.update)

    def program(self, name: str, code: str, *, ready: Callable[[], bool] = lambda: True) -> Program:
        argv = (sys.executable, "-c", code)
        return Program(
            name=name, argv=argv, log=self.folder / f"{name}.log", env=dict(os.environ), ready=ready
        )

    def until(self, what: Callable[[], bool]) -> None:
        give_up = time.monotonic() + 30
        while not what():
            assert time.monotonic() < give_up
            self.supervisor.wait(0.05)


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Household]:
    made = Household(tmp_path)
    yield made
    made.supervisor.stop(*[kept.program.name for kept in made.supervisor.kept])


SLEEP = "import time; time.sleep(600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); {SLEEP}"


def test_what_is_killed_is_started_again(household: Household) -> None:
    household.supervisor.start(household.program("sleeper", SLEEP))
    killed = household.processes["sleeper"]
    os.kill(killed, signal.SIGKILL)
    household.until(lambda: household.processes["sleeper"] != killed)
    assert household.said == ["sleeper ended (by SIGKILL); starting it again in 0.2 s"]


def test_what_falls_again_and_again_is_given_longer_pauses(household: Household) -> None:
    kept = Kept(household.program("faller", "raise SystemExit(3)"))
    kept.bury()
    assert [kept.fell() for _ in range(9)] == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 20.0, 20.0]


def test_a_fall_after_a_steady_time_is_the_first_again(household: Household) -> None:
    kept = Kept(household.program("sleeper", SLEEP))
    kept.bury()
    kept.falls, kept.started = 7, time.monotonic() - module.STEADY_SECONDS - 1
    assert kept.fell() == module.TICK


def test_a_start_in_which_a_program_keeps_falling_ends_with_its_last_words(
    household: Household,
) -> None:
    well = household.program("well", SLEEP)
    ill = household.program("ill", "raise SystemExit('no such table')", ready=lambda: False)
    with pytest.raises(StartError, match=r"(?s)ill did not start.*no such table"):
        household.supervisor.start(well, ill)


def test_what_is_not_ready_in_time_is_given_up(household: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "READY_SECONDS", 0)
    with pytest.raises(StartError, match="mute did not start"):
        household.supervisor.start(household.program("mute", SLEEP, ready=lambda: False))


def test_what_does_not_heed_is_ended_by_force(household: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    program = household.program("deaf", DEAF)
    household.supervisor.start(program)
    household.until(lambda: program.log.read_text() == "1\n")
    monkeypatch.setattr(module, "STOP_SECONDS", 0.1)
    (kept,) = household.supervisor.kept
    household.supervisor.stop("deaf")
    assert kept.process.returncode == -signal.SIGKILL


def test_the_children_of_a_killed_program_are_ended_before_it_starts_again(household: Household) -> None:
    parent = (
        "import subprocess, sys, time\n"
        f"child = subprocess.Popen([sys.executable, '-c', {SLEEP!r}])\n"
        "print(child.pid, flush=True)\n" + SLEEP
    )
    program = household.program("parent", parent)
    household.supervisor.start(program)
    household.until(lambda: program.log.exists() and program.log.read_text().endswith("\n"))
    orphan = int(program.log.read_text())
    os.kill(household.processes["parent"], signal.SIGKILL)
    household.until(lambda: len(household.said) == 1)
    household.until(lambda: is_gone(orphan))


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.fixture
def own_signals() -> Iterator[None]:
    """Give the signals back to pytest afterwards."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda it: it.name)
def test_it_is_asked_to_end_by(household: Household, own_signals: None, number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_DFL)  # whatever the tests were started under
    household.supervisor.listen()
    os.kill(os.getpid(), number)
    with pytest.raises(StoppedError):
        household.supervisor.wait(0)


def test_a_lost_terminal_is_nothing_to_it_under_nohup(household: Household, own_signals: None) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    household.supervisor.listen()
    os.kill(os.getpid(), signal.SIGHUP)
    household.supervisor.wait(0)


def test_a_second_wish_to_end_is_not_kept_waiting(
    household: Household, own_signals: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STOP_SECONDS", 600)
    household.supervisor.listen()
    deaf = household.program("deaf", DEAF)
    household.supervisor.start(deaf)
    household.until(lambda: deaf.log.read_text() == "1\n")
    (kept,) = household.supervisor.kept
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(StoppedError):
        household.supervisor.wait(0)
    os.kill(os.getpid(), signal.SIGTERM)
    household.supervisor.stop("deaf")
    assert kept.process.returncode == -signal.SIGKILL


def test_a_program_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    starter = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from musapi.processes import Program\n"
        f"argv, log = (sys.executable, '-c', {SLEEP!r}), Path({str(tmp_path / 'log')!r})\n"
        "program = Program(name='sleeper', argv=argv, log=log, env={})\n"
        "print(program.start().pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", starter], capture_output=True, text=True, check=False)
    child = int(done.stdout)
    give_up = time.monotonic() + 30
    while not is_gone(child):
        assert time.monotonic() < give_up
        time.sleep(0.02)


def test_a_long_log_is_set_aside(household: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    program = household.program("talker", SLEEP)
    program.log.write_text("a long story")
    monkeypatch.setattr(module, "LOG_BYTES", 5)
    keep_short(program)
    assert program.log.read_text() == ""
    assert program.log.with_suffix(".log.1").read_text() == "a long story"
