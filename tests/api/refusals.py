"""What every refusal has in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponse

from games.models import Answer, Event, Hand, Message, PartnerSign, Seat, Table
from musapi.errors import PROBLEMS
from musapi.schema import openapi_document

MODELS = (Table, Seat, Event, Hand, Answer, PartnerSign, Message)


def everything() -> list[Any]:
    """All that is stored of all tables."""
    return [list(model.objects.order_by("pk").values()) for model in MODELS]


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Holds that what happens inside leaves every table, seat, log and stored answer as it was."""
    before = everything()
    yield
    assert everything() == before


def assert_refused(answer: HttpResponse, code: str) -> Any:
    """A problem document with this code and its status; returns it."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.content
    problem = answer.json()  # type: ignore[attr-defined]
    assert (problem["code"], answer.status_code) == (code, PROBLEMS[code].status), problem
    assert problem["status"] == answer.status_code
    assert problem["title"]
    assert problem["detail"]
    return problem


def codes_of(operation_id: str) -> set[str]:
    """The codes that an operation's document says it may refuse with."""
    document = openapi_document()
    for operations in document["paths"].values():
        for operation in operations.values():
            if operation["operationId"] == operation_id:
                answers = [_resolved(document, answer) for answer in operation["responses"].values()]
                return {code for answer in answers for code in answer.get("x-codes", ())}
    raise KeyError(operation_id)


def _resolved(document: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    name = answer.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = document["components"]["responses"][name] if name else answer
    return found
