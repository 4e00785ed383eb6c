"""How good four cards are against hands dealt at random, and which of them are worth keeping.

Tables are made on first use, one for each deck the options allow, from all hands by how often they occur.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import comb
from typing import NamedTuple

from games.engine.cards import RANKS
from games.engine.combos import LaReal, Ranks, Worth, worth_table


class Share(NamedTuple):
    """One lance: how often a random hand plays it, and the part of those that are worse or as good."""

    plays: float
    worse: float
    equal: float

    def place(self, ties: float) -> float:
        """The part of random players beaten when `ties` of the equal ones count as beaten."""
        return self.worse + ties * self.equal


Odds = Mapping[str, Share]
"""A hand's share in each lance. In pares and juego a hand that cannot play beats nobody."""

NOBODY_BEATEN = 0.0


@cache
def odds_table(kings: int, la_real: LaReal) -> dict[Ranks, Odds]:
    """The odds of every hand, by its ranks from the highest down."""
    worths = list(worth_table(kings, la_real).by_sum.values())
    deck = Counter(RANKS[kings].values())
    ways = [_ways(deck, worth.ranks) for worth in worths]
    lances: dict[str, Callable[[Worth], int | None]] = {
        "grande": lambda worth: worth.grande,
        "chica": lambda worth: worth.chica,
        "pares": lambda worth: worth.pares if worth.has_pares else None,
        "juego": lambda worth: worth.juego if worth.has_juego else None,
        "punto": lambda worth: None if worth.has_juego else worth.punto,
    }
    shares = {lance: _shares([key(worth) for worth in worths], ways) for lance, key in lances.items()}
    return {
        worth.ranks: {lance: shares[lance][place] for lance in lances} for place, worth in enumerate(worths)
    }


def _ways(deck: Mapping[int, int], ranks: Ranks) -> int:
    ways = 1
    for rank, count in Counter(ranks).items():
        ways *= comb(deck[rank], count)
    return ways


def _shares(keys: Sequence[int | None], ways: Sequence[int]) -> list[Share]:
    """The share of each hand; None as key stands for a hand that does not play the lance."""
    weight: Counter[int] = Counter()
    for key, many in zip(keys, ways, strict=True):
        if key is not None:
            weight[key] += many
    players = weight.total()
    below: dict[int, float] = {}
    seen = 0
    for key in sorted(weight):
        below[key] = seen / players
        seen += weight[key]
    plays = players / sum(ways)
    return [
        Share(plays, NOBODY_BEATEN, 0.0) if key is None else Share(plays, below[key], weight[key] / players)
        for key in keys
    ]


def pair_wins(place: float, rivals: float, partner: float) -> float:
    """The chance that my hand or my partner's is the best of the lance.

    in: `place`, my hand's among random ones; how many random hands the rivals count as, and how many the
    partner: more than one each if they sound strong, fewer if weak, none if they do not play.
    """
    others = rivals + partner
    if rivals <= 0:
        return 1.0
    return 1 - rivals / others * (1 - float(place**others))


def race(mine: float, theirs: float) -> float:
    """The chance to win a game in which my pair still needs `mine` points and the other `theirs`."""
    if mine <= 0 or theirs <= 0:
        return 0.5 if mine <= 0 and theirs <= 0 else float(mine <= 0)
    ahead, behind = theirs**1.6, mine**1.6
    return float(ahead / (ahead + behind))


class Keeper:
    """What cards are worth keeping: the mean worth of all hands that drawing can make of them."""

    def __init__(self, kings: int, worth: Callable[[Ranks], float]) -> None:
        """`worth` values four ranks, highest first."""
        self._ranks = RANKS[kings]
        self._deck = Counter(self._ranks.values())
        self._worth = worth
        self._known: dict[Ranks, float] = {}

    def value(self, ranks: Ranks) -> float:
        """The mean worth after drawing up to four. Ranks highest first."""
        known = self._known.get(ranks)
        if known is None:
            known = self._known[ranks] = self._worth(ranks) if len(ranks) == 4 else self._drawn(ranks)
        return known

    def _drawn(self, ranks: Ranks) -> float:
        total = 0.0
        for rank, many in self._deck.items():
            left = many - ranks.count(rank)
            total += left * self.value(tuple(sorted((*ranks, rank), reverse=True)))
        return total / (40 - len(ranks))

    def ranks_of(self, cards: Iterable[str]) -> Ranks:
        """Effective ranks, highest first."""
        return tuple(sorted((self._ranks[card] for card in cards), reverse=True))
