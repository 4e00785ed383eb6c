"""Real threads on real connections, made to meet where it hurts: no clock decides what a test sees."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import QuerySet

GIVE_UP = 120  # seconds after which a test that hangs is broken; nothing is decided by it


class Racer(threading.Thread):
    """One caller with a connection of its own. `outcome()` waits for what the call returned or raised."""

    def __init__(self, call: Callable[[], Any], start: threading.Barrier | None = None) -> None:
        super().__init__(daemon=True)
        self._call, self._barrier = call, start
        self._outcome: Any = None
        self.start()

    def run(self) -> None:
        try:
            _be_patient()
            if self._barrier:
                self._barrier.wait(GIVE_UP)
            self._outcome = self._call()
        except Exception as error:  # noqa: BLE001 (whatever it is, the test decides what it means)
            self._outcome = error
        finally:
            connections.close_all()

    def outcome(self) -> Any:
        """What the call returned, or the exception that it raised."""
        self.join(GIVE_UP)
        assert not self.is_alive(), "a caller hangs"
        return self._outcome


def _be_patient() -> None:
    """Wait for locks as long as a busy machine may need: how long a caller waits is tested elsewhere."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{GIVE_UP}s"])


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Let all calls go at the same moment; what each returned or raised."""
    barrier = threading.Barrier(len(calls))
    racers = [Racer(call, barrier) for call in calls]
    return [racer.outcome() for racer in racers]


class Gate:
    """Holds the first thread that comes by until it is opened; later ones pass."""

    def __init__(self) -> None:
        self._taken = threading.Lock()
        self._reached, self._open = threading.Event(), threading.Event()

    def pass_by(self) -> None:
        if self._taken.acquire(blocking=False):
            self._reached.set()
            assert self._open.wait(GIVE_UP), "the gate was never opened"

    def until_reached(self) -> None:
        """Wait for the thread that will be held."""
        assert self._reached.wait(GIVE_UP), "nobody came to the gate"

    def open(self) -> None:
        self._open.set()


@contextmanager
def gate_at(monkeypatch: pytest.MonkeyPatch, target: str) -> Iterator[Gate]:
    """A gate in front of the function `module.name`; opened at the end whatever happens."""
    gate = Gate()
    module, _, name = target.rpartition(".")
    function = getattr(import_module(module), name)

    def gated(*args: Any, **kwargs: Any) -> Any:
        gate.pass_by()
        return function(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(target, gated)
        try:
            yield gate
        finally:
            gate.open()


def until(so: Callable[[], object]) -> None:
    """Wait until something is so."""
    give_up = time.monotonic() + GIVE_UP
    while not so():
        assert time.monotonic() < give_up, "it never came to be"
        time.sleep(0.005)


def somebody_waits() -> bool:
    """Whether PostgreSQL says that a connection of this database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


@contextmanager
def without_locks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The control of a race: rows are read without being locked."""
    with monkeypatch.context() as patch:
        patch.setattr(QuerySet, "select_for_update", lambda query, *args, **kwargs: query.all())
        yield


def meet(
    monkeypatch: pytest.MonkeyPatch, target: str, first: Callable[[], Any], second: Callable[[], Any]
) -> tuple[Any, Any]:
    """With locks: `first` is held at `target`, `second` comes and must wait for it; what became of both."""
    with gate_at(monkeypatch, target) as gate:
        return one_behind_the_other(gate, first, second)


def one_behind_the_other(gate: Gate, first: Callable[[], Any], second: Callable[[], Any]) -> tuple[Any, Any]:
    """`first` is held at a gate on its way, `second` comes and must wait for it; what became of both."""
    ahead = Racer(first)
    gate.until_reached()
    behind = Racer(second)
    until(somebody_waits)
    gate.open()
    return ahead.outcome(), behind.outcome()


def overtake(
    monkeypatch: pytest.MonkeyPatch, target: str, first: Callable[[], Any], second: Callable[[], Any]
) -> tuple[Any, Any]:
    """Without locks: `first` is held at `target` while `second` runs to its end; what became of both."""
    with without_locks(monkeypatch), gate_at(monkeypatch, target) as gate:
        ahead = Racer(first)
        gate.until_reached()
        behind = Racer(second).outcome()
        gate.open()
        return ahead.outcome(), behind
