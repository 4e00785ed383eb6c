"""The OpenAPI document said in version 3.0, for generators that do not read 3.1 well.

3.0 has no `null` type, no lists of types, and hears nothing beside a `$ref`; its generators read unions
badly. What is said is the same or a little less: each answer that fits the one document fits the other.
`examples` of a schema become its one `example`.
"""

from __future__ import annotations

from typing import Any

from musapi.unions import without_unions

Schema = dict[str, Any]

VERSION = "3.0.3"
_NULL: Schema = {"type": "null"}

# Places whose members are values, not shapes: they are copied as they are.
_VALUES = frozenset({"example", "examples", "default", "enum", "mapping", "value"})


def in_openapi_30(document: dict[str, Any]) -> dict[str, Any]:
    """A copy of an OpenAPI 3.1 document in 3.0."""
    return {**_said(without_unions(document)), "openapi": VERSION}


def _said(node: Any) -> Any:
    if isinstance(node, list):
        return [_said(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    said = {name: _members(name, inner) for name, inner in node.items()}
    return _shape(said) if _is_shape(said) else said


def _members(name: str, inner: Any) -> Any:
    """`properties` holds names of our own, of which one may be called `default` or `value`."""
    if name == "properties" and isinstance(inner, dict):
        return {own: _said(shape) for own, shape in inner.items()}
    return inner if name in _VALUES else _said(inner)


def _is_shape(node: Schema) -> bool:
    return isinstance(node.get("type"), (str, list)) or bool(
        node.keys() & {"$ref", "anyOf", "oneOf", "allOf"}
    )


def _shape(shape: Schema) -> Schema:
    shape = _without_null(_one_type(shape))
    if isinstance(shape.get("examples"), list):
        shape["example"], *_ = shape.pop("examples")
    return _heard(shape)


def _one_type(shape: Schema) -> Schema:
    """A list of types is a choice."""
    if not isinstance(shape.get("type"), list):
        return shape
    types = shape.pop("type")
    shape["anyOf"] = [{"type": name} for name in types]
    return shape


def _without_null(shape: Schema) -> Schema:
    """Null among the choices is `nullable`; a single choice that is left is the shape itself.

    A number or a word, where there is such a choice, is anything: of a choice generators make empty classes.
    """
    choices = shape.pop("anyOf", None)
    if choices is None:
        return shape
    left = [choice for choice in choices if choice != _NULL]
    said = {**(left[0] if len(left) == 1 else {}), **shape}
    return {**said, "nullable": True} if _NULL in choices else said


def _heard(shape: Schema) -> Schema:
    """Beside a reference nothing is heard: what is said there goes around it."""
    if "$ref" not in shape or len(shape) == 1:
        return shape
    beside = {name: said for name, said in shape.items() if name != "$ref"}
    return {"allOf": [{"$ref": shape["$ref"]}], **beside}
