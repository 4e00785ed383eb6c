"""F42: a bot hangs, its worker dies, its task is lost, it fails every time: the match goes on."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NoReturn

import pytest
from django.utils.timezone import now
from pytest_django import Settings

from games import clock, events, tasks
from games.models import Table
from musapi.celery import app
from tests.engine.tables import dealt, play
from tests.faults.times import A_MOMENT, answers, bots_are_due, clock_stood, pass_time
from tests.faults.workers import BOTS, CLOCK, SLOW, THINKING, Waiting, Worker
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    """A person at seat 0, and a bot that is asked for mus at seat 1."""
    return Match.dealt(mano=1, settings=SettingsFactory(alone=True))


@pytest.fixture
def thinking(waiting: Waiting) -> Iterator[Any]:
    """How many bots have begun to think, and will not come to an end."""
    yield lambda: int(waiting.broker.get(THINKING) or 0)
    waiting.broker.delete(THINKING)


def test_a_bot_that_hangs_and_a_worker_that_is_killed_are_not_missed(
    match: Match, worker: Worker, thinking: Any
) -> None:
    turn, version = match.turn().id, match.row().version
    worker.start(SLOW)
    events.start_bots(match.id, turn)
    worker.until(thinking, "no bot began to think")

    clock_stood(now() - timedelta(hours=1))
    app.send_task("games.tasks.sweep", queue=CLOCK)
    worker.until(lambda: clock.lateness(now()) < 600, "a bot that hangs holds the clock up")
    bots_are_due(match)
    worker.until(clock.sweep, "the worker's own sweep does not end")
    worker.until(lambda: thinking() > 1, "no bot began to think again")

    worker.kill()
    assert match.row().version == version
    bots_are_due(match)
    assert clock.sweep() == 1
    worker.start()
    Table.objects.filter(pk=match.id).update(turn_started_at=now())  # nobody gives up on it meanwhile

    def answered() -> bool:
        """The broker may hand the task to the dead worker's connection; the sweep starts it again."""
        clock.sweep()
        return match.row().version > version

    worker.until(answered, "no bot answered")
    assert [(event.seat, event.by) for event in answers(match, version)] == [(1, "bot")]


def test_a_lost_task_is_started_again_as_long_as_the_question_stands(match: Match, waiting: Waiting) -> None:
    turn = match.turn().id
    events.start_bots(match.id, turn)
    waiting.purge()
    for _ in range(3):
        clock.sweep()
        assert waiting.count(BOTS) == 0  # it is not due yet
        bots_are_due(match)
        clock.sweep()
        assert waiting.count(BOTS) == 1
        waiting.purge()
    tasks.bot_turn(str(match.id), turn)
    version = match.row().version
    assert match.log("action")[-1].by == "bot"
    tasks.bot_turn(str(match.id), turn)  # one that was thought lost comes after all
    assert match.row().version == version


def fails(*_: Any) -> NoReturn:
    raise ZeroDivisionError("a mistake in a bot")


def in_the_log_within(match: Match, version: int, started: list[Any], step: timedelta, most: int) -> int:
    """Let time go by in steps until something is logged; how many steps that took."""
    for steps in range(1, most + 1):
        pass_time(step, match.id)
        clock.sweep()
        while started:
            with pytest.raises(ZeroDivisionError):
                tasks.bot_turn(*started.pop())
        if match.row().version > version:
            return steps
    raise AssertionError("nothing was played")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The tasks that the sweep has started and that wait for a worker."""
    tasks_started: list[Any] = []
    monkeypatch.setattr(
        "games.events.start_bots", lambda table, turn: tasks_started.append((str(table), turn)) or True
    )
    return tasks_started


def test_for_a_bot_that_fails_every_time_the_default_is_played(
    match: Match, monkeypatch: pytest.MonkeyPatch, settings: Settings, started: list[Any]
) -> None:
    monkeypatch.setattr("games.bots.choose", fails)
    version, began = match.row().version, time.monotonic()
    steps = in_the_log_within(match, version, started, timedelta(seconds=1), most=60)
    assert steps + time.monotonic() - began >= settings.BOT_PATIENCE
    assert steps <= settings.BOT_PATIENCE + 1
    (answer,) = answers(match, version)
    assert (answer.seat, answer.by, answer.data) == (1, "timeout", {"type": "no_mus"})
    assert match.log("turn_missed") == []


def test_people_at_the_same_question_keep_their_clock(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, started: list[Any]
) -> None:
    monkeypatch.setattr("games.bots.choose", fails)
    match = Match.of(SettingsFactory(seats=(None, "novice", None, None), turn_seconds=600))
    match.put(play(dealt(match.rules()), [(seat, "mus") for seat in range(4)]))
    row = match.row()
    in_the_log_within(match, row.version, started, timedelta(seconds=1), most=60)
    assert [(event.seat, event.by) for event in answers(match, row.version)] == [(1, "timeout")]
    assert match.turn().seats == (0, 2, 3)
    left = match.row().deadline - now()
    assert left > timedelta(seconds=600 - settings.BOT_PATIENCE - 10)


def test_it_is_tried_less_and_less_often(
    match: Match, monkeypatch: pytest.MonkeyPatch, settings: Settings, started: list[Any]
) -> None:
    monkeypatch.setattr("games.bots.choose", fails)
    tried = 0
    for _ in range(int(settings.BOT_PATIENCE) - 1):
        pass_time(timedelta(seconds=1) - A_MOMENT, match.id)
        clock.sweep()
        tried += len(started)
        started.clear()
    assert 3 <= tried <= settings.BOT_PATIENCE / settings.BOT_RETRY
