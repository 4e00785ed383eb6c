"""What a transition tells, and to whom."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.state import State

NOTHING_PRIVATE: Mapping[int, dict[str, Any]] = MappingProxyType({})


class Event(NamedTuple):
    """Something that happened: `data` is for everybody, `private` adds to it for single seats."""

    type: str
    seat: int | None
    data: dict[str, Any]
    private: Mapping[int, dict[str, Any]] = NOTHING_PRIVATE


Events = tuple[Event, ...]


class Step(NamedTuple):
    """A new state, and how it came about."""

    state: State
    events: Events
