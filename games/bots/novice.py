"""A bot that says what it likes, within reason: it looks at its own cards and at nothing else."""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.bots.reading import Reading
from games.engine.actions import CONFIRM, MUS, NO_MUS, NO_QUIERO, ORDAGO, PASO, QUIERO, Action
from games.engine.cards import ACE, KING, RANKS, Card

STRONG, WEAK = 0.9, 0.3
KEPT = {KING, ACE}
MORE = (0, 0, 0, 1, 1, 2, 3)


def choose(view: Mapping[str, Any], rng: Random) -> Action:
    """The action of the seat whose view this is; somebody must be asked there."""
    kind = view["turn"]["kind"]
    if kind == "speak":
        return _talk(view, rng)
    if kind == "discard":
        return Action("discard", cards=_thrown(view, rng))
    reading = Reading.of(view)
    place = reading.place(reading.lance) if reading.holds(reading.lance) else 0.0
    if kind == "open":
        return _envido(view, rng) or PASO if rng.random() < 0.1 + 0.4 * place else PASO
    if kind == "respond":
        return _answer(view, place, rng)
    return QUIERO if place > STRONG and _may(view, "quiero") else CONFIRM


def _talk(view: Mapping[str, Any], rng: Random) -> Action:
    """Mus more often than not; with three kings or aces hardly ever."""
    good = sum(_rank(view, card) in KEPT for card in view["hand"]["your_cards"])
    return MUS if rng.random() < (0.1 if good >= 3 else 0.7) else NO_MUS


def _thrown(view: Mapping[str, Any], rng: Random) -> tuple[Card, ...]:
    """Most cards that are neither king nor ace; of four of those, any one."""
    cards = list(view["hand"]["your_cards"])
    others = [card for card in cards if _rank(view, card) not in KEPT]
    thrown = [card for card in others if rng.random() < 0.8]
    return tuple(thrown or [rng.choice(others or cards)])


def _answer(view: Mapping[str, Any], place: float, rng: Random) -> Action:
    """Somewhere between the cards and the dice. An órdago is taken with strong cards only."""
    standing = view["hand"]["standing"]
    if standing["ordago"]:
        return QUIERO if place > STRONG else NO_QUIERO
    if place > 0.97 and rng.random() < 0.1 and _may(view, "ordago"):
        return ORDAGO
    if place < WEAK or standing["bet"] > 8:
        return QUIERO if rng.random() < place - 0.2 else NO_QUIERO
    if rng.random() < 0.15:
        return _envido(view, rng) or QUIERO
    return QUIERO if rng.random() < 0.3 + 0.5 * place else NO_QUIERO


def _envido(view: Mapping[str, Any], rng: Random) -> Action | None:
    for legal in view["legal_actions"]:
        if legal["type"] == "envido":
            return Action("envido", amount=min(legal["min"] + rng.choice(MORE), legal["max"]))
    return None


def _may(view: Mapping[str, Any], word: str) -> bool:
    return any(legal["type"] == word for legal in view["legal_actions"])


def _rank(view: Mapping[str, Any], card: Card) -> int:
    return RANKS[view["options"]["kings"]][card]
