"""Web pages of other origins: those that are named may read what the API answers, all others may not."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.test import override_settings
from rest_framework.test import APIClient

from musapi.datafolder import BASE
from tests.api.phones import ALONE, Phone
from tests.stack import Stack

OURS, ANOTHER = "https://game.example", "https://another.example"
LIMITS = {"address": (2, 3600), "person": None, "table": None}


def named(answer: object, header: str) -> set[str]:
    """What a header lists, in small letters."""
    return {name.strip().lower() for name in answer.headers[header].split(",")}  # type: ignore[attr-defined]


@pytest.fixture
def _allowed() -> Iterator[None]:
    with override_settings(CORS_ALLOWED_ORIGINS=[OURS]):
        yield


def preflight(origin: str, path: str = "/api/v1/tables") -> object:
    """What a browser asks before it sends a POST with a token and a key."""
    return APIClient().options(
        path,
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
        },
    )


@pytest.mark.usefixtures("_allowed")
def test_a_preflight_allows_what_the_api_takes() -> None:
    answer = preflight(OURS)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == OURS
    asked = {"authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id"}
    assert asked | {"accept-language"} <= named(answer, "Access-Control-Allow-Headers")
    assert {"get", "post", "patch", "put", "delete"} <= named(answer, "Access-Control-Allow-Methods")
    assert "Access-Control-Allow-Credentials" not in answer
    assert "origin" in named(answer, "Vary")


@pytest.mark.usefixtures("_allowed")
@pytest.mark.parametrize(
    "origin", [ANOTHER, "http://game.example", f"{OURS}:8443", f"{OURS}.evil.example", "null"]
)
def test_other_origins_are_allowed_nothing(origin: str) -> None:
    for answer in (preflight(origin), APIClient().get("/api/v1/meta", headers={"Origin": origin})):
        assert "Access-Control-Allow-Origin" not in answer


def test_no_origin_is_allowed_where_none_is_named() -> None:
    assert "Access-Control-Allow-Origin" not in preflight(OURS)


@pytest.mark.django_db
@pytest.mark.usefixtures("_allowed")
def test_answers_and_refusals_can_be_read_with_their_headers() -> None:
    phone = Phone()
    table = phone.do("/tables", ALONE, expect=201)["id"]
    answers = [
        phone.get(f"/api/v1/tables/{table}", headers={"Origin": OURS}),
        phone.get("/api/v1/tables/0", headers={"Origin": OURS}),
        APIClient().get("/api/v1/me", headers={"Origin": OURS}),
        APIClient().get("/api/v1/meta", headers={"Origin": OURS, "Host": "elsewhere.example"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 401, 400]
    for answer in answers:
        assert answer["Access-Control-Allow-Origin"] == OURS
        exposed = named(answer, "Access-Control-Expose-Headers")
        assert exposed >= {"etag", "location", "retry-after", "ratelimit", "ratelimit-policy"}


@pytest.mark.usefixtures("_allowed")
def test_pages_of_the_operators_are_not_opened_to_others() -> None:
    assert "Access-Control-Allow-Origin" not in APIClient().get("/admin/login/", headers={"Origin": OURS})


@pytest.mark.usefixtures("_allowed")
@override_settings(LIMITS=LIMITS)
def test_preflights_use_no_limit_up_and_a_refusal_by_a_limit_can_be_read() -> None:
    caller = APIClient(REMOTE_ADDR="203.0.113.77")
    asked = {"Origin": OURS, "Access-Control-Request-Method": "POST"}
    assert {caller.options("/api/v1/tables", headers=asked).status_code for _ in range(5)} == {200}
    answers = [caller.get("/api/v1/meta", headers={"Origin": OURS}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert {answer["Access-Control-Allow-Origin"] for answer in answers} == {OURS}
    assert "Retry-After" in answers[-1]


@pytest.mark.parametrize("origin", ["game.example", "https://game.example/page", "*", "https://"])
def test_what_is_no_origin_is_told_at_the_start(origin: str) -> None:
    environment = {**os.environ, "CORS_ALLOWED_ORIGINS": f"{OURS}/, {origin}"}
    command = [sys.executable, "-c", "import musapi.settings"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=BASE, check=False)
    assert (
        f"CORS_ALLOWED_ORIGINS must be like https://game.example, not {origin.rstrip('/')!r}" in done.stderr
    )


@pytest.mark.stack
def test_a_stream_and_a_poll_can_be_read_too(running: Stack) -> None:
    with running.client() as http:
        token = http.post("/auth/guest", json={}).json()["token"]
        told = {"Authorization": f"Bearer {token}", "Origin": OURS}
        table = http.post("/tables", json=ALONE, headers=told).json()["id"]
        asked = {"Origin": OURS, "Access-Control-Request-Method": "GET"}
        before = http.options(f"/tables/{table}/stream", headers=asked)
        poll = http.get(f"/tables/{table}/events?after=0&wait=1", headers=told)
        with http.stream("GET", f"/tables/{table}/stream", headers=told) as stream:
            first = next(line for line in stream.iter_lines() if line.startswith("data:"))
    assert json.loads(first.removeprefix("data:"))
    assert before.status_code == 200
    for answer in (before, poll, stream):
        assert answer.headers["Access-Control-Allow-Origin"] == OURS
        assert "origin" in named(answer, "Vary")
