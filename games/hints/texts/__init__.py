"""What the tips say, in the reader's language: the one part of the hints that knows of languages."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.combos import DUPLES, MEDIAS, PAREJA, LaReal
from games.engine.signs import GESTURES
from games.hints.texts.bets import ON_BETS
from games.hints.texts.cards import ON_CARDS
from games.hints.texts.customs import ON_CUSTOMS
from games.hints.texts.none_worse import NONE_WORSE
from games.hints.tip import Cards, Param, Pares, Points, RealCard, Sign, Tip
from games.wording.signs import gesture_text, meaning_text

TEXTS: Mapping[str, Any] = {**ON_CARDS, **ON_BETS, **ON_CUSTOMS}
"""By the tip's code."""

_RANK = {12: _("king"), 11: _("caballo"), 10: _("sota"), 1: _("ace")}
_RANKS = {
    12: _("kings"),
    11: _("caballos"),
    10: _("sotas"),
    7: _("sevens"),
    6: _("sixes"),
    5: _("fives"),
    4: _("fours"),
    3: _("threes"),
    2: _("twos"),
    1: _("aces"),
}
_PARES = {
    PAREJA: _("a pair of %(high)s"),
    MEDIAS: _("medias of %(high)s"),
    DUPLES: _("duples of %(high)s and %(low)s"),
}
_FOUR_ALIKE = _("four %(high)s, which are duples")
_REAL_CARD: Mapping[LaReal, Any] = {"sota": _("a sota"), "king": _("a king"), "figure": _("a figure")}


def text_of(tip: Tip) -> str:
    """A tip in the language that is active."""
    told = {name: _WORDS[type(value)](value) for name, value in tip.params.items()}
    none = NONE_WORSE.get(tip.code) if tip.params.get("percent") == 0 else None
    return str(none or TEXTS[tip.code]) % told


def _number(number: int) -> int:
    return number


def _points(points: Points) -> str:
    text = ngettext("%(count)d point", "%(count)d points", points.number)
    return text % {"count": points.number}


def _pares(pares: Pares) -> str:
    kind, high, low = pares.key
    text = _FOUR_ALIKE if high == low else _PARES[kind]
    return str(text) % {"high": _RANKS[high], "low": _RANKS.get(low, "")}


def _cards(cards: Cards) -> str:
    return ", ".join(_rank_text(rank) for rank in cards.ranks)


def _rank_text(rank: int) -> str:
    return str(_RANK.get(rank, rank))


def _sign(sign: Sign) -> str:
    told = {"gesture": gesture_text(sign.gesture), "meaning": meaning_text(GESTURES[sign.gesture])}
    return gettext("%(gesture)s (%(meaning)s)") % told


def _real_card(card: RealCard) -> str:
    return str(_REAL_CARD[card.la_real])


_WORDS: Mapping[type[Param], Callable[[Any], str | int]] = {
    int: _number,
    Points: _points,
    Pares: _pares,
    Cards: _cards,
    Sign: _sign,
    RealCard: _real_card,
}
