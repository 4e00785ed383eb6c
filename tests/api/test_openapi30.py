"""The OpenAPI 3.0 rendering: valid, of the same operations, and every recorded answer fits it too."""

import json
from functools import cache

import pytest
from drf_spectacular.validation import validate_schema
from jsonschema import Draft4Validator

from musapi.openapi30 import in_openapi_30
from musapi.schema import openapi_document

NAMED = ("summary", "tags", "operationId")


@cache
def rendering():
    return in_openapi_30(openapi_document())


def test_it_is_valid():
    validate_schema(rendering())
    assert rendering()["openapi"] == "3.0.3"


def test_it_has_the_same_operations():
    told, meant = rendering()["paths"], openapi_document()["paths"]
    assert set(told) == set(meant)
    for path, operations in meant.items():
        assert set(told[path]) == set(operations), path
        for method, operation in operations.items():
            mirrored = told[path][method]
            assert {name: mirrored[name] for name in NAMED} == {name: operation[name] for name in NAMED}
            assert set(mirrored["responses"]) == set(operation["responses"]), path


def test_nothing_is_left_that_3_0_does_not_know():
    text = json.dumps(rendering()["components"]["schemas"])
    for unknown in ('"null"', '"const"', '"type": [', '"examples"', '"oneOf"', '"anyOf"', '"discriminator"'):
        assert unknown not in text, unknown


def _plain(node):
    """The rendering's `nullable` as JSON Schema has it, to hold values against it."""
    if isinstance(node, list):
        return [_plain(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    shape = {name: _plain(inner) for name, inner in node.items()}
    return {"anyOf": [shape, {"type": "null"}]} if shape.pop("nullable", False) is True else shape


def _shown(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for body in (operation.get("requestBody", {}), *operation["responses"].values()):
                for told in body.get("content", {}).values():
                    for name, example in told.get("examples", {}).items():
                        yield f"{method} {path} {name}", told["schema"], example["value"]


def test_every_example_fits_this_rendering_too():
    components = {"components": _plain(rendering()["components"])}
    seen = 0
    for where, schema, value in _shown(rendering()):
        problems = [
            error.message for error in Draft4Validator({**_plain(schema), **components}).iter_errors(value)
        ]
        assert problems == [], where
        seen += 1
    assert seen > 100


DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {"/a": {"get": {"schema": {"$ref": "#/components/schemas/Whole"}}}},
    "components": {
        "schemas": {
            "Whole": {"type": "object", "properties": {}},
            "Unused": {"type": "string"},
            "Small": {
                "type": "object",
                "properties": {"kind": {"type": "string", "enum": ["small"]}, "in": {"type": "integer"}},
                "required": ["kind", "in"],
            },
            "Large": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": ["large"]},
                    "in": {"type": "array", "items": {}},
                },
                "required": ["kind"],
            },
            "Either": {
                "description": "One of two.",
                "oneOf": [{"$ref": "#/components/schemas/Small"}, {"$ref": "#/components/schemas/Large"}],
                "discriminator": {"propertyName": "kind"},
            },
        }
    },
}


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ({"type": ["string", "null"]}, {"type": "string", "nullable": True}),
        ({"type": ["string", "integer"], "description": "x"}, {"description": "x"}),
        (
            {"anyOf": [{"$ref": "#/components/schemas/Whole"}, {"type": "null"}], "description": "x"},
            {"allOf": [{"$ref": "#/components/schemas/Whole"}], "description": "x", "nullable": True},
        ),
        (
            {"$ref": "#/components/schemas/Whole", "description": "x"},
            {"allOf": [{"$ref": "#/components/schemas/Whole"}], "description": "x"},
        ),
        ({"type": "string", "examples": ["a", "b"]}, {"type": "string", "example": "a"}),
        (
            {
                "type": "object",
                "properties": {"default": {"type": ["integer", "null"]}},
                "default": {"type": ["a"]},
            },
            {
                "type": "object",
                "properties": {"default": {"type": "integer", "nullable": True}},
                "default": {"type": ["a"]},
            },
        ),
        (
            {"$ref": "#/components/schemas/Either"},
            {
                "description": "One of two.",
                "type": "object",
                "properties": {"kind": {"type": "string", "enum": ["small", "large"]}, "in": {}},
                "required": ["kind"],
            },
        ),
    ],
)
def test_how_a_shape_is_said(said, heard):
    schemas = {**DOCUMENT["components"]["schemas"], "Whole": said}
    told = in_openapi_30({**DOCUMENT, "components": {"schemas": schemas}})["components"]["schemas"]
    assert told.get("Either", told["Whole"]) == heard
    assert "Unused" not in told
