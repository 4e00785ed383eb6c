"""Requests made up from the OpenAPI document, at real tables: no 5xx and no answer that it does not foresee.

Each operation must be seen to accept and to refuse. More of the same, for hours if you like:

    SCHEMATHESIS_EXAMPLES=2000 ./run test tests/api/test_schemathesis.py
"""

import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode, checks
from schemathesis.config import (
    ChecksConfig,
    GenerationConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)

from musapi.datafolder import _signing_key
from musapi.errors import MEDIA_TYPE
from musapi.schema import openapi_document
from musapi.wsgi import application
from tests.api.worlds import PASSWORD, World
from tests.push.services import Browser

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "12"))
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.positive_data_acceptance,
    checks.unsupported_method,
    checks.ignored_auth,
]

# To the document a stream is text; schemathesis holds each of its messages against that.
STREAMS = ("stream_events", "stream_my_events")

# Well-formed requests may meet a table that has changed, ask for what is not allowed now, or come too often.
ACCEPTED = PositiveDataAcceptanceConfig(
    expected_statuses=["2xx", "304", "401", "403", "404", "409", "422", "429"]
)
PROJECT = ProjectConfig(
    generation=GenerationConfig(deterministic=True, allow_x00=False),
    checks=ChecksConfig(positive_data_acceptance=ACCEPTED),
)
schema = schemathesis.openapi.from_wsgi(
    "/api/v1/openapi.json",
    application,
    config=SchemathesisConfig(projects=ProjectsConfig(default=PROJECT)),
)


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """The application runs in this thread, in the test's transaction: it must not close the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _pushes_are_sent(settings: Any, tmp_path: Path) -> None:
    """To phones and to browsers."""
    key = tmp_path / "vapid.pem"
    key.write_text(_signing_key())
    settings.FIREBASE_CREDENTIALS_FILE = "firebase.json"
    settings.VAPID_PRIVATE_KEY_FILE, settings.VAPID_SUBJECT = str(key), "mailto:mus@example.org"


@pytest.fixture
def world(db: None) -> World:
    return World()


@pytest.fixture
def reached(request: pytest.FixtureRequest) -> Iterator[set[int]]:
    """The statuses that an operation has answered with; at the end it must have accepted and refused."""
    statuses: set[int] = set()
    yield statuses
    assert any(200 <= status < 300 for status in statuses), f"never accepted: {sorted(statuses)}"
    assert any(400 <= status < 500 for status in statuses), f"never refused: {sorted(statuses)}"


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_foreseen(case: Any, world: World, reached: set[int]) -> None:
    aim(case, world, chance_of(case))
    name = case.operation.definition.raw["operationId"]
    answer = case.call_and_validate(
        headers={"Authorization": f"Bearer {world.token}"},
        checks=CHECKS,
        excluded_checks=[checks.response_schema_conformance] if name in STREAMS else [],
    )
    reached.add(answer.status_code)
    if answer.headers.get("content-type") == [MEDIA_TYPE]:
        assert answer.json()["code"] in documented_codes(case, answer.status_code)
    if case.method == "GET" and answer.status_code == 200:
        told = openapi_document()["paths"][case.operation.path]["get"]["responses"]
        assert ("ETag" in told["200"].get("headers", {}), "304" in told) == ("etag" in answer.headers,) * 2


def documented_codes(case: Any, status: int) -> set[str]:
    """The codes that the document gives for this answer, or for a method that it does not have."""
    document = openapi_document()
    operation = document["paths"][case.operation.path].get(case.method.lower())
    if operation is None:
        return {"request.method_not_allowed", "auth.required"}
    answer = operation["responses"][str(status)]
    name = answer.get("$ref", "").rpartition("/")[2]
    return set((document["components"]["responses"][name] if name else answer)["x-codes"])


def chance_of(case: Any) -> int:
    """A number from 0 to 5, the same whenever the same request is made up."""
    made_up = (case.path_parameters, case.query, case.body, dict(case.headers or {}))
    return zlib.crc32(repr(made_up).encode(errors="replace")) % 6


def aim(case: Any, world: World, chance: int) -> None:
    """Point a made-up request at something real, mostly at what can succeed; what is malformed stays so."""
    name = case.operation.definition.raw["operationId"]
    if _is_uuid(case.path_parameters.get("table_id")):
        case.path_parameters["table_id"] = str(getattr(world, place_for(name, chance)))
    if _is_uuid(case.path_parameters.get("message_id")) and chance:
        case.path_parameters["message_id"] = world.message
    if isinstance(case.path_parameters.get("username"), str) and chance:
        case.path_parameters["username"] = world.other.username
    if name == "fill_with_bots" and chance:
        world.wait()
    if case.meta.generation.mode is GenerationMode.POSITIVE:
        _make_it_work(case, name, world, chance)


def _make_it_work(case: Any, name: str, world: World, chance: int) -> None:
    """What the document cannot say: a cursor is one that was given, a whole number is written as one."""
    if isinstance(case.body, dict):
        case.body = _whole(case.body)
        if chance and name in WISHES:
            WISHES[name](case.body, world)
    if case.headers and "Last-Event-ID" in case.headers:
        case.headers["Last-Event-ID"] = "0"
    if case.query:
        case.query.pop("cursor", None)
        case.query.update({key: value for key, value in (("after", 0), ("wait", 0)) if key in case.query})
        case.query = _whole(case.query)


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _whole(inner) for name, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list) else value


PLACES = {
    "play": ("playing", "watched", "finished"),
    "make_sign": ("playing", "finished", "mine"),
    "return_to_seat": ("playing", "mine", "hidden"),
    "resign": ("playing", "finished", "watched"),
    "leave_table": ("playing", "finished", "watched"),
    "join_table": ("theirs", "mine", "playing"),
    "start_match": ("full", "mine", "theirs"),
    "add_bot": ("mine", "theirs", "playing"),
    "invite": ("mine", "theirs", "playing"),
    "kick": ("mine", "theirs", "playing"),
    "decline_invitation": ("inviting", "mine", "hidden"),
    "rematch": ("finished", "playing", "hidden"),
    "write_message": ("playing", "finished", "watched"),
    "report_message": ("mine", "watched", "hidden"),
    "finished_hands": ("finished", "playing", "hidden"),
    "finished_hand": ("finished", "playing", "hidden"),
}


def place_for(name: str, chance: int) -> str:
    """Which of the world's tables: four times of six the first that the operation is meant for."""
    places = PLACES.get(name, ("playing", "watched", "hidden"))
    return places[max(0, chance - 3)]


