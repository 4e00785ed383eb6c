"""Holding answers against the OpenAPI document, more strictly than a client must."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from musapi.schema import openapi_document


@cache
def _strict_document() -> dict[str, Any]:
    """The components, with no property allowed that is not in them: a client must take some, we name all."""
    return {"components": _closed(openapi_document()["components"])}


def _closed(node: Any) -> Any:
    if isinstance(node, list):
        return [_closed(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    closed = {name: _closed(inner) for name, inner in node.items()}
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed


@cache
def _validator(component: str) -> Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{component}", **_strict_document()}
    return Draft202012Validator(schema, format_checker=FormatChecker())


def assert_shape(component: str, value: Any) -> None:
    """The value is what the component says, with no property beside."""
    problems = [
        f"{error.json_path}: {error.message[:300]}" for error in _deepest(_validator(component), value)
    ]
    assert not problems, f"{component}: {problems}"


def _deepest(validator: Draft202012Validator, value: Any) -> Any:
    for error in validator.iter_errors(value):
        yield from error.context or [error]
