"""What the options of the rules are called, and what each of their values means."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.engine.options import Choice, Number, Numbers, Option
from games.wording.lances import LANCES


class OptionText(NamedTuple):
    """An option's name and what it is about; `values` names choices, words for numbers, and items."""

    label: Any
    description: Any
    values: Mapping[str | int | None, Any] = {}


_NO_LIMIT = _("no limit")

TEXTS: Mapping[str, OptionText] = {
    "kings": OptionText(
        _("Kings"),
        _("8: a 3 counts as a king and a 2 as an ace. 4: every card is what is printed on it."),
    ),
    "target": OptionText(_("Points of a game"), _("Who first has so many points wins the game.")),
    "games_to_win": OptionText(_("Games to win the match"), _("The score starts again with each game.")),
    "mus_corrido": OptionText(
        _("Mus corrido"),
        _("In the first hand the mano moves on with every exchange, and who cuts becomes the mano."),
    ),
    "mus_corrido_scope": OptionText(
        _("When mus corrido is played"),
        _("In the first hand of every game, or only in the first hand of the match."),
        {"game": _("in every game"), "match": _("once in the match")},
    ),
    "reshuffle_keeps_last_own_apart": OptionText(
        _("The last player's discards stay out"),
        _(
            "If the stock runs out while the last player is served, this player's discards are not "
            "shuffled into the new one."
        ),
    ),
    "max_mus_rounds": OptionText(
        _("Most exchanges"),
        _("After so many exchanges the lances begin without another question."),
        {None: _NO_LIMIT},
    ),
    "simultaneous_discards": OptionText(
        _("All discard at once"),
        _("Nobody learns how many cards anybody changes before all have chosen. Otherwise in turn."),
    ),
    "raise_mode": OptionText(
        _("How raises are spoken"),
        _("As the new total, or as what is added to it. What is sent is the total in either case."),
        {"to": _("the new total"), "by": _("what is added")},
    ),
    "min_envido": OptionText(_("Lowest first bet"), _("A first bet is for at least so many points.")),
    "min_raise": OptionText(_("Lowest raise"), _("A raise adds at least so many points.")),
    "max_envido": OptionText(
        _("Highest bet"),
        _("Above this number there is only órdago."),
        {"target": _("the points of a game"), None: _NO_LIMIT},
    ),
    "partner_confirmation": OptionText(
        _("What the partner confirms"),
        _("What is said is put to the partner, who confirms it or says something higher."),
        {"all": _("bets and answers"), "decline_only": _("only refusals"), "none": _("nothing")},
    ),
    "first_deje": OptionText(
        _("Deje of a first bet"), _("What the bettors get when their first bet is refused.")
    ),
    "extra_deje": OptionText(
        _("Extra deje"), _("Added to the deje when a raise is refused in pares, juego or punto.")
    ),
    "deje_ends_game": OptionText(
        _("A deje can end the game"),
        _("Otherwise the hand is played to its end, and an órdago can still turn the game."),
    ),
    "paso_stake": OptionText(
        _("Stake when all pass"), _("What each lance is played for when nobody bets."), LANCES
    ),
    "uncontested_stake": OptionText(
        _("Stake without rivals"),
        _("What pares and juego bring besides the bonus when only one pair can play them."),
    ),
    "bonus_to": OptionText(
        _("Who gets the bonus"),
        _("Of pares and juego. The bonus of punto always goes to its winners."),
        {"lance_winner": _("the winners of the lance"), "every_holder": _("whoever holds them")},
    ),
    "pares_bonus": OptionText(
        _("Bonus of pares"),
        _("What each kind of pares pays."),
        {"pareja": _("pair"), "medias": _("medias"), "duples": _("duples")},
    ),
    "juego_bonus": OptionText(
        _("Bonus of juego"),
        _("What a juego pays."),
        {"31": _("31"), "other": _("any other juego")},
    ),
    "punto_bonus": OptionText(_("Bonus of punto"), _("What the winners of punto get.")),
    "la_real": OptionText(
        _("La real"),
        _("Three sevens and this card beat every other 31."),
        {
            "off": _("not played"),
            "sota": _("sota"),
            "king": _("king"),
            "figure": _("any figure"),
        },
    ),
    "signs_truthful": OptionText(
        _("Signs must be true"), _("A sign that the cards do not bear out is refused.")
    ),
    "signs_visible_to": OptionText(
        _("Who sees signs"),
        _("Whom a sign is shown to."),
        {"all": _("all four"), "partner": _("only the partner")},
    ),
}
"""By the option's name."""

RULESETS: Mapping[str, tuple[Any, Any]] = {
    "gametwist": (
        _("Gametwist"),
        _(
            "As at the online tables: one game, every bet and answer is put to the partner, raises name "
            "the new total, and all see the signs."
        ),
    ),
    "traditional": (
        _("Traditional"),
        _(
            "As in clubs: two games to win, mus corrido, only refusals are put to the partner, raises name "
            "what is added, and signs are for the partner alone."
        ),
    ),
}
"""By the ruleset's name: what it is called, and what it is like."""


def option_texts(option: Option) -> dict[str, Any]:
    """What a form shows of an option: its label and description, and a name for each value that has one."""
    text = TEXTS[option.name]
    told: dict[str, Any] = {"label": str(text.label), "description": str(text.description)}
    named = _named_values(option)
    return (
        {**told, "value_labels": [str(text.values.get(value, value)) for value in named]} if named else told
    )


def _named_values(option: Option) -> tuple[str | int | None, ...]:
    """Choices, words that stand for a number, or the items of a row of numbers, in the form's order."""
    if isinstance(option, Choice):
        return option.choices
    if isinstance(option, Number):
        return option.words
    return option.items if isinstance(option, Numbers) else ()


def ruleset_texts(name: str) -> dict[str, str]:
    """A ruleset's title and what it is like. Raises KeyError for a name that is none."""
    title, description = RULESETS[name]
    return {"title": str(title), "description": str(description)}
