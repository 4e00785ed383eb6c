"""The queue, and joining a match in play, over HTTP."""

import pytest
from django.utils.timezone import now

from games import matchmaking
from tests.api.phones import ALONE, Phone, Sitting
from tests.api.refusals import assert_refused, codes_of

pytestmark = pytest.mark.django_db


def test_four_wait_and_play():
    phones = [Phone() for _ in range(4)]
    assert phones[0].read("/queue") == {"waiting": False, "bots_offered": False}
    for phone in phones:
        told = phone.do("/queue", {"turn_seconds": 30})
        assert (told["waiting"], told["bots_offered"], "table" in told) == (True, False, False)
    matchmaking.match_all(now())
    told = phones[0].read("/queue")
    assert told["waiting"] is False
    view = phones[3].read(f"/tables/{told['table']}")
    assert (view["status"], view["turn_seconds"]) == ("playing", 30)
    assert {seat["player"]["username"] for seat in view["seats"]} == {p.person.username for p in phones}


def test_one_leaves_the_queue():
    phone = Phone()
    phone.do("/queue", {})
    assert phone.delete("/api/v1/queue").status_code == 204
    assert phone.read("/queue")["waiting"] is False
    assert phone.delete("/api/v1/queue").status_code == 204


def test_two_partners_begin_with_bots():
    one, other = Phone(), Phone()
    one.do("/queue", {"partner": other.person.username})
    other.do("/queue", {"partner": one.person.username})
    table = one.do("/queue/bots")["table"]
    kinds = [seat["kind"] for seat in other.read(f"/tables/{table}")["seats"]]
    assert kinds == ["player", "bot", "player", "bot"]
    assert one.do("/queue/bots")["table"] == table
    assert_refused(Phone().send("/queue/bots"), "queue.not_waiting")


def test_a_key_is_good_for_one_wish():
    phone = Phone()
    first = phone.send("/queue", {}, key="a-key-of-mine").json()
    assert phone.send("/queue", {}, key="a-key-of-mine").json() == first
    assert_refused(phone.send("/queue", {"turn_seconds": 90}, key="a-key-of-mine"), "idempotency.key_reused")
    assert_refused(phone.send("/queue", {}, key="short"), "idempotency.key_malformed")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"ruleset": "poker"}, "table.invalid"),
        ({"turn_seconds": 9}, "table.invalid"),
        ({"turn_seconds": "60"}, "request.malformed"),
        ({"partner": "nobody-at-all"}, "account.not_found"),
    ],
)
def test_wishes_that_are_refused(wish, code):
    phone = Phone()
    assert_refused(phone.send("/queue", wish), code)
    assert code == "request.malformed" or code in codes_of("enter_queue")
    assert phone.read("/queue")["waiting"] is False


def test_a_bots_seat_is_taken_and_given_up_again():
    sitting, comer = Sitting.opened(**ALONE), Phone()
    tag = sitting.phones[0].get("/api/v1" + sitting.path())["ETag"]
    view = comer.do(sitting.path("join"), {"seat": 2})
    assert view["seats"][2]["coming"] == {"username": comer.person.username}
    assert not any(seat["you"] for seat in view["seats"])
    assert "your_cards" not in view["hand"]
    assert sitting.phones[0].get("/api/v1" + sitting.path())["ETag"] != tag
    assert "coming" not in comer.do(sitting.path("leave"))["seats"][2]
    assert_refused(comer.send(sitting.path("leave")), "table.not_seated")
