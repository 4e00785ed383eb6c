"""F12: a seat's token acts for another seat or at another table; hidden looks like not there."""

from uuid import uuid4

import pytest

from tests.api.phones import ALONE, API, Phone, Sitting
from tests.api.refusals import assert_refused, nothing_changes
from tests.engine.tables import PLAIN, at_grande
from tests.games.driver import Match

pytestmark = pytest.mark.django_db

PASO = {"type": "paso"}


def _at_grande() -> Sitting:
    sitting = Sitting.of()
    match = Match(sitting.id)
    match.put(at_grande(match.rules(), PLAIN))
    return sitting


def test_a_seats_token_speaks_for_that_seat_only():
    sitting = _at_grande()
    with nothing_changes():
        for number in (1, 2, 3):
            assert_refused(sitting.act(number, PASO), "table.not_your_turn")
            assert_refused(sitting.act(number, PASO, seat=0), "request.malformed")
    answer = sitting.act(0, PASO).json()
    assert answer["accepted"]["seat"] == 0


def test_a_token_of_one_match_at_another():
    ours, theirs = _at_grande(), _at_grande()
    hidden = Sitting.of(visibility="private", **ALONE)
    phone = ours.phones[0]
    with nothing_changes():
        for rest, body in (
            ("actions", {"turn": theirs.row().turn_id, **PASO}),
            ("signs", {"gesture": "wink"}),
            ("leave", {}),
            ("return", {}),
            ("resign", {}),
            ("start", {}),
            ("seats/1/bot", {"level": "novice"}),
        ):
            assert_refused(phone.send(theirs.path(rest), body), "table.not_seated")
            assert_refused(phone.send(hidden.path(rest), body), "table.not_found")


def test_only_the_creator_decides_about_seats():
    sitting = Sitting.opened(auto_start=False)
    guest = sitting.join(1)
    with nothing_changes():
        assert_refused(guest.send(sitting.path("seats/2/bot"), {"level": "casual"}), "table.not_creator")


@pytest.mark.parametrize("rest", ["", "events", "hands", "hands/1"])
def test_not_yours_and_not_there_read_the_same(rest):
    hidden = Sitting.of(visibility="private", **ALONE)
    stranger = Phone()
    answers = [
        stranger.get(f"{API}/tables/{table_id}/{rest}".rstrip("/")) for table_id in (hidden.id, uuid4())
    ]
    assert answers[0].content == answers[1].content
    assert dict(answers[0].headers) == dict(answers[1].headers)
    assert_refused(answers[0], "table.not_found")


@pytest.mark.parametrize(
    "rest", ["join", "actions", "signs", "leave", "return", "resign", "rematch", "start"]
)
def test_not_yours_and_not_there_answer_the_same(rest):
    hidden = Sitting.of(visibility="private", **ALONE)
    stranger = Phone()
    body = {"actions": {"turn": 1, "type": "mus"}, "signs": {"gesture": "wink"}}.get(rest)
    with nothing_changes():
        answers = [stranger.send(f"/tables/{table_id}/{rest}", body) for table_id in (hidden.id, uuid4())]
    assert answers[0].content == answers[1].content
    assert dict(answers[0].headers) == dict(answers[1].headers)
    assert_refused(answers[0], "table.not_found")


def test_somebody_elses_cards_are_in_no_answer():
    sitting = _at_grande()
    hands = {number: set(cards.split()) for number, cards in enumerate(PLAIN)}
    for number, phone in sitting.phones.items():
        told = str(
            [phone.read(sitting.path()), phone.read(sitting.path("events"), after=4, view=True)["table"]]
        )
        others = set().union(*(cards for seat, cards in hands.items() if seat != number))
        assert not [card for card in others if f"'{card}'" in told]
        assert all(f"'{card}'" in told for card in hands[number])
