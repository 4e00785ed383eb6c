"""The tip box: what it looks like, and what its operations say of themselves."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from games.schema.operation import TABLE_ID, asked, change, operation
from games.schema.parts import FLAG, NUMBER_FROM_1, TEXT, Schema, array, obj, ref, told
from games.serializers import HideHints, HintsQuery
from musapi.schema import problems

HINT_COMPONENTS: dict[str, Schema] = {
    "TipBox": obj(
        "What to bear in mind for the decision in front of you, from what you can see yourself.",
        {
            "turn": told(NUMBER_FROM_1, "The question that stands, `turn.id`."),
            "show": told(FLAG, "Whether you have the tips switched on: `show_hints` of `/me`."),
            "hidden": told(FLAG, "Whether you have closed the box for this question."),
            "box": told(
                array(ref("Tip"), most=3),
                "The most relevant first. Empty when you are not asked, and while it is closed or off.",
            ),
        },
    ),
    "Tip": obj(
        "A tip.",
        {
            "code": told(TEXT, "Stable, in two parts: `pares.medias`."),
            "topic": told(TEXT, "What it is about, as a code."),
            "text": told(TEXT, "In your language."),
        },
    ),
}

_BOX: dict[str, Any] = {
    "turn": 41,
    "show": True,
    "hidden": False,
    "box": [
        {
            "code": "deje.costs_now",
            "topic": "deje",
            "text": "Refusing gives the rivals 1 point at once, however much they have bet.",
        }
    ],
}
_AT_A_TABLE = ("table.not_found", "table.not_seated", "table.not_playing")


def _shown(name: str, box: dict[str, Any], description: str) -> OpenApiResponse:
    return OpenApiResponse(ref("TipBox"), description, examples=[OpenApiExample(name, value=box)])


read_hints = operation(
    "read_hints",
    "play",
    summary="The tip box",
    description=(
        "One to three tips for what you have to decide now. They tell of nothing but what you see yourself. "
        "With `force=true` also while the box is closed or the tips are switched off."
    ),
    parameters=[TABLE_ID, HintsQuery],
    responses={200: _shown("an answer to a bet", _BOX, "The box."), **problems(*_AT_A_TABLE)},
)

hide_hints = change(
    "hide_hints",
    "play",
    summary="Close the tip box for this question",
    description=(
        "It stays away until you are asked the next time. To see no tips at all, PATCH `/me` with "
        "`show_hints` false."
    ),
    parameters=[TABLE_ID],
    request=HideHints,
    examples=[asked("this question", {"turn": 41})],
    responses={
        200: _shown("closed", {**_BOX, "hidden": True, "box": []}, "The box, now closed."),
        **problems(
            *_AT_A_TABLE,
            "table.stale_turn",
            "table.not_your_turn",
            "table.busy",
            "idempotency.key_reused",
            "idempotency.key_malformed",
        ),
    },
)
