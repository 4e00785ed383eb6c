"""Two pieces of JSON side by side: where they differ."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """Something stored that the replay does not give: where, which part, and both values as text."""

    where: str
    what: str
    stored: str
    replayed: str


def walk(
    where: str, path: str, stored: object, replayed: object, as_text: Callable[[str, object], str]
) -> Iterator[Difference]:
    """The innermost values in which two pieces of JSON differ, each with its path."""
    if stored == replayed:
        return
    if isinstance(stored, dict) and isinstance(replayed, dict):
        for key in sorted(stored.keys() | replayed.keys()):
            values = stored.get(key, "missing"), replayed.get(key, "missing")
            yield from walk(where, f"{path}.{key}", *values, as_text)
    elif isinstance(stored, list) and isinstance(replayed, list) and len(stored) == len(replayed):
        for place, values in enumerate(zip(stored, replayed, strict=True)):
            yield from walk(where, f"{path}.{place}", *values, as_text)
    else:
        yield Difference(where, path, as_text(path, stored), as_text(path, replayed))


def as_stored(value: Any) -> Any:
    """What a JSON column gives back for a value."""
    return json.loads(json.dumps(value))
