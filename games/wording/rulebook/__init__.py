"""The rules for readers: as text in their language, with the numbers of the rules they play by."""

from typing import Any

from games.engine.rules import Rules
from games.wording.rulebook import betting, cards, ending, lances

_SECTIONS = (
    cards.the_game,
    cards.the_cards,
    cards.mus,
    lances.lances,
    lances.players,
    betting.betting,
    ending.count,
    ending.end,
    ending.signs,
)


def rulebook(rules: Rules) -> list[dict[str, Any]]:
    """The sections in order: `{"name", "title", "paragraphs", "tables"}`, in the language that is active."""
    return [section(rules).to_json() for section in _SECTIONS]
