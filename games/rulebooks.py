"""Rulesets, options and the rules to read, in the reader's language."""

from __future__ import annotations

from typing import Any

from games.engine.options import OPTIONS
from games.engine.rules import RULESETS, Rules
from games.exceptions import RulesetNotFound
from games.wording.options import option_texts, ruleset_texts
from games.wording.rulebook import rulebook


def rulesets() -> list[dict[str, Any]]:
    """The named rulesets with their options."""
    return [_ruleset(rules) for rules in RULESETS.values()]


def options() -> list[dict[str, Any]]:
    """What each option may be, and what to call it in a form."""
    return [{"name": name, **option_texts(option), **option.describe()} for name, option in OPTIONS.items()]


def rules_to_read(name: str) -> dict[str, Any]:
    """A ruleset with its rules as text. Raises RulesetNotFound."""
    if name not in RULESETS:
        raise RulesetNotFound
    rules = RULESETS[name]
    return {**_ruleset(rules), "sections": rulebook(rules)}


def _ruleset(rules: Rules) -> dict[str, Any]:
    return {"name": rules.ruleset, **ruleset_texts(rules.ruleset), "options": rules.options()}
