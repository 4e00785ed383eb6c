"""Lists: tables, hands, the inbox; rulesets with their options, and signs."""

from __future__ import annotations

from games.engine.options import OPTIONS, Choice, Flag, Number, Numbers, Option
from games.schema.parts import (
    COUNT,
    FLAG,
    HEX_256,
    NUMBER_FROM_1,
    SEAT,
    TEXT,
    TIME,
    UUID,
    Schema,
    array,
    closed,
    obj,
    one_of,
    or_null,
    ref,
    told,
    variants,
)
from games.schema.tables import GESTURE, MEANING, RULESET

_LINK: Schema = {"type": "string", "format": "uri"}
LINKS: dict[str, Schema] = {
    "next": told(or_null(_LINK), "Where the list goes on; or null."),
    "previous": told(or_null(_LINK), "What comes before; or null."),
}


def _value(option: Option, *, wish: bool) -> Schema:
    """What an option may be; in a wish also the words that stand for a number."""
    if isinstance(option, Flag):
        return FLAG
    if isinstance(option, Choice):
        kind = "string" if isinstance(option.choices[0], str) else "integer"
        return {"type": kind, "enum": list(option.choices)}
    if isinstance(option, Numbers):
        number = {"type": "integer", "minimum": min(option.least), "maximum": option.most}
        limits = {"minItems": len(option.items), "maxItems": len(option.items)}
        return {"type": "array", "items": number, **limits, "description": _meaning_of(option)}
    return _number(option, wish=wish)


def _meaning_of(option: Numbers) -> str:
    return "For " + ", ".join(
        f"{item} (at least {least})" for item, least in zip(option.items, option.least, strict=True)
    )


def _number(option: Number, *, wish: bool) -> Schema:
    number: Schema = {"type": "integer", "minimum": option.least, "maximum": option.most}
    words: list[Schema] = [{"type": "string", "enum": [word]} for word in option.words if word and wish]
    if None in option.words:
        words.append({"type": "null"})
    return {"anyOf": [number, *words]} if words else number


# A wish that may be a number or a word has a name, which generators of clients would otherwise make up.
_WORDED = {"max_envido": ref("MaxEnvidoWish")}

_OPTION_FORM: dict[str, Schema] = {
    "name": one_of(*OPTIONS),
    "label": told(TEXT, "What it is called, in your language."),
    "description": told(TEXT, "What it is about, in your language."),
}
_VALUE_LABELS = {"value_labels": told(array(TEXT), "What the values are called, in their order.")}
_RULESET: dict[str, Schema] = {
    "name": RULESET,
    "title": told(TEXT, "What it is called, in your language."),
    "description": told(TEXT, "What it is like, in your language."),
    "options": ref("Options"),
}

LIST_COMPONENTS: dict[str, Schema] = {
    "TablePage": obj("Some of the tables.", {"results": array(ref("TableSummary")), **LINKS}),
    "HandPage": obj(
        "The finished hands of a match in order, with what a stranger needs to check all of them.",
        {
            "table": UUID,
            "master_commitment": HEX_256,
            "master": told(HEX_256, "Once the match is finished."),
            "first_mano": told(SEAT, "Once the match is finished: it comes from the master too."),
            "hands": array(ref("FinishedHand")),
            **LINKS,
        },
        optional=["master", "first_mano"],
    ),
    "WaitingTurn": obj(
        "A question that waits for you.",
        {
            "table": UUID,
            "ruleset": RULESET,
            "version": COUNT,
            "seat": told(SEAT, "Yours."),
            "turn": told(NUMBER_FROM_1, "`turn.id`"),
            "started_at": TIME,
            "deadline": TIME,
        },
    ),
    "Inbox": obj("Everything that waits for you.", {"turns": array(ref("WaitingTurn"), most=200)}),
    "Options": obj(
        "Every option of the rules, resolved.",
        {name: _value(option, wish=False) for name, option in OPTIONS.items()},
    ),
    "OptionsWish": closed(
        obj(
            "Options that differ from the ruleset's.",
            {**{name: _value(option, wish=True) for name, option in OPTIONS.items()}, **_WORDED},
            optional=list(OPTIONS),
        )
    ),
    "MaxEnvidoWish": told(_value(OPTIONS["max_envido"], wish=True), "The highest envido, or a word for it."),
    "ChoiceOption": obj(
        "One of a few values.",
        {
            **_OPTION_FORM,
            "type": one_of("choice"),
            "choices": array(ref("OptionChoice")),
            **_VALUE_LABELS,
        },
    ),
    "OptionChoice": told({"anyOf": [TEXT, {"type": "integer"}]}, "A word or a number."),
    "BooleanOption": obj("Yes or no.", {**_OPTION_FORM, "type": one_of("boolean")}),
    "IntegerOption": obj(
        "A whole number from `min` to `max`, or one of the `words`.",
        {
            **_OPTION_FORM,
            "type": one_of("integer"),
            "min": COUNT,
            "max": COUNT,
            "words": array(or_null(TEXT)),
            **_VALUE_LABELS,
        },
        optional=["words", "value_labels"],
    ),
    "IntegersOption": obj(
        "A row of whole numbers: each with its meaning and its smallest value, one largest value for all.",
        {
            **_OPTION_FORM,
            "type": one_of("integers"),
            "items": array(TEXT),
            "min": array(COUNT),
            "max": COUNT,
            **_VALUE_LABELS,
        },
    ),
    "Option": variants(
        "An option and what it may be: enough to build a form from.",
        "type",
        {
            "ChoiceOption": ["choice"],
            "BooleanOption": ["boolean"],
            "IntegerOption": ["integer"],
            "IntegersOption": ["integers"],
        },
    ),
    "Ruleset": obj("A named set of options.", _RULESET),
    "Rulebook": obj(
        "The rules of a ruleset as text, with the numbers of its options.",
        {**_RULESET, "sections": array(ref("RulebookSection"))},
    ),
    "RulebookSection": obj(
        "A part of the rules.",
        {
            "name": told(TEXT, "The same in every language."),
            "title": TEXT,
            "paragraphs": array(TEXT),
            "tables": array(ref("RulebookTable")),
        },
    ),
    "RulebookTable": obj(
        "A table: rows of as many texts as there are columns.",
        {"title": TEXT, "columns": array(TEXT), "rows": array(array(TEXT))},
    ),
    "RulesetList": obj(
        "The rulesets, and every option with its limits.",
        {"rulesets": array(ref("Ruleset")), "options": array(ref("Option"))},
    ),
    "Sign": obj(
        "A gesture and its meaning, as codes and in your language.",
        {"gesture": GESTURE, "meaning": MEANING, "gesture_text": TEXT, "meaning_text": TEXT},
    ),
    "SignList": obj("The gestures.", {"signs": array(ref("Sign"))}),
}
