"""A person's own feed: what somebody is told of, at whatever table. It is read as a table's is."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import notices
from games.exceptions import CursorAhead, CursorExpired
from games.feed import Memory, Message, Told


def events(*, person: User, after: int) -> dict[str, Any]:
    """What a person was told after `after`: `{"events", "next"}`. Raises CursorAhead, CursorExpired."""
    _check(person, after)
    found = notices.after(person, after)
    return {"events": found, "next": found[-1]["seq"] if found else after}


def told_since(*, person: User, memory: Memory) -> Told:
    """The messages that bring a reader from where `memory` is to now.

    A reader that has not begun is told where it stands: `next`, to resume at. Raises CursorAhead,
    CursorExpired.
    """
    if memory.after is None:
        memory.after = notices.last_seq(person)
        return Told([Message("next", {"next": memory.after}, memory.after)])
    if not memory.tag:
        _check(person, memory.after)
        memory.tag = "checked"
    found = notices.after(person, memory.after)
    if found:
        memory.after = found[-1]["seq"]
    messages = [Message(notice["type"], notice, notice["seq"]) for notice in found]
    return Told(messages, more=len(found) == notices.PER_ANSWER)


def _check(person: User, after: int) -> None:
    if after > notices.last_seq(person):
        raise CursorAhead(_("Nothing of that number has happened yet."))
    if after + 1 < notices.first_kept(person):
        raise CursorExpired(extra={"snapshot": reverse("my_turns")})
