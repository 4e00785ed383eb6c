"""The examples of the OpenAPI document are answers of a match that was played, and fit their shapes."""

import json
import os

import pytest

from games.schema.answers import RECORDED as RECORDED_ANSWERS
from games.schema.examples import RECORDED, recorded
from musapi.schema import openapi_document
from tests.api.recording import Recording, fix_chance_and_time
from tests.api.shapes import assert_shape
from tests.api.showing import Showing


@pytest.mark.django_db
def test_the_examples_are_those_of_a_match(monkeypatch):
    fix_chance_and_time(monkeypatch)
    found = Recording().play()
    assert set(found) >= set(recorded()), "another seed shows more"
    if os.environ.get("RECORD_EXAMPLES"):
        RECORDED.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert found == json.loads(RECORDED.read_text("utf-8")), "run this test with RECORD_EXAMPLES=1"


@pytest.mark.django_db
def test_the_other_examples_are_recorded_too(monkeypatch):
    found = Showing(monkeypatch).play()
    if os.environ.get("RECORD_EXAMPLES"):
        RECORDED_ANSWERS.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert found == json.loads(RECORDED_ANSWERS.read_text("utf-8")), "run this test with RECORD_EXAMPLES=1"


def _told_bodies():
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            yield f"{method} {path}", operation.get("requestBody", {})
            for status, answer in operation["responses"].items():
                yield f"{method} {path} {status}", answer


def test_every_operation_shows_what_is_sent_and_what_is_told():
    """A new operation is asked once in tests/api/showing.py, or shows an example of its own."""
    bare = [
        where
        for where, told in _told_bodies()
        for content in told.get("content", {}).values()
        if not content.get("examples")
    ]
    assert bare == []


def _examples():
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            for body in (operation.get("requestBody", {}), *operation["responses"].values()):
                for told in body.get("content", {}).values():
                    for name, example in told.get("examples", {}).items():
                        yield f"{method} {path} {name}", told["schema"], example["value"]


def test_every_example_fits_its_shape():
    seen = 0
    for where, schema, value in _examples():
        assert value is not None, where
        if "$ref" in schema:
            assert_shape(schema["$ref"].rpartition("/")[2], value)
        seen += 1
    assert seen > 100
