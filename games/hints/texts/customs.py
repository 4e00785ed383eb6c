"""What the tips say of the rules at this table, and of signs."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ON_CUSTOMS: Mapping[str, Any] = {
    # The rules, and what is different at this table
    "customs.four_kings": _(
        "At this table only the 12s are kings and only the 1s are aces: a 3 is just a 3, and a 2 just a 2."
    ),
    "customs.corrido": _(
        "Mus corrido: until somebody cuts, the mano moves on with every exchange. Who says no mus becomes "
        "the mano of this hand."
    ),
    "customs.la_real": _(
        "At this table three sevens and %(card)s beat every other 31. Your sevens are on the way there."
    ),
    "customs.threes_are_kings": _(
        "A 3 is a king in every respect: in grande, in pares, and with ten points."
    ),
    "customs.twos_are_aces": _("A 2 is an ace in every respect: the lowest card, and worth one point."),
    "customs.target": _("Points needed to win a game at this table: %(target)d."),
    "customs.games_to_win": _(
        "Games needed to win this match: %(games)d. The score starts again with each of them."
    ),
    "customs.bonus_to_every_holder": _(
        "At this table whoever holds pares or juego gets the bonus, whether they win the lance or not."
    ),
    "customs.raise_by": _(
        "At this table one says how much a raise adds. The number that is sent is always the new total: at "
        "least %(least)d."
    ),
    "customs.nobody_confirms": _(
        "At this table the partner is not asked: what you say stands at once for your pair."
    ),
    "customs.last_number": _(
        "The highest number that can be bet is %(most)d; above it there is only órdago."
    ),
    # Signs
    "signs.only_partner_sees": _(
        "You can tell your partner what you hold: %(sign)s. At this table only your partner sees it."
    ),
    "signs.everybody_sees": _(
        "You can tell your partner what you hold: %(sign)s. At this table the rivals see it too."
    ),
    "signs.none_before_the_cut": _("No signs may be made until somebody has cut."),
    "signs.need_not_be_true": _(
        "At this table signs need not be true. Do not build too much on those you see."
    ),
}
"""By the tip's code."""
