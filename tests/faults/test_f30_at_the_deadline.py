"""F30: an action at the deadline while the sweep runs: either the action happened or the time-out did."""

import time
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils.timezone import now
from pytest_django import Settings

from games import clock, exceptions, moves
from games.idempotency import Outcome
from tests.engine.tables import dealt
from tests.faults.races import Racer, at_once, gate_at, meet, overtake
from tests.faults.times import answers, at, numbers_may_repeat, run_out
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS, TABLES = 12, 8
AROUND_MS = (-50, 50)


def test_the_sweep_passes_by_a_table_where_somebody_is_moving(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    turn, version = match.turn().id, match.row().version
    run_out(match)
    with gate_at(monkeypatch, "games.record.record") as gate:
        action = Racer(lambda: match.send(0, {"type": "mus"}, turn=turn))
        gate.until_reached()
        clock.sweep()
        assert match.row().version == version
        gate.open()
        assert action.outcome().status == 200
    assert not moves.time_out(table_id=match.id, turn=turn)
    assert [event.by for event in answers(match, version)] == ["player"]


def test_an_action_that_waits_for_the_time_out_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    turn, version = match.turn().id, match.row().version
    run_out(match)
    timed_out, refused = meet(
        monkeypatch,
        "games.record.record",
        lambda: moves.time_out(table_id=match.id, turn=turn),
        lambda: match.send(0, {"type": "mus"}, turn=turn),
    )
    assert timed_out is True
    assert isinstance(refused, exceptions.StaleTurn)
    assert refused.extra["turn"]["id"] == turn + 1
    assert [event.by for event in answers(match, version)] == ["timeout"]


def test_control_without_the_lock_both_are_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    turn, version = match.turn().id, match.row().version
    run_out(match)
    with numbers_may_repeat():
        action, timed_out = overtake(
            monkeypatch,
            "games.record.record",
            lambda: match.send(0, {"type": "mus"}, turn=turn),
            lambda: moves.time_out(table_id=match.id, turn=turn),
        )
        assert action.status == 200
        assert timed_out is True
        assert sorted(event.by for event in answers(match, version)) == ["player", "timeout"]


@pytest.mark.parametrize("late", [timedelta(), timedelta(seconds=0.4), timedelta(hours=1)], ids=str)
def test_who_has_the_table_before_the_sweep_is_never_too_late(late: timedelta) -> None:
    match = Match.dealt()
    at(match, deadline=now() - late)
    assert match.send(0, {"type": "mus"}).status == 200


def test_within_the_grace_nothing_times_out() -> None:
    match = Match.dealt()
    at(match, deadline=now())
    row = match.row()
    assert not moves.has_run_out(row, row.deadline + timedelta(seconds=0.499))
    assert moves.has_run_out(row, row.deadline + timedelta(seconds=0.5))


def test_whatever_the_moment_it_is_one_of_both(settings: Settings, rng: Random) -> None:
    settings.CLOCK_GRACE, settings.MISSED_TURNS_LIMIT = 0, 1000
    matches = [Match.dealt(settings=SettingsFactory(alone=True)) for _ in range(TABLES)]
    for _ in range(ROUNDS):
        for match in matches:
            match.put(dealt(match.rules()))
        _race(matches, rng)


def _race(matches: list[Match], rng: Random) -> None:
    """One question at each table, its deadline in a moment, answered a little before or after it."""
    versions = [match.row().version for match in matches]
    deadline = now() + timedelta(milliseconds=120)
    for match in matches:
        at(match, deadline=deadline)
    moments = [deadline + timedelta(milliseconds=rng.uniform(*AROUND_MS)) for _ in matches]
    acts = [_acting(match, moment) for match, moment in zip(matches, moments, strict=True)]
    outcomes = at_once(lambda: _sweep_until(deadline + timedelta(milliseconds=60)), *acts)[1:]
    clock.sweep()  # whoever was neither answered nor found by the sweep so far
    for match, version, outcome in zip(matches, versions, outcomes, strict=True):
        (event,) = (event for event in answers(match, version) if event.seat == 0)
        assert (event.by, type(outcome)) in {("player", Outcome), ("timeout", exceptions.StaleTurn)}
        missed = [event for event in match.log("turn_missed") if event.seq > version]
        assert len(missed) == (event.by == "timeout")


def _acting(match: Match, moment: datetime) -> Any:
    turn = match.turn().id

    def act() -> Outcome:
        time.sleep(max(0.0, (moment - now()).total_seconds()))
        return match.send(0, {"type": "mus"}, turn=turn)

    return act


def _sweep_until(moment: datetime) -> None:
    while now() < moment:
        clock.sweep()
