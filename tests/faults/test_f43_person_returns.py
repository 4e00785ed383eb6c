"""F43: a person returns while the stand-in computes: the bot's late answer is dropped."""

from collections.abc import Callable
from typing import Any

import pytest

from games import exceptions, moves, seating
from games.models import Seat
from tests.faults.races import Racer, gate_at
from tests.faults.times import answers
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)


def stand_in_asked() -> Match:
    """Seat 0 has left and is asked for mus."""
    match = Match.dealt(settings=SettingsFactory(turn_seconds=600))
    match.leave(0)
    return match


def while_it_thinks(monkeypatch: pytest.MonkeyPatch, match: Match, act: Callable[[], Any]) -> bool:
    """The stand-in looks at its cards, then somebody acts, then it answers; whether that was played."""
    turn = match.turn().id
    with gate_at(monkeypatch, "games.bots.choose") as gate:
        bot = Racer(lambda: moves.answer_with_bots(table_id=match.id, turn=turn))
        gate.until_reached()
        act()
        gate.open()
        played = bot.outcome()
    assert isinstance(played, bool)
    return played


def leave_again(match: Match) -> None:
    match.come_back(0)
    match.leave(0)


def refused(match: Match) -> None:
    with pytest.raises(exceptions.ActionRefused):
        match.send(0, {"type": "paso"})


def makes_a_sign(match: Match) -> None:
    match.sign(0, "wink")


@pytest.mark.parametrize(
    "act",
    [lambda match: match.come_back(0), refused, makes_a_sign, leave_again],
    ids=["return", "refused", "sign", "again"],
)
def test_the_late_answer_is_dropped(monkeypatch: pytest.MonkeyPatch, act: Callable[[Match], Any]) -> None:
    match = stand_in_asked()
    turn, version = match.turn(), match.row().version
    assert not while_it_thinks(monkeypatch, match, lambda: act(match))
    assert match.turn() == turn
    assert answers(match, version) == []


def test_the_question_is_his_and_his_answer_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    match = stand_in_asked()
    version = match.row().version
    assert not while_it_thinks(monkeypatch, match, lambda: match.send(0, {"type": "mus"}))
    assert [(event.seat, event.by) for event in answers(match, version)] == [(0, "player")]
    assert match.seat(0).controller == Seat.Controller.PLAYER


def test_who_only_looks_leaves_the_question_to_his_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    match = stand_in_asked()
    version = match.row().version
    assert while_it_thinks(monkeypatch, match, lambda: match.view(0))
    assert [(event.seat, event.by) for event in answers(match, version)] == [(0, "bot")]


def test_control_without_the_epoch_the_late_answer_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    save = seating.save

    def save_as_if_nothing_had_changed(seat: Seat) -> None:
        seat.epoch = Seat.objects.get(pk=seat.pk).epoch
        save(seat)

    match = stand_in_asked()
    version = match.row().version
    monkeypatch.setattr("games.seating.save", save_as_if_nothing_had_changed)
    assert while_it_thinks(monkeypatch, match, lambda: leave_again(match))
    assert [(event.seat, event.by) for event in answers(match, version)] == [(0, "bot")]


def test_a_person_who_waits_for_the_table_while_the_bot_plays_is_told_that_it_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = stand_in_asked()
    turn, version = match.turn().id, match.row().version
    with gate_at(monkeypatch, "games.record.record") as gate:
        bot = Racer(lambda: moves.answer_with_bots(table_id=match.id, turn=turn))
        gate.until_reached()
        person = Racer(lambda: match.send(0, {"type": "mus"}, turn=turn))
        gate.open()
        assert bot.outcome() is True
        assert isinstance(person.outcome(), exceptions.StaleTurn)
    assert [(event.seat, event.by) for event in answers(match, version)] == [(0, "bot")]
    assert match.seat(0).controller == Seat.Controller.PLAYER  # even a refused action brings him back
