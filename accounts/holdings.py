"""What is kept of people, and by whom: the register that leaving and the export go by.

Every app that has a foreign key to the user registers a Keeper when it is loaded. A test walks the models:
a key that no Keeper speaks of fails it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from accounts.models import User


class Fate(StrEnum):
    """What becomes of the rows that refer to somebody who leaves."""

    DELETED = "deleted"
    CLEARED = "cleared"  # the row stays and refers to nobody
    KEPT = "kept"  # the row stays and refers to whom nothing is known of any more: it is others' history too


@dataclass(frozen=True)
class Holding:
    """One section of the export, with the foreign keys ("app.Model.field") whose rows it shows.

    `read` gives one object, or many one by one; it must show nothing that the API would hide from the person.
    """

    section: str
    read: Callable[[User], Mapping[str, Any] | Iterable[Mapping[str, Any]]]
    references: Mapping[str, Fate] = field(default_factory=dict)


@dataclass(frozen=True)
class Farewell:
    """Somebody leaves: the person, locked and still with the old name, and the name that will stand there."""

    person: User
    successor: str


def _nothing_to_do(farewell: Farewell) -> None:
    """Rows have their fates; there is nothing else."""


def _no_tables(person: User) -> list[str]:
    return []


@dataclass(frozen=True)
class Keeper:
    """A part of the server that keeps something of people.

    `leave` runs first, in the transaction in which the person leaves. `ties` names the tables that wait for
    the person or where they play.
    """

    holdings: tuple[Holding, ...]
    leave: Callable[[Farewell], None] = _nothing_to_do
    ties: Callable[[User], list[str]] = _no_tables


_KEEPERS: dict[str, Keeper] = {}


def register(name: str, keeper: Keeper) -> None:
    """Make an app's keeper known, under the app's name; called when the app is loaded."""
    _KEEPERS[name] = keeper


def keepers() -> list[Keeper]:
    """All that keep something."""
    return list(_KEEPERS.values())


def holdings() -> list[Holding]:
    """All that is kept."""
    return [holding for keeper in keepers() for holding in keeper.holdings]


def ties(person: User) -> list[str]:
    """The ids of the tables where the person sits and the match is not over."""
    return [tie for keeper in keepers() for tie in keeper.ties(person)]
