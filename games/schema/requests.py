"""What a client sends, where it is more than a serializer can say: actions, a table's seats."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema

from games.engine.actions import TYPES
from games.engine.rules import SANITY_LIMIT
from games.schema.parts import CARD, Schema, array, closed, obj, one_of, ref, told, variants
from games.schema.tables import LEVEL

WORDS = tuple(kind for kind in TYPES if kind not in ("envido", "discard"))
TURN: Schema = told({"type": "integer"}, "`turn.id` as you saw it.")

REQUEST_COMPONENTS: dict[str, Schema] = {
    "WordRequest": closed(
        obj(
            "Something said that needs no more words. `confirm` lets the partner's word stand.",
            {"turn": TURN, "type": one_of(*WORDS)},
        )
    ),
    "EnvidoRequest": closed(
        obj(
            "A bet or a raise.",
            {
                "turn": TURN,
                "type": one_of("envido"),
                "amount": told(
                    {"type": "integer", "minimum": 1, "maximum": SANITY_LIMIT},
                    "The total stake after the raise, whatever the ruleset's table talk.",
                ),
            },
        )
    ),
    "DiscardRequest": closed(
        obj(
            "One to four of your cards, to be exchanged.",
            {
                "turn": TURN,
                "type": one_of("discard"),
                "cards": {**array(CARD, least=1, most=4), "uniqueItems": True},
            },
        )
    ),
    "BotSeat": closed(obj("A seat that a bot takes.", {"bot": LEVEL})),
}

SEATS: Schema = {
    **array({"anyOf": [ref("BotSeat"), {"type": "null"}]}, least=4, most=4),
    "description": "For each seat null (a person) or a bot. At least one must be null: you take the first.",
}


class ActionShape(OpenApiSerializerExtension):
    """An action is one of three, told apart by `type`; the engine reads it, not the serializer."""

    target_class = "games.serializers.ActionRequest"
    priority = 1  # before the one for strict serializers

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        members = {"WordRequest": WORDS, "EnvidoRequest": ["envido"], "DiscardRequest": ["discard"]}
        shape = variants("An answer to the question `turn`.", "type", members)
        return {"required": ["turn", "type"], **shape}
