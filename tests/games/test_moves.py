"""The one door: what is played, what is refused, and who is back in his seat afterwards."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils.timezone import now

from games import exceptions, moves
from games.engine.actions import Action
from games.engine.state import State
from games.models import Event, Seat, Table
from tests.engine.tables import PAIRED, PLAIN, dealt, play
from tests.games.driver import Match, stored, types
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db

PASO = {"type": "paso"}
MUS = {"type": "mus"}


@pytest.fixture
def match() -> Match:
    """Four people, seat 0 is mano and is asked for mus."""
    return Match.dealt()


def let_run_out(match: Match) -> bool:
    """The standing question's time has passed, and the clock looks at it."""
    Table.objects.filter(pk=match.id).update(deadline=now() - timedelta(seconds=60))
    return moves.time_out(table_id=match.id, turn=match.turn().id)


def test_an_action_is_logged_saved_and_answered_with_the_view(match: Match) -> None:
    before = match.row()
    answer = match.say("mus")
    row, logged = match.row(), match.log()[-1]
    assert (row.version, row.turn_id) == (before.version + 1, before.turn_id + 1)
    assert (logged.seq, logged.type, logged.seat, logged.by) == (row.version, "action", 0, Event.By.PLAYER)
    assert logged.player == match.people[0]
    assert answer["accepted"] == {
        "seq": row.version,
        "at": answer["accepted"]["at"],
        "type": "action",
        "seat": 0,
        "by": "player",
        "data": {"type": "mus"},
    }
    assert answer["table"] == match.view(0)


def test_the_answer_to_a_discard_tells_its_own_cards_and_the_log_hides_them_from_the_others() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    answer = match.say("discard 7o 6o")
    assert answer["accepted"]["data"] == {"type": "discard", "cards": ["7o", "6o"]}
    logged = match.log()[-1]
    assert (logged.data, logged.private) == ({"type": "discard"}, {"0": {"cards": ["7o", "6o"]}})


def test_a_bot_plays_through_the_same_door() -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    assert match.bots()
    logged = match.log("action")[-1]
    assert (logged.seat, logged.by, logged.player) == (1, Event.By.BOT, None)


def finished(match: Match) -> None:
    match.resign(0)
    match.resign(2)


def ended_as(status: str) -> Callable[[Match], None]:
    def end(match: Match) -> None:
        row = match.row()
        row.status = status
        row.stop_clock()
        row.save()

    return end


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(finished, id="finished"),
        pytest.param(ended_as(Table.Status.PARKED), id="parked"),
        pytest.param(ended_as(Table.Status.ABANDONED), id="abandoned"),
    ],
)
def test_a_table_where_nobody_plays_any_more_says_so_before_it_looks_at_the_turn(
    match: Match, end: Callable[[Match], None]
) -> None:
    turn = match.turn().id
    end(match)
    before = stored(match)
    with pytest.raises(exceptions.NotPlaying) as refused:
        match.send(0, PASO, turn=turn + 5)
    assert refused.value.extra == {"table_status": match.row().status}
    assert stored(match) == before


def test_an_open_table_takes_no_actions() -> None:
    match = Match.opened(SettingsFactory())
    with pytest.raises(exceptions.NotPlaying):
        match.send(0, PASO, turn=1)


@pytest.mark.parametrize("offset", [-1, 1, 1000])
def test_an_answer_to_another_question_is_stale_and_told_the_current_one(match: Match, offset: int) -> None:
    match.say("mus")
    before = stored(match)
    with pytest.raises(exceptions.StaleTurn) as refused:
        match.send(1, MUS, turn=match.turn().id + offset)
    assert refused.value.extra == {"turn": match.view(1)["turn"]}
    assert stored(match) == before


def test_who_is_not_asked_is_refused_whatever_he_says(match: Match) -> None:
    before = stored(match)
    with pytest.raises(exceptions.NotYourTurn) as refused:
        match.send(1, {"type": "envido", "amount": 9999})
    assert refused.value.extra == {"turn": match.view(1)["turn"]}
    assert stored(match) == before


def test_who_has_discarded_already_is_stale_and_not_out_of_turn(match: Match) -> None:
    match.say("mus", "mus", "mus", "mus")
    match.send(2, {"type": "discard", "cards": ["7e"]})
    before = stored(match)
    with pytest.raises(exceptions.StaleTurn):
        match.send(2, {"type": "discard", "cards": ["6e"]})
    assert stored(match) == before


def test_where_discards_are_made_in_turn_another_seat_is_out_of_turn() -> None:
    match = Match.dealt(settings=SettingsFactory(options={"simultaneous_discards": False}))
    match.say("mus", "mus", "mus", "mus")
    with pytest.raises(exceptions.NotYourTurn):
        match.send(2, {"type": "discard", "cards": ["7e"]})


