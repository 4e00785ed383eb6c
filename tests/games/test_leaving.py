"""Leaving, returning and resigning: the seat stays a person's, and every match can be finished."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils.timezone import now

from games import clock, exceptions, moves, tables
from games.models import Hand, Seat, Table
from tests.engine.tables import PAIRED, PLAIN
from tests.games.driver import Match, stored, types
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

PAIRED_WITH_JUEGO = ("12o 12c 11o 11c", "12e 12b 11e 11b", "10o 10c 7o 7c", "10e 10b 7e 7b")
PASS = ["paso"] * 4
MOMENTS = [
    pytest.param(PLAIN, [], ("mus", "speak"), id="mus"),
    pytest.param(PLAIN, ["mus"] * 4, ("discard", "discard"), id="discards"),
    pytest.param(PLAIN, ["no_mus"], ("grande", "open"), id="grande"),
    pytest.param(PLAIN, ["no_mus", "envido 2"], ("grande", "confirm"), id="partner of a bettor"),
    pytest.param(PLAIN, ["no_mus", "envido 2", "confirm"], ("grande", "respond"), id="bet at grande"),
    pytest.param(PLAIN, ["no_mus", "ordago"], ("grande", "respond"), id="órdago"),
    pytest.param(PLAIN, ["no_mus", *PASS], ("chica", "open"), id="chica"),
    pytest.param(PAIRED, ["no_mus", *PASS, *PASS], ("pares", "open"), id="pares"),
    pytest.param(PAIRED_WITH_JUEGO, ["no_mus", *PASS, *PASS, *PASS], ("juego", "open"), id="juego"),
    pytest.param(PAIRED, ["no_mus", *PASS, *PASS, *PASS], ("punto", "open"), id="punto"),
]


@pytest.mark.parametrize(("hands", "words", "moment"), MOMENTS)
@pytest.mark.parametrize("number", range(4))
def test_f44_whoever_leaves_whenever_the_match_is_finished_without_him(
    hands: Sequence[str], words: list[str], moment: tuple[str, str], number: int, rng: Random
) -> None:
    match = Match.dealt(hands, score=(20, 20), settings=SettingsFactory(quick=True))
    if words:
        match.say(*words)
    assert (match.state().phase, match.turn().kind) == moment
    match.leave(number)
    match.play_out(rng)
    assert match.row().status == Table.Status.FINISHED
    assert (match.seat(number).player, match.seat(number).controller) == (match.people[number], "bot")


def test_when_all_four_leave_the_bots_finish(rng: Random) -> None:
    match = Match.of(SettingsFactory(quick=True))
    for number in range(4):
        match.leave(number)
    match.play_out(rng)
    assert match.row().status == Table.Status.FINISHED
    assert {event.by for event in match.log("action")} == {"bot"}


def test_leaving_keeps_the_seat_and_its_cards_and_the_question_with_its_clock() -> None:
    match = Match.dealt()
    before, cards = match.row(), match.view(0)["hand"]["your_cards"]
    view = match.leave(0)
    row = match.row()
    assert (row.turn_id, row.turn_seats, row.deadline) == (before.turn_id, before.turn_seats, before.deadline)
    assert row.bots_due_at is not None
    assert view["seats"][0]["you"]
    assert view["seats"][0]["controller"] == "bot"
    assert view["hand"]["your_cards"] == cards
    assert types(match.log()[before.version :]) == ["seat_controller"]


def test_leaving_twice_and_returning_twice_is_told_once() -> None:
    match = Match.dealt()
    match.leave(1)
    match.leave(1)
    match.come_back(1)
    view = match.come_back(1)
    assert [event.data["controller"] for event in match.log("seat_controller")] == ["bot", "player"]
    assert (match.seat(1).controller, match.seat(1).epoch) == (Seat.Controller.PLAYER, 2)
    assert view["seats"][1]["controller"] == "player"


def test_who_returns_to_a_question_has_the_clock_he_would_have_had() -> None:
    match = Match.dealt()
    match.leave(1)
    match.say("mus")
    row = match.row()
    assert row.deadline == row.turn_started_at + timedelta(seconds=30)
    match.come_back(1)
    after = match.row()
    assert after.turn_started_at == row.turn_started_at
    assert after.deadline == row.turn_started_at + timedelta(seconds=row.turn_seconds)
    assert after.bots_due_at is None


def test_the_clock_of_a_question_to_others_is_not_touched() -> None:
    match = Match.dealt()
    before = match.row()
    match.leave(3)
    match.come_back(3)
    after = match.row()
    assert (after.turn_started_at, after.deadline, after.bots_due_at) == (
        before.turn_started_at,
        before.deadline,
        None,
    )


def test_leaving_and_returning_again_and_again_wins_no_time() -> None:
    match = Match.dealt()
    before = match.row()
    for _ in range(5):
        match.leave(0)
        match.come_back(0)
    assert match.row().deadline == before.deadline


def test_a_stand_in_may_think_even_where_the_question_is_an_hour_old(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    monkeypatch.setattr("games.events.start_bots", lambda table, turn: started.append((table, turn)))
    match = Match.dealt(settings=SettingsFactory(turn_seconds=86_400))
    Table.objects.filter(pk=match.id).update(turn_started_at=now() - timedelta(hours=1))
    match.leave(0)
    turn = match.turn().id
    Table.objects.filter(pk=match.id).update(bots_due_at=now())
    clock.sweep()
    assert match.turn().id == turn
    assert started == [(match.id, turn)]
    assert match.bots()
    assert match.log("action")[-1].by == "bot"


@pytest.mark.parametrize("act", [tables.leave, tables.return_to_seat, tables.resign])
def test_nobody_leaves_returns_or_resigns_where_nothing_is_played(act: Any) -> None:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    before = stored(match)
    with pytest.raises(exceptions.NotPlaying):
        act(table_id=match.id, player=match.people[0])
    assert stored(match) == before


def test_an_open_table_can_be_left_but_not_resigned() -> None:
    match = Match.opened(SettingsFactory())
    for act in (tables.return_to_seat, tables.resign):
        with pytest.raises(exceptions.NotPlaying):
            act(table_id=match.id, player=match.people[0])


# Resigning


def gave_up(match: Match, team: int) -> None:
    """The match is over, for the other team, and its last hand was shown and not counted."""
    row, hand = match.row(), Hand.objects.filter(table_id=match.id).last()
    assert hand is not None
    assert (row.status, row.winner) == (Table.Status.FINISHED, 1 - team)
    assert hand.ended_by == Hand.EndedBy.RESIGN
    assert hand.score_after == hand.score_before
    assert not any(line["counted"] for line in hand.record["result"])
    assert [len(cards) for cards in hand.record["cards"]] == [4, 4, 4, 4]
    assert match.log()[-1].data["by"] == "resign"


def test_a_bot_partner_agrees_at_once() -> None:
    match = Match.of(SettingsFactory(alone=True))
    view = match.resign(0)
    assert (view["status"], view["match"]["winner"]) == ("finished", 1)
    gave_up(match, 0)


def test_a_person_is_asked_and_nothing_happens_before_he_agrees() -> None:
    match = Match.dealt(PAIRED, score=(7, 3))
    before = match.row()
    view = match.resign(1)
    row = match.row()
    assert (row.status, row.turn_id, row.deadline) == ("playing", before.turn_id, before.deadline)
    assert [seat.get("resigns", False) for seat in view["seats"]] == [False, True, False, False]
    assert types(match.log()[before.version :]) == ["resign_offered"]
    match.resign(3)
    gave_up(match, 1)


def test_the_rivals_offer_is_no_agreement() -> None:
    match = Match.dealt()
    match.resign(0)
    match.resign(1)
    match.resign(3)
    gave_up(match, 1)


def test_an_offer_ends_with_its_hand(rng: Random) -> None:
    match = Match.dealt(score=(0, 0), settings=SettingsFactory(options={"games_to_win": 5}))
    match.resign(0)
    match.play_hand(rng)
    assert not any("resigns" in seat for seat in match.view(2)["seats"])
    match.resign(2)
    assert match.row().status == Table.Status.PLAYING
    match.resign(0)
    gave_up(match, 0)


def test_an_offer_made_twice_is_told_once() -> None:
    match = Match.dealt()
    match.resign(0)
    before = stored(match)
    match.resign(0)
    assert stored(match) == before


def test_a_stand_in_agrees_like_any_bot_also_with_an_offer_made_before() -> None:
    match = Match.dealt()
    match.resign(0)
    match.leave(2)
    match.resign(0)
    gave_up(match, 0)


def test_who_resigns_is_back_in_his_seat() -> None:
    match = Match.dealt()
    match.leave(0)
    match.resign(0)
    assert match.seat(0).controller == Seat.Controller.PLAYER


def test_points_won_by_dejes_stand_when_a_hand_is_cut_short() -> None:
    match = Match.dealt(PLAIN)
    match.say("no_mus", "envido 2", "confirm", "no_quiero", "confirm")
    match.resign(0)
    match.resign(2)
    hand = Hand.objects.get(table_id=match.id)
    assert (hand.score_before, hand.score_after) == ([0, 0], [1, 0])
    assert match.row().winner == 1


def test_nothing_is_left_to_do_after_the_end() -> None:
    match = Match.of(SettingsFactory(alone=True))
    turn = match.turn().id
    match.resign(0)
    before = stored(match)
    assert not moves.time_out(table_id=match.id, turn=turn)
    assert not moves.give_up_on_bots(table_id=match.id, turn=turn)
    assert not moves.answer_with_bots(table_id=match.id, turn=turn)
    assert stored(match) == before
