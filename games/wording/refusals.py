"""Why something is refused, in the reader's language. The engine gives codes and English.

A reason without words of its own here (a test finds it) is told in the engine's English: never a failure.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.errors import IllegalAction, InvalidOption, MalformedAction

REASONS: Mapping[str, Any] = {
    "amount_missing": _("A bet needs an amount."),
    "amount_too_high": _("The amount is above the highest that may be bet."),
    "amount_too_low": _("The amount is below the lowest that may be bet."),
    "lower_than_partner": _("Your partner has said more than that."),
    "wrong_card_count": _("One to four cards are discarded."),
    "duplicate_card": _("The same card is named twice."),
    "card_not_held": _("You do not hold that card."),
    "match_over": _("The match is over."),
    "no_hand": _("No hand is being played."),
    "no_deal": _("No hand can be dealt now."),
    "already_discarded": _("You have chosen your discards already."),
    "not_your_turn": _("Another player is asked."),
    "not_seated": _("Signs are made by the four at the table."),
    "nothing_to_answer": _("Nobody has bet."),
    "wrong_phase": _("That is not said now."),
    "ordago_standing": _("Nothing is raised over an órdago."),
    "sign_not_now": _("That sign may not be made now."),
    "sign_not_true": _("Your cards do not bear that sign out."),
}
"""Why an action or a sign is not allowed, by the engine's code."""

TEMPLATES: Mapping[str, Any] = {
    "is missing": _("is missing"),
    "is not an object": _("is not an object"),
    "is not an integer": _("is not an integer"),
    "is not a card": _("is not a card"),
    "is not a list of cards": _("is not a list of cards"),
    "is not a known action": _("is not a known action"),
    "is not a known gesture": _("is not a known gesture"),
    "has no place in {kind}": _("has no place in {kind}"),
    "{kind} stands alone": _("{kind} stands alone"),
    "envido takes one whole number": _("envido takes one whole number"),
    "There is no option {option}.": _("There is no option {option}."),
    "{option} must be one of {choices}.": _("{option} must be one of {choices}."),
    "{option} must be a whole number.": _("{option} must be a whole number."),
    "{option} must be true or false.": _("{option} must be true or false."),
    "{option} must be from {least} to {most}.": _("{option} must be from {least} to {most}."),
    "{option} must be a list of {count} whole numbers.": _(
        "{option} must be a list of {count} whole numbers."
    ),
    "{item} in {option} must be a whole number.": _("{item} in {option} must be a whole number."),
    "{item} in {option} must be from {least} to {most}.": _(
        "{item} in {option} must be from {least} to {most}."
    ),
    "{option} must not be more than the largest bet, {most}.": _(
        "{option} must not be more than the largest bet, {most}."
    ),
    "{option} must not be 0 with mus_corrido: no mus would be left.": _(
        "{option} must not be 0 with mus_corrido: no mus would be left."
    ),
}
"""What is wrong with a field that cannot be read, and a sentence on an option, by the engine's English."""


def reason_text(refusal: IllegalAction) -> str:
    """Why the action or the sign is not allowed."""
    return str(REASONS.get(refusal.code, refusal.message))


def malformed_text(refusal: MalformedAction) -> str:
    """What is wrong with the field."""
    return _told(refusal)


def option_reason_text(refusal: InvalidOption) -> str:
    """What is wrong with the option."""
    return _told(refusal)


def _told(refusal: MalformedAction | InvalidOption) -> str:
    return str(TEMPLATES.get(refusal.template, refusal.template)).format(**refusal.values)
