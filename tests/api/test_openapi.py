"""The OpenAPI document: committed as it is generated, and whole."""

import re
from collections import Counter

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import get_resolver

from games.schema.components import COMPONENTS
from games.schema.events import EVENT_TYPES
from musapi.schema import openapi_document
from tests.api.shapes import assert_shape

COMMITTED = settings.BASE_DIR / "openapi.yaml"


def _operations():
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            yield method, path, operation


def test_the_committed_document_is_the_generated_one(tmp_path):
    fresh = tmp_path / "openapi.yaml"
    call_command("spectacular", file=str(fresh), validate=True, fail_on_warn=True)
    assert COMMITTED.read_text("utf-8") == fresh.read_text("utf-8"), (
        "run: python manage.py spectacular --file openapi.yaml"
    )


def test_every_operation_says_what_it_is():
    known = {tag["name"] for tag in openapi_document()["tags"]}
    for method, path, operation in _operations():
        assert operation["description"], (method, path)
        assert 2 < len(operation["summary"]) < 80, (method, path, operation["summary"])
        assert operation["tags"], (method, path)
        assert set(operation["tags"]) <= known, (method, path)


def test_operation_ids_are_unique_names():
    ids = Counter(operation["operationId"] for _, _, operation in _operations())
    assert [name for name, count in ids.items() if count > 1] == []
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in ids)


def test_every_address_of_the_api_is_in_the_document():
    served = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{prefix}{pattern.pattern}")
        for prefix, pattern in _patterns(get_resolver())
        if prefix.startswith("api/v1") or str(pattern.pattern).startswith("api/v1")
    }
    pages = {
        "/api/v1",
        "/api/v1/",
        "/api/v1/openapi.json",
        "/api/v1/openapi-3.0.json",
        "/api/v1/docs",
        "/api/v1/docs/errors",
        "/api/v1/docs/guide",
    }
    assert served - pages == {path for path in openapi_document()["paths"] if path.startswith("/api/")}


def _patterns(resolver, prefix=""):
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _patterns(pattern, prefix + str(pattern.pattern))
        else:
            yield prefix, pattern


def test_a_post_at_a_table_takes_a_key_and_says_when_it_repeats():
    key = {"$ref": "#/components/parameters/IdempotencyKey"}
    for method, path, operation in _operations():
        if method == "post" and "/tables" in path:
            assert key in operation["parameters"], path
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert good
            assert all("Idempotency-Replayed" in answer["headers"] for answer in good), path


def test_what_is_created_is_named_in_location():
    created = {
        path: set(operation["responses"]["201"]["headers"])
        for method, path, operation in _operations()
        if "/tables" in path and "201" in operation["responses"]
    }
    assert set(created) == {"/api/v1/tables", "/api/v1/tables/{table_id}/rematch"}
    assert all("Location" in headers for headers in created.values())


def test_every_shape_is_used():
    text = COMMITTED.read_text("utf-8")
    unused = [name for name in COMPONENTS if f"#/components/schemas/{name}'" not in text]
    assert unused == []


def test_every_event_type_has_its_shape():
    event = COMPONENTS["Event"]
    assert set(event["discriminator"]["mapping"]) == set(EVENT_TYPES)
    for kind, target in event["discriminator"]["mapping"].items():
        shape = COMPONENTS[target.rpartition("/")[2]]
        assert shape["properties"]["type"]["enum"] == [kind]


@pytest.mark.parametrize(
    ("component", "value"),
    [
        ("Card", "13o"),
        ("Card", "8c"),
        ("Sign", {"gesture": "wink", "meaning": "juego_31", "card": "12o"}),
        ("Sign", {"gesture": "wink"}),
        ("PlayerName", {"username": None}),
    ],
)
def test_the_shapes_refuse_what_is_not_theirs(component, value):
    with pytest.raises(AssertionError, match=component):
        assert_shape(component, value)
