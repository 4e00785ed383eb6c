"""All shapes together, and the hook that puts them into the OpenAPI document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.schema.chat import CHAT_COMPONENTS
from games.schema.company import COMPANY_COMPONENTS
from games.schema.events import EVENT_COMPONENTS
from games.schema.feed_operations import FEED_COMPONENTS
from games.schema.hints import HINT_COMPONENTS
from games.schema.lists import LIST_COMPONENTS
from games.schema.parts import Schema
from games.schema.players import PLAYER_COMPONENTS
from games.schema.queue import QUEUE_COMPONENTS
from games.schema.refusals import TOLD_BESIDE, show_recorded
from games.schema.requests import REQUEST_COMPONENTS
from games.schema.tables import TABLE_COMPONENTS

INTRODUCTION = Path(__file__).with_name("introduction.md")

COMPONENTS: dict[str, Schema] = {
    **TABLE_COMPONENTS,
    **EVENT_COMPONENTS,
    **FEED_COMPONENTS,
    **LIST_COMPONENTS,
    **REQUEST_COMPONENTS,
    **PLAYER_COMPONENTS,
    **HINT_COMPONENTS,
    **CHAT_COMPONENTS,
    **COMPANY_COMPONENTS,
    **QUEUE_COMPONENTS,
}


def add_components(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Postprocessing hook: the introduction, the shapes of the tables, what their refusals tell beside."""
    result["info"]["description"] = INTRODUCTION.read_text("utf-8")
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(COMPONENTS)
    schemas["Problem"]["properties"].update(TOLD_BESIDE)
    show_recorded(result)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result
