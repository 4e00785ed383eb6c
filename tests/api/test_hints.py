"""The tip box of the guides over HTTP: read, closed for a question, switched off and on, asked for once."""

import pytest

from games.hints import RULES
from games.models import Seat
from tests.api.phones import Phone, Sitting
from tests.api.refusals import assert_refused, nothing_changes
from tests.api.shapes import assert_shape

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting() -> Sitting:
    return Sitting.of()


def box(sitting, number, **query):
    found = sitting.phones[number].read(sitting.path("hints"), **query)
    assert_shape("TipBox", found)
    return found


def hide(sitting, number, turn, **more):
    return sitting.phones[number].send(sitting.path("hints/hide"), {"turn": turn}, **more)


def switch(phone, on):
    answer = phone.patch("/api/v1/me", {"show_hints": on}, format="json")
    assert answer.status_code == 200


def test_who_must_decide_gets_one_to_three_tips(sitting):
    number, view = sitting.asked()
    found = box(sitting, number)
    assert (found["turn"], found["show"], found["hidden"]) == (view["turn"]["id"], True, False)
    assert 1 <= len(found["box"]) <= 3
    assert all(tip["code"] in RULES and tip["text"] for tip in found["box"])


def test_who_is_not_asked_gets_an_empty_box(sitting):
    number, view = sitting.asked()
    for other in {0, 1, 2, 3} - {number}:
        assert box(sitting, other, force=True) == {
            "turn": view["turn"]["id"],
            "show": True,
            "hidden": False,
            "box": [],
        }


def test_the_green_cross_closes_the_box_for_this_question_only(sitting):
    number, view = sitting.asked()
    with nothing_changes_but_the_box(sitting, number, view["turn"]["id"]):
        closed = hide(sitting, number, view["turn"]["id"])
    assert closed.status_code == 200
    assert closed.json() == box(sitting, number)
    assert (closed.json()["hidden"], closed.json()["box"]) == (True, [])
    assert box(sitting, number, force=True)["box"]
    sitting.say("mus", "mus", "mus", "mus")
    assert box(sitting, number)["box"]
    assert not box(sitting, number)["hidden"]


class nothing_changes_but_the_box:  # noqa: N801  # it reads like the function of the same kind
    """Holds that closing a box writes one number and no event."""

    def __init__(self, sitting, number, turn):
        self.sitting, self.number, self.turn = sitting, number, turn

    def __enter__(self):
        self.before = self.stored()

    def __exit__(self, *_):
        seat = Seat.objects.filter(table_id=self.sitting.id, number=self.number)
        assert seat.get().hints_hidden_turn == self.turn
        seat.update(hints_hidden_turn=None)
        assert self.stored() == self.before
        seat.update(hints_hidden_turn=self.turn)

    def stored(self):
        seats = list(Seat.objects.filter(table_id=self.sitting.id).values())
        return seats, self.sitting.events(), self.sitting.row().version


def test_the_red_cross_and_the_brown_question_mark(sitting):
    """Off for good; asked for once while off; on again."""
    number, _ = sitting.asked()
    phone = sitting.phones[number]
    switch(phone, on=False)
    assert (box(sitting, number)["show"], box(sitting, number)["box"]) == (False, [])
    assert box(sitting, number, force=True)["box"]
    assert box(sitting, number)["box"] == []
    switch(phone, on=True)
    assert box(sitting, number)["box"]


def test_a_question_that_does_not_stand_cannot_be_hidden(sitting):
    number, view = sitting.asked()
    turn = view["turn"]["id"]
    with nothing_changes():
        stale = assert_refused(hide(sitting, number, turn - 1), "table.stale_turn")
        other = assert_refused(hide(sitting, (number + 1) % 4, turn), "table.not_your_turn")
    assert stale["turn"] == other["turn"] == view["turn"]


def test_who_has_chosen_discards_has_answered_the_question(sitting):
    sitting.say("mus", "mus", "mus", "mus")
    number, view = sitting.asked()
    card = view["hand"]["your_cards"][0]
    sitting.act(number, {"type": "discard", "cards": [card]})
    assert sitting.row().turn_id == view["turn"]["id"]
    assert box(sitting, number)["box"] == []
    assert_refused(hide(sitting, number, view["turn"]["id"]), "table.stale_turn")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "request.malformed"),
        ({"turn": "1"}, "request.malformed"),
        ({"turn": 1, "x": 2}, "request.malformed"),
    ],
)
def test_hiding_takes_a_turn_and_nothing_else(sitting, body, code):
    number, _ = sitting.asked()
    with nothing_changes():
        assert_refused(sitting.phones[number].send(sitting.path("hints/hide"), body), code)


def test_hiding_twice_with_one_key_is_answered_alike(sitting):
    number, view = sitting.asked()
    first, again = (hide(sitting, number, view["turn"]["id"], key="a-key-of-mine") for _ in range(2))
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"


def test_before_the_match_and_beside_the_table():
    sitting = Sitting.opened()
    path, outsider = sitting.path("hints"), Phone()
    phone = next(iter(sitting.phones.values()))
    assert_refused(phone.get(f"/api/v1{path}"), "table.not_playing")
    assert_refused(phone.send(f"{path}/hide", {"turn": 1}), "table.not_playing")
    assert_refused(outsider.get(f"/api/v1{path}"), "table.not_seated")
    assert_refused(outsider.send(f"{path}/hide", {"turn": 1}), "table.not_seated")
    private = Sitting.opened(visibility="private")
    assert_refused(outsider.get(f"/api/v1{private.path('hints')}"), "table.not_found")
    assert_refused(phone.get(f"/api/v1{path}", {"force": "perhaps"}), "request.malformed")


@pytest.mark.parametrize("language", ["es", "eu", "fr", "it", "sl"])
def test_tips_speak_the_language_of_the_reader(sitting, language):
    number, _ = sitting.asked()
    answer = sitting.phones[number].get(
        f"/api/v1{sitting.path('hints')}", headers={"Accept-Language": language}
    )
    assert answer.headers["Content-Language"] == language
    english = box(sitting, number)["box"]
    assert [tip["code"] for tip in answer.json()["box"]] == [tip["code"] for tip in english]
    assert all(tip["text"] != other["text"] for tip, other in zip(answer.json()["box"], english, strict=True))


def test_the_box_follows_a_whole_match(rng):
    sitting = Sitting.of(options={"target": 25})
    while sitting.row().status == "playing":
        number, _ = sitting.asked()
        assert 1 <= len(box(sitting, number)["box"]) <= 3
        sitting.step(rng)
    assert_refused(sitting.phones[0].get(f"/api/v1{sitting.path('hints')}"), "table.not_playing")
