"""Every class of refusal: one stable code each, as a problem document, and nothing changed."""

import logging
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import UnreadablePostError
from django.utils import translation
from rest_framework import exceptions as drf
from rest_framework.test import APIClient

from accounts import selectors, services
from accounts.models import User
from games.engine.errors import IllegalAction, MalformedAction
from musapi.errors import PROBLEMS, answer_to, problem_response
from musapi.refusals import Refusal

LOGIN, ME = "/api/v1/auth/login", "/api/v1/me"
MEMBERS = {"type", "title", "status", "detail", "code"}


def assert_problem(answer, status, code, language="en"):
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    body = answer.json()
    assert set(body) >= MEMBERS
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"].endswith("#" + code)
    assert body["title"]
    assert body["detail"]
    assert answer["Content-Language"] == language
    assert {"Authorization", "Accept-Language"} <= set(answer["Vary"].split(", "))


@pytest.fixture
def signed_in(db) -> APIClient:
    return APIClient(headers={"Authorization": f"Bearer {services.open_guest().token}"})


def _post(client, body, content_type="application/json", **headers):
    return client.generic("POST", LOGIN, body, content_type=content_type, headers=headers)


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'{"a":1,"a":2}', b'{"username":"\xff"}', rb'{"username":"\u0000"}']
)
def test_a_body_that_cannot_be_read(client, body):
    assert_problem(_post(client, body), 400, "request.malformed")


def test_an_empty_body_lacks_its_fields(client):
    answer = _post(client, b"")
    assert_problem(answer, 400, "request.malformed")
    assert {error["pointer"] for error in answer.json()["errors"]} == {"/username", "/password"}


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml", "x"]
)
def test_another_media_type(client, media_type):
    assert_problem(_post(client, b"a=1", media_type), 415, "request.unsupported_media_type")


def test_json_with_parameters_is_json(client):
    assert _post(client, b"{}", "application/json; charset=utf-8").status_code == 400


def test_a_body_of_two_megabytes(client):
    assert_problem(_post(client, b" " * 2_000_000), 413, "request.too_large")


def test_a_body_just_over_the_limit(client, settings):
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert_problem(_post(client, b"{}".ljust(limit + 1)), 413, "request.too_large")
    assert_problem(_post(client, b"{}".ljust(limit)), 400, "request.malformed")


def test_a_body_where_none_is_wanted(client, db):
    answer = client.post("/api/v1/auth/guest", {"seat": 2}, content_type="application/json")
    assert_problem(answer, 400, "request.malformed")
    assert answer.json()["errors"][0]["pointer"] == "/seat"
    assert not User.objects.exists()


def test_no_token(client):
    answer = client.get(ME)
    assert_problem(answer, 401, "auth.required")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_session_of_the_admin_site_is_no_token(client, db):
    client.force_login(User.objects.create_superuser("chief", "x"))
    assert_problem(client.get(ME), 401, "auth.required")


def test_another_method(signed_in):
    answer = signed_in.put(ME)
    assert_problem(answer, 405, "request.method_not_allowed")
    assert "PATCH" in answer["Allow"]


def test_an_answer_that_nobody_can_read(signed_in):
    answer = signed_in.get(ME, headers={"Accept": "text/html"})
    assert_problem(answer, 406, "request.not_acceptable")
    assert answer.json()["detail"] == "The answer would be application/json."


def test_a_stream_that_is_asked_for_as_json(signed_in):
    answer = signed_in.get(
        "/api/v1/me/stream", headers={"Accept": "application/json", "Accept-Language": "es"}
    )
    assert_problem(answer, 406, "request.not_acceptable", "es")
    assert answer.json()["detail"] == "La respuesta sería text/event-stream."
    assert "json" not in answer.json()["title"]


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v2/me", "/api/v1/me/", "/api/v1/players/a/b"])
def test_an_address_that_is_none(client, path):
    assert_problem(client.get(path), 404, "request.not_found")
    assert_problem(client.post(path), 404, "request.not_found")


@pytest.mark.parametrize("path", ["/api/v1/players/a%00b", "/api/v1/me?x=%00", "/api/v1/%00"])
def test_an_address_with_a_nul(signed_in, path):
    assert_problem(signed_in.get(path), 400, "request.malformed")


def test_a_host_that_is_not_ours(client):
    assert_problem(client.get(ME, headers={"Host": "evil.example"}), 400, "request.host")


def test_pages_for_people_are_not_problems(client):
    assert client.get("/nothing")["Content-Type"].startswith("text/html")


def _told(exc):
    return problem_response(exc, {})