ILLEGAL: list[tuple[list[str], dict[str, Any], str]] = [
    ([], PASO, "wrong_phase"),
    (["no_mus"], {"type": "quiero"}, "nothing_to_answer"),
    (["no_mus"], {"type": "envido", "amount": 1}, "amount_too_low"),
    (["no_mus"], {"type": "envido", "amount": -3}, "amount_too_low"),
    (["no_mus"], {"type": "envido", "amount": 41}, "amount_too_high"),
    (["no_mus"], {"type": "envido", "amount": 10**30}, "amount_too_high"),
    (["mus"] * 4, {"type": "discard", "cards": ["1b"]}, "card_not_held"),
    (["mus"] * 4, {"type": "discard", "cards": ["7o", "7o"]}, "duplicate_card"),
    (["mus"] * 4, {"type": "discard", "cards": []}, "wrong_card_count"),
    (["mus"] * 4, {"type": "discard", "cards": ["7o", "6o", "5o", "4o", "3o"]}, "wrong_card_count"),
]


@pytest.mark.parametrize(("words", "wire", "reason"), ILLEGAL)
def test_what_is_not_allowed_is_refused_with_its_reason_and_the_legal_actions(
    match: Match, words: list[str], wire: dict[str, Any], reason: str
) -> None:
    if words:
        match.say(*words)
    before = stored(match)
    with pytest.raises(exceptions.ActionRefused) as refused:
        match.send(0, wire)
    assert refused.value.extra == {"reason": reason, "legal_actions": match.view(0)["legal_actions"]}
    assert refused.value.extra["legal_actions"]
    assert stored(match) == before


def test_a_stranger_has_no_seat_and_does_not_see_a_private_table() -> None:
    stranger = PersonFactory()
    public, private = Match.of(), Match.opened(SettingsFactory(private=True))
    for match, refusal in ((public, exceptions.NotSeated), (private, exceptions.TableNotFound)):
        with pytest.raises(refusal):
            moves.play(table_id=match.id, player=stranger, turn=1, action=Action("mus"))


# A person who is away


def test_two_questions_missed_in_a_row_bring_a_stand_in(match: Match) -> None:
    assert let_run_out(match)
    assert (match.seat(0).missed_turns, match.seat(0).controller) == (1, Seat.Controller.PLAYER)
    assert match.asked() == 0
    assert let_run_out(match)
    assert (match.seat(0).missed_turns, match.seat(0).controller) == (2, Seat.Controller.BOT)
    assert match.seat(0).player == match.people[0]
    logged = match.log("turn_missed", "seat_controller")
    assert [(event.type, event.seat, event.data) for event in logged] == [
        ("turn_missed", 0, {"missed_turns": 1}),
        ("turn_missed", 0, {"missed_turns": 2}),
        ("seat_controller", 0, {"controller": "bot"}),
    ]


def test_what_is_played_for_who_missed_his_turn_is_the_default_and_says_so(match: Match) -> None:
    let_run_out(match)
    logged = match.log("action")[-1]
    assert (logged.seat, logged.by, logged.player, logged.data) == (
        0,
        Event.By.TIMEOUT,
        None,
        {"type": "no_mus"},
    )


def test_an_answer_in_between_begins_the_count_of_missed_turns_again(match: Match) -> None:
    let_run_out(match)
    match.say("paso")
    assert match.seat(0).missed_turns == 0
    match.say("paso", "paso", "paso")
    let_run_out(match)
    assert (match.seat(0).missed_turns, match.seat(0).controller) == (1, Seat.Controller.PLAYER)


def test_a_time_out_that_is_not_due_or_comes_twice_does_nothing(match: Match) -> None:
    turn = match.turn().id
    before = stored(match)
    assert not moves.time_out(table_id=match.id, turn=turn)
    assert stored(match) == before
    assert let_run_out(match)
    after = stored(match)
    assert not moves.time_out(table_id=match.id, turn=turn)
    assert stored(match) == after


def test_all_who_have_not_discarded_in_time_lose_one_card_in_one_step(match: Match) -> None:
    match.say("mus", "mus", "mus", "mus")
    match.send(2, {"type": "discard", "cards": ["7e", "6e"]})
    turn = match.turn().id
    assert let_run_out(match)
    logged = match.log()
    actions = [event for event in logged if event.by == Event.By.TIMEOUT]
    assert [(event.seat, event.private) for event in actions] == [
        (0, {"0": {"cards": ["4o"]}}),
        (1, {"1": {"cards": ["4c"]}}),
        (3, {"3": {"cards": ["4b"]}}),
    ]
    assert len({event.at for event in actions}) == 1
    assert match.state().phase == "mus"
    assert match.turn().id == turn + 1
    assert [seat.missed_turns for seat in match.seats()] == [1, 1, 0, 1]


ANSWERS_OF_ONE_WHO_IS_AWAY = [
    pytest.param(0, 0, {"type": "mus"}, None, id="accepted"),
    pytest.param(0, 0, {"type": "paso"}, exceptions.ActionRefused, id="illegal"),
    pytest.param(0, 7, {"type": "mus"}, exceptions.StaleTurn, id="stale"),
    pytest.param(1, 0, {"type": "mus"}, exceptions.NotYourTurn, id="out of turn"),
]


