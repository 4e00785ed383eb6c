"""The options a match is played under, and the two named rulesets."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any, Literal, Self

from games.engine.combos import LaReal
from games.engine.errors import InvalidOption
from games.engine.options import OPTIONS

RULES_VERSION = 1
"""Goes up when the same log would no longer give the same match."""

SANITY_LIMIT = 1000
"""R-BET-6: the largest total where the rules have no cap."""


def cap(max_envido: int | None) -> int:
    """The largest total that may be bet, órdago apart (R-BET-6)."""
    return SANITY_LIMIT if max_envido is None else max_envido


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of a match, resolved. `ruleset` is the named set it began from."""

    ruleset: str
    kings: Literal[4, 8] = 8
    target: int = 40
    games_to_win: int = 1
    mus_corrido: bool = False
    mus_corrido_scope: Literal["game", "match"] = "game"
    reshuffle_keeps_last_own_apart: bool = True
    max_mus_rounds: int | None = None
    simultaneous_discards: bool = True
    raise_mode: Literal["to", "by"] = "to"
    min_envido: int = 2
    min_raise: int = 1
    max_envido: int | None = 40
    partner_confirmation: Literal["all", "decline_only", "none"] = "all"
    first_deje: int = 1
    extra_deje: int = 0
    deje_ends_game: bool = False
    paso_stake: tuple[int, int, int, int, int] = (1, 1, 1, 1, 0)
    uncontested_stake: int = 0
    bonus_to: Literal["lance_winner", "every_holder"] = "lance_winner"
    pares_bonus: tuple[int, int, int] = (1, 2, 3)
    juego_bonus: tuple[int, int] = (3, 2)
    punto_bonus: int = 1
    la_real: LaReal = "off"
    signs_truthful: bool = False
    signs_visible_to: Literal["all", "partner"] = "all"

    def options(self) -> dict[str, Any]:
        """Every option by name, as JSON would have it."""
        values = asdict(self)
        del values["ruleset"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def to_json(self) -> dict[str, Any]:
        """The ruleset's name and the resolved options."""
        return {"ruleset": self.ruleset, "options": self.options()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        options: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data["options"].items()
        }
        return cls(ruleset=data["ruleset"], **options)


RULESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "gametwist": Rules(ruleset="gametwist"),
        "traditional": Rules(
            ruleset="traditional",
            games_to_win=2,
            mus_corrido=True,
            simultaneous_discards=False,
            raise_mode="by",
            min_raise=2,
            max_envido=None,
            partner_confirmation="decline_only",
            deje_ends_game=True,
            paso_stake=(1, 1, 0, 0, 0),
            signs_truthful=True,
            signs_visible_to="partner",
        ),
    }
)


def resolve(ruleset: str, options: Mapping[str, object]) -> Rules:
    """The rules of a named set with some options changed.

    Raises InvalidOption, naming the option, for an unknown name, a wrong type, a value out of range, or
    values that contradict each other.
    """
    if ruleset not in RULESETS:
        raise InvalidOption("ruleset", "{option} must be one of {choices}.", choices=", ".join(RULESETS))
    values: dict[str, Any] = {field.name: getattr(RULESETS[ruleset], field.name) for field in fields(Rules)}
    if ruleset == "gametwist":
        values["max_envido"] = "target"
    for name, value in options.items():
        if name not in OPTIONS:
            raise InvalidOption(str(name), "There is no option {option}.")
        values[name] = OPTIONS[name].read(value)
    if values["max_envido"] == "target":
        values["max_envido"] = values["target"]
    return _without_contradictions(Rules(**values))


def _without_contradictions(rules: Rules) -> Rules:
    if rules.min_envido > cap(rules.max_envido):
        raise InvalidOption(
            "min_envido", "{option} must not be more than the largest bet, {most}.", most=rules.max_envido
        )
    if rules.mus_corrido and rules.max_mus_rounds == 0:
        raise InvalidOption(
            "max_mus_rounds", "{option} must not be 0 with mus_corrido: no mus would be left."
        )
    return rules
