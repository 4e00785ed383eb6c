"""The tip boxes: what a player might bear in mind for the decision in front of him.

    tips(view) -> one to three tips, or none when the viewer is not asked

A tip is a function of the view (games.engine.view.observe for the seat that is asked; more keys do no harm),
so it cannot tell of a card that its player does not see. Only `texts` knows of languages.
"""

from games.hints.choice import RULES, tips
from games.hints.tip import Tip

__all__ = ["RULES", "Tip", "tips"]
