"""Which of the tips that fit are given."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.hints import answering, confirming, customs, discarding, lances, opening, score, signs, talking
from games.hints.situation import Situation
from games.hints.tip import Rule, Tip

MOST = 3
MOST_OF_A_TOPIC = 2

_SHELVES = (answering, confirming, customs, discarding, lances, opening, score, signs, talking)

RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in sorted(
        (rule for module in _SHELVES for rule in module.tip.rules),
        key=lambda rule: (-rule.priority, rule.code),
    )
}
"""Every tip by its code, the most relevant first."""


def tips(view: Mapping[str, Any]) -> list[Tip]:
    """One to three tips for the decision that the viewer has to make; none when he is not asked.

    in: what `games.engine.view.observe` gives for the seat that is asked. The same view, the same tips.
    """
    if not view["legal_actions"]:
        return []
    situation = Situation.of(view)
    return _varied(tip for rule in RULES.values() if (tip := rule.at(situation)))


def _varied(fitting: Iterable[Tip]) -> list[Tip]:
    """The first few, not all about the same."""
    chosen: list[Tip] = []
    for tip in fitting:
        if sum(other.topic == tip.topic for other in chosen) < MOST_OF_A_TOPIC:
            chosen.append(tip)
        if len(chosen) == MOST:
            break
    return chosen
