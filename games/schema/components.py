"""All shapes together, and the hook that puts them into the OpenAPI document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.schema.events import EVENT_COMPONENTS
from games.schema.lists import LIST_COMPONENTS
from games.schema.parts import Schema, array, or_null, ref, told
from games.schema.requests import REQUEST_COMPONENTS
from games.schema.tables import STATUS, TABLE_COMPONENTS

INTRODUCTION = Path(__file__).with_name("introduction.md")

COMPONENTS: dict[str, Schema] = {
    **TABLE_COMPONENTS,
    **EVENT_COMPONENTS,
    **LIST_COMPONENTS,
    **REQUEST_COMPONENTS,
}

# What a refusal of the tables can say beside the members of every problem.
_TOLD_BESIDE: dict[str, Schema] = {
    "turn": told(
        or_null(ref("Turn")), "With `table.stale_turn` and `table.not_your_turn`: the question now."
    ),
    "legal_actions": told(array(ref("LegalAction")), "With `action.illegal`: what would have been allowed."),
    "reason": told({"type": "string"}, "With `action.illegal` and `sign.illegal`: why, as a code."),
    "table_status": told(STATUS, "With `table.not_playing` and `table.not_open`."),
}


def add_components(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Postprocessing hook: the introduction, the shapes of the tables, what their refusals tell beside."""
    result["info"]["description"] = INTRODUCTION.read_text("utf-8")
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(COMPONENTS)
    schemas["Problem"]["properties"].update(_TOLD_BESIDE)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result
