"""What those tips say of how strong a hand is whose number of worse hands can be none."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

NONE_WORSE: Mapping[str, Any] = {
    "answer.weak": _(
        "A weak hand: of 100 that can play this lance, none is worse. Refusing keeps the damage small."
    ),
    "confirm.let_it_go": _(
        "Your hand does not help: of 100 that can play this lance, none is worse. Let your partner's refusal "
        "stand."
    ),
    "mus.weak_juego": _(
        "%(total)d is a weak juego: of 100 hands with juego, none is worse. It is no reason to cut by itself."
    ),
    "mus.low_pareja": _(
        "You hold %(pares)s: of 100 hands with pares, none is worse. That alone is no reason to cut."
    ),
    "pares.low_pareja": _(
        "You hold %(pares)s: of 100 hands with pares, none is worse. Be careful with a bet."
    ),
    "juego.not_31": _(
        "A juego of %(total)d is not 31: of 100 hands with juego, none is worse. Be careful with a bet."
    ),
    "grande.weak": _("A weak grande: of 100 hands, none is worse. Passing risks little."),
    "chica.weak": _("A weak chica: of 100 hands, none is worse. Passing risks little."),
}
"""By the tip's code, for a share of 0 %."""
