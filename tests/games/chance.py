"""Playing without thinking: any legal action, from nothing but a view."""

from collections.abc import Mapping
from random import Random
from typing import Any


def any_legal(view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """Something legal for the seat of this view, on the wire. Órdagos are rare: hands shall have a middle."""
    choices = view["legal_actions"]
    weights = [0.02 if choice["type"] == "ordago" else 1.0 for choice in choices]
    choice = rng.choices(choices, weights)[0]
    if choice["type"] == "envido":
        return {"type": "envido", "amount": rng.randint(choice["min"], min(choice["max"], choice["min"] + 4))}
    if choice["type"] == "discard":
        held = view["hand"]["your_cards"]
        return {"type": "discard", "cards": rng.sample(held, rng.randint(1, len(held)))}
    return {"type": choice["type"]}
