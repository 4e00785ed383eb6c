"""Playing without a person (`--auto`): something sensible, from the view alone."""

from collections.abc import Mapping
from random import Random
from typing import Any

from musapi.play.cards import rank_of
from musapi.play.sight import View

KING, ACE = 12, 1
KEPT = frozenset({KING, ACE})


def choose(view: View, dice: Random) -> dict[str, Any] | None:
    """An answer to the question that stands; None where everything allowed is unknown to this client."""
    offered = {legal["type"]: legal for legal in view["legal_actions"]}
    ranks = sorted(rank_of(card, view["options"]["kings"]) for card in view["hand"]["your_cards"])
    if "discard" in offered:
        return {"type": "discard", "cards": _worst(view)}
    for kind in _preferred(view, ranks, dice):
        if kind in offered:
            return {"type": kind, "amount": offered[kind]["min"]} if kind == "envido" else {"type": kind}
    return next(({"type": kind} for kind in offered if kind in _HARMLESS), None)


_HARMLESS = ("confirm", "no_mus", "paso", "no_quiero", "quiero", "mus")


def _worst(view: View) -> list[str]:
    """What is neither king nor ace; one card at least."""
    kings = view["options"]["kings"]
    cards = sorted(view["hand"]["your_cards"], key=lambda card: rank_of(card, kings))
    return [card for card in cards if rank_of(card, kings) not in KEPT] or cards[:1]


def _preferred(view: View, ranks: list[int], dice: Random) -> tuple[str, ...]:
    """What to say, the best first."""
    phase = view["hand"]["phase"]
    if phase in ("mus", "discard"):
        return ("no_mus", "mus") if _good(ranks) else ("mus", "no_mus")
    standing: Mapping[str, Any] | None = view["hand"]["standing"]
    strong = _strong(phase, ranks)
    if standing and standing["ordago"] and not (strong and dice.random() < 0.3):
        return ("confirm", "no_quiero")
    if strong:
        return (
            ("envido", "quiero", "confirm")
            if dice.random() < 0.4
            else ("quiero", "confirm", "envido", "paso")
        )
    return ("paso", "confirm", "no_quiero")


def _good(ranks: list[int]) -> bool:
    return len(set(ranks)) <= 2 or _points(ranks) == 31


def _strong(phase: str, ranks: list[int]) -> bool:
    strengths = {
        "grande": ranks.count(KING) >= 2,
        "chica": ranks.count(ACE) >= 2,
        "pares": len(set(ranks)) <= 2,
        "juego": _points(ranks) in (31, 32),
        "punto": _points(ranks) >= 28,
    }
    return strengths.get(phase, False)


def _points(ranks: list[int]) -> int:
    return sum(min(rank, 10) for rank in ranks)
