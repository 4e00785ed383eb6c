"""Bad input gets a clear problem document with a code, and changes nothing."""

import pytest
from django.utils import timezone

from accounts.models import Token, User
from tests.api.phones import ALONE, API, BOT, Phone, Sitting
from tests.api.refusals import assert_refused, nothing_changes
from tests.engine.tables import PLAIN, dealt
from tests.games.driver import Match

pytestmark = pytest.mark.django_db

POSTS = (
    "join",
    "leave",
    "start",
    "return",
    "resign",
    "rematch",
    "actions",
    "signs",
    "messages",
    "seats/1/bot",
)
GOOD = {
    "actions": {"turn": 1, "type": "mus"},
    "signs": {"gesture": "wink"},
    "messages": {"text": "kaixo"},
    "seats/1/bot": {"level": "novice"},
}


def _asked_for_mus() -> Sitting:
    sitting = Sitting.of()
    match = Match(sitting.id)
    match.put(dealt(match.rules(), PLAIN))
    return sitting


def _asked_for_discards() -> Sitting:
    sitting = _asked_for_mus()
    sitting.say(*["mus"] * 4)
    return sitting


def _raw(phone, path, body: bytes, content_type="application/json"):
    return phone.generic("POST", API + path, body, content_type=content_type)


@pytest.mark.parametrize("extra", [{"seat_": 2}, {"": 1}, {"Turn": 1}, {"__proto__": {}}])
def test_an_unknown_field(extra):
    sitting = _asked_for_mus()
    for rest in POSTS:
        with nothing_changes():
            answer = sitting.phones[0].send(sitting.path(rest), {**GOOD.get(rest, {}), **extra})
            problem = assert_refused(answer, "request.malformed")
        assert [error["pointer"] for error in problem["errors"]] == [f"/{name}" for name in extra], rest


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "request.malformed"),
        (b"[]", "request.malformed"),
        (b"null", "request.malformed"),
        (b'"mus"', "request.malformed"),
        (b'{"turn": 1, "turn": 1}', "request.malformed"),
        (b'{"type": "mus\xff"}', "request.malformed"),
        (rb'{"type": "mus\u0000"}', "request.malformed"),
        (b'{"\x00": 1}', "request.malformed"),
        (rb'{"gesture": "\ud800"}', "request.malformed"),
        (b'{"turn": NaN}', "request.malformed"),
        (b'{"a":' * 30 + b"1" + b"}" * 30, "request.malformed"),
        (b'{"type": "' + b"x" * 2_000_000 + b'"}', "request.too_large"),
    ],
    ids=[
        "half",
        "a list",
        "null",
        "a text",
        "a key twice",
        "invalid UTF-8",
        "a NUL",
        "a NUL in a key",
        "half a pair",
        "NaN",
        "too deep",
        "two megabytes",
    ],
)
def test_a_body_that_cannot_be_read(body, code):
    sitting = _asked_for_mus()
    with nothing_changes():
        for rest in POSTS:
            assert_refused(_raw(sitting.phones[0], sitting.path(rest), body), code)


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_body_of_another_kind(media_type):
    sitting = _asked_for_mus()
    with nothing_changes():
        answer = _raw(sitting.phones[0], sitting.path("actions"), b"turn=1&type=mus", media_type)
        assert_refused(answer, "request.unsupported_media_type")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/turn"),
        ({"turn": 1}, "/type"),
        ({"type": "mus"}, "/turn"),
        ({"turn": "1", "type": "mus"}, "/turn"),
        ({"turn": 1.0, "type": "mus"}, "/turn"),
        ({"turn": True, "type": "mus"}, "/turn"),
        ({"turn": None, "type": "mus"}, "/turn"),
        ({"turn": [1], "type": "mus"}, "/turn"),
        ({"turn": 1, "type": "MUS"}, "/type"),
        ({"turn": 1, "type": "fold"}, "/type"),
        ({"turn": 1, "type": 5}, "/type"),
        ({"turn": 1, "type": None}, "/type"),
        ({"turn": 1, "type": ["mus"]}, "/type"),
        ({"turn": 1, "type": "mus", "amount": 5}, "/amount"),
        ({"turn": 1, "type": "paso", "cards": []}, "/cards"),
        ({"turn": 1, "type": "envido"}, "/amount"),
        ({"turn": 1, "type": "envido", "amount": "5"}, "/amount"),
        ({"turn": 1, "type": "envido", "amount": 5.0}, "/amount"),
        ({"turn": 1, "type": "envido", "amount": 2.5}, "/amount"),
        ({"turn": 1, "type": "envido", "amount": True}, "/amount"),
        ({"turn": 1, "type": "envido", "amount": None}, "/amount"),
        ({"turn": 1, "type": "envido", "amount": [5]}, "/amount"),
        ({"turn": 1, "type": "discard"}, "/cards"),
        ({"turn": 1, "type": "discard", "cards": "7o"}, "/cards"),
        ({"turn": 1, "type": "discard", "cards": {"0": "7o"}}, "/cards"),
        ({"turn": 1, "type": "discard", "cards": None}, "/cards"),
        ({"turn": 1, "type": "discard", "cards": ["7o", "8o"]}, "/cards/1"),
        ({"turn": 1, "type": "discard", "cards": ["7O"]}, "/cards/0"),
        ({"turn": 1, "type": "discard", "cards": [7]}, "/cards/0"),
        ({"turn": 1, "type": "discard", "cards": [["7o"]]}, "/cards/0"),
        ({"turn": 1, "type": "discard", "cards": [""]}, "/cards/0"),
    ],
)
def test_an_action_that_cannot_be_read(body, pointer):
    sitting = _asked_for_mus()
    with nothing_changes():
        problem = assert_refused(sitting.phones[0].send(sitting.path("actions"), body), "request.malformed")
    assert pointer in [error["pointer"] for error in problem["errors"]]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"ruleset": 5}, "/ruleset", "request.malformed"),
        ({"ruleset": None}, "/ruleset", "request.malformed"),
        ({"ruleset": "x" * 21}, "/ruleset", "request.invalid"),
        ({"visibility": ["public"]}, "/visibility", "request.malformed"),
        ({"options": []}, "/options", "request.malformed"),
        ({"options": None}, "/options", "request.malformed"),
        ({"options": "target"}, "/options", "request.malformed"),
        ({"turn_seconds": "60"}, "/turn_seconds", "request.malformed"),
        ({"turn_seconds": 60.5}, "/turn_seconds", "request.malformed"),
        ({"turn_seconds": False}, "/turn_seconds", "request.malformed"),
        ({"seats": {}}, "/seats", "request.malformed"),
        ({"seats": None}, "/seats", "request.malformed"),
        ({"seats": [None, "casual", None, None]}, "/seats/1", "request.malformed"),
        ({"seats": [None, {}, None, None]}, "/seats/1/bot", "request.malformed"),
        ({"seats": [None, {"bot": 1}, None, None]}, "/seats/1/bot", "request.malformed"),
        (
            {"seats": [None, {"bot": "casual", "card": "12o"}, None, None]},
            "/seats/1/card",
            "request.malformed",
        ),
        ({"seats": [None] * 17}, "/seats", "request.invalid"),
        ({"auto_start": "yes"}, "/auto_start", "request.malformed"),
        ({"chat": 1}, "/chat", "request.malformed"),
        ({"status": "finished"}, "/status", "request.malformed"),
        ({"master": "00"}, "/master", "request.malformed"),
    ],
)
def test_a_table_that_cannot_be_read(body, pointer, code):
    phone = Phone()
    with nothing_changes():
        problem = assert_refused(phone.send("/tables", body), code)
    assert pointer in [error["pointer"] for error in problem["errors"]], problem


