"""What the tips say of cards: mus, discards, and what a hand is worth in a lance."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ON_CARDS: Mapping[str, Any] = {
    # Mus, or no mus?
    "mus.three_kings_and_ace": _(
        "Three kings and an ace: strong in grande, medias in pares, 31 in juego. Say no mus; the bonuses "
        "alone are worth %(bonus)s."
    ),
    "mus.cut_with_31_and_pares": _(
        "You hold 31 and pares together. Say no mus: if you win both lances, the bonuses of your hand "
        "alone bring %(bonus)s."
    ),
    "mus.cut_with_duples": _(
        "You hold %(pares)s: of 100 hands with pares, about %(percent)d are worse. Say no mus; with mus "
        "you would have to give a card away."
    ),
    "mus.cut_with_31": _(
        "31 is the best juego, and few hands hold it. Say no mus; when it wins, it brings a bonus of "
        "%(bonus)s."
    ),
    "mus.strong_grande": _(
        "So many kings make a strong grande: of 100 hands, about %(percent)d are worse. No mus leaves the "
        "rivals with the cards they have."
    ),
    "mus.strong_chica": _(
        "So many aces make a strong chica: of 100 hands, about %(percent)d are worse. No mus leaves the "
        "rivals with the cards they have."
    ),
    "mus.nothing_yet": _("No pares and no juego: this hand has little to win with. Ask for mus."),
    "mus.good_juego": _(
        "%(total)d is a good juego: only 31 beats 32, and only these two beat 40. Hardly any hand gets "
        "better by mus."
    ),
    "mus.last_exchange": _("This is the last exchange: after it the lances begin without another question."),
    "mus.your_word_decides": _(
        "The three others want mus, so you decide: with mus all four get new cards, with no mus nobody does."
    ),
    "mus.mano_needs_less": _(
        "You are the mano and win every tie. A middling hand is worth more to you than to anybody else: "
        "you can cut sooner."
    ),
    "mus.weak_juego": _(
        "%(total)d is a weak juego: of 100 hands with juego, only about %(percent)d are worse. It is no "
        "reason to cut by itself."
    ),
    "mus.thirty": _(
        "30 is the best punto, but punto is only played when nobody has juego. It is no reason to cut by "
        "itself."
    ),
    "mus.partner_wants_mus": _(
        "Your partner has asked for mus and probably has little. Cut only if your own hand can carry both."
    ),
    "mus.keep_kings": _(
        "Two kings are a good beginning. If there is mus, keep them: they help in grande, pares and juego."
    ),
    "mus.low_pareja": _(
        "You hold %(pares)s: of 100 hands with pares, only about %(percent)d are worse. That alone is no "
        "reason to cut."
    ),
    "mus.postre_needs_more": _(
        "You are the postre, and ties go to the others. Ask more of a hand before you cut with it."
    ),
    "mus.rivals_want_mus": _(
        "A rival asks for mus and is not content. If you say no mus, they have to play what they have."
    ),
    "mus.exchanged_before": _(
        "Exchanges so far: %(rounds)d. By now everybody's cards are better than at the start; yours should "
        "be too before you cut."
    ),
    "mus.helps_everybody": _(
        "Mus helps all four players. Say it when your hand gains more by it than the rivals' two."
    ),
    # What to discard
    "discard.duples_must_break": _(
        "You hold %(pares)s, but at least one card has to go. Another time say no mus with duples."
    ),
    "discard.juego_must_break": _(
        "You have a juego of %(total)d, but at least one card has to go. Another time say no mus with a "
        "hand that you like."
    ),
    "discard.keep_medias": _(
        "You hold %(pares)s: change only the other card, with these three you play pares."
    ),
    "discard.keep_pair": _(
        "You hold %(pares)s: keep them. Who breaks a pair gives up pares and gets nothing certain in return."
    ),
    "discard.three_sevens": _(
        "Three sevens make 21. Of the %(unseen)d cards that are not in your hand, %(hits)d count ten and "
        "would make it 31."
    ),
    "discard.nothing_to_keep": _("Nothing here is worth keeping: on average four new cards are better."),
    "discard.keep_kings": _(
        "Kings are the cards to keep: they win grande, easily become a pair, and count ten for juego."
    ),
    "discard.one_card_from_31": _(
        "You could change a single card: %(thrown)s. Of the %(unseen)d cards that are not in your hand, "
        "%(hits)d would make 31."
    ),
    "discard.king_and_ace": _(
        "Kings and an ace go well together: three kings and an ace are 31, with medias besides."
    ),
    "discard.not_only_for_juego": _(
        "Do not give up your pair to chase a juego: most juegos are not 31, and the pair is already there."
    ),
    "discard.best_keep": _("On average it is best to keep this: %(kept)s."),
    "discard.partner_keeps_three": _(
        "Your partner changes only one card and likes the other three. Your hand need not win everything."
    ),
    "discard.rival_keeps_three": _(
        "A rival changes only one card and likes the other three: expect pares there, or nearly a juego."
    ),
    "discard.aces_for_chica": _(
        "Two aces and no king: keep the aces. They play for chica and are a pair as well."
    ),
    "discard.stock_runs_short": _(
        "Cards left in the stock: %(stock)d. If they do not suffice, the discards are shuffled and dealt "
        "again, so what you throw away can turn up in another hand."
    ),
    "discard.not_all_four": _(
        "Changing all four cards is for hands without anything. First look for what is worth keeping."
    ),
    "discard.count_is_public": _(
        "All see how many cards you change, and those after you choose knowing it. A single one tells of a "
        "good hand."
    ),
    "discard.count_is_hidden": _(
        "Nobody learns how many cards you change before all four have chosen; then everybody does."
    ),
    # What a hand is worth in a lance
    "lance.cannot_lose": _(
        "Nothing that the rivals can hold beats your hand in this lance: you cannot lose it."
    ),
    "juego.la_real": _("You hold la real: three sevens and %(card)s beat every other 31, even the mano's."),
    "pares.duples_are_worth_betting": _(
        "You hold %(pares)s: of 100 hands with pares, about %(percent)d are worse. Duples are worth a bet."
    ),
    "pares.four_equal_are_duples": _(
        "Four alike count as duples, two pairs of one rank: they beat any pair and all medias. Duples with "
        "a higher pair beat them."
    ),
    "pares.passing_duples": _(
        "If you pass too, your duples play for %(stake)s and the bonus, no more. Bet while there is "
        "something to win."
    ),
    "juego.31": _("31 is the best juego: you can only lose to another 31 that goes before yours."),
    "punto.thirty": _("30 is the best punto: only another 30 nearer to the mano beats it."),
    "grande.strong": _("A strong grande: of 100 hands, about %(percent)d are worse. It is worth a bet."),
    "chica.strong": _("A strong chica: of 100 hands, about %(percent)d are worse. It is worth a bet."),
    "pares.medias": _(
        "You hold %(pares)s: of 100 hands with pares, about %(percent)d are worse. Only duples and higher "
        "medias beat them."
    ),
    "juego.32_beats_40": _(
        "The order of juego is 31, 32, 40, 37, 36, 35, 34, 33. Your %(total)d is near the top, but any 31 "
        "wins."
    ),
    "chica.not_grande_reversed": _(
        "Chica looks at the lowest card first, then at the next: 7-A-A-A beats 6-5-4-A. Beside the aces "
        "your high card matters little."
    ),
    "pares.low_pareja": _(
        "You hold %(pares)s: of 100 hands with pares, only about %(percent)d are worse. Be careful with a "
        "bet."
    ),
    "juego.not_31": _(
        "A juego of %(total)d is not 31: of 100 hands with juego, about %(percent)d are worse. Be careful "
        "with a bet."
    ),
    "pares.high_pareja": _(
        "You hold %(pares)s: of 100 hands with pares, about %(percent)d are worse. Any medias and any "
        "duples beat a pair."
    ),
    "grande.two_kings": _(
        "Two kings are not rare: about %(percent)d of 100 hands have two or more. Then the other cards "
        "decide, and after them the mano."
    ),
    "punto.high": _("%(total)d is a good punto: of 100 hands without juego, about %(percent)d are worse."),
    "grande.weak": _("A weak grande: of 100 hands, only about %(percent)d are worse. Passing risks little."),
    "chica.weak": _("A weak chica: of 100 hands, only about %(percent)d are worse. Passing risks little."),
    "punto.low": _("%(total)d is a low punto, and 30 is the highest. Passing risks little."),
    "bonus.partner_holds_too": _(
        "Your partner plays this lance too: if your pair wins it, you get %(bonus)s of bonus for your hand "
        "and your partner's on top."
    ),
    "rivals.both_against_you": _(
        "Your partner cannot play this lance and both rivals can: your hand is alone against two."
    ),
    "rivals.only_one_plays": _("Only one rival plays this lance: there is just one hand to beat."),
    "bonus.of_the_lance": _(
        "Besides the stake, the winners of this lance get their bonus: for your hand it is %(bonus)s."
    ),
    "bonus.of_punto": _("Who wins punto gets a bonus of %(bonus)s, even if everybody passes."),
    "grande.next_card_decides": _(
        "If the highest cards are equal the next ones decide, down to the fourth. One king often meets "
        "another."
    ),
    "pares.side_cards_never_count": _("In pares only the pair counts: your other cards decide nothing here."),
}
"""By the tip's code."""
