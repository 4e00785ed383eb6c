"""F32: workers or beat stood for two hours: what was due before ends in order, nobody else pays, once."""

import logging
from datetime import datetime, timedelta

import pytest
from django.utils.timezone import now
from pytest_django import Settings

from games import clock
from games.models import Clock, Event, Table
from tests.faults.races import Racer, at_once, gate_at, meet, somebody_waits, until, without_locks
from tests.faults.times import answers, at, clock_stood, run_out
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)

TWO_HOURS = timedelta(hours=2)
MINUTE = timedelta(minutes=1)


def asked(started: datetime, deadline: datetime) -> Match:
    """A table whose question began and runs out at these moments."""
    match = Match.dealt(settings=SettingsFactory(turn_seconds=600))
    at(match, turn_started_at=started, deadline=deadline)
    return match


def times(match: Match) -> tuple[datetime, datetime]:
    row = match.row()
    assert row.turn_started_at
    assert row.deadline
    return row.turn_started_at, row.deadline


def test_questions_that_were_due_before_end_in_the_order_of_their_deadlines() -> None:
    stopped = now() - TWO_HOURS
    overdue = [asked(stopped - 20 * MINUTE, stopped - minutes * MINUTE) for minutes in (1, 9, 5)]
    clock_stood(stopped)
    assert clock.sweep() == 3
    ended = Event.objects.filter(by=Event.By.TIMEOUT).order_by("pk").values_list("table_id", flat=True)
    assert list(ended) == [overdue[1].id, overdue[2].id, overdue[0].id]


def test_whose_clock_ran_when_it_stopped_has_what_was_left() -> None:
    back = now()
    stopped = back - TWO_HOURS
    started, deadline = stopped - 4 * MINUTE, stopped + 6 * MINUTE
    match = asked(started, deadline)
    clock_stood(stopped)
    assert clock.give_back_lost_time(back) == 1
    assert times(match) == (started + TWO_HOURS, back + 6 * MINUTE)


def test_who_was_asked_while_it_stood_has_all_his_time() -> None:
    back = now()
    stopped = back - TWO_HOURS
    match = asked(stopped + 3 * MINUTE, stopped + 13 * MINUTE)
    clock_stood(stopped)
    assert clock.give_back_lost_time(back) == 1
    assert times(match) == (back, back + 10 * MINUTE)


def test_a_hand_whose_clock_has_not_begun_keeps_it() -> None:
    back = now()
    stopped = back - TWO_HOURS
    match = asked(back + timedelta(seconds=5), back + 10 * MINUTE)
    before = times(match)
    clock_stood(stopped)
    assert clock.give_back_lost_time(back) == 0
    assert times(match) == before


def test_the_sweep_after_it_ends_nobody_else_and_bots_have_their_patience_again(settings: Settings) -> None:
    stopped = now() - TWO_HOURS
    person = asked(stopped - 9 * MINUTE, stopped + MINUTE)
    bots = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    at(bots, turn_started_at=stopped, deadline=stopped + timedelta(seconds=settings.BOT_PATIENCE))
    at(bots, bots_due_at=stopped + timedelta(seconds=1))
    versions = [person.row().version, bots.row().version]
    clock_stood(stopped)
    clock.sweep()
    assert [match.row().version for match in (person, bots)] == versions


def test_it_is_given_back_once() -> None:
    stopped = now() - TWO_HOURS
    match = asked(stopped - MINUTE, stopped + 9 * MINUTE)
    clock_stood(stopped)
    clock.sweep()
    after = times(match)
    clock.sweep()
    assert times(match) == after


def test_sweeps_at_once_give_it_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    back = now()
    stopped = back - TWO_HOURS
    match = asked(stopped - 4 * MINUTE, stopped + 6 * MINUTE)
    clock_stood(stopped)
    moved = meet(
        monkeypatch,
        "games.clock._move_deadlines",
        lambda: clock.give_back_lost_time(back),
        lambda: clock.give_back_lost_time(back),
    )
    assert moved == (1, 0)
    assert times(match)[1] == back + 6 * MINUTE


