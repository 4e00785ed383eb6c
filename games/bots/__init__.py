"""Bots: what to say, from nothing but the view of one's own seat.

    choose("casual", view, rng) -> Action

A bot is a function of the view (games.engine.view.observe for that seat; more keys do no harm) and of a
random generator. It never gets the state, so it cannot know a card that its player would not.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from games.bots import casual, novice
from games.engine.actions import Action

Bot = Callable[[Mapping[str, Any], Random], Action]

LEVELS: Mapping[str, Bot] = MappingProxyType({"novice": novice.choose, "casual": casual.choose})
"""The levels by name, weakest first."""


def choose(level: str, view: Mapping[str, Any], rng: Random) -> Action:
    """What a bot of this level does in answer to the question in the view, always something legal.

    in: the view of a seat that is asked. Raises ValueError if it is not, KeyError for an unknown level.
    """
    if not view["legal_actions"]:
        raise ValueError("this seat is not asked anything")
    return LEVELS[level](view, rng)