@pytest.mark.parametrize("seat", [-1, 4, 10**30, "0", 0.0, None, [0]])
def test_a_seat_that_is_none(seat):
    sitting = Sitting.opened()
    with nothing_changes():
        answer = Phone().send(sitting.path("join"), {"seat": seat})
        assert answer.json()["code"] in ("request.malformed", "request.invalid")
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/seat"]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["12o"], "card_not_held"),
        (["7o", "6o", "5o", "4o", "7c"], "wrong_card_count"),
        (["7o", "7o"], "duplicate_card"),
    ],
    ids=["a card not held", "five cards", "the same card twice"],
)
def test_cards_of_a_liar(cards, reason):
    sitting = _asked_for_discards()
    with nothing_changes():
        problem = assert_refused(sitting.act(0, {"type": "discard", "cards": cards}), "action.illegal")
    assert problem["reason"] == reason


@pytest.mark.parametrize(
    "table", ["nonsense", "0" * 36, "00000000-0000-0000-0000-00000000000g", "..", "%00", "1"]
)
def test_an_address_that_names_no_table(table):
    phone = Phone()
    for path in ("", "/actions", "/events", "/hands/1"):
        answer = phone.get(f"{API}/tables/{table}{path}")
        assert_refused(answer, "request.malformed" if "%00" in table else "request.not_found")


