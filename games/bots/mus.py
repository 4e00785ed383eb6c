"""Whether to cut the mus, and which cards to throw away."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

from games.bots.odds import Keeper, Odds, odds_table, pair_wins
from games.engine.cards import Card
from games.engine.combos import NO_PARES, LaReal, Ranks, has_juego, pares_key, total

# What a lance is usually played for, beside the bonus.
_STAKES = {"grande": 1.6, "chica": 1.3, "pares": 1.5, "juego": 1.5, "punto": 1.5}
_PARES_BONUS = (0.0, 1.0, 2.0, 3.0)
_RIVALS_PARES_BONUS = 1.3
_RIVALS_JUEGO_BONUS = 2.3
# How often the other three have no juego, when I have none.
_PUNTO = 0.4
_HALF_OF_TIES = 0.5


@cache
def keeper(kings: int, la_real: LaReal) -> Keeper:
    """What cards are worth under these ranks, in points for my pair."""
    table = odds_table(kings, la_real)
    return Keeper(kings, lambda ranks: _worth(ranks, table[ranks]))


def _worth(ranks: Ranks, odds: Odds) -> float:
    """The points a hand should bring, more than it gives, in all lances together."""
    kind = pares_key(ranks)[0]
    points = total(ranks)
    worth = _points(odds, "grande") + _points(odds, "chica")
    worth += _points(odds, "pares", kind != NO_PARES, _PARES_BONUS[kind], _RIVALS_PARES_BONUS)
    worth += _points(odds, "juego", has_juego(points), 3.0 if points == 31 else 2.0, _RIVALS_JUEGO_BONUS)
    return worth if has_juego(points) else worth + _PUNTO * _points(odds, "punto")


def _points(
    odds: Odds, lance: str, plays: bool = True, bonus: float = 0.0, rivals_bonus: float = 0.0
) -> float:
    """What one lance should bring: won or lost with its usual stake and bonus."""
    share = odds[lance]
    others = 1.0 if lance == "punto" else share.plays
    chance = pair_wins(share.place(_HALF_OF_TIES) if plays else 0.0, 2 * others, others)
    stake = _STAKES[lance] if plays else 0.0
    return chance * (stake + bonus) - (1 - chance) * (stake + rivals_bonus * others)


def best_discard(view: Mapping[str, Any]) -> tuple[tuple[Card, ...], float]:
    """The cards to throw away, of the fifteen ways, and what the hand is then worth on average."""
    judge = _judge(view)
    choices = _choices(view["hand"]["your_cards"])
    valued = [(judge.value(judge.ranks_of(kept)), thrown) for kept, thrown in choices]
    value, thrown = max(valued)
    return thrown, value


def gain_of_mus(view: Mapping[str, Any]) -> float:
    """How many points better the hand becomes on average by discarding."""
    judge = _judge(view)
    return best_discard(view)[1] - judge.value(judge.ranks_of(view["hand"]["your_cards"]))


def _judge(view: Mapping[str, Any]) -> Keeper:
    return keeper(view["options"]["kings"], view["options"]["la_real"])


def _choices(cards: list[Card]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """All ways to keep up to three cards: (kept, thrown)."""
    for many in range(4):
        for kept in combinations(cards, many):
            yield kept, tuple(card for card in cards if card not in kept)
