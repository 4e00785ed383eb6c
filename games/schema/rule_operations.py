"""What the operations on rulesets, rules and signs say of themselves in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from games.schema.examples import example
from games.schema.parts import TEXT, ref
from musapi.schema import problems

Handler = TypeVar("Handler", bound=Callable[..., Any])


def _read(operation_id: str, **said: Any) -> Callable[[Handler], Handler]:
    decorator: Callable[[Handler], Handler] = extend_schema(
        operation_id=operation_id, tags=["rules"], auth=[], **said
    )
    return decorator


def _answer(component: str, description: str, name: str) -> OpenApiResponse:
    shown = OpenApiExample(name.replace("_", " "), value=example(name))
    return OpenApiResponse(ref(component), description, examples=[shown])


list_rulesets = _read(
    "rulesets",
    summary="Rulesets and options",
    description=(
        "The named rulesets with every option resolved, and what each option may be, with texts for a form."
    ),
    responses={200: _answer("RulesetList", "All of them.", "rulesets")},
)

read_rules = _read(
    "ruleset",
    summary="The rules to read",
    description=(
        "The rules as text in your language, section by section, with tables of the cards, of juego, and of "
        "what is paid: nothing of it needs to be in a client."
    ),
    parameters=[OpenApiParameter("name", TEXT, OpenApiParameter.PATH, description="The ruleset's name.")],
    responses={200: _answer("Rulebook", "The rules.", "ruleset"), **problems("ruleset.not_found")},
)

list_signs = _read(
    "signs",
    summary="The gestures",
    description="The twelve gestures and what they mean.",
    responses={200: _answer("SignList", "All of them.", "signs")},
)