@pytest.mark.parametrize(("number", "offset", "wire", "refusal"), ANSWERS_OF_ONE_WHO_IS_AWAY)
def test_any_action_even_a_refused_one_brings_its_person_back(
    match: Match, number: int, offset: int, wire: dict[str, Any], refusal: type[Exception] | None
) -> None:
    match.leave(number)
    epoch = match.seat(number).epoch
    turn = match.turn().id + offset
    if refusal:
        with pytest.raises(refusal):
            match.send(number, wire, turn=turn)
    else:
        match.send(number, wire, turn=turn)
    seat = match.seat(number)
    assert (seat.controller, seat.missed_turns, seat.epoch) == (Seat.Controller.PLAYER, 0, epoch + 1)
    back = match.log("seat_controller")[-1]
    assert (back.seat, back.data) == (number, {"controller": "player"})


def test_who_comes_back_by_playing_is_told_back_before_his_word(match: Match) -> None:
    match.leave(0)
    version = match.row().version
    answer = match.say("mus")
    assert types(match.log()[version:]) == ["seat_controller", "action"]
    assert answer["accepted"]["type"] == "action"
    assert answer["accepted"]["seq"] == version + 2


def test_a_stand_in_that_was_thinking_when_its_person_came_back_is_too_late(match: Match) -> None:
    match.leave(0)
    turn, seat = match.turn().id, match.seat(0)
    choices = {0: (seat.epoch, Action("no_mus"))}
    match.come_back(0)
    before = stored(match)
    assert not moves.play_bots(table_id=match.id, turn=turn, choices=choices)
    assert stored(match) == before
    match.leave(0)
    assert not moves.play_bots(table_id=match.id, turn=turn, choices=choices)


def test_bots_answer_only_the_question_they_were_asked() -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    turn = match.turn().id
    assert not moves.answer_with_bots(table_id=match.id, turn=turn + 1)
    assert moves.answer_with_bots(table_id=match.id, turn=turn)
    after = stored(match)
    assert not moves.answer_with_bots(table_id=match.id, turn=turn)
    assert stored(match) == after


def test_all_bots_that_are_to_discard_do_so_in_one_step() -> None:
    match = Match.dealt(PLAIN, settings=SettingsFactory(alone=True))
    match.put(state_of_discards(match))
    assert match.bots()
    assert match.turn().seats == (0,)
    assert sorted(event.seat for event in match.log("action") if event.by == "bot") == [1, 2, 3]
    assert not match.bots()


def state_of_discards(match: Match) -> State:
    """The state after four "mus" at this table."""
    return play(dealt(match.rules()), [(0, "mus"), (1, "mus"), (2, "mus"), (3, "mus")])


def test_bots_that_say_nothing_in_their_patience_have_the_default_played() -> None:
    match = Match.dealt(mano=1, settings=SettingsFactory(alone=True))
    turn = match.turn().id
    assert not moves.give_up_on_bots(table_id=match.id, turn=turn)
    Table.objects.filter(pk=match.id).update(turn_started_at=now() - timedelta(seconds=31))
    assert moves.give_up_on_bots(table_id=match.id, turn=turn)
    logged = match.log("action")[-1]
    assert (logged.seat, logged.by, logged.data) == (1, Event.By.TIMEOUT, {"type": "no_mus"})
    assert match.seat(1).missed_turns == 0


def test_bots_do_not_hurry_a_person_asked_the_same_question() -> None:
    match = Match.dealt(settings=SettingsFactory(alone=True))
    match.put(state_of_discards(match))
    Table.objects.filter(pk=match.id).update(turn_started_at=now() - timedelta(seconds=31))
    assert moves.give_up_on_bots(table_id=match.id, turn=match.turn().id)
    assert match.turn().seats == (0,)
    assert match.seat(0).missed_turns == 0


WHOLE_MATCHES = [
    pytest.param({}, id="four people"),
    pytest.param({"alone": True}, id="one person"),
    pytest.param({"traditional": True, "paired": True}, id="two people, traditional"),
    pytest.param({"traditional": True}, id="four people, traditional"),
]


@pytest.mark.parametrize("traits", WHOLE_MATCHES)
def test_a_match_of_legal_actions_ends_with_a_winner_and_no_clock(
    traits: dict[str, Any], rng: Random
) -> None:
    match = Match.of(SettingsFactory(quick=True, **traits))
    match.play_out(rng)
    row = match.row()
    assert (row.status, row.turn_id, row.deadline, row.bots_due_at) == (
        Table.Status.FINISHED,
        None,
        None,
        None,
    )
    assert row.winner == match.state().winner
    assert match.log()[-1].type == "match_finished"
    assert row.finished_at == match.log()[-1].at


def test_a_partner_who_is_asked_to_confirm_may_be_away_and_is_still_asked() -> None:
    match = Match.dealt(PAIRED)
    match.leave(2)
    match.say("no_mus", "envido 5")
    assert match.turn().seats == (2,)
    assert match.turn().kind == "confirm"
    assert match.bots()
    assert match.turn().seats != (2,)
