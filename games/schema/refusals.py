"""What the refusals of the tables tell beside the members of every problem, and true examples of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.schema.examples import example
from games.schema.parts import TIME, Schema, array, or_null, ref, told
from games.schema.tables import STATUS
from musapi.errors import MEDIA_TYPE

TOLD_BESIDE: dict[str, Schema] = {
    "turn": told(
        or_null(ref("Turn")), "With `table.stale_turn` and `table.not_your_turn`: the question now."
    ),
    "legal_actions": told(array(ref("LegalAction")), "With `action.illegal`: what would have been allowed."),
    "reason": told({"type": "string"}, "With `action.illegal` and `sign.illegal`: why, as a code."),
    "table_status": told(STATUS, "With `table.not_playing`, `table.not_open` and `chat.closed`."),
    "min_rating": told(or_null({"type": "integer"}), "With `table.rating_out_of_range`."),
    "max_rating": told(or_null({"type": "integer"}), "With `table.rating_out_of_range`."),
    "most": told({"type": "integer"}, "With `table.too_many`: how many there may be."),
    "snapshot": told(
        {"type": "string", "format": "uri-reference"}, "With `events.cursor_expired`: what to read instead."
    ),
    "until": told(TIME, "With `chat.silenced`."),
}


# These name a field, which only the one operation has.
_SHOWN_AT = {"request.malformed": "play", "table.invalid": "create_table"}


def show_recorded(document: dict[str, Any]) -> None:
    """Put recorded refusals in the place of the bare ones that every code has as its example."""
    recorded = example("refusals")
    for operation_id, code, shown in _shown(document):
        if code in recorded and _SHOWN_AT.get(code, operation_id) == operation_id:
            shown["value"] = recorded[code]


def _shown(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, operations in document["paths"].items():
        if "/tables" in path:
            for operation in operations.values():
                for response in operation["responses"].values():
                    told = response.get("content", {}).get(MEDIA_TYPE, {})
                    for code, shown in told.get("examples", {}).items():
                        yield operation["operationId"], code, shown
