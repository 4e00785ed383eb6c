"""F31: the time-out of one question is delivered again and again, and at once: one event."""

from typing import Any

import pytest

from games import clock, moves, tasks
from tests.faults.races import at_once, meet, overtake
from tests.faults.times import answers, bots_are_due, numbers_may_repeat, run_out
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("times", [2, 5, 20])
def test_delivered_so_often_at_once_it_is_one_event(times: int) -> None:
    match = Match.dealt()
    turn, version = match.turn().id, match.row().version
    run_out(match)
    done = at_once(*[lambda: moves.time_out(table_id=match.id, turn=turn)] * times)
    assert done.count(True) == 1
    assert done.count(False) == times - 1
    assert [event.by for event in answers(match, version)] == ["timeout"]
    assert match.seat(0).missed_turns == 1


def test_delivered_again_later_it_does_nothing() -> None:
    match = Match.dealt()
    turn = match.turn().id
    run_out(match)
    assert moves.time_out(table_id=match.id, turn=turn)
    version = match.row().version
    run_out(match)  # the next question has run out too, but that was not delivered
    assert not moves.time_out(table_id=match.id, turn=turn)
    assert match.row().version == version


def test_one_that_comes_while_another_is_at_work_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    turn = match.turn().id
    run_out(match)
    second: list[bool] = []
    default = moves.default_action

    def meanwhile(*args: Any) -> Any:
        second.extend(at_once(lambda: moves.time_out(table_id=match.id, turn=turn)))
        return default(*args)

    monkeypatch.setattr(moves, "default_action", meanwhile)
    assert moves.time_out(table_id=match.id, turn=turn)
    assert second == [False]


def test_control_without_the_lock_there_are_two_events(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    turn, version = match.turn().id, match.row().version
    run_out(match)
    with numbers_may_repeat():
        done = overtake(
            monkeypatch,
            "games.seating.miss_turn",
            lambda: moves.time_out(table_id=match.id, turn=turn),
            lambda: moves.time_out(table_id=match.id, turn=turn),
        )
        assert done == (True, True)
        assert [event.by for event in answers(match, version)] == ["timeout", "timeout"]


def test_sweeps_at_once_end_every_question_once_and_start_every_bot_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[Any] = []
    monkeypatch.setattr("games.events.start_bots", lambda *asked: started.append(asked) or True)
    asked = [Match.dealt() for _ in range(4)]
    thinking = [Match.dealt(mano=1, settings=SettingsFactory(alone=True)) for _ in range(3)]
    versions = [match.row().version for match in asked]
    for match in asked:
        run_out(match)
    for match in thinking:
        bots_are_due(match)
    assert sum(at_once(*[clock.sweep] * 8)) == 7
    for match, version in zip(asked, versions, strict=True):
        assert [event.by for event in answers(match, version)] == ["timeout"]
    assert sorted(started) == sorted((match.id, match.turn().id) for match in thinking)


def test_a_second_sweep_does_nothing_while_the_first_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    run_out(match)
    second: list[int] = []
    end = clock._end_questions

    def meanwhile(now: Any) -> int:
        second.extend(at_once(clock.sweep))
        return end(now)

    monkeypatch.setattr(clock, "_end_questions", meanwhile)
    assert clock.sweep() == 1
    assert second == [0]


def test_a_bots_task_delivered_often_at_once_is_one_answer() -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    turn, version = match.turn().id, match.row().version
    assert at_once(*[lambda: tasks.bot_turn(str(match.id), turn)] * 10) == [None] * 10
    assert [(event.by, event.seat) for event in answers(match, version)] == [("bot", 1)]


def test_a_bot_that_waits_while_its_question_times_out_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    turn, version = match.turn().id, match.row().version
    run_out(match)
    timed_out, answered = meet(
        monkeypatch,
        "games.record.record",
        lambda: moves.time_out(table_id=match.id, turn=turn),
        lambda: moves.answer_with_bots(table_id=match.id, turn=turn),
    )
    assert (timed_out, answered) == (True, False)
    assert [event.by for event in answers(match, version)] == ["timeout"]
