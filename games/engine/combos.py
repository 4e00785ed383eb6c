"""What four cards are worth in grande, chica, pares, juego and punto (R-LANCE, R-REAL).

`python -m games.engine.combos` prints how often each figure turns up among all 91,390 hands.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple, get_args

from games.engine.cards import CABALLO, KING, RANKS, SOTA, Hand

Lance = Literal["grande", "chica", "pares", "juego", "punto"]
LANCES: tuple[Lance, ...] = get_args(Lance)
"""In the order of play; punto takes the place of juego when nobody has it."""

LaReal = Literal["off", "sota", "king", "figure"]
Ranks = tuple[int, ...]
PareKey = tuple[int, int, int]

NO_PARES: int = 0
PAREJA: int = 1
MEDIAS: int = 2
DUPLES: int = 3

JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)
"""Juego totals from worst to best; 38 and 39 do not exist."""

_REAL_FIGURES = {"off": (), "sota": (SOTA,), "king": (KING,), "figure": (SOTA, CABALLO, KING)}


def grande_key(ranks: Ranks) -> Ranks:
    """Highest card first; the larger key wins."""
    return tuple(sorted(ranks, reverse=True))


def chica_key(ranks: Ranks) -> Ranks:
    """Lowest card first; the smaller key wins. Not the reverse of grande: 7-A-A-A beats 6-5-4-A."""
    return tuple(sorted(ranks))


def pares_key(ranks: Ranks) -> PareKey:
    """(kind, high, low); the larger key wins, kind 0 has no pares. Side cards never count."""
    groups = sorted((rank for rank in set(ranks) if ranks.count(rank) > 1), reverse=True)
    if not groups:
        return (NO_PARES, 0, 0)
    high = groups[0]
    if len(groups) == 2 or ranks.count(high) == 4:
        return (DUPLES, high, groups[-1])
    kind = MEDIAS if ranks.count(high) == 3 else PAREJA
    return (kind, high, 0)


def total(ranks: Ranks) -> int:
    """Points of juego and punto: ten for a figure, otherwise the rank (R-DECK-4)."""
    return sum(min(rank, 10) for rank in ranks)


def has_juego(points: int) -> bool:
    """R-DECL-4."""
    return points >= 31


def is_real(ranks: Ranks, la_real: LaReal) -> bool:
    """R-REAL: three sevens and the figure asked for."""
    return ranks.count(7) == 3 and any(figure in ranks for figure in _REAL_FIGURES[la_real])


def juego_key(ranks: Ranks, la_real: LaReal) -> int:
    """Place in the order of juego, the larger wins; -1 without juego."""
    points = total(ranks)
    if not has_juego(points):
        return -1
    if is_real(ranks, la_real):
        return len(JUEGO_ORDER)
    return JUEGO_ORDER.index(points)


class Worth(NamedTuple):
    """A hand's strength in every lance, a number of which the larger wins, and what else is asked of it."""

    grande: int
    chica: int
    pares: int
    juego: int
    punto: int
    pares_kind: int
    ranks: Ranks

    @property
    def has_pares(self) -> bool:
        """Whether the hand may play pares (R-DECL-2)."""
        return self.pares_kind > NO_PARES

    @property
    def has_juego(self) -> bool:
        """Whether the hand may play juego (R-DECL-4)."""
        return self.juego >= 0


class WorthTable(NamedTuple):
    """All hands' worth, found by the sum of their four cards' weights.

    A weight is a power of five by rank, so that equal sums are equal hands: how often a rank is held is a
    digit of the sum.
    """

    weights: dict[str, int]
    by_sum: dict[int, Worth]

    def of(self, hand: Hand) -> Worth:
        """The worth of four cards, in whatever order."""
        first, second, third, fourth = hand
        weights = self.weights
        return self.by_sum[weights[first] + weights[second] + weights[third] + weights[fourth]]


@cache
def worth_table(kings: int, la_real: LaReal) -> WorthTable:
    """The table for eight or four kings, with or without la real."""
    card_ranks = RANKS[kings]
    ranks = sorted(set(card_ranks.values()))
    weight = {rank: 5**place for place, rank in enumerate(ranks)}
    hands = list(combinations_with_replacement(ranks, 4))
    return WorthTable(
        weights={card: weight[rank] for card, rank in card_ranks.items()},
        by_sum={sum(map(weight.__getitem__, hand)): worth for hand, worth in _all_worths(hands, la_real)},
    )


def _all_worths(hands: Sequence[Ranks], la_real: LaReal) -> Iterator[tuple[Ranks, Worth]]:
    """Keys turned into places among all hands, since places compare faster than tuples."""
    grande = {key: place for place, key in enumerate(sorted(map(grande_key, hands)))}
    chica = {key: place for place, key in enumerate(sorted(map(chica_key, hands), reverse=True))}
    pares = {key: place for place, key in enumerate(sorted(set(map(pares_key, hands))))}
    for ranks in hands:
        pare = pares_key(ranks)
        yield (
            ranks,
            Worth(
                grande=grande[grande_key(ranks)],
                chica=chica[chica_key(ranks)],
                pares=pares[pare],
                juego=juego_key(ranks, la_real),
                punto=total(ranks),
                pares_kind=pare[0],
                ranks=grande_key(ranks),
            ),
        )


if __name__ == "__main__":
    from games.engine.odds import main

    sys.exit(main())
