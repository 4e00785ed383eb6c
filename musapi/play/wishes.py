"""What the person at the keyboard can want."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Act:
    """Answer the question: an action as the API takes it."""

    action: dict[str, Any]


@dataclass(frozen=True)
class Post:
    """Something else at the table: the end of its address, and the body."""

    path: str
    body: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Tip:
    """See a tip, then the next."""


@dataclass(frozen=True)
class SwitchTips:
    """Tips off, or on again."""


@dataclass(frozen=True)
class Proof:
    """Check the deal of the last hand."""


@dataclass(frozen=True)
class GoOn:
    """Enough of the result list."""


@dataclass(frozen=True)
class Quit:
    """End the client."""


@dataclass(frozen=True)
class Note:
    """What was typed means nothing here; this says why."""

    text: str


Wish = Act | Post | Tip | SwitchTips | Proof | GoOn | Quit | Note | None
"""None: only the prompt has changed."""
