"""What each option of the rules may be: the one text behind checking them and describing them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.errors import InvalidOption


class Choice(NamedTuple):
    """One of a few values."""

    name: str
    choices: tuple[str | int, ...]

    def read(self, value: object) -> str | int:
        """The value. Raises InvalidOption if it is none of the choices."""
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise InvalidOption(
            self.name, "{option} must be one of {choices}.", choices=", ".join(map(str, self.choices))
        )

    def describe(self) -> dict[str, Any]:
        """For clients that build a form out of it."""
        return {"type": "choice", "choices": list(self.choices)}


class Flag(NamedTuple):
    """Yes or no."""

    name: str

    def read(self, value: object) -> bool:
        """The value. Raises InvalidOption for anything but true and false."""
        if isinstance(value, bool):
            return value
        raise InvalidOption(self.name, "{option} must be true or false.")

    def describe(self) -> dict[str, Any]:
        """For clients that build a form out of it."""
        return {"type": "boolean"}


class Number(NamedTuple):
    """A whole number between two limits; `words` (null among them) may stand for one."""

    name: str
    least: int
    most: int
    words: tuple[str | None, ...] = ()

    def read(self, value: object) -> int | str | None:
        """The value. Raises InvalidOption for a wrong type or a number out of range."""
        if (value is None or isinstance(value, str)) and value in self.words:
            return value
        if type(value) is not int:
            raise InvalidOption(self.name, "{option} must be a whole number.")
        if not self.least <= value <= self.most:
            raise InvalidOption(
                self.name, "{option} must be from {least} to {most}.", least=self.least, most=self.most
            )
        return value

    def describe(self) -> dict[str, Any]:
        """For clients that build a form out of it."""
        limits: dict[str, Any] = {"type": "integer", "min": self.least, "max": self.most}
        return {**limits, "words": list(self.words)} if self.words else limits


class Numbers(NamedTuple):
    """A fixed row of whole numbers, each with its meaning and its smallest value."""

    name: str
    items: tuple[str, ...]
    least: tuple[int, ...]
    most: int

    def read(self, value: object) -> tuple[int, ...]:
        """The values. Raises InvalidOption for a wrong type, a wrong length, a number out of range."""
        if not isinstance(value, (list, tuple)) or len(value) != len(self.items):
            raise InvalidOption(
                self.name, "{option} must be a list of {count} whole numbers.", count=len(self.items)
            )
        return tuple(map(self._read_item, self.items, self.least, value))

    def _read_item(self, item: str, least: int, value: object) -> int:
        if type(value) is not int:
            raise InvalidOption(self.name, "{item} in {option} must be a whole number.", item=item)
        if not least <= value <= self.most:
            raise InvalidOption(
                self.name,
                "{item} in {option} must be from {least} to {most}.",
                item=item,
                least=least,
                most=self.most,
            )
        return value

    def describe(self) -> dict[str, Any]:
        """For clients that build a form out of it."""
        return {"type": "integers", "items": list(self.items), "min": list(self.least), "max": self.most}


Option = Choice | Flag | Number | Numbers

_LANCES = ("grande", "chica", "pares", "juego", "punto")

# A first deje and a passed grande of at least one point: every hand moves the score, every match ends.
_ALL: tuple[Option, ...] = (
    Choice("kings", (8, 4)),
    Choice("target", (25, 30, 35, 40)),
    Number("games_to_win", 1, 5),
    Flag("mus_corrido"),
    Choice("mus_corrido_scope", ("game", "match")),
    Flag("reshuffle_keeps_last_own_apart"),
    Number("max_mus_rounds", 0, 100, words=(None,)),
    Flag("simultaneous_discards"),
    Choice("raise_mode", ("to", "by")),
    Number("min_envido", 1, 40),
    Number("min_raise", 1, 40),
    Number("max_envido", 1, 1000, words=("target", None)),
    Choice("partner_confirmation", ("all", "decline_only", "none")),
    Number("first_deje", 1, 10),
    Number("extra_deje", 0, 10),
    Flag("deje_ends_game"),
    Numbers("paso_stake", _LANCES, least=(1, 0, 0, 0, 0), most=10),
    Number("uncontested_stake", 0, 10),
    Choice("bonus_to", ("lance_winner", "every_holder")),
    Numbers("pares_bonus", ("pareja", "medias", "duples"), least=(0, 0, 0), most=10),
    Numbers("juego_bonus", ("31", "other"), least=(0, 0), most=10),
    Number("punto_bonus", 0, 10),
    Choice("la_real", ("off", "sota", "king", "figure")),
    Flag("signs_truthful"),
    Choice("signs_visible_to", ("all", "partner")),
)

OPTIONS: Mapping[str, Option] = MappingProxyType({option.name: option for option in _ALL})
"""Every option by name, in the order people are shown them."""
