"""The rules for readers: the count, the end of a game, signs."""

from django.utils.translation import gettext as _

from games.engine.rules import Rules
from games.engine.signs import GESTURES
from games.wording.lances import LANCES
from games.wording.rulebook.parts import Section, Table
from games.wording.signs import gesture_text, meaning_text


def count(rules: Rules) -> Section:
    """What lances pay (R-COUNT)."""
    winners = _(
        "The bonus of pares and juego goes to the pair that has won the lance, for the hands of both "
        "partners. The other pair gets none."
    )
    holders = _(
        "The bonus of pares and juego goes to everybody who holds them, whether the lance was won or not. "
        "The bonus of punto goes to its winners."
    )
    return Section(
        "count",
        _("The count"),
        [
            _(
                "After the last lance all cards are shown, and the lances are paid in their order. As soon "
                "as a pair has the points of a game it has won; what would come after is not counted."
            ),
            winners if rules.bonus_to == "lance_winner" else holders,
            _(
                "Who refuses a bet has lost the lance, whatever the cards: its bonus, too, goes to the "
                "bettors."
            ),
        ],
        [_payments(rules), _bonuses(rules)],
    )


def _payments(rules: Rules) -> Table:
    stake, deje, bonus = _("the bet"), _("deje, at once"), _("bonus")
    rows = []
    for (lance, name), paso in zip(LANCES.items(), rules.paso_stake, strict=True):
        paid = [str(paso), stake, deje]
        if lance not in ("grande", "chica"):
            paid = [f"{each} + {bonus}" for each in paid]
        alone = f"{rules.uncontested_stake} + {bonus}" if lance in ("pares", "juego") else "–"
        rows.append([str(name), *paid, alone])
    columns = [_("lance"), _("all pass"), _("accepted"), _("refused"), _("one pair only")]
    return Table(_("What a lance pays"), columns, rows)


def _bonuses(rules: Rules) -> Table:
    pair, medias, duples = rules.pares_bonus
    best, other = rules.juego_bonus
    rows = (
        (_("pair"), pair),
        (_("medias"), medias),
        (_("duples"), duples),
        (_("juego of 31"), best),
        (_("any other juego"), other),
        (_("punto"), rules.punto_bonus),
    )
    return Table(_("Bonus"), [_("for"), _("points")], [[name, str(bonus)] for name, bonus in rows])


def end(rules: Rules) -> Section:
    """When a game is over (R-END)."""
    goes_on = _(
        "If a deje brings a pair to the points of the game, the remaining lances are still played. The "
        "pair then wins at the end of the hand, unless the other pair wins an accepted órdago in one of "
        "them."
    )
    at_once = _("If a deje brings a pair to the points of the game, the game is over at once.")
    return Section(
        "end",
        _("The end of a game"),
        [
            at_once if rules.deje_ends_game else goes_on,
            _(
                "An accepted bet, however large, decides nothing before its turn in the count. Only an "
                "órdago does."
            ),
            _("When a hand is over all four hands are shown, however it ended."),
        ],
    )


def signs(rules: Rules) -> Section:
    """Señas (R-SIGN)."""
    to_all = _("All four see a sign; it is meant for the partner.")
    to_partner = _("Only the partner sees a sign.")
    free = _("A sign need not be true.")
    true = _(
        "A sign must be true. None may be made while cards are being exchanged, and medias may not be told "
        "before grande is over."
    )
    return Section(
        "signs",
        _("Signs"),
        [
            _(
                "Partners may tell each other by signs what they hold, at any time of a hand, also out of "
                "turn. A new sign takes the place of the last one."
            ),
            to_all if rules.signs_visible_to == "all" else to_partner,
            true if rules.signs_truthful else free,
        ],
        [
            Table(
                _("The signs"),
                [_("gesture"), _("meaning")],
                [[gesture_text(gesture), meaning_text(meaning)] for gesture, meaning in GESTURES.items()],
            )
        ],
    )
