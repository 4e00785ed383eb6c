"""What the tips say of betting: first words, answers, confirming, the score, órdago."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ON_BETS: Mapping[str, Any] = {
    # The first word in a lance
    "open.last_to_speak": _(
        "All have passed before you. If you pass too, the best hand gets %(stake)s, and nobody knows yet "
        "whose it is."
    ),
    "open.paso_pays_nothing": _(
        "All have passed before you. If you pass too, this lance brings nobody a stake, at most the bonus."
    ),
    "deje.first_refusal": _(
        "If the rivals refuse your bet you get %(deje)s, however much you bet. A high bet only pays if it "
        "is accepted."
    ),
    "rivals.passed": _("The rivals have passed: they may well refuse a bet now."),
    "partner.passed": _(
        "Your partner has passed: do not count on much help in this lance, though good hands sometimes wait."
    ),
    "mano.ties_are_yours": _("You are the mano: if another hand is equal to yours, you win."),
    "mano.ties_are_theirs": _("You are the postre: if a rival's hand is equal to yours, the rival wins."),
    "partner.confirms_bets": _(
        "Your partner will be asked about your bet and can only confirm or raise it. It cannot be taken back."
    ),
    "open.paso_is_not_final": _(
        "Passing does not put you out of the lance: if a rival bets, your pair can still answer."
    ),
    # The answer to a bet
    "answer.strong": _(
        "A strong hand: of 100 that can play this lance, about %(percent)d are worse. You could raise; the "
        "least is %(least)d."
    ),
    "stake.small_bet": _(
        "Accepting this bet costs at most %(more)s more than refusing it. Winning it brings at least "
        "%(gain)s."
    ),
    "answer.weak": _(
        "A weak hand: of 100 that can play this lance, only about %(percent)d are worse. Refusing keeps "
        "the damage small."
    ),
    "bonus.goes_with_the_lance": _(
        "If you refuse, the rivals win the lance and its bonus. The bonus of your own hand (%(bonus)s) is "
        "then lost."
    ),
    "deje.costs_what_stood": _("Refusing this raise gives the rivals %(deje)s at once."),
    "deje.costs_now": _("Refusing gives the rivals %(deje)s at once, however much they have bet."),
    "stake.plays_for": _(
        "Accepting plays for %(stake)s: if you lose, that is %(more)s more than refusing costs."
    ),
    "rivals.raised_over_you": _(
        "The rivals raise although your pair has shown that it likes its cards. That is seldom a bluff."
    ),
    "partner.speaks_after_you": _(
        "If you refuse, your partner is asked and can still accept. Let your word tell of your own hand."
    ),
    "partner.has_no_say": _("Your partner cannot play this lance: you decide alone."),
    "answer.only_ordago_is_higher": _("No higher number is left: the only raise is órdago."),
    "mano.bettor_wins_ties": _(
        "The rival who bets comes before you: if your hands are equal, the rival wins."
    ),
    "mano.you_win_ties": _("You come before the rival who bets: if your hands are equal, you win."),
    # The word on what the partner has said
    "confirm.hold_for_both": _(
        "Your partner would refuse, but of 100 hands that can play this lance about %(percent)d are worse "
        "than yours. You can accept for both."
    ),
    "confirm.let_it_go": _(
        "Your hand does not help: of 100 that can play this lance, only about %(percent)d are worse. Let "
        "your partner's refusal stand."
    ),
    "confirm.refusal": _("If you let your partner's refusal stand, the rivals get %(deje)s at once."),
    "confirm.bonus_goes_too": _(
        "With the refusal the rivals win the lance and its bonus, and the bonus of your own hand "
        "(%(bonus)s) is lost."
    ),
    "confirm.raise": _(
        "Your partner raises to %(amount)d. If the rivals refuse that, your pair gets %(deje)s at once."
    ),
    "confirm.first_bet": _(
        "Your partner bets %(amount)d. Confirm, unless your own hand is strong enough to play for more."
    ),
    "confirm.quiero": _(
        "Your partner accepts to play for %(stake)s. You cannot refuse any more: confirm, or raise if you "
        "are sure of your hand."
    ),
    "confirm.lifting_accepts_nothing": _(
        "Raising your partner's bet changes nothing if the rivals refuse: that brings %(deje)s in any case."
    ),
    "confirm.your_word_is_final": _(
        "Your word is the last of your pair: you can confirm or go higher, but not lower."
    ),
    # The score, and órdago
    "ordago.only_hope": _(
        "The rivals have reached the target. Only an órdago that is accepted and won can still save the game."
    ),
    "score.you_have_the_target": _(
        "Your pair has reached the target and wins after this hand. Only an accepted órdago could take the "
        "game away: refuse it."
    ),
    "score.refusal_ends_game": _(
        "Refusing gives the rivals %(deje)s, and they need no more: the game would be lost."
    ),
    "score.refusal_gives_target": _(
        "Refusing gives the rivals %(deje)s and with it the target: then only an órdago could save the game."
    ),
    "ordago.decides_game": _(
        "Who accepts an órdago stakes the whole game on this lance: the score does not count any more."
    ),
    "ordago.refusing_costs": _("Refusing the órdago gives the rivals %(deje)s, and the game goes on."),
    "ordago.already_ahead": _(
        "You lead by %(lead)s. An accepted órdago would put all of it at risk: refuse, unless you cannot "
        "lose."
    ),
    "score.deje_wins": _(
        "If the rivals refuse your bet you get %(deje)s, and your pair needs no more to win the game."
    ),
    "score.deje_leads": _(
        "If the rivals refuse your bet you get %(deje)s and reach the target: then only an órdago could "
        "take the game from you."
    ),
    "score.bonus_is_enough": _(
        "To win the game your pair needs %(need)s. The bonus of your hand (%(bonus)s) is enough, if you "
        "win it."
    ),
    "score.stake_reaches_target": _(
        "If the rivals win this lance for %(stake)s, they reach the target in the count."
    ),
    "score.stake_is_enough_for_you": _(
        "If you win this lance for %(stake)s, your pair reaches the target in the count."
    ),
    "score.rivals_nearly_there": _(
        "To win the game the rivals need only %(need)s. The lances are counted in order: points in the "
        "first ones come before theirs in the last."
    ),
    "ordago.not_when_ahead": _(
        "You lead by %(lead)s. Leave órdago to those who are behind: it would stake the whole lead on one "
        "lance."
    ),
    "ordago.when_behind": _(
        "The rivals need only %(need)s and you are far behind: an órdago with a good hand may be the best "
        "chance left."
    ),
    "score.count_in_order": _(
        "Your pair needs %(need)s, the rivals need %(rivals_need)s. The lances are counted in order, and "
        "who first reaches the target wins."
    ),
    "ordago.little_if_refused": _(
        "An órdago is mostly refused and then brings only %(deje)s. With a hand that cannot lose, a bet "
        "that they accept may bring more."
    ),
    "score.far_behind": _(
        "You are behind by %(gap)s. Small gains will not do: look for a hand that can win several lances."
    ),
}
"""By the tip's code."""
