"""Whether a view has changed: a tag of everything it is built from, but for the snapshot.

`version` grows with every change of the snapshot, so a reader whose view is still fresh costs none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from accounts.selectors import player_name
from games.models import Seat, Table
from games.selectors import iso, may_see_sign, rematch_of
from musapi import __version__


def tag_of(table: Table, seats: Sequence[Seat], viewer: Seat | None) -> str:
    """The entity tag of what `view_of` gives for the same table, seats and viewer."""
    parts = [
        __version__,
        table.status,
        iso(table.turn_started_at),
        iso(table.deadline),
        rematch_of(table),
        viewer and viewer.number,
        [_seat(table, seat, viewer) for seat in seats],
    ]
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f'"{table.version}-{digest[:20]}"'


def _seat(table: Table, seat: Seat, viewer: Seat | None) -> list[Any]:
    """What a view shows of a seat without the snapshot's help. `version` covers the rest."""
    return [
        seat.kind,
        seat.controller,
        seat.missed_turns,
        seat.reserved_for_id is not None,
        seat.coming and player_name(seat.coming),
        seat.player and player_name(seat.player),
        seat.sign_exchange + seat.sign if may_see_sign(table, seat, viewer) else "",
    ]
