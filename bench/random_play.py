"""Players that say anything they may: for measuring the engine and for looking into its corners."""

from collections.abc import Callable
from random import Random

from games.engine.actions import Action
from games.engine.errors import InvalidOption
from games.engine.options import OPTIONS, Choice, Flag, Number, Option
from games.engine.question import LegalAction
from games.engine.rules import RULESETS, Rules, resolve
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import legal_actions

MUS = 0.8
"""Chance of mus where it is asked: hands with exchanges in them must not be rare."""

ORDAGO = 0.05
"""Chance of keeping to an órdago once it has been picked: it would end nearly every hand at grande."""

_PLAIN = {
    word: Action(word) for word in ("mus", "no_mus", "paso", "quiero", "no_quiero", "ordago", "confirm")
}


def random_action(state: State, seat: int, rng: Random) -> Action:
    """Something this seat may do now, small raises more often than large ones."""
    chance = rng.random
    listed = legal_actions(state, seat)
    choice = listed[int(chance() * len(listed))]
    kind = choice.type
    if kind == "envido":
        return Action("envido", _amount(choice, chance()))
    if kind == "discard":
        return Action("discard", None, _discards(state.hands[seat], chance()))
    if kind == "no_mus" and chance() < 2 * MUS - 1:
        return _PLAIN["mus"]
    if kind == "ordago" and chance() >= ORDAGO:
        return _PLAIN[listed[0].type]
    return _PLAIN[kind]


def _amount(envido: LegalAction, chance: float) -> int:
    """Any total from the least to the most."""
    least, most = envido.min or 0, envido.max or 0
    return least + int((most - least + 1) * chance**8)


def _discards(hand: tuple[str, ...], chance: float) -> tuple[str, ...]:
    """One of the fifteen choices out of four cards."""
    chosen = 1 + int(chance * 15)
    return tuple(card for place, card in enumerate(hand) if chosen >> place & 1)


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
