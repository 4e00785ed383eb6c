"""Requests made up from the OpenAPI document: no answer that it does not foresee, and no 5xx."""

from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis import checks

from accounts import services
from games import tables
from games.models import Table
from musapi.errors import MEDIA_TYPE
from musapi.schema import openapi_document
from musapi.wsgi import application

schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)

CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(autouse=True)
def _one_connection():
    """The application runs in this thread, in the test's transaction: it must not close the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def _quick_hashes(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def _documented_codes(case, status: int) -> set[str]:
    document = openapi_document()
    operation = document["paths"][case.operation.path].get(case.method.lower())
    if operation is None:
        return {"request.method_not_allowed", "auth.required"}
    answer = operation["responses"][str(status)]
    name = answer.get("$ref", "").rpartition("/")[2]
    return set((document["components"]["responses"][name] if name else answer)["x-codes"])


def _playing_table(player) -> str:
    settings = tables.TableSettings(seats=[None, "casual", "casual", "casual"])
    tables.create(creator=player, settings=settings)
    return str(Table.objects.get(creator=player).id)


def _is_uuid(value) -> bool:
    try:
        return bool(UUID(str(value)))
    except ValueError:
        return False


@schema.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_answer_is_undocumented(case, db):
    """A table's id that could be one is that of a table where the caller plays."""
    session = services.open_guest()
    if _is_uuid(case.path_parameters.get("table_id")):
        case.path_parameters["table_id"] = _playing_table(session.player)
    answer = case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {session.token}"})
    if answer.headers.get("content-type") == [MEDIA_TYPE]:
        assert answer.json()["code"] in _documented_codes(case, answer.status_code)
