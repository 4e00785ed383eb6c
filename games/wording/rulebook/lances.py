"""The rules for readers: the lances, and who plays them."""

from django.utils.translation import gettext as _

from games.engine.combos import JUEGO_ORDER
from games.engine.rules import Rules
from games.wording.rulebook.parts import Section, Table


def lances(rules: Rules) -> Section:
    """What hands are compared in (R-LANCE, R-REAL)."""
    return Section(
        "lances",
        _("The lances"),
        [
            _(
                "A hand is compared four times, in this order: grande, chica, pares, and juego or punto. "
                "Each time the best single hand wins for its pair, whoever has bet; the hands of partners "
                "are not combined. Of equal hands the one nearer to the mano wins."
            ),
            _("Grande: the highest card wins; if it is equal, the next one, down to the fourth."),
            _(
                "Chica: the lowest card wins; if it is equal, the next one, up to the fourth. This is not "
                "grande the other way round: 7-A-A-A beats 6-5-4-A."
            ),
            _(
                "Pares: duples beat medias, and medias beat a pair. Within a kind the higher rank wins; of "
                "duples first the higher pair, then the lower. The other cards do not count."
            ),
            _(
                "Juego: who has 31 points or more plays it. 31 is the best, then 32 and 40, then from 37 "
                "down to 33."
            ),
            _real(rules),
            _(
                "Punto: it takes the place of juego when nobody has 31 points. All four play it, and the "
                "most points win; 30 is the best."
            ),
        ],
        [_kinds_of_pares(), _order_of_juego()],
    )


def _real(rules: Rules) -> str | None:
    cards = {"sota": _("a sota"), "king": _("a king"), "figure": _("a figure")}
    if rules.la_real == "off":
        return None
    return _("La real: three sevens and %(card)s beat every other 31, even the mano's.") % {
        "card": cards[rules.la_real]
    }


def _kinds_of_pares() -> Table:
    return Table(
        _("Pares, from the best down"),
        [_("name"), _("cards"), _("example")],
        [
            [_("duples"), _("two pairs, or four of a rank"), "12 12 5 5"],
            [_("medias"), _("three of a rank"), "11 11 11 4"],
            [_("pair"), _("two of a rank"), "7 7 6 1"],
        ],
    )


def _order_of_juego() -> Table:
    order = [str(total) for total in reversed(JUEGO_ORDER)]
    return Table(
        _("Juego, from the best down"),
        [_("place"), _("points")],
        [[str(place), total] for place, total in enumerate(order, 1)],
    )


def players(rules: Rules) -> Section:
    """Who plays pares and juego (R-DECL)."""
    alone = _(
        "If only one pair holds it, nobody bets and that pair wins the lance: it gets its bonus and no stake."
    )
    alone_for_more = _(
        "If only one pair holds it, nobody bets and that pair wins the lance, with its bonus and this "
        "stake: %(stake)d."
    )
    return Section(
        "players",
        _("Who plays pares and juego"),
        [
            _(
                "Before pares, and again before juego, all are told of each player whether he or she holds "
                "it, but not what. If both pairs hold it, those who hold it bet among themselves."
            ),
            alone_for_more % {"stake": rules.uncontested_stake} if rules.uncontested_stake else alone,
            _(
                "If nobody holds pares, the lance is left out. If nobody holds juego, punto is played. "
                "Grande, chica and punto are open to all four."
            ),
        ],
    )
