"""Quick phrases: what is said at a table again and again, without a keyboard and in everybody's language.

None of them speaks of cards: for that there are the señas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

PHRASES: Mapping[str, Any] = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck!"),
    "have_fun": _("Enjoy the game!"),
    "thanks": _("Thank you!"),
    "welcome": _("You're welcome."),
    "sorry": _("Sorry!"),
    "well_played": _("Well played!"),
    "good_hand": _("What a hand!"),
    "good_bluff": _("What a bluff!"),
    "brave": _("That was brave!"),
    "so_close": _("That was close!"),
    "bad_luck": _("Bad luck!"),
    "lucky": _("That was luck!"),
    "oops": _("Oops, my mistake."),
    "your_turn": _("It's your turn."),
    "no_hurry": _("Take your time."),
    "one_moment": _("One moment, please."),
    "back_again": _("I'm back."),
    "last_one": _("This is my last game."),
    "again": _("Another match?"),
    "goodbye": _("Goodbye!"),
}
"""By code, in the order they are shown in."""


def phrases() -> list[dict[str, str]]:
    """Every quick phrase: its code, and its text in the reader's language."""
    return [{"phrase": code, "text": str(text)} for code, text in PHRASES.items()]
