"""How often each figure turns up, exactly, by counting every hand and every deal (R-ODDS).

python -m games.engine.combos
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from operator import sub
from typing import NamedTuple

from games.engine.cards import KING, RANKS
from games.engine.combos import DUPLES, MEDIAS, NO_PARES, PAREJA, Ranks, has_juego, pares_key, total

HANDS = comb(40, 4)
"""91,390 hands of four cards."""

Stock = tuple[int, ...]
"""How many cards of each rank are left, by the order of the ranks."""


class Contest(NamedTuple):
    """A lance in a fresh deal: the shares of both teams, one team, or nobody being able to play it."""

    contested: Fraction
    one_team: Fraction
    nobody: Fraction


def _effective(rank: int) -> int:
    return rank


def _points(rank: int) -> int:
    return min(rank, 10)


def count_hands(kings: int, holds: Callable[[Ranks], bool]) -> int:
    """How many of the 91,390 hands hold something."""
    ranks, stock = _deck(kings, _effective)
    return sum(_ways(stock, held) for held in _hands(ranks, holds))


def contest(kings: int, holds: Callable[[Ranks], bool], by: Callable[[int], int] = _effective) -> Contest:
    """Who can play a lance in a fresh deal of four hands; ranks of the same `by` need not be told apart.

    Hands are alike before the deal: two partners both without it, and all four without it, is all there is
    to know.
    """
    ranks, stock = _deck(kings, by)
    without = list(_hands(ranks, lambda hand: not holds(hand)))
    pair, four = _share(stock, without, seats=2), _share(stock, without, seats=4)
    return Contest(1 - 2 * pair + four, 2 * (pair - four), four)


def contest_of_pares(kings: int) -> Contest:
    """Who can play pares in a fresh deal."""
    return contest(kings, _has_pares)


def contest_of_juego(kings: int) -> Contest:
    """Who can play juego in a fresh deal; nobody means punto."""
    return contest(kings, _has_juego, by=_points)


def _deck(kings: int, by: Callable[[int], int]) -> tuple[Ranks, Stock]:
    """The ranks, and how many cards there are of each."""
    cards = Counter(by(rank) for rank in RANKS[kings].values())
    ranks = tuple(sorted(cards))
    return ranks, tuple(cards[rank] for rank in ranks)


def _hands(ranks: Ranks, holds: Callable[[Ranks], bool]) -> Iterator[Stock]:
    """The hands that hold something, as numbers of cards of each rank."""
    for hand in combinations_with_replacement(ranks, 4):
        if holds(hand):
            yield tuple(hand.count(rank) for rank in ranks)


def _ways(stock: Stock, held: Stock) -> int:
    """In how many ways the suits give a hand."""
    return prod(map(comb, stock, held))


def _share(stock: Stock, hands: Sequence[Stock], seats: int) -> Fraction:
    """Share of deals in which each of these seats has one of the hands: seat by seat, by what is left."""
    left: Mapping[Stock, int] = {stock: 1}
    for _ in range(seats - 1):
        left = _after_a_hand(left, hands)
    deals = sum(times * sum(_ways(rest, held) for held in hands) for rest, times in left.items())
    return Fraction(deals, prod(comb(40 - 4 * seat, 4) for seat in range(seats)))


def _after_a_hand(left: Mapping[Stock, int], hands: Sequence[Stock]) -> Counter[Stock]:
    after: Counter[Stock] = Counter()
    for stock, times in left.items():
        for held in hands:
            if ways := _ways(stock, held):
                after[tuple(map(sub, stock, held))] += times * ways
    return after


def _of_kind(kind: int) -> Callable[[Ranks], bool]:
    return lambda ranks: pares_key(ranks)[0] == kind


def _has_pares(ranks: Ranks) -> bool:
    return pares_key(ranks)[0] != NO_PARES


def _has_juego(ranks: Ranks) -> bool:
    return has_juego(total(ranks))


FIGURES: Mapping[str, Callable[[Ranks], bool]] = {
    "pares": _has_pares,
    "pareja": _of_kind(PAREJA),
    "medias": _of_kind(MEDIAS),
    "duples": _of_kind(DUPLES),
    "juego": _has_juego,
    "31": lambda ranks: total(ranks) == 31,
    "31 with pares": lambda ranks: total(ranks) == 31 and _has_pares(ranks),
    "30": lambda ranks: total(ranks) == 30,
    "at least two kings": lambda ranks: ranks.count(KING) >= 2,
}
"""What the table lists, by name."""


def main() -> int:
    """Print the table. Returns 0."""
    for kings in (8, 4):
        sys.stdout.write(f"{kings} kings, all {HANDS:,} hands\n")
        for name, holds in FIGURES.items():
            hands = count_hands(kings, holds)
            sys.stdout.write(f"  {name:20} {hands:7,} {100 * hands / HANDS:9.4f} %\n")
    sys.stdout.write("8 kings, four players\n")
    for name, figures in (("pares", contest_of_pares(8)), ("juego", contest_of_juego(8))):
        contested, one_team, nobody = (100 * float(share) for share in figures)
        shares = f"contested {contested:.4f} %, one team {one_team:.4f} %, nobody {nobody:.4f} %"
        sys.stdout.write(f"  {name:20} {shares}\n")
    return 0
