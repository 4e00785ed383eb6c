"""What a tip is, when it is given, and what its text is told with."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.engine.combos import LaReal, PareKey, Ranks
from games.engine.question import Kind
from games.hints.situation import Situation


class Points(NamedTuple):
    """So many points, in words that agree with the number."""

    number: int


class Pares(NamedTuple):
    """A pareja, medias or duples, with their ranks."""

    key: PareKey


class Cards(NamedTuple):
    """Cards by effective rank, highest first."""

    ranks: Ranks


class Sign(NamedTuple):
    """A gesture, to be told with what it means."""

    gesture: str


class RealCard(NamedTuple):
    """What must go with three sevens (R-REAL)."""

    la_real: LaReal


Param = int | Points | Pares | Cards | Sign | RealCard
Params = Mapping[str, Param]


class Tip(NamedTuple):
    """Something to bear in mind: a stable code, what it is about, and what its text is told with."""

    code: str
    topic: str
    params: Params


Condition = Callable[[Situation], bool | Params]
"""Whether a tip fits: no, yes, or yes with these values."""


class Rule(NamedTuple):
    """When a tip is given. Of those that fit the larger priorities come first."""

    code: str
    topic: str
    priority: int
    kinds: tuple[Kind, ...]
    condition: Condition

    def at(self, situation: Situation) -> Tip | None:
        """The tip, if it fits."""
        if situation.kind not in self.kinds:
            return None
        told = self.condition(situation)
        if told is False:
            return None
        return Tip(self.code, self.topic, {} if told is True else told)


class Shelf:
    """The tips of one module, for certain kinds of decisions. Calling it puts one more on."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self.rules: list[Rule] = []

    def __call__(
        self, code: str, topic: str, priority: int, *kinds: Kind
    ) -> Callable[[Condition], Condition]:
        """A decorator for a tip's condition; `kinds` where they differ from the shelf's."""

        def put(condition: Condition) -> Condition:
            self.rules.append(Rule(code, topic, priority, kinds or self.kinds, condition))
            return condition

        return put
