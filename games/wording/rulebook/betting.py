"""The rules for readers: betting."""

from django.utils.translation import gettext as _

from games.engine.rules import Rules
from games.wording.rulebook.parts import Section, points


def betting(rules: Rules) -> Section:
    """Bets, answers, refusals, órdago (R-BET)."""
    return Section(
        "betting",
        _("Betting"),
        [
            _(
                "In each lance the players speak from the mano on: they pass, bet a number of points "
                "(envido), or bet everything (órdago). If all pass, the lance is over. Who has passed can "
                "still answer a bet."
            ),
            _(
                "The first rival after the bettor answers: refuses, accepts, or raises. A raise is "
                "answered in the same way, until one pair refuses or accepts."
            ),
            _amounts(rules),
            _spoken(rules),
            _highest(rules),
            _confirmation(rules),
            _refusal(rules),
            _("What was accepted is paid at the end of the hand. Until then all cards stay hidden."),
            _(
                "Órdago stakes the game. If it is accepted, the cards are shown at once, and the winners "
                "of this lance have won the game, whatever the score. If it is refused, it is a refusal "
                "like any other."
            ),
        ],
    )


def _amounts(rules: Rules) -> str:
    return _("A first bet is at least %(least)d; a raise adds at least %(more)d.") % {
        "least": rules.min_envido,
        "more": rules.min_raise,
    }


def _spoken(rules: Rules) -> str:
    if rules.raise_mode == "to":
        return _("Who raises names the new total: 20 over a bet of 5 plays for 20.")
    return _("Who raises names what is added: 20 over a bet of 5 plays for 25.")


def _highest(rules: Rules) -> str:
    if rules.max_envido is None:
        return _("There is no highest bet.")
    return _("The highest bet is %(most)d; above it there is only órdago.") % {"most": rules.max_envido}


def _confirmation(rules: Rules) -> str:
    return {
        "all": _(
            "Bets and answers are put to the partner, if he or she may play the lance. The partner "
            "confirms them or says something higher, in the order refuse, accept, raise, órdago. What the "
            "partner says is final. Passing and órdago are not put to anybody."
        ),
        "decline_only": _(
            "A refusal is put to the partner, if he or she may play the lance: the partner confirms it, "
            "accepts, or raises, and that is final. All other words stand at once."
        ),
        "none": _("What a player says stands at once for the pair; the partner is not asked."),
    }[rules.partner_confirmation]


def _refusal(rules: Rules) -> str:
    first = _(
        "Who refuses a first bet, however large, gives the rivals %(deje)s at once. Who refuses a raise "
        "gives them what stood before it. These points are called deje."
    ) % {"deje": points(rules.first_deje)}
    if not rules.extra_deje:
        return first
    extra = _("When a raise is refused in pares, juego or punto, the rivals get %(extra)s more.")
    return f"{first} {extra % {'extra': points(rules.extra_deje)}}"
