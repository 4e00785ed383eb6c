"""F14: two different commands at the same moment are done one after the other, under one lock."""

from collections.abc import Callable
from typing import Any

import pytest

from games import exceptions, moves
from games.engine.actions import Action
from games.engine.events import Step
from games.engine.state import State
from games.engine.transitions import apply
from games.idempotency import Outcome
from games.models import Seat, Table
from tests.faults.races import Racer, gate_at, meet, overtake
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    """One person with three bots; he is asked, and giving up would end the match at once."""
    return Match.dealt(settings=SettingsFactory(alone=True))


def playing(match: Match) -> Callable[[], Any]:
    turn = match.turn().id
    return lambda: match.send(0, {"type": "mus"}, turn=turn)


def test_playing_then_giving_up(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    first, second = meet(monkeypatch, "games.moves.apply", playing(match), lambda: match.resign(0))
    assert isinstance(first, Outcome)
    assert second["status"] == "finished"
    types = [event.type for event in match.log()]
    assert types[-4:] == ["action", "resign_offered", "hand_finished", "match_finished"]


def test_giving_up_then_playing(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    first, second = meet(monkeypatch, "games.tables.engine_resign", lambda: match.resign(0), playing(match))
    assert first["status"] == "finished"
    assert isinstance(second, exceptions.NotPlaying)
    assert match.row().status == Table.Status.FINISHED


def test_control_without_the_lock_a_word_is_played_in_a_match_that_was_given_up(
    monkeypatch: pytest.MonkeyPatch, match: Match
) -> None:
    played_in: list[str] = []

    def noted(state: State, seat: int, action: Action) -> Step:
        played_in.append(match.row().status)
        return apply(state, seat, action)

    monkeypatch.setattr("games.moves.apply", noted)
    first, second = overtake(monkeypatch, "games.moves.apply", playing(match), lambda: match.resign(0))
    assert second["status"] == "finished"
    assert played_in == [Table.Status.FINISHED]
    assert isinstance(first, exceptions.NotPlaying)


def test_a_time_out_and_an_answer(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    monkeypatch.setattr("games.moves.has_run_out", lambda table, now: True)
    turn = match.turn().id
    act = playing(match)
    with gate_at(monkeypatch, "games.moves.apply") as gate:
        answer = Racer(act)
        gate.until_reached()
        assert not moves.time_out(table_id=match.id, turn=turn)
        gate.open()
        assert isinstance(answer.outcome(), Outcome)
    assert match.seat(0).missed_turns == 0


def test_an_answer_that_comes_while_the_time_out_is_stored_is_stale(
    monkeypatch: pytest.MonkeyPatch, match: Match
) -> None:
    monkeypatch.setattr("games.moves.has_run_out", lambda table, now: True)
    turn = match.turn().id
    first, second = meet(
        monkeypatch,
        "games.moves.default_action",
        lambda: moves.time_out(table_id=match.id, turn=turn),
        playing(match),
    )
    assert first is True
    assert isinstance(second, exceptions.StaleTurn)
    assert [event.by for event in match.log("action")] == ["timeout"]


def test_a_person_who_comes_back_while_his_stand_in_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    match.leave(0)
    turn, epoch = match.turn().id, match.seat(0).epoch
    choices = {0: (epoch, Action("no_mus"))}
    first, second = meet(
        monkeypatch,
        "games.moves.apply",
        lambda: moves.play_bots(table_id=match.id, turn=turn, choices=choices),
        lambda: match.come_back(0),
    )
    assert first is True
    assert second["seats"][0]["controller"] == Seat.Controller.PLAYER
    assert match.turn().id == turn + 1


def test_a_stand_in_that_comes_while_its_person_returns_plays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.dealt()
    match.leave(0)
    turn, epoch = match.turn().id, match.seat(0).epoch
    choices = {0: (epoch, Action("no_mus"))}
    first, second = meet(
        monkeypatch,
        "games.record.log_events",
        lambda: match.come_back(0),
        lambda: moves.play_bots(table_id=match.id, turn=turn, choices=choices),
    )
    assert first["seats"][0]["controller"] == Seat.Controller.PLAYER
    assert second is False
    assert match.turn().id == turn