def test_a_table_of_others(rng):
    ours, theirs = _asked_for_mus(), _asked_for_mus()
    private = Sitting.of(visibility="private", **ALONE)
    turn = theirs.row().turn_id
    with nothing_changes():
        body = {"turn": turn, "type": "mus"}
        assert_refused(ours.phones[0].send(theirs.path("actions"), body), "table.not_seated")
        assert_refused(ours.phones[0].send(private.path("actions"), body), "table.not_found")


def test_a_finished_table(rng):
    sitting = Sitting.of(seats=[None, BOT, BOT, BOT], options={"target": 25})
    sitting.play_out(rng)
    with nothing_changes():
        answer = sitting.phones[0].send(sitting.path("actions"), {"turn": 1, "type": "mus"})
        assert_refused(answer, "table.not_playing")


def test_a_dead_token():
    sitting = _asked_for_mus()
    Token.objects.update(expiry=timezone.now())
    with nothing_changes():
        for rest in POSTS:
            answer = sitting.phones[0].send(sitting.path(rest), GOOD.get(rest))
            assert_refused(answer, "auth.required")


def test_no_token(client):
    sitting = _asked_for_mus()
    with nothing_changes():
        for rest in POSTS:
            body = GOOD.get(rest, {})
            answer = client.post(API + sitting.path(rest), body, content_type="application/json")
            assert_refused(answer, "auth.required")


@pytest.mark.parametrize(
    "body", [{"username": "a\0b", "password": "correct horse"}, {"username": "ana", "password": "\0" * 12}]
)
def test_a_nul_in_a_name(body, client):
    answer = client.post(f"{API}/auth/register", body, content_type="application/json")
    problem = assert_refused(answer, "request.malformed")
    assert len(problem["errors"]) == 1
    assert not User.objects.exists()


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with a space", "ñandú-ñandú", "semi;colon"])
def test_a_key_of_no_use(key):
    sitting = _asked_for_mus()
    with nothing_changes():
        headers = {"Idempotency-Key": key}
        answer = sitting.phones[0].post(
            API + sitting.path("actions"),
            {"turn": sitting.row().turn_id, "type": "mus"},
            format="json",
            headers=headers,
        )
        assert_refused(answer, "idempotency.key_malformed")


def test_another_method():
    sitting = _asked_for_mus()
    phone = sitting.phones[0]
    with nothing_changes():
        for rest in ("", "actions", "events", "hands/1"):
            for method in (phone.put, phone.patch, phone.delete):
                answer = method(API + sitting.path(rest), {}, format="json")
                assert_refused(answer, "request.method_not_allowed")
                assert answer["Allow"]


@pytest.mark.parametrize(
    ("rest", "query", "code"),
    [
        ("hands", "page=2", "request.malformed"),
        ("events", "after=0&after=1", "request.malformed"),
        ("hands", "cursor=", "request.invalid"),
        ("hands", "cursor=" + "x" * 201, "request.invalid"),
        ("events", "after=%00", "request.malformed"),
    ],
)
def test_a_query_that_cannot_be_read(rest, query, code):
    sitting = _asked_for_mus()
    assert_refused(sitting.phones[0].get(f"{API}{sitting.path(rest)}?{query}"), code)
