"""F47: a pass that somebody says is an answer; only a question that ran out counts as absence."""

import pytest
from django.utils.timezone import now

from games import exceptions, moves
from games.models import Event, Seat, Table
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


def let_run_out(match: Match) -> None:
    """The standing question's time is over, and the clock plays for who is asked."""
    Table.objects.filter(pk=match.id).update(deadline=now().replace(year=2020))
    assert moves.time_out(table_id=match.id, turn=match.turn().id)


def test_whoever_passes_all_the_time_is_there_all_the_time() -> None:
    match = Match.dealt()
    match.say("no_mus", *["paso"] * 12)
    assert match.state().hand_number == 2
    assert [(seat.missed_turns, seat.controller) for seat in match.seats()] == [(0, "player")] * 4
    assert match.log("turn_missed", "seat_controller") == []
    assert {event.by for event in match.log("action")} == {Event.By.PLAYER}


def test_the_log_tells_a_pass_from_silence() -> None:
    match = Match.dealt()
    match.say("no_mus", "paso")
    let_run_out(match)
    said, unsaid = match.log("action")[-2:]
    assert said.data == unsaid.data == {"type": "paso"}
    assert (said.by, unsaid.by) == (Event.By.PLAYER, Event.By.TIMEOUT)
    assert (said.player, unsaid.player) == (match.people[0], None)
    assert [event.seat for event in match.log("turn_missed")] == [1]


def test_a_pass_in_between_ends_the_row_of_missed_turns() -> None:
    match = Match.dealt()
    let_run_out(match)
    match.say(*["paso"] * 4)
    assert match.asked() == 0
    assert match.seat(0).missed_turns == 0
    let_run_out(match)
    assert (match.seat(0).missed_turns, match.seat(0).controller) == (1, Seat.Controller.PLAYER)


def test_what_a_stand_in_passes_is_no_absence_of_its_person() -> None:
    match = Match.dealt()
    match.leave(0)
    assert match.bots()
    while match.asked() == 0:
        assert match.bots()
    assert match.seat(0).missed_turns == 0
    assert match.log("turn_missed") == []


def test_a_refused_answer_is_not_an_answer_and_its_question_can_still_be_missed() -> None:
    match = Match.dealt()
    for _ in range(2):
        with pytest.raises(exceptions.ActionRefused):
            match.send(0, {"type": "quiero"})
        let_run_out(match)
    assert (match.seat(0).missed_turns, match.seat(0).controller) == (2, Seat.Controller.BOT)
