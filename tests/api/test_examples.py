"""The examples of the OpenAPI document are answers of a match that was played, and fit their shapes."""

import json
import os

import pytest

from games.schema.examples import RECORDED, recorded
from musapi.schema import openapi_document
from tests.api.recording import Recording, fix_chance_and_time
from tests.api.shapes import assert_shape


@pytest.mark.django_db
def test_the_examples_are_those_of_a_match(monkeypatch):
    fix_chance_and_time(monkeypatch)
    found = Recording().play()
    assert set(found) >= set(recorded()), "another seed shows more"
    if os.environ.get("RECORD_EXAMPLES"):
        RECORDED.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert found == json.loads(RECORDED.read_text("utf-8")), "run this test with RECORD_EXAMPLES=1"


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
        assert_shape(schema["$ref"].rpartition("/")[2], value)
        seen += 1
    assert seen > 100
