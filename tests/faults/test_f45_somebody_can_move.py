"""F45: an unfinished match always waits for somebody, who can do something, until some moment."""

from random import Random
from typing import Any

import pytest

from games.models import Seat, Table
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

IN_TURN = {"simultaneous_discards": False, "kings": 4, "target": 25}
ALONE = {"partner_confirmation": "none", "mus_corrido": True, "target": 25}
NO_MUS = {"max_mus_rounds": 0, "deje_ends_game": True, "target": 25}
TABLES: list[Any] = [
    pytest.param({"options": {"target": 25}}, id="gametwist"),
    pytest.param({"traditional": True, "options": {"target": 25}}, id="traditional"),
    pytest.param({"paired": True, "options": IN_TURN}, id="two and two bots"),
    pytest.param({"alone": True, "options": ALONE}, id="alone"),
    pytest.param({"options": NO_MUS}, id="no mus"),
]


def somebody_can_move(match: Match) -> None:
    """What must be so at every moment of a match in play."""
    row, seats = match.row(), match.seats()
    assert row.turn_seats
    assert row.deadline is not None
    for seat in seats:
        legal = match.view(seat.number)["legal_actions"]
        assert bool(legal) == (seat.number in row.turn_seats)
    bots_are_asked = any(
        seat.controller == Seat.Controller.BOT for seat in seats if seat.number in row.turn_seats
    )
    assert (row.bots_due_at is not None) == bots_are_asked


@pytest.mark.parametrize("traits", TABLES)
def test_at_every_moment_somebody_has_something_to_do_and_a_time_to_do_it_in(
    traits: dict[str, Any], rng: Random
) -> None:
    match = Match.of(SettingsFactory(**traits))
    people = sorted(match.people)
    while match.row().status == Table.Status.PLAYING:
        somebody_can_move(match)
        if rng.random() < 0.1:
            coming_or_going = rng.choice([match.leave, match.come_back])
            coming_or_going(rng.choice(people))
            somebody_can_move(match)
        match.step(rng)
    assert match.row().winner in (0, 1)