def _answer_the_question(body: dict[str, Any], world: World) -> None:
    asked = world.question()
    body["turn"] = asked["turn"]
    if body["type"] == "discard":
        body["cards"] = asked["cards"][: len(body["cards"])]


def _know_the_code(body: dict[str, Any], world: World) -> None:
    body["code"] = world.code


def _know_the_password(body: dict[str, Any], world: World) -> None:
    body.update(username=world.registered, password=PASSWORD)


def _know_somebody(body: dict[str, Any], world: World) -> None:
    body["username"] = world.other.username


def _know_a_friend(body: dict[str, Any], world: World) -> None:
    body["username"] = world.friend.username


def _wait_with_anybody(body: dict[str, Any], world: World) -> None:
    body.pop("partner", None)


def _have_subscribed(body: dict[str, Any], world: World) -> None:
    """A phone, or a browser at a service of the public internet."""
    if body["kind"] == "fcm":
        body.update(token="a-phone")
        body.pop("endpoint", None)
        body.pop("keys", None)
    else:
        body.update(Browser("https://push.example.com", "a").subscription())
        body.pop("token", None)


def _know_the_place(body: dict[str, Any], world: World) -> None:
    body.update({"time_zone": "Europe/Madrid"} if "time_zone" in body else {})


WISHES: dict[str, Callable[[dict[str, Any], World], None]] = {
    "play": _answer_the_question,
    "join_by_code": _know_the_code,
    "log_in": _know_the_password,
    "block": _know_somebody,
    "ask_to_be_friends": _know_somebody,
    "mute": _know_somebody,
    "invite": _know_a_friend,
    "enter_queue": _wait_with_anybody,
    "register_push_device": _have_subscribed,
    "change_me": _know_the_place,
}


def _is_uuid(value: Any) -> bool:
    try:
        return bool(UUID(str(value)))
    except ValueError:
        return False
