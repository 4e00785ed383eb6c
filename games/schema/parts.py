"""The bricks that the shapes of the answers are built of: JSON Schema, as OpenAPI 3.1 has it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
UUID: Schema = {"type": "string", "format": "uuid"}
TIME: Schema = {"type": "string", "format": "date-time"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER_FROM_1: Schema = {"type": "integer", "minimum": 1}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 3}
TEAM: Schema = {"type": "integer", "minimum": 0, "maximum": 1}
HEX_256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
CARD: Schema = {"$ref": "#/components/schemas/Card"}


def ref(name: str) -> Schema:
    """A component by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def told(schema: Mapping[str, Any], description: str) -> Schema:
    """A schema with something said about it."""
    return {**schema, "description": description}


def one_of(*values: str) -> Schema:
    """One of a few codes."""
    return {"type": "string", "enum": list(values)}


def array(items: Mapping[str, Any], *, least: int | None = None, most: int | None = None) -> Schema:
    """A list."""
    limits = {name: limit for name, limit in (("minItems", least), ("maxItems", most)) if limit is not None}
    return {"type": "array", "items": dict(items), **limits}


def exactly(count: int, items: Mapping[str, Any]) -> Schema:
    """A list of fixed length: one entry a seat, or one a team."""
    return array(items, least=count, most=count)


def or_null(schema: Mapping[str, Any]) -> Schema:
    """Something that may be missing in a place that is always there. Never used for an enum."""
    if "$ref" in schema:
        return {"anyOf": [dict(schema), {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def obj(description: str, properties: Mapping[str, Schema], *, optional: Collection[str] = ()) -> Schema:
    """An object; what is not `optional` is always there. Later versions may add properties."""
    required = [name for name in properties if name not in optional]
    shape: Schema = {"type": "object", "description": description, "properties": dict(properties)}
    return {**shape, "required": required} if required else shape


def closed(schema: Mapping[str, Any]) -> Schema:
    """A request's object: an unknown property is refused."""
    return {**schema, "additionalProperties": False}


def variants(description: str, key: str, members: Mapping[str, Sequence[str]]) -> Schema:
    """One of several components (by name), told apart by the codes that `key` has in each."""
    mapping = {code: ref(name)["$ref"] for name, codes in members.items() for code in codes}
    return {
        "description": description,
        "oneOf": [ref(name) for name in members],
        "discriminator": {"propertyName": key, "mapping": mapping},
    }
