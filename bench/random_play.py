"""Players that say anything they may: for measuring the engine and for looking into its corners."""

from collections.abc import Callable
from itertools import combinations
from random import Random

from games.engine.actions import Action
from games.engine.errors import InvalidOption
from games.engine.options import OPTIONS, Choice, Flag, Number, Option
from games.engine.rules import RULESETS, Rules, resolve
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import legal_actions

NO_MUS = 0.35
"""Chance of keeping to "no mus" once it has been picked: hands with exchanges must not be rare."""

ORDAGO = 0.05
"""Chance of keeping to an órdago once it has been picked: it would end nearly every hand at grande."""

_DISCARDS = [places for number in range(1, 5) for places in combinations(range(4), number)]

_PLAIN = {
    word: Action(word) for word in ("mus", "no_mus", "paso", "quiero", "no_quiero", "ordago", "confirm")
}


def random_action(state: State, seat: int, rng: Random) -> Action:
    """Something this seat may do now, small raises more often than large ones."""
    chance = rng.random
    listed = legal_actions(state, seat)
    kind, least, most = listed[int(chance() * len(listed))]
    if kind == "discard":
        hand = state.hands[seat]
        return Action("discard", None, tuple([hand[place] for place in _DISCARDS[int(chance() * 15)]]))
    if least is not None and most is not None:
        return Action("envido", least + int((most - least + 1) * chance() ** 8))
    if (kind == "no_mus" and chance() >= NO_MUS) or (kind == "ordago" and chance() >= ORDAGO):
        kind = listed[0].type
    return _PLAIN[kind]


def random_shuffler(rng: Random) -> Shuffler:
    """A shuffler of its own for each hand."""
    return Shuffler(rng.randbytes(32), 0)


def random_rules(rng: Random) -> Rules:
    """One of the rulesets with some of its options changed."""
    while True:
        changed = rng.sample(list(OPTIONS), rng.randrange(len(OPTIONS)))
        try:
            return resolve(rng.choice(list(RULESETS)), {name: _value(OPTIONS[name], rng) for name in changed})
        except InvalidOption:  # two values that contradict each other: draw again
            continue


def _value(option: Option, rng: Random) -> object:
    if isinstance(option, Choice):
        return rng.choice(option.choices)
    if isinstance(option, Flag):
        return rng.random() < 0.5
    if isinstance(option, Number):
        return _number(option, rng.random)
    return [min(option.most, least + rng.randrange(4)) for least in option.least]


def _number(option: Number, chance: Callable[[], float]) -> int | str | None:
    """Small numbers more often than large ones, and now and then a word."""
    if option.words and chance() < 0.5:
        return option.words[int(chance() * len(option.words))]
    return option.least + int((option.most - option.least + 1) * chance() ** 3)
