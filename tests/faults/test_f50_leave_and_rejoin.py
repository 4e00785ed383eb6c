"""F50: leaving and coming back gives no new cards, no new seat, no second win."""

import pytest

from games import exceptions, tables
from games.models import Table
from tests.games.driver import Match, stored
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db


def test_the_seat_and_the_cards_wait() -> None:
    match = Match.of()
    cards = match.view(2)["hand"]["your_cards"]
    for _ in range(3):
        match.leave(2)
        assert match.view(2)["hand"]["your_cards"] == cards
        view = match.come_back(2)
        assert view["hand"]["your_cards"] == cards
        assert [seat["seat"] for seat in view["seats"] if seat["you"]] == [2]


@pytest.mark.parametrize("away", [False, True])
def test_there_is_no_second_seat_and_no_new_client_seed_in_a_match(away: bool) -> None:
    match = Match.of()
    if away:
        match.leave(2)
    before = stored(match)
    for number in (None, 0, 2):
        with pytest.raises(exceptions.AlreadySeated):
            tables.join(table_id=match.id, player=match.people[2], number=number, client_seed="other cards")
    assert stored(match) == before


def test_what_the_stand_in_did_stands() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    match.leave(0)
    assert match.bots()
    match.come_back(0)
    with pytest.raises(exceptions.StaleTurn):
        match.send(0, {"type": "discard", "cards": ["7o"]})


def test_a_match_is_won_and_lost_once() -> None:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    before = stored(match)
    for act in (match.resign, match.leave, match.come_back):
        with pytest.raises(exceptions.NotPlaying):
            act(0)
    with pytest.raises(exceptions.AlreadySeated):
        tables.join(table_id=match.id, player=match.people[0])
    assert stored(match) == before
    assert [event.type for event in match.log()].count("match_finished") == 1
    assert match.row().status == Table.Status.FINISHED
