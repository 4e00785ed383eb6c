"""Whether a shape of a newer document still keeps what an older one has promised.

Towards the server everything that was taken must be taken; towards the client everything that is told must be
something that it knows, where new members, new codes and new variants are what clients are told to skip.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]
_PREFIX = "#/components/schemas/"

# Limits that a request must keep: how the new one may differ from the old.
_UPPER = ("maximum", "maxLength", "maxItems", "maxProperties")
_LOWER = ("minimum", "minLength", "minItems", "minProperties")
_EXACT = ("pattern", "format", "uniqueItems")


@dataclass(frozen=True)
class Shapes:
    """Two documents, and the way that a shape goes: `sent` by the client, or told by the server."""

    old: Schema
    new: Schema
    sent: bool
    seen: set[tuple[str, str]]

    def breaks(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        """Each promise that is broken, in words."""
        names = (_name(old), _name(new))
        before, now = _resolved(self.old, old), _resolved(self.new, new)
        yield from self._types(where, before, now)
        if all(names):
            if names[0] != names[1]:
                yield f"{where}: {names[0]} is now called {names[1]}"
            if names in self.seen:
                return
            self.seen.add(names)
        yield from self._compared(where, before, now)

    def _compared(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        yield from self._codes(where, old, new)
        yield from self._members(where, old, new)
        yield from self._variants(where, old, new)
        if "items" in old and "items" in new:
            yield from self.breaks(f"{where}[]", old["items"], new["items"])
        if self.sent:
            yield from _limits(where, old, new)

    def _types(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, now = _types(old), _types(new)
        refused, unheard = before - now, now - before
        if self.sent and refused and now:
            yield f"{where}: no longer takes {', '.join(sorted(refused))}"
        if not self.sent and (unheard or (before and not now)):
            yield f"{where}: may now be {', '.join(sorted(unheard)) or 'anything'}"
        if not self.sent and old.get("format") != new.get("format"):
            yield f"{where}: format {old.get('format')} is now {new.get('format')}"

    def _codes(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, now = old.get("enum"), new.get("enum")
        if before is None:
            if now is not None and self.sent:
                yield f"{where}: takes only some codes now"
        elif now is None:
            if not self.sent:
                yield f"{where}: is no longer one of a few codes"
        elif gone := [code for code in before if code not in now]:
            yield f"{where}: without {', '.join(map(str, gone))}"

    def _members(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, now = old.get("properties", {}), new.get("properties", {})
        needed, given = set(new.get("required", ())), set(old.get("required", ()))
        for name, shape in before.items():
            if name in now:
                yield from self.breaks(f"{where}.{name}", shape, now[name])
            else:
                yield f"{where}.{name}: is gone"
        if self.sent:
            yield from (f"{where}.{name}: is needed now" for name in sorted(needed - given))
        else:
            yield from (f"{where}.{name}: may be absent now" for name in sorted((given - needed) & set(now)))

    def _variants(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        """Of a union that is told apart by a code; any other is compared by its types."""
        before, now = _variants(old), _variants(new)
        for code, shape in before.items():
            if code in now:
                yield from self.breaks(f"{where}<{code}>", shape, now[code])
            elif now:
                yield f"{where}: without {code}"
        if bool(before) != bool(now) and (before or "enum" in old or "properties" in old):
            yield f"{where}: is {'no longer' if before else 'now'} a union"


def _limits(where: str, old: Schema, new: Schema) -> Iterator[str]:
    for name in _UPPER:
        if name in new and (name not in old or new[name] < old[name]):
            yield f"{where}: {name} is {new[name]} now"
    for name in _LOWER:
        if name in new and new[name] > old.get(name, 0 if name != "minimum" else float("-inf")):
            yield f"{where}: {name} is {new[name]} now"
    for name in _EXACT:
        if name in new and new[name] != old.get(name):
            yield f"{where}: {name} is {new[name]} now"
    if old.get("additionalProperties", True) is not False and new.get("additionalProperties") is False:
        yield f"{where}: takes no other members now"
    if "default" in old and old["default"] != new.get("default"):
        yield f"{where}: its default is {new.get('default')} now"


def _resolved(document: Schema, shape: Schema) -> Schema:
    while "$ref" in shape:
        beside = {name: told for name, told in shape.items() if name != "$ref"}
        shape = {**document["components"]["schemas"][_last(shape["$ref"])], **beside}
    return _without_null(document, shape)


def _without_null(document: Schema, shape: Schema) -> Schema:
    """`anyOf` a shape and null is that shape, with null among its types."""
    choices = _choices(shape)
    if len(choices) != 1:
        return shape
    inner = _resolved(document, choices[0])
    return {**inner, "type": sorted({*_types(inner), "null"})}


def _choices(shape: Schema) -> list[Schema]:
    return [choice for choice in shape.get("anyOf", ()) if choice.get("type") != "null"]


def _name(shape: Schema) -> str:
    """The component that it is, null or not; empty for a shape without a name."""
    choices = _choices(shape)
    reference: str = (choices[0] if len(choices) == 1 else shape).get("$ref", "")
    return _last(reference)


def _types(shape: Schema) -> set[str]:
    """The types that it may have; none where nothing is said."""
    if "anyOf" in shape:
        return {kind for choice in shape["anyOf"] for kind in _types(choice)}
    told = shape.get("type", ())
    return {told} if isinstance(told, str) else set(told)


def _variants(shape: Schema) -> dict[str, Schema]:
    mapping = shape.get("discriminator", {}).get("mapping", {})
    return {code: {"$ref": reference} for code, reference in mapping.items()}


def _last(reference: str) -> str:
    return reference.rpartition("/")[2]