def test_of_many_sweeps_at_once_one_gives_it_back() -> None:
    back = now()
    stopped = back - TWO_HOURS
    match = asked(stopped - 4 * MINUTE, stopped + 6 * MINUTE)
    clock_stood(stopped)
    assert sorted(at_once(*[lambda: clock.give_back_lost_time(back)] * 8)) == [0] * 7 + [1]
    assert times(match)[1] == back + 6 * MINUTE


def test_control_without_the_lock_it_is_given_back_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    back = now()
    stopped = back - TWO_HOURS
    match = asked(stopped - 4 * MINUTE, stopped + 6 * MINUTE)
    clock_stood(stopped)
    with without_locks(monkeypatch), gate_at(monkeypatch, "games.clock._move_deadlines") as gate:
        first = Racer(lambda: clock.give_back_lost_time(back))
        gate.until_reached()
        assert at_once(lambda: clock.give_back_lost_time(back)) == [1]
        gate.open()
        assert first.outcome() == 1
    assert times(match)[1] == back + 6 * MINUTE + 4 * MINUTE


@pytest.mark.parametrize(
    ("stood", "level"),
    [(timedelta(seconds=2), None), (timedelta(seconds=10), logging.WARNING), (TWO_HOURS, logging.ERROR)],
    ids=str,
)
def test_the_log_tells_of_it_and_of_a_long_one_as_an_error(
    stood: timedelta, level: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    moment = now()
    clock_stood(moment - stood)
    clock.give_back_lost_time(moment)
    told = [record.levelno for record in caplog.records if "stood still" in record.message]
    assert told == ([level] if level else [])


def test_a_sweep_that_takes_long_is_not_taken_for_a_clock_that_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = asked(now() - MINUTE, now() + 9 * MINUTE)
    deadline = times(match)[1]
    clock.sweep()
    slow = _Ticking(timedelta(seconds=20))
    monkeypatch.setattr(clock, "clock", slow)
    clock.sweep()
    monkeypatch.undo()
    assert clock.give_back_lost_time(slow.moment + timedelta(seconds=0.5)) == 0
    assert times(match)[1] == deadline


class _Ticking:
    """A clock for a sweep in which each step takes long, but for the first."""

    def __init__(self, step: timedelta) -> None:
        self.step, self.moment = step, now() - step

    def __call__(self) -> datetime:
        self.moment += self.step
        return self.moment


def test_a_table_that_somebody_holds_does_not_keep_the_others_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock, "HELD_TABLE_MS", 50)
    back = now()
    stopped = back - TWO_HOURS
    held, other = [asked(stopped - 4 * MINUTE, stopped + 6 * MINUTE) for _ in range(2)]
    before = times(held)
    clock_stood(stopped)
    with gate_at(monkeypatch, "games.record.record") as gate:
        holder = Racer(lambda: held.send(0, {"type": "mus"}))
        gate.until_reached()
        assert clock.give_back_lost_time(back) == 1
        assert times(held) == before
        gate.open()
        assert holder.outcome().status == 200
    assert times(other)[1] == back + 6 * MINUTE
    assert "got no time back" in caplog.text
    assert Clock.objects.get().beat_at == back


def test_a_table_that_is_held_for_a_moment_gets_its_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "HELD_TABLE_MS", 60_000)
    back = now()
    stopped = back - TWO_HOURS
    match = asked(stopped - 4 * MINUTE, stopped + 6 * MINUTE)
    clock_stood(stopped)
    with gate_at(monkeypatch, "games.tables.view_outcome") as gate:
        holder = Racer(lambda: match.leave(2))  # holds the row, and leaves the question as it is
        gate.until_reached()
        giving = Racer(lambda: clock.give_back_lost_time(back))
        until(somebody_waits)
        gate.open()
        assert holder.outcome()["seats"][2]["controller"] == "bot"
        assert giving.outcome() == 1
    assert times(match)[1] == back + 6 * MINUTE


def test_what_ran_out_while_it_stood_runs_out_later_and_not_never() -> None:
    stopped = now() - TWO_HOURS
    match = asked(stopped - 4 * MINUTE, stopped + 6 * MINUTE)
    clock_stood(stopped)
    clock.sweep()
    version = match.row().version
    run_out(match)
    assert clock.sweep() == 1
    assert [event.by for event in answers(match, version)] == ["timeout"]
    assert Table.objects.get(pk=match.id).deadline > now()
