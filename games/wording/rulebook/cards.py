"""The rules for readers: the game, the cards, mus and discards."""

from django.utils.translation import gettext as _

from games.engine.rules import Rules
from games.wording.rulebook.parts import Section, Table, points


def the_game(rules: Rules) -> Section:
    """Who plays, and what wins."""
    return Section(
        "game",
        _("The game"),
        [
            _(
                "Mus is played by four people, two against two; partners sit opposite each other. The deck "
                "is the Spanish one of forty cards: 1 to 7, sota (10), caballo (11) and king (12) of four "
                "suits. The suits decide nothing."
            ),
            _("The first pair to have %(target)s wins the game.") % {"target": points(rules.target)},
            _games(rules),
            _(
                "Play goes round anticlockwise. The mano, who sits to the right of the dealer, speaks "
                "first in everything and wins every tie. The dealer, called the postre, speaks last. In "
                "the next hand the mano's seat is one further on."
            ),
        ],
    )


def _games(rules: Rules) -> str:
    if rules.games_to_win == 1:
        return _("A match is one game.")
    return _("Games needed to win the match: %(games)d. The score starts again with each.") % {
        "games": rules.games_to_win
    }


def the_cards(rules: Rules) -> Section:
    """What a card counts (R-DECK)."""
    eight = _(
        "Every 3 is a king and every 2 is an ace, in all respects: there are eight kings and eight aces in "
        "the deck."
    )
    four = _("Every card is what is printed on it: there are four kings and four aces.")
    return Section(
        "cards",
        _("The cards"),
        [eight if rules.kings == 8 else four],
        [
            Table(
                _("From the highest card to the lowest"),
                [_("card"), _("points for juego and punto")],
                _card_rows(rules.kings),
            )
        ],
    )


def _card_rows(kings: int) -> list[list[str]]:
    figures = [[_("caballo"), "10"], [_("sota"), "10"]]
    numbers = [[str(number)] * 2 for number in (7, 6, 5, 4)]
    if kings == 8:
        return [[_("king, 3"), "10"], *figures, *numbers, [_("ace, 2"), "1"]]
    return [[_("king"), "10"], *figures, *numbers, ["3", "3"], ["2", "2"], [_("ace"), "1"]]


def mus(rules: Rules) -> Section:
    """Asking for new cards (R-MUS)."""
    at_once = _(
        "If all four want mus, each discards one to four cards, all at once: nobody learns how many "
        "anybody discards before all have chosen. Each gets as many new cards, and mus is asked again."
    )
    in_turn = _(
        "If all four want mus, each discards one to four cards, in turn from the mano on. Then each gets "
        "as many new cards, and mus is asked again."
    )
    return Section(
        "mus",
        _("Mus and discards"),
        [
            _(
                "Each player is dealt four cards. From the mano on each says mus, to change cards, or no "
                "mus. The first who says no mus cuts: nobody changes anything, and the lances begin with "
                "the mano."
            ),
            at_once if rules.simultaneous_discards else in_turn,
            _exchanges(rules),
            _stock(rules),
            _corrido(rules),
        ],
    )


def _exchanges(rules: Rules) -> str | None:
    if rules.max_mus_rounds is None:
        return None
    return _(
        "Exchanges allowed in a hand: %(rounds)d. After that the lances begin without another question."
    ) % {"rounds": rules.max_mus_rounds}


def _stock(rules: Rules) -> str:
    if rules.reshuffle_keeps_last_own_apart:
        return _(
            "If the stock runs out, all discards are shuffled into a new one. Only when the last player is "
            "being served do this player's own discards stay out of it."
        )
    return _("If the stock runs out, all discards are shuffled into a new one.")


def _corrido(rules: Rules) -> str | None:
    if not rules.mus_corrido:
        return None
    if rules.mus_corrido_scope == "game":
        return _(
            "The first hand of every game is played with mus corrido: after each exchange the next seat "
            "becomes the mano, and whoever cuts is the mano of the hand. No signs may be made until then."
        )
    return _(
        "The first hand of the match is played with mus corrido: after each exchange the next seat becomes "
        "the mano, and whoever cuts is the mano of the hand. No signs may be made until then."
    )
