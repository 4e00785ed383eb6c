"""F34: no table, and no job, keeps the clock of another table waiting."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
import redis
from celery.beat import Scheduler
from django.db import DataError, OperationalError, transaction
from django.utils.timezone import now

from games import clock, events, locking, moves
from games.models import Table
from musapi.beat import OneAtATime
from musapi.celery import app
from tests.faults.races import Gate, Racer, somebody_waits, until
from tests.faults.times import answers, bots_are_due, clock_stood, run_out
from tests.faults.workers import BOTS, CLOCK, Waiting, Worker
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def held(match: Match) -> Iterator[None]:
    """Somebody else holds the table's row."""
    gate = Gate()

    def hold() -> None:
        with transaction.atomic():
            Table.objects.select_for_update().get(pk=match.id)
            gate.pass_by()

    holder = Racer(hold)
    gate.until_reached()
    try:
        yield
    finally:
        gate.open()
        holder.outcome()


def overdue() -> list[Match]:
    """Three tables whose questions have run out, the first one first."""
    matches = [Match.dealt() for _ in range(3)]
    for place, match in enumerate(matches):
        run_out(match, timedelta(seconds=30 - place))
    return matches


def ended(matches: list[Match], versions: list[int]) -> list[bool]:
    return [bool(answers(match, version)) for match, version in zip(matches, versions, strict=True)]


def test_a_held_table_is_passed_over_and_served_by_the_next_sweep() -> None:
    matches = overdue()
    versions = [match.row().version for match in matches]
    with held(matches[0]):
        assert clock.sweep() == 2
        assert ended(matches, versions) == [False, True, True]
    assert clock.sweep() == 1
    assert ended(matches, versions) == [True, True, True]


def test_control_a_sweep_that_waits_for_the_row_serves_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = locking.lock_playing
    monkeypatch.setattr(moves, "lock_playing", lambda table_id, turn, skip_locked: lock(table_id, turn))
    matches = overdue()
    versions = [match.row().version for match in matches]
    with held(matches[0]):
        sweep = Racer(clock.sweep)
        until(somebody_waits)
        assert ended(matches, versions) == [False, False, False]
    assert sweep.outcome() == 3


def test_bots_of_a_held_table_do_not_keep_other_bots_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[UUID] = []
    monkeypatch.setattr("games.events.start_bots", lambda table, turn: started.append(table) or True)
    matches = [Match.dealt(mano=1, settings=SettingsFactory(alone=True)) for _ in range(2)]
    for match in matches:
        bots_are_due(match)
    with held(matches[0]):
        clock.sweep()
        assert started == [matches[1].id]
    clock.sweep()
    assert started == [matches[1].id, matches[0].id]


@pytest.mark.parametrize(
    "failure", [DataError("value too long"), OperationalError("out of memory")], ids=repr
)
def test_a_table_whose_write_fails_every_time_is_told_of_and_passed_over(
    failure: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    matches = overdue()
    versions = [match.row().version for match in matches]
    end = moves.time_out

    def fail(*, table_id: UUID, turn: int) -> bool:
        if table_id == matches[0].id:
            raise failure
        return end(table_id=table_id, turn=turn)

    monkeypatch.setattr(moves, "time_out", fail)
    assert clock.sweep() == 2
    assert ended(matches, versions) == [False, True, True]
    assert f"the clock failed on table {matches[0].id}" in caplog.text


def test_without_a_broker_questions_still_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Any] = []
    monkeypatch.setattr("games.events.start_bots", lambda *asked: bool(tried.append(asked)))
    thinking = [Match.dealt(mano=1, settings=SettingsFactory(alone=True)) for _ in range(5)]
    for match in thinking:
        bots_are_due(match)
    matches = overdue()
    versions = [match.row().version for match in matches]
    clock.sweep()
    assert ended(matches, versions) == [True, True, True]
    assert len(tried) == 1  # it is not asked again for every table


def test_bots_that_had_their_time_are_not_kept_by_the_broker_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.events.start_bots", lambda *asked: False)
    matches = [Match.dealt(mano=1, settings=SettingsFactory(alone=True)) for _ in range(2)]
    versions = [match.row().version for match in matches]
    clock_stood(now())
    for match in matches:
        bots_are_due(match)
    late = now() - timedelta(seconds=31)
    Table.objects.filter(pk=matches[1].id).update(turn_started_at=late)
    clock.sweep()
    assert ended(matches, versions) == [False, True]


def test_the_sweep_does_not_stand_in_the_queue_of_the_bots() -> None:
    entry = app.conf.beat_schedule["sweep"]
    assert entry["options"]["queue"] == CLOCK != app.conf.task_default_queue
    queues = [queue.name for queue in app.conf.task_queues]
    assert sorted(queues) == sorted({CLOCK, app.conf.task_default_queue, "push"})


def test_a_sweep_finds_its_worker_through_a_thousand_bots_tasks(worker: Worker, waiting: Waiting) -> None:
    for _ in range(50):
        events.start_bots(uuid4(), 1)
    waiting.multiply(BOTS, 40)
    clock_stood(now() - timedelta(hours=1))
    app.send_task("games.tasks.sweep", queue=CLOCK)
    worker.start()
    worker.until(lambda: clock.lateness(now()) < 600, "no sweep ran")
    assert waiting.count(BOTS) > 0


def test_beat_piles_up_nothing_while_the_workers_are_away(waiting: Waiting) -> None:
    beat = OneAtATime(app=app)
    for _ in range(50):
        beat.apply_entry(beat.schedule["sweep"], producer=beat.producer)
    assert waiting.count(CLOCK) == 1
    waiting.purge()
    beat.apply_entry(beat.schedule["sweep"], producer=beat.producer)
    assert waiting.count(CLOCK) == 1


def test_control_celerys_own_beat_piles_up(waiting: Waiting) -> None:
    beat = Scheduler(app=app)
    for _ in range(50):
        beat.apply_entry(beat.schedule["sweep"], producer=beat.producer)
    assert waiting.count(CLOCK) == 50


def test_beat_survives_a_broker_that_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    beat = OneAtATime(app=app)
    away = redis.Redis.from_url("unix:///nowhere/valkey.sock")
    monkeypatch.setattr("musapi.beat._broker", lambda: away)
    beat.apply_entry(beat.schedule["sweep"])
    assert f"nothing is sent to {CLOCK}" in caplog.text
