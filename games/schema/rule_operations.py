"""What the operations on rulesets, rules and signs say of themselves in the OpenAPI document."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from games.schema.operation import answer, operation
from games.schema.parts import TEXT
from musapi.schema import problems

list_rulesets = operation(
    "rulesets",
    "rules",
    auth=[],
    summary="Rulesets and options",
    description=(
        "The named rulesets with every option resolved, and what each option may be, with texts for a form."
    ),
    responses={200: answer("RulesetList", "All of them.", "rulesets")},
)

read_rules = operation(
    "ruleset",
    "rules",
    auth=[],
    summary="The rules to read",
    description=(
        "The rules as text in your language, section by section, with tables of the cards, of juego, and of "
        "what is paid: nothing of it needs to be in a client."
    ),
    parameters=[OpenApiParameter("name", TEXT, OpenApiParameter.PATH, description="The ruleset's name.")],
    responses={200: answer("Rulebook", "The rules.", "ruleset"), **problems("ruleset.not_found")},
)

list_signs = operation(
    "signs",
    "rules",
    auth=[],
    summary="The gestures",
    description="The twelve gestures and what they mean.",
    responses={200: answer("SignList", "All of them.", "signs")},
)