@pytest.mark.parametrize(
    ("exc", "status", "code"),
    [
        (MalformedAction("an amount is a whole number", "/amount"), 400, "request.malformed"),
        (IllegalAction("amount_too_low", "at least 2"), 422, "action.illegal"),
        (drf.ParseError("no"), 400, "request.malformed"),
        (drf.PermissionDenied(), 403, "request.forbidden"),
        (PermissionDenied(), 403, "request.forbidden"),
        (drf.NotFound(), 404, "request.not_found"),
        (drf.AuthenticationFailed(), 401, "auth.required"),
        (UnreadablePostError(), 400, "request.malformed"),
        (OperationalError("gone"), 503, "server.unavailable"),
        (InterfaceError("closed"), 503, "server.unavailable"),
    ],
)
def test_what_an_exception_is_told_as(exc, status, code):
    answer = _told(exc)
    assert (answer.status_code, answer.data["code"]) == (status, code)
    assert (answer.status_code == 503) == ("Retry-After" in answer.headers)


def test_an_action_that_cannot_be_read_is_pointed_to():
    [error] = _told(MalformedAction("an amount is a whole number", "/amount")).data["errors"]
    assert (error["pointer"], error["detail"]) == ("/amount", "an amount is a whole number")


def test_too_many_requests_tell_when_to_come_again():
    answer = _told(drf.Throttled(wait=6.2))
    assert (answer.status_code, answer.data["code"], answer.headers["Retry-After"]) == (
        429,
        "request.throttled",
        "7",
    )


class _Stale(Refusal):
    code = "table.stale_turn"
    message = "It has changed."
    retry_after = 3


def test_a_refusal_brings_its_body_but_cannot_replace_the_standard_members():
    answer = _told(
        _Stale(extra={"turn": {"id": 41}, "status": 200}, errors=[{"pointer": "/turn", "code": "stale"}])
    )
    assert answer.data["turn"] == {"id": 41}
    assert (answer.status_code, answer.data["status"], answer.data["detail"]) == (409, 409, "It has changed.")
    assert answer.data["errors"] == [{"pointer": "/turn", "code": "stale"}]
    assert answer.headers["Retry-After"] == "3"


@pytest.mark.parametrize("exc", [RuntimeError("the secret is 42"), DatabaseError("secret"), KeyError("code")])
def test_a_fault_of_ours_is_logged_and_tells_nothing(exc, caplog):
    with caplog.at_level(logging.ERROR):
        answer = _told(exc)
    assert (answer.status_code, answer.data["code"]) == (500, "server.error")
    assert "secret" not in str(answer.data)
    assert caplog.records[0].exc_info[1] is exc


def test_a_fault_in_a_view_is_a_problem_document(signed_in, monkeypatch):
    monkeypatch.setattr(selectors, "find_player", lambda **wish: 1 / 0)
    assert_problem(signed_in.get("/api/v1/players/ana"), 500, "server.error")


def test_a_fault_outside_of_a_view_is_a_problem_document(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("musapi.middleware._has_nul", lambda request: 1 / 0)
    answer = client.get(ME)
    assert (answer.status_code, answer.json()["code"]) == (500, "server.error")
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_is_not_had_in_time_is_told_as_busy():
    guest = services.open_guest()
    client = APIClient(headers={"Authorization": f"Bearer {guest.token}"})
    with psycopg.connect(**_connection_parameters()) as other:
        other.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR UPDATE", [guest.player.id])
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        try:
            answer = client.patch(ME, {"show_hints": False}, format="json")
        finally:
            connection.close()
    assert_problem(answer, 503, "table.busy")
    assert answer["Retry-After"] == "1"
    guest.player.refresh_from_db()
    assert guest.player.show_hints


def _connection_parameters():
    given = connection.get_connection_params()
    return {key: given[key] for key in ("dbname", "user", "password", "host", "port") if given.get(key)}


@pytest.mark.django_db(transaction=True)
def test_a_database_that_cuts_the_connection_is_told_as_unavailable():
    guest = services.open_guest()
    client = APIClient(headers={"Authorization": f"Bearer {guest.token}"})

    def cut_off_and_ask():
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                [pid] = cursor.fetchone()
            with psycopg.connect(**_connection_parameters(), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", [pid])
            return client.get(ME)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        assert_problem(pool.submit(cut_off_and_ask).result(), 503, "server.unavailable")


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_problem_has_a_title_in_every_language_it_is_asked_in(code):
    assert 400 <= PROBLEMS[code].status <= 599
    with translation.override("en"):
        assert str(PROBLEMS[code].title).strip()
    assert answer_to(type("Known", (Refusal,), {"code": code, "message": "m"})()).code == code
