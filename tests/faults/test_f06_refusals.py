"""F06: every class of refusal has one stable, documented code; nothing is dropped, nothing is changed."""

from collections.abc import Callable
from random import Random
from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from django.http import HttpResponse

from accounts.models import Token
from tests.api.phones import ALONE, API, Phone, Sitting
from tests.api.refusals import assert_refused, codes_of, nothing_changes
from tests.engine.tables import PLAIN, at_grande
from tests.games.driver import Match

PASO = {"type": "paso"}


def _at_grande() -> Sitting:
    sitting = Sitting.of()
    match = Match(sitting.id)
    match.put(at_grande(match.rules(), PLAIN))
    return sitting


Provoked = Callable[[], HttpResponse]


def _malformed(rng: Random) -> Provoked:
    sitting = _at_grande()
    return lambda: sitting.act(0, {"type": "envido", "amount": "5"})


def _too_large(rng: Random) -> Provoked:
    sitting = _at_grande()
    return lambda: sitting.act(0, {**PASO, "x": "y" * 70_000})


def _media_type(rng: Random) -> Provoked:
    sitting = _at_grande()
    path = API + sitting.path("actions")
    return lambda: sitting.phones[0].post(path, "type=paso", content_type="text/plain")


def _not_acceptable(rng: Random) -> Provoked:
    sitting = _at_grande()
    path = API + sitting.path("actions")
    body = {"turn": sitting.row().turn_id, **PASO}
    return lambda: sitting.phones[0].post(path, body, format="json", headers={"Accept": "text/html"})


def _no_address(rng: Random) -> Provoked:
    phone = Phone()
    return lambda: phone.send("/tables/none/actions", {"turn": 1, **PASO})


def _dead_token(rng: Random) -> Provoked:
    sitting = _at_grande()
    Token.objects.filter(user=sitting.phones[0].person).delete()
    return lambda: sitting.act(0, PASO)


def _not_found(rng: Random) -> Provoked:
    sitting, stranger = Sitting.of(visibility="private", **ALONE), Phone()
    return lambda: stranger.send(sitting.path("actions"), {"turn": 1, **PASO})


def _not_seated(rng: Random) -> Provoked:
    sitting, stranger = _at_grande(), Phone()
    return lambda: stranger.send(sitting.path("actions"), {"turn": 1, **PASO})


def _finished(rng: Random) -> Provoked:
    sitting = Sitting.of(**ALONE, options={"target": 25})
    sitting.play_out(rng)
    return lambda: sitting.act(0, PASO, turn=1)


def _stale(rng: Random) -> Provoked:
    sitting = _at_grande()
    turn = sitting.row().turn_id
    sitting.say("paso")
    return lambda: sitting.act(0, PASO, turn=turn)


def _not_your_turn(rng: Random) -> Provoked:
    sitting = _at_grande()
    return lambda: sitting.act(1, PASO)


def _illegal(rng: Random) -> Provoked:
    sitting = _at_grande()
    return lambda: sitting.act(0, {"type": "quiero"})


def _key_reused(rng: Random) -> Provoked:
    sitting, key = _at_grande(), str(uuid4())
    sitting.act(0, PASO, key=key)
    return lambda: sitting.act(0, {"type": "ordago"}, key=key)


def _key_malformed(rng: Random) -> Provoked:
    sitting = _at_grande()
    return lambda: sitting.act(0, PASO, key="?")


REFUSALS = {
    "request.malformed": _malformed,
    "request.too_large": _too_large,
    "request.unsupported_media_type": _media_type,
    "request.not_acceptable": _not_acceptable,
    "request.not_found": _no_address,
    "auth.required": _dead_token,
    "table.not_found": _not_found,
    "table.not_seated": _not_seated,
    "table.not_playing": _finished,
    "table.stale_turn": _stale,
    "table.not_your_turn": _not_your_turn,
    "action.illegal": _illegal,
    "idempotency.key_reused": _key_reused,
    "idempotency.key_malformed": _key_malformed,
}
# Told when the server is at fault, or before a table is looked at; tests of their own provoke them.
OURS = {
    "server.error",
    "server.unavailable",
    "table.busy",
    "request.throttled",
    "request.timeout",
    "request.host",
}


def test_the_document_names_these_codes_and_no_other():
    assert codes_of("play") - OURS - {"request.invalid"} == set(REFUSALS)


@pytest.mark.django_db
@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_told_with_its_code_every_time(code, rng):
    provoke = REFUSALS[code](rng)
    with nothing_changes():
        first = assert_refused(provoke(), code)
        assert assert_refused(provoke(), code) == first


@pytest.mark.django_db
def test_looking_at_the_table_does_not_hide_a_refusal():
    sitting = _at_grande()
    old = sitting.row().turn_id
    sitting.say("paso")
    for action, turn, code in (
        (PASO, old, "table.stale_turn"),
        (PASO, old + 1, "table.not_your_turn"),
    ):
        first = assert_refused(sitting.act(0, action, turn=turn), code)
        assert first["turn"] == sitting.view(0)["turn"]
        assert assert_refused(sitting.act(0, action, turn=turn), code) == first


@pytest.mark.django_db(transaction=True)
def test_a_table_that_is_held_by_another_is_busy():
    sitting = _at_grande()
    given = connection.get_connection_params()
    where = {key: given[key] for key in ("dbname", "user", "password", "host", "port") if given.get(key)}
    with psycopg.connect(**where) as other:
        other.execute("SELECT 1 FROM games_table WHERE id = %s FOR UPDATE", [sitting.id])
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        try:
            with nothing_changes():
                answer = sitting.act(0, PASO)
        finally:
            connection.close()
    assert_refused(answer, "table.busy")
    assert answer["Retry-After"] == "1"
    assert sitting.act(0, PASO).status_code == 200
