"""F11: a client that sends cards it does not hold, points it has not won, or fields that are not its own."""

import pytest

from tests.api.phones import Sitting
from tests.api.refusals import assert_refused, nothing_changes
from tests.engine.tables import PLAIN, dealt
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting() -> Sitting:
    """Seat 0 holds 7o 6o 5o 4o and is asked, with the others, for discards."""
    found = Sitting.of()
    match = Match(found.id)
    match.put(dealt(match.rules(), PLAIN))
    found.say(*["mus"] * 4)
    return found


@pytest.mark.parametrize("cards", [["7c"], ["7o", "12o"], ["1o", "2o", "3o", "10o"]])
def test_cards_it_does_not_hold(sitting, cards):
    with nothing_changes():
        problem = assert_refused(sitting.act(0, {"type": "discard", "cards": cards}), "action.illegal")
    assert problem["reason"] == "card_not_held"


@pytest.mark.parametrize(
    "forged",
    [
        {"seat": 2},
        {"score": [40, 0]},
        {"points": 5},
        {"by": "operator"},
        {"player": "ana"},
        {"version": 1},
        {"hand": {"your_cards": ["12o", "12c", "12e", "12b"]}},
        {"new_cards": ["12o"]},
    ],
    ids=lambda forged: next(iter(forged)),
)
def test_fields_that_are_not_its_own(sitting, forged):
    with nothing_changes():
        answer = sitting.act(0, {"type": "discard", "cards": ["7o"]}, **forged)
        problem = assert_refused(answer, "request.malformed")
    assert [error["pointer"] for error in problem["errors"]] == [f"/{name}" for name in forged]


@pytest.mark.parametrize(
    "forged", [{"status": "finished"}, {"winner": 0}, {"match": {"score": [40, 0]}}, {"creator": "ana"}]
)
def test_a_table_that_is_won_before_it_begins(sitting, forged):
    with nothing_changes():
        assert_refused(sitting.phones[0].send("/tables", forged), "request.malformed")


def test_the_cards_that_come_are_the_servers(sitting):
    for number, card in enumerate(["7o", "7c", "7e", "7b"]):
        sitting.act(number, {"type": "discard", "cards": [card]})
    hands = [sitting.view(number)["hand"]["your_cards"] for number in range(4)]
    assert len({card for hand in hands for card in hand}) == 16
    assert not {"7o", "7c", "7e", "7b"} & {card for hand in hands for card in hand}
