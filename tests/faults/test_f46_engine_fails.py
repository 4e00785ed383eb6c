"""F46: the engine fails on one match every time: that one is parked with one alert, the others go on."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import now

from games import clock, exceptions, moves
from games.engine.state import State
from games.models import Table
from tests.games.driver import Match, stored
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


def fails(*given: Any, **named: Any) -> Any:
    raise ZeroDivisionError("a mistake in the engine")


def by_a_person(match: Match) -> None:
    with pytest.raises(exceptions.NotPlaying):
        match.say("mus")


def by_the_clock(match: Match) -> None:
    overdue(match)
    clock.sweep()


def by_a_bot(match: Match) -> None:
    with pytest.raises(exceptions.NotPlaying):
        match.bots()


def by_a_sign(match: Match) -> None:
    with pytest.raises(exceptions.NotPlaying):
        match.sign(0, "wink")


def by_resigning(match: Match) -> None:
    match.resign(0)
    with pytest.raises(exceptions.NotPlaying):
        match.resign(2)


def overdue(*matches: Match) -> None:
    """The questions at these tables ran out a minute ago."""
    a_minute_ago = now() - timedelta(seconds=60)
    Table.objects.filter(pk__in=[match.id for match in matches]).update(
        turn_started_at=a_minute_ago - timedelta(seconds=60), deadline=a_minute_ago
    )


CALLERS = [
    pytest.param("games.moves.apply", by_a_person, id="person"),
    pytest.param("games.moves.default_action", by_the_clock, id="clock"),
    pytest.param("games.moves.apply", by_a_bot, id="bot"),
    pytest.param("games.signs.check_sign", by_a_sign, id="sign"),
    pytest.param("games.tables.engine_resign", by_resigning, id="resigning"),
    pytest.param("games.record.log_events", by_a_person, id="writing"),
]


@pytest.mark.parametrize(("broken", "call"), CALLERS)
def test_a_table_on_which_the_engine_fails_is_parked_with_one_alert(
    broken: str,
    call: Callable[[Match], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = Match.dealt()
    state, log = match.row().state, match.log("action")
    with monkeypatch.context() as patch:
        if call is by_a_bot:
            match.leave(0)
        patch.setattr(broken, fails)
        call(match)
    row = match.row()
    assert (row.status, row.state, row.turn_id, row.deadline) == (Table.Status.PARKED, state, None, None)
    assert match.log("action") == log
    assert "a mistake in the engine" in row.parked_reason
    assert "Traceback" in row.parked_reason
    alerts = [line for line in caplog.records if line.levelno >= logging.ERROR]
    assert len(alerts) == 1
    assert str(match.id) in alerts[0].getMessage()


def test_the_alert_and_the_log_show_no_card(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = Match.dealt()
    monkeypatch.setattr("games.moves.apply", fails)
    with caplog.at_level(logging.DEBUG):
        by_a_person(match)
    cards = [card for hand in match.state().hands for card in hand]
    lines = [line.getMessage() for line in caplog.records if line.name.startswith("games")]
    assert lines
    assert not [line for line in lines for card in cards if f'"{card}"' in line or f"'{card}'" in line]


def test_nothing_is_tried_again_and_everybody_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    turn = match.turn().id
    tried: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr("games.moves.apply", fails)
        by_a_person(match)
        patch.setattr("games.moves.apply", lambda *given: tried.append(given))
        before = stored(match)
        for _ in range(3):
            clock.sweep()
        assert not moves.answer_with_bots(table_id=match.id, turn=turn)
        with pytest.raises(exceptions.NotPlaying) as refused:
            match.send(0, {"type": "mus"}, turn=turn)
        assert refused.value.extra == {"table_status": "parked"}
        assert stored(match) == before
    assert tried == []


def test_one_broken_table_does_not_hold_up_the_sweep_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    default_action = moves.default_action

    def fails_on_one(state: State, seat: int) -> Any:
        return fails() if state.rules.first_deje == 7 else default_action(state, seat)

    broken = Match.dealt(settings=SettingsFactory(options={"first_deje": 7}))
    overdue(broken)
    matches = [Match.dealt() for _ in range(5)]
    overdue(*matches)
    monkeypatch.setattr("games.moves.default_action", fails_on_one)
    clock.sweep()
    assert broken.row().status == Table.Status.PARKED
    assert [match.turn().id for match in matches] == [2] * 5


def test_a_snapshot_that_cannot_be_read_parks_its_table_too() -> None:
    match = Match.dealt()
    Table.objects.filter(pk=match.id).update(state={"rules_version": 1})
    by_the_clock(match)
    assert match.row().status == Table.Status.PARKED


@pytest.mark.parametrize("readable", [True, False])
def test_a_parked_table_can_still_be_looked_at(monkeypatch: pytest.MonkeyPatch, readable: bool) -> None:
    match = Match.dealt()
    cards = match.view(0)["hand"]["your_cards"]
    with monkeypatch.context() as patch:
        patch.setattr("games.moves.apply", fails)
        by_a_person(match)
    if not readable:
        Table.objects.filter(pk=match.id).update(state={"rules_version": 1})
    view = match.view(0)
    assert (view["status"], view["turn"], view["legal_actions"]) == ("parked", None, [])
    assert (view["hand"] or {}).get("your_cards") == (cards if readable else None)
    assert match.view(None)["status"] == "parked"


def test_a_bot_that_fails_is_not_the_engine_and_its_turn_is_defaulted_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    monkeypatch.setattr("games.bots.choose", fails)
    with pytest.raises(ZeroDivisionError):
        match.bots()
    assert match.row().status == Table.Status.PLAYING
    Table.objects.filter(pk=match.id).update(turn_started_at=now() - timedelta(seconds=31), bots_due_at=now())
    clock.sweep()
    assert (match.log("action")[-1].by, match.turn().id) == ("timeout", 2)


def test_strangers_cannot_park_a_table() -> None:
    match = Match.dealt()
    stranger = PersonFactory()
    for act in (
        lambda: moves.play(table_id=match.id, player=stranger, turn=1, action=None),  # type: ignore[arg-type]
        lambda: Match(match.id, {0: stranger}).sign(0, "wink"),
    ):
        with pytest.raises(exceptions.NotSeated):
            act()
    assert match.row().status == Table.Status.PLAYING
