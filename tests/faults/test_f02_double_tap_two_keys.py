"""F02: one question answered twice at once under two keys: one is accepted, the other is stale."""

from uuid import uuid4

import pytest

from games import exceptions
from games.engine.actions import Action
from games.engine.events import Step
from games.engine.state import State
from games.engine.transitions import apply
from games.idempotency import Outcome
from tests.faults.races import at_once, meet, overtake
from tests.games.driver import Match

pytestmark = pytest.mark.django_db(transaction=True)


def taps(match: Match, *words: str) -> list[Outcome | Exception]:
    turn = match.turn().id
    return at_once(
        *[
            lambda word=word: match.send(0, {"type": word}, turn=turn, key=str(uuid4()))  # type: ignore[misc]
            for word in words
        ]
    )


@pytest.mark.parametrize("second_word", ["mus", "no_mus"])
def test_the_second_tap_is_told_that_the_question_has_changed(
    monkeypatch: pytest.MonkeyPatch, second_word: str
) -> None:
    match = Match.dealt()
    turn, version = match.turn().id, match.row().version
    first, second = meet(
        monkeypatch,
        "games.moves.apply",
        lambda: match.send(0, {"type": "mus"}, turn=turn, key=str(uuid4())),
        lambda: match.send(0, {"type": second_word}, turn=turn, key=str(uuid4())),
    )
    assert first.status == 200
    assert isinstance(second, exceptions.StaleTurn)
    assert second.extra["turn"]["id"] == turn + 1
    assert match.row().version == version + 1


def test_control_without_the_lock_both_taps_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    turn = match.turn().id
    played: list[int] = []

    def noted(state: State, seat: int, action: Action) -> Step:
        assert state.turn
        played.append(state.turn.id)
        return apply(state, seat, action)

    monkeypatch.setattr("games.moves.apply", noted)
    first, second = overtake(
        monkeypatch,
        "games.record.log_events",
        lambda: match.send(0, {"type": "mus"}, turn=turn),
        lambda: match.send(0, {"type": "no_mus"}, turn=turn),
    )
    assert played == [turn, turn]
    assert second.status == 200
    assert isinstance(first, exceptions.NotPlaying)


def test_of_many_taps_at_once_one_is_played() -> None:
    match = Match.dealt()
    version = match.row().version
    outcomes = taps(match, *["mus", "no_mus"] * 4)
    assert len([outcome for outcome in outcomes if isinstance(outcome, Outcome)]) == 1
    assert len([outcome for outcome in outcomes if isinstance(outcome, exceptions.StaleTurn)]) == 7
    assert [event.type for event in match.log()][version:] == ["action"]
