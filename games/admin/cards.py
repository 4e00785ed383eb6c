"""Cards as an operator reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

SUITS = {"o": _("oros"), "c": _("copas"), "e": _("espadas"), "b": _("bastos")}
FIGURES = {10: _("sota"), 11: _("caballo"), 12: _("rey")}


class Card(NamedTuple):
    """A card to show: its number, its suit's letter, and its name."""

    number: int
    suit: str
    name: str


def card(text: str) -> Card:
    """Read the wire's notation, `12o`."""
    number, suit = int(text[:-1]), text[-1]
    return Card(
        number, suit, _("%(card)s of %(suit)s") % {"card": FIGURES.get(number, number), "suit": SUITS[suit]}
    )


def cards(texts: Iterable[Any]) -> list[Card]:
    """Cards from the highest down, as they are held."""
    return sorted((card(text) for text in texts), key=lambda one: (-one.number, one.suit))
