"""The last touch to the OpenAPI document: shapes said in the one way that generators of clients read well."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def tidy(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Postprocessing hook: each reference is a plain one, and no type is named twice."""
    enums = {
        f"#/components/schemas/{name}"
        for name, shape in result["components"]["schemas"].items()
        if "enum" in shape
    }
    whole: dict[str, Any] = _tidied(result, enums)
    return whole


def _tidied(node: Any, enums: set[str]) -> Any:
    if isinstance(node, list):
        return [_tidied(inner, enums) for inner in node]
    if not isinstance(node, dict):
        return node
    return _one({name: _tidied(inner, enums) for name, inner in node.items()}, enums)


def _one(node: Schema, enums: set[str]) -> Schema:
    if isinstance(node.get("type"), list):
        node["type"] = list(dict.fromkeys(node["type"]))
    if {"type": "null"} in node.get("oneOf", ()):
        node["anyOf"] = node.pop("oneOf")  # as everywhere: `oneOf` tells variants apart, null is none
    if _wraps_a_reference(node):
        [reference] = node.pop("allOf")
        if reference["$ref"] in enums:
            node.pop("minLength", None)  # of a code, the list of codes says it all
        return {**reference, **node}
    return node


def _wraps_a_reference(node: Schema) -> bool:
    """`allOf` around a single reference: how words beside a reference were said before OpenAPI 3.1."""
    parts = node.get("allOf")
    return isinstance(parts, list) and len(parts) == 1 and set(parts[0]) == {"$ref"}
