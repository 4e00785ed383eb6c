"""Why an action or a sign is refused, in the reader's language. The engine gives a code and English."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.errors import IllegalAction

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
"""By the engine's code."""


def reason_text(refusal: IllegalAction) -> str:
    """What is told to the player."""
    return str(REASONS[refusal.code])
