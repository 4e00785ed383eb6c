"""F16: after the end nothing is live: no timer, no bot, no deadline, and the database sees to it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils.timezone import now

from games import clock, exceptions, moves
from games.engine.actions import Action
from games.models import Table
from tests.faults.races import meet
from tests.games.driver import Match, stored
from tests.games.factories import SettingsFactory


def finished_by_play(rng: Random) -> Match:
    match = Match.of(SettingsFactory(alone=True, quick=True))
    match.play_out(rng)
    return match


def finished_by_resigning(rng: Random) -> Match:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    return match


def abandoned(rng: Random) -> Match:
    match = Match.opened(SettingsFactory(paired=True))
    match.leave(0)
    return match


def parked(rng: Random) -> Match:
    match = Match.dealt()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.moves.apply", lambda state, seat, action: 1 // 0)
        with pytest.raises(exceptions.NotPlaying):
            match.say("mus")
    return match


ENDS = [finished_by_play, finished_by_resigning, abandoned, parked]


@pytest.mark.django_db
@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_no_timer_bot_or_deadline_is_left_and_late_ones_do_nothing(
    end: Callable[[Random], Match], rng: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    match = end(rng)
    monkeypatch.setattr("games.events.start_bots", lambda *asked: started.append(asked))
    row = match.row()
    assert (row.turn_id, row.turn_seats, row.turn_started_at) == (None, [], None)
    assert (row.deadline, row.bots_due_at) == (None, None)
    before = stored(match)
    for turn in range(200):
        assert not moves.time_out(table_id=match.id, turn=turn)
        assert not moves.give_up_on_bots(table_id=match.id, turn=turn)
        assert not moves.answer_with_bots(table_id=match.id, turn=turn)
    clock.sweep()
    assert stored(match) == before
    assert started == []


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_waits_while_the_match_ends_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    turn = match.turn().id
    choices = {1: (match.seat(1).epoch, Action("mus"))}
    ended, late = meet(
        monkeypatch,
        "games.tables.engine_resign",
        lambda: match.resign(0),
        lambda: moves.play_bots(table_id=match.id, turn=turn, choices=choices),
    )
    assert ended["status"] == "finished"
    assert late is False
    assert match.log()[-1].type == "match_finished"


@pytest.mark.django_db
def test_a_match_in_play_has_one_question_and_its_deadline_at_every_moment(rng: Random) -> None:
    match = Match.of(SettingsFactory(quick=True, traditional=True))
    while (row := match.row()).status == Table.Status.PLAYING:
        turn = match.turn()
        assert (row.turn_id, tuple(row.turn_seats)) == (turn.id, turn.seats)
        assert row.deadline > row.turn_started_at
        match.step(rng)
    assert not Table.objects.filter(deadline__isnull=False).exists()


BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("a match without a question", {"turn_id": None}),
    ("a match without a deadline", {"deadline": None}),
    ("a match without a snapshot", {"state": None}),
    ("an end with a question", {"status": "finished", "winner": 0, "finished_at": now()}),
    ("a parked table with a clock", {"status": "parked"}),
    ("an abandoned table with a clock", {"status": "abandoned"}),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("what", "values"), BROKEN)
def test_the_database_lets_a_clock_run_exactly_where_a_match_is_played(
    what: str, values: dict[str, Any]
) -> None:
    match = Match.dealt()
    with pytest.raises(IntegrityError, match="table_clock_runs_only_in_play"), transaction.atomic():
        Table.objects.filter(pk=match.id).update(**values)


@pytest.mark.django_db
@pytest.mark.parametrize("values", [{"turn_id": 9}, {"deadline": now()}, {"bots_due_at": now()}])
def test_the_database_lets_no_clock_run_after_the_end(values: dict[str, Any], rng: Random) -> None:
    match = finished_by_resigning(rng)
    with pytest.raises(IntegrityError, match="table_clock_runs_only_in_play"), transaction.atomic():
        Table.objects.filter(pk=match.id).update(**values)


@pytest.mark.django_db
def test_the_database_wants_a_winner_at_the_end() -> None:
    match = Match.opened(SettingsFactory())
    with pytest.raises(IntegrityError, match="table_finished_has_winner"), transaction.atomic():
        Table.objects.filter(pk=match.id).update(status="finished", finished_at=now())
