"""What the client says itself, in six languages: the project's catalogues, read with nothing but gettext.

Texts for people that the server sends (tips, gestures, refusals) come in the language already.
"""

import gettext as catalogues
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

LANGUAGES = ("es", "eu", "en", "fr", "it", "sl")
CATALOGUES = Path(__file__).resolve().parents[2] / "locale"


class Text(NamedTuple):
    """A text as it stands in the code; `Words.say` translates it."""

    text: str
    context: str = ""


def _(text: str) -> Text:
    """Mark a text for the catalogues."""
    return Text(text)


def pgettext(context: str, text: str) -> Text:
    """Mark a text that means one thing here and may mean another elsewhere."""
    return Text(text, context)


class Words:
    """One language."""

    def __init__(self, language: str) -> None:
        self.language = language
        catalogue = catalogues.translation("django", CATALOGUES, [language], fallback=True)
        self._alone, self._in_context = catalogue.gettext, catalogue.pgettext

    def say(self, text: Text, **values: object) -> str:
        """The text in this language, with the values put in."""
        said = self._in_context(text.context, text.text) if text.context else self._alone(text.text)
        return said.format(**values) if values else said


def spoken_here() -> str:
    """The language of the environment, as far as it is one of ours; else English."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return named[:2] if named[:2] in LANGUAGES else "en"


SAID: Mapping[str, Text] = {
    "mus": pgettext("said", "Mus"),
    "no_mus": pgettext("said", "No mus"),
    "discard": pgettext("said", "Cards"),
    "paso": pgettext("said", "Pass"),
    "envido": pgettext("said", "Envido {amount}"),
    "quiero": pgettext("said", "Quiero"),
    "no_quiero": pgettext("said", "No quiero"),
    "ordago": pgettext("said", "Órdago!"),
    "confirm": pgettext("said", "Agreed"),
}
"""What stands in a speech bubble, by the action's type."""

ON_OFFER: Mapping[str, Text] = {
    "mus": pgettext("button", "mus: change cards"),
    "no_mus": pgettext("button", "no mus: play these"),
    "discard": pgettext("button", "discard"),
    "paso": pgettext("button", "pass"),
    "envido": pgettext("button", "envido {least}-{most}: bet"),
    "quiero": pgettext("button", "quiero: accept"),
    "no_quiero": pgettext("button", "no quiero: refuse"),
    "ordago": pgettext("button", "órdago: the whole game"),
    "confirm": pgettext("button", "agree"),
}
"""What one may choose, by the action's type."""

PHASES: Mapping[str, Text] = {
    "mus": pgettext("phase", "Mus or not?"),
    "discard": pgettext("phase", "Discarding"),
    "grande": pgettext("phase", "Grande"),
    "chica": pgettext("phase", "Chica"),
    "pares": pgettext("phase", "Pares"),
    "juego": pgettext("phase", "Juego"),
    "punto": pgettext("phase", "Punto"),
}
"""Where a hand stands, and the names of the lances as a heading."""

BECAME: Mapping[str, Text] = {
    "open": pgettext("lance", "being played"),
    "paso": pgettext("lance", "all passed"),
    "accepted": pgettext("lance", "accepted"),
    "declined": pgettext("lance", "refused (deje)"),
    "ordago": pgettext("lance", "órdago!"),
    "single": pgettext("lance", "one pair only"),
    "none": pgettext("lance", "nobody"),
}
"""What became of a lance."""

SUITS: Mapping[str, Text] = {
    "o": pgettext("suit", "oros"),
    "c": pgettext("suit", "copas"),
    "e": pgettext("suit", "espadas"),
    "b": pgettext("suit", "bastos"),
}

RANKS: Mapping[int, Text] = {
    1: pgettext("card", "ace"),
    10: pgettext("card", "sota"),
    11: pgettext("card", "caballo"),
    12: pgettext("card", "king"),
}
"""The cards that have names."""
