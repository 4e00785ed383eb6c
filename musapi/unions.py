"""Unions of objects as one object, for the OpenAPI 3.0 document.

Generators that read 3.0 make classes of a union that cannot take a variant without one of its members, or
one that they do not know. One object with the members of all variants, of which only those are required that
all have, is read well everywhere: it takes every answer that the union takes, and those of later versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

_PREFIX = "#/components/schemas/"


def without_unions(document: Schema) -> Schema:
    """A copy of the document where each union that is told apart by a member is one object.

    Variants that nothing refers to any more are left out; an inner object that differs becomes a component.
    """
    schemas = dict(document["components"]["schemas"])
    for name, shape in document["components"]["schemas"].items():
        if "discriminator" in shape:
            schemas.update(_Union(name, shape, schemas).components())
    whole = {**document, "components": {**document["components"], "schemas": schemas}}
    kept = _reachable(whole, schemas)
    whole["components"]["schemas"] = {name: shape for name, shape in schemas.items() if name in kept}
    return whole


class _Union:
    def __init__(self, name: str, shape: Schema, schemas: dict[str, Schema]) -> None:
        self.name, self.shape, self.schemas = name, shape, schemas
        self.inner: dict[str, Schema] = {}

    def components(self) -> dict[str, Schema]:
        """The object under the union's name, and the objects inside it that had to be made."""
        variants = [self._resolved(variant) for variant in self.shape["oneOf"]]
        merged = {"description": self.shape["description"], **self._objects(variants)}
        return {self.name: merged, **self.inner}

    def _objects(self, variants: list[Schema]) -> Schema:
        names = dict.fromkeys(name for variant in variants for name in variant.get("properties", ()))
        required = [name for name in names if all(name in one.get("required", ()) for one in variants)]
        properties = {name: self._property(name, variants) for name in names}
        return {"type": "object", "properties": properties, **({"required": required} if required else {})}

    def _property(self, name: str, variants: list[Schema]) -> Schema:
        shape = self._merged(
            [one["properties"][name] for one in variants if name in one.get("properties", ())]
        )
        if "properties" not in shape:
            return shape
        component = f"{self.name}{name.capitalize()}"
        self.inner[component] = {"description": "The members of all of them.", **shape}
        return {"$ref": _PREFIX + component}

    def _merged(self, shapes: list[Schema]) -> Schema:
        if all(_bare(shape) == _bare(shapes[0]) for shape in shapes):
            return shapes[0]
        resolved = [self._resolved(shape) for shape in shapes]
        kinds = {shape.get("type") for shape in resolved}
        if kinds == {"object"}:
            return self._objects(resolved)
        if kinds == {"array"}:
            return {"type": "array", "items": self._merged([shape["items"] for shape in resolved])}
        return self._codes(shapes, resolved) if kinds == {"string"} else {}

    def _codes(self, shapes: list[Schema], resolved: list[Schema]) -> Schema:
        """The codes of all, under a name where one of them has them all; without a list any text."""
        lists = [shape.get("enum") for shape in resolved]
        if None in lists:
            return {"type": "string"}
        codes = list(dict.fromkeys(code for some in lists for code in some or ()))
        whole = [shape for shape, some in zip(shapes, lists, strict=True) if set(some or ()) == set(codes)]
        return whole[0] if whole else {"type": "string", "enum": codes}

    def _resolved(self, shape: Schema) -> Schema:
        while "$ref" in shape:
            shape = self.schemas[shape["$ref"].removeprefix(_PREFIX)]
        return shape


def _bare(shape: Schema) -> Schema:
    return {name: told for name, told in shape.items() if name not in ("description", "minItems")}


def _reachable(document: Schema, schemas: dict[str, Schema]) -> set[str]:
    """The names that the paths and the other components lead to."""
    components = {kind: told for kind, told in document["components"].items() if kind != "schemas"}
    waiting = list(_references([document["paths"], components]))
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(schemas[name])
    return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for inner in node:
            yield from _references(inner)
    elif isinstance(node, dict):
        reference = node.get("$ref")
        if isinstance(reference, str) and reference.startswith(_PREFIX):
            yield reference.removeprefix(_PREFIX)
        for inner in node.values():
            yield from _references(inner)
