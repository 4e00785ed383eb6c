"""F60: a stored or cached answer is never given to somebody else, nor to another request."""

from uuid import uuid4

import pytest

from games.models import Answer
from tests.api.phones import ALONE, API, Phone, Sitting
from tests.api.refusals import assert_refused, nothing_changes
from tests.engine.tables import PLAIN, at_grande, dealt
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


def _put(sitting, make) -> Sitting:
    match = Match(sitting.id)
    match.put(make(match.rules(), PLAIN))
    return sitting


def _cards(answer):
    return answer.json()["table"]["hand"]["your_cards"]


def test_the_same_key_from_two_seats_gives_each_its_own_cards():
    """Path, body and key are equal: only the caller differs."""
    sitting, key = _put(Sitting.of(), dealt), str(uuid4())
    sitting.say(*["mus"] * 4)
    turn = sitting.row().turn_id
    refused = sitting.act(1, {"type": "discard", "cards": ["7o"]}, key=key, turn=turn)
    assert_refused(refused, "action.illegal")
    first = sitting.act(0, {"type": "discard", "cards": ["7o"]}, key=key, turn=turn)
    assert first.status_code == 200
    assert "7o" in _cards(first)
    again = sitting.act(1, {"type": "discard", "cards": ["7o"]}, key=key, turn=turn)
    assert_refused(again, "action.illegal")
    own = sitting.act(1, {"type": "discard", "cards": ["7c"]}, key=key, turn=turn)
    assert own.status_code == 200
    assert "Idempotency-Replayed" not in own
    assert set(_cards(own)) == set(PLAIN[1].split())
    assert Answer.objects.filter(key=key).count() == 2


def test_a_key_of_a_sign_gives_each_its_own_view():
    sitting, key = _put(Sitting.of(), at_grande), str(uuid4())
    answers = [
        phone.send(sitting.path("signs"), {"gesture": "wink"}, key=key) for phone in sitting.phones.values()
    ]
    hands = [set(answer.json()["hand"]["your_cards"]) for answer in answers]
    assert hands == [set(cards.split()) for cards in PLAIN]
    assert not any("Idempotency-Replayed" in answer for answer in answers)


def test_a_stranger_with_the_key_gets_nothing():
    sitting, key = _put(Sitting.of(), at_grande), str(uuid4())
    body = {"turn": sitting.row().turn_id, "type": "paso"}
    sitting.phones[0].send(sitting.path("actions"), body, key=key)
    with nothing_changes():
        answer = Phone().send(sitting.path("actions"), body, key=key)
    assert_refused(answer, "table.not_seated")
    assert "your_cards" not in answer.content.decode()


def test_the_same_key_for_another_path_method_or_body():
    key = str(uuid4())
    one = _put(Sitting.of(), at_grande)
    phone = one.phones[0]
    body = {"turn": one.row().turn_id, "type": "paso"}
    assert phone.send(one.path("actions"), body, key=key).status_code == 200
    with nothing_changes():
        for path, other in (
            (one.path("actions"), {**body, "type": "ordago"}),
            (one.path("actions"), {"type": "paso", "turn": body["turn"]}),
            (one.path("signs"), {"gesture": "wink"}),
            (one.path("leave"), {}),
            ("/tables", {}),
        ):
            assert_refused(phone.send(path, other, key=key), "idempotency.key_reused")


def test_a_key_on_a_read_is_not_a_key():
    sitting, key = _put(Sitting.of(), at_grande), str(uuid4())
    for phone in sitting.phones.values():
        answer = phone.get(API + sitting.path(), headers={"Idempotency-Key": key})
        assert set(answer.json()["hand"]["your_cards"]) <= {card for cards in PLAIN for card in cards.split()}
    assert not Answer.objects.filter(key=key).exists()


@pytest.mark.parametrize("rest", ["", "events?after=0&view=true", "hands"])
def test_no_cache_on_the_way_keeps_what_a_seat_sees(rest):
    sitting = _put(Sitting.of(), at_grande)
    answer = sitting.phones[0].get(API + sitting.path() + ("/" + rest if rest else ""))
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept-Language"} <= set(answer["Vary"].split(", "))


def test_what_is_answered_to_a_post_is_kept_from_caches_too():
    sitting = _put(Sitting.of(), at_grande)
    for number, action in ((0, {"type": "paso"}), (0, {"type": "paso"})):
        answer = sitting.act(number, action)
        assert answer["Cache-Control"] == "private, no-cache"
        assert "Authorization" in answer["Vary"]


def test_the_tag_of_one_seat_is_none_of_anothers():
    sitting = _put(Sitting.of(), at_grande)
    tags = {number: phone.get(API + sitting.path())["ETag"] for number, phone in sitting.phones.items()}
    for number, phone in sitting.phones.items():
        for other, tag in tags.items():
            answer = phone.get(API + sitting.path(), headers={"If-None-Match": tag})
            assert answer.status_code == (304 if other == number else 200)


def test_a_new_player_on_an_old_phone_is_not_given_the_old_ones_answer():
    phone, key = Phone(), str(uuid4())
    first = phone.send("/tables", ALONE, key=key).json()
    other = Phone()
    second = other.send("/tables", ALONE, key=key).json()
    assert first["id"] != second["id"]
    assert first["seats"][0]["player"] != second["seats"][0]["player"]
