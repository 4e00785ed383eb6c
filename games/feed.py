"""The feed of a table: what has happened since, as one reader may know it. PostgreSQL is the feed.

A poll asks once. A stream asks again and again, and remembers between its questions where it is; what it is
told is the same log, with the view after it whenever that has changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games import selectors
from games.engine.signs import GESTURES
from games.exceptions import CursorExpired
from games.freshness import tag_of
from games.models import PartnerSign, Seat, Table


class Message(NamedTuple):
    """One message of a stream. `seq` is where a reader resumes; None if that does not move."""

    type: str
    data: dict[str, Any]
    seq: int | None = None


class Told(NamedTuple):
    """What there is to tell now, and whether there is more at once."""

    messages: list[Message]
    more: bool = False


@dataclass
class Memory:
    """Where a reader is: the last event told (None: not begun), the view as it was shown, the last sign."""

    after: int | None = None
    tag: str = ""
    sign: int | None = None


def events(
    *, table_id: UUID, player: User, after: int, with_view: bool, memory: Memory
) -> tuple[dict[str, Any], bool]:
    """The events after `after`, `{"events", "next"}`, and `table` if asked for; and whether that is news.

    A view that has changed since `memory` was made is news too, for who asks for it. Raises TableNotFound,
    CursorAhead, CursorExpired.
    """
    table = selectors.find_table(table_id, player)
    seats = selectors.seats_of(table_id)
    viewer = selectors.seat_of(seats, player)
    found = _events(table, viewer, after)
    answer: dict[str, Any] = {"events": found, "next": found[-1]["seq"] if found else after}
    if not with_view:
        return answer, bool(found)
    answer["table"] = selectors.view_of(table, seats, viewer)
    before, memory.tag = memory.tag, tag_of(table, seats, viewer)
    return answer, bool(found) or before not in ("", memory.tag)


def told_since(*, table_id: UUID, player: User, memory: Memory, with_state: bool) -> Told:
    """The messages that bring a reader from where `memory` is to now, at most a page of events.

    After the last event comes the view, also when only the view has changed. A reader that has not begun gets
    the view first, and all events from there. `with_state` false looks without reading the snapshot, for when
    there is most likely nothing. Raises TableNotFound, CursorAhead, CursorExpired.
    """
    table = selectors.find_table(table_id, player, with_state=with_state)
    seats = selectors.seats_of(table_id)
    viewer = selectors.seat_of(seats, player)
    tag, signs = tag_of(table, seats, viewer), _signs(table, viewer, memory)
    if tag == memory.tag:
        return Told(signs)
    if not with_state:
        again = told_since(table_id=table_id, player=player, memory=memory, with_state=True)
        return again._replace(messages=[*signs, *again.messages])
    found = [] if memory.after is None else _events(table, viewer, memory.after)
    messages = [*(Message(event["type"], event, event["seq"]) for event in found), *signs]
    memory.after = found[-1]["seq"] if found else table.version
    if memory.after < table.version:
        return Told(messages, more=True)
    memory.tag = tag
    view = selectors.view_of(table, seats, viewer)
    return Told([*messages, Message("view", view, table.version)])


def _events(table: Table, viewer: Seat | None, after: int) -> list[dict[str, Any]]:
    if after < table.version - settings.EVENTS_KEPT:
        raise CursorExpired(extra={"snapshot": reverse("table", args=[table.id])})
    return selectors.events_after(table, viewer, after)


def _signs(table: Table, viewer: Seat | None, memory: Memory) -> list[Message]:
    """The partner's signs since the last question, where only the partner may see them (C24)."""
    if viewer is None or table.options["signs_visible_to"] == "all":
        return []
    made = PartnerSign.objects.filter(table=table, seat=viewer.partner).order_by("pk")
    if memory.sign is None:
        memory.sign = made.values_list("pk", flat=True).last() or 0
        return []
    rows = list(made.filter(pk__gt=memory.sign))
    memory.sign = rows[-1].pk if rows else memory.sign
    return [Message("sign", _sign(row)) for row in rows]


def _sign(row: PartnerSign) -> dict[str, Any]:
    shown = {"gesture": row.gesture, "meaning": GESTURES[row.gesture]}
    return {"at": selectors.iso(row.at), "type": "sign", "seat": row.seat, "by": "player", "data": shown}
