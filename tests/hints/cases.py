"""For each tip a position where it is given, and one near it where it does not fit."""

from collections.abc import Mapping

from tests.hints.positions import Position

At = Position

NOTHING = "7o 6c 5e 4o"
ONE_KING = "12o 6c 5e 4o"
TWO_KINGS = "12o 12c 5e 4o"
THREE_KINGS = "12o 12c 12e 5o"
FOUR_KINGS = "12o 12c 12e 3o"
SIXES = "6o 6c 11e 4o"
DUPLES = "12o 12c 5o 5c"
JUEGO_31 = "12o 11c 10e 1o"
JUEGO_32 = "12o 11c 7e 5o"
JUEGO_33 = "12o 11c 7e 6o"
POINTS_29 = "12o 11c 5e 4o"
POINTS_30 = "12o 11c 6e 4o"

MUS = "mus*4"
CUT = "no_mus"
BET = "no_mus, envido 2, confirm"
"""With seat 3 as mano: a small bet at grande, put to seat 0."""

RAISE = "no_mus, envido 2, confirm, envido 6, confirm"
"""With seat 3 as mano: a raise over that bet, put to seat 1."""

REFUSED = "no_mus, envido 5, confirm, no_quiero"
"""With seat 3 as mano: seat 0 would refuse, and seat 2 is asked."""

IN_TURN = {"mus_corrido": False}
"""With the traditional rules: discards in turn from the mano."""


def traditional(cards: str, words: str = "", **more: object) -> At:
    return At(cards, words, ruleset="traditional", options=IN_TURN, **more)  # type: ignore[arg-type]


TALKING: Mapping[str, tuple[At, At]] = {
    "mus.three_kings_and_ace": (At("12o 12c 12e 1o"), At("12o 12c 11e 1o")),
    "mus.cut_with_31_and_pares": (At("7o 7c 7e 10o"), At(JUEGO_31)),
    "mus.cut_with_duples": (At(DUPLES), At("12o 12c 5o 4c")),
    "mus.cut_with_31": (At(JUEGO_31), At("12o 11c 10e 4o")),
    "mus.strong_grande": (At(THREE_KINGS), At("12o 12c 11e 5o")),
    "mus.strong_chica": (At("1o 1c 1e 7o"), At("1o 1c 4e 7o")),
    "mus.nothing_yet": (At(ONE_KING), At(TWO_KINGS)),
    "mus.good_juego": (At(JUEGO_32), At(JUEGO_33)),
    "mus.last_exchange": (
        At(ONE_KING, options={"max_mus_rounds": 1}),
        At(ONE_KING, options={"max_mus_rounds": 2}),
    ),
    "mus.your_word_decides": (At(ONE_KING, "mus*3", seat=3), At(ONE_KING, "mus*2", seat=2)),
    "mus.mano_needs_less": (At(TWO_KINGS), At(TWO_KINGS, "mus", mano=3)),
    "mus.weak_juego": (At(JUEGO_33), At(JUEGO_32)),
    "mus.thirty": (At(POINTS_30), At(POINTS_29)),
    "mus.partner_wants_mus": (At(ONE_KING, "mus*2", seat=2), At(ONE_KING, "mus", seat=1)),
    "mus.keep_kings": (At(TWO_KINGS), At("11o 11c 5e 4o")),
    "mus.low_pareja": (At(SIXES), At("11o 11c 5e 4o")),
    "mus.postre_needs_more": (At(SIXES, "mus*3", seat=3), At("6o 5c 11e 4o", "mus*3", seat=3)),
    "mus.rivals_want_mus": (At(TWO_KINGS, "mus", seat=1), At(TWO_KINGS)),
    "mus.exchanged_before": (At(ONE_KING, f"{MUS}, throw 1*4"), At(ONE_KING)),
    "mus.helps_everybody": (At(ONE_KING, "mus", seat=1), At(ONE_KING, "no_mus, paso", seat=1)),
}

DISCARDING: Mapping[str, tuple[At, At]] = {
    "discard.duples_must_break": (At(DUPLES, MUS), At("12o 12c 5o 4c", MUS)),
    "discard.juego_must_break": (At("12o 11c 10e 4o", MUS), At(POINTS_29, MUS)),
    "discard.keep_medias": (At("7o 7c 7e 4o", MUS), At("7o 7c 6e 4o", MUS)),
    "discard.keep_pair": (At("7o 7c 6e 4o", MUS), At(NOTHING, MUS)),
    "discard.three_sevens": (At("7o 7c 7e 4o", MUS), At("7o 7c 6e 4o", MUS)),
    "discard.nothing_to_keep": (At(NOTHING, MUS), At(ONE_KING, MUS)),
    "discard.keep_kings": (At(ONE_KING, MUS), At("11o 6c 5e 4o", MUS)),
    "discard.one_card_from_31": (At("12o 11c 6e 1o", MUS), At(NOTHING, MUS)),
    "discard.king_and_ace": (At("12o 6c 5e 1o", MUS), At(ONE_KING, MUS)),
    "discard.not_only_for_juego": (At("6o 6c 11e 5o", MUS), At("6o 6c 4e 5o", MUS)),
    "discard.best_keep": (At("11o 10c 6e 4o", MUS), At(NOTHING, MUS)),
    "discard.partner_keeps_three": (
        traditional(NOTHING, f"{MUS}, throw 1, throw 2", seat=2),
        traditional(NOTHING, f"{MUS}, throw 2, throw 2", seat=2),
    ),
    "discard.rival_keeps_three": (
        traditional(NOTHING, f"{MUS}, throw 1", seat=1),
        traditional(NOTHING, f"{MUS}, throw 2", seat=1),
    ),
    "discard.aces_for_chica": (At("1o 1c 7e 6o", MUS), At("1o 12c 7e 6o", MUS)),
    "discard.stock_runs_short": (
        At(NOTHING, f"{MUS}, throw 3*4, {MUS}"),
        At(NOTHING, f"{MUS}, throw 1*4, {MUS}"),
    ),
    "discard.not_all_four": (At(ONE_KING, MUS), At(NOTHING, MUS)),
    "discard.count_is_public": (traditional(NOTHING, MUS), At(NOTHING, MUS)),
    "discard.count_is_hidden": (At(NOTHING, MUS), traditional(NOTHING, MUS)),
}

PARES = "no_mus, pares"
JUEGO = "no_mus, juego"

HANDS: Mapping[str, tuple[At, At]] = {
    "lance.cannot_lose": (At(FOUR_KINGS, CUT), At(FOUR_KINGS, "no_mus, paso", mano=3)),
    "juego.la_real": (
        At("7o 7c 7e 12o", JUEGO, others="j - -", options={"la_real": "king"}),
        At("7o 7c 7e 12o", JUEGO, others="j - -"),
    ),
    "pares.duples_are_worth_betting": (
        At(DUPLES, PARES, others="p - -"),
        At("12o 12c 5o 4c", PARES, others="p - -"),
    ),
    "pares.four_equal_are_duples": (
        At("11o 11c 11e 11b", PARES, others="p - -"),
        At("11o 11c 10e 10b", PARES, others="p - -"),
    ),
    "pares.passing_duples": (
        At(DUPLES, "no_mus, pares, paso", seat=3, others="p - -"),
        At(DUPLES, PARES, seat=3, mano=3, others="p - -"),
    ),
    "juego.31": (
        At(JUEGO_31, "no_mus, juego, paso", mano=3, others="- - j"),
        At(JUEGO_31, JUEGO, others="- - j"),
    ),
    "punto.thirty": (
        At(POINTS_30, "no_mus, punto, paso", mano=3),
        At(POINTS_29, "no_mus, punto, paso", mano=3),
    ),
    "grande.strong": (At(THREE_KINGS, CUT), At(JUEGO_32, CUT)),
    "chica.strong": (At("1o 1c 1e 5o", "no_mus, chica"), At("1o 7c 6e 5o", "no_mus, chica")),
    "pares.medias": (At(THREE_KINGS, PARES, others="p - -"), At("12o 12c 11e 5o", PARES, others="p - -")),
    "juego.32_beats_40": (At(JUEGO_32, JUEGO, others="j - -"), At(JUEGO_33, JUEGO, others="j - -")),
    "chica.not_grande_reversed": (At("1o 1c 7e 12o", "no_mus, chica"), At("1o 1c 4e 5o", "no_mus, chica")),
    "pares.low_pareja": (At(SIXES, PARES, others="p - -"), At("11o 11c 6e 4o", PARES, others="p - -")),
    "juego.not_31": (At(JUEGO_33, JUEGO, others="j - -"), At(JUEGO_32, JUEGO, others="j - -")),
    "pares.high_pareja": (At("11o 11c 6e 4o", PARES, others="p - -"), At(SIXES, PARES, others="p - -")),
    "grande.two_kings": (At(TWO_KINGS, CUT), At(THREE_KINGS, CUT)),
    "punto.high": (At(POINTS_29, "no_mus, punto"), At(NOTHING, "no_mus, punto")),
    "grande.weak": (At(NOTHING, CUT), At(ONE_KING, CUT)),
    "chica.weak": (At(JUEGO_33, "no_mus, chica"), At("1o 11c 7e 6o", "no_mus, chica")),
    "punto.low": (At(NOTHING, "no_mus, punto"), At(POINTS_29, "no_mus, punto")),
    "bonus.partner_holds_too": (At(SIXES, PARES, others="p p -"), At(SIXES, PARES, others="p - -")),
    "rivals.both_against_you": (At(SIXES, PARES, others="p - p"), At(SIXES, PARES, others="p p p")),
    "rivals.only_one_plays": (At(SIXES, PARES, others="p - -", hand=7), At(SIXES, PARES, others="p - p")),
    "bonus.of_the_lance": (At(SIXES, PARES, others="p - -"), At(SIXES, PARES, others="p p -")),
    "bonus.of_punto": (
        At("7o 6c 12e 4o", "no_mus, punto, paso", seat=1),
        At("7o 6c 12e 4o", "no_mus, punto, paso", seat=1, options={"punto_bonus": 0}),
    ),
    "grande.next_card_decides": (At(ONE_KING, "no_mus, paso", seat=1, hand=7), At("11o 6c 5e 4o", CUT)),
    "pares.side_cards_never_count": (
        At(SIXES, PARES, others="p p -"),
        At("6o 6c 6e 4o", PARES, others="p p -"),
    ),
}

BETTING: Mapping[str, tuple[At, At]] = {
    "open.last_to_speak": (At(ONE_KING, "no_mus, paso*3", seat=3), At(ONE_KING, "no_mus, paso*2", seat=2)),
    "open.paso_pays_nothing": (
        At(ONE_KING, "no_mus, punto, paso*3", seat=3),
        At(ONE_KING, "no_mus, paso*3", seat=3),
    ),
    "deje.first_refusal": (At(ONE_KING, CUT), At(ONE_KING)),
    "rivals.passed": (
        At(ONE_KING, "no_mus, paso*3", seat=3),
        At(ONE_KING, "no_mus, paso*2", seat=2),
    ),
    "partner.passed": (At(ONE_KING, "no_mus, paso*2", seat=2), At(ONE_KING, "no_mus, paso", seat=1)),
    "mano.ties_are_yours": (At(ONE_KING, CUT), At(ONE_KING, "no_mus, paso", seat=1)),
    "mano.ties_are_theirs": (At(ONE_KING, "no_mus, paso*3", seat=3), At(ONE_KING, "no_mus, paso*2", seat=2)),
    "partner.confirms_bets": (
        At("11o 6c 5e 4o", "no_mus, paso", seat=1, hand=7),
        At("11o 6c 5e 4o", "no_mus, paso", seat=1, hand=7, options={"partner_confirmation": "none"}),
    ),
    "open.paso_is_not_final": (
        At("11o 6c 5e 4o", "no_mus, paso", seat=1, options={"partner_confirmation": "decline_only"}),
        At("11o 6c 5e 4o", "no_mus, paso*3", seat=3),
    ),
    "answer.strong": (At(THREE_KINGS, BET, mano=3), At(ONE_KING, BET, mano=3)),
    "stake.small_bet": (
        At(TWO_KINGS, BET, mano=3),
        At(TWO_KINGS, "no_mus, envido 9, confirm", mano=3),
    ),
    "answer.weak": (At(NOTHING, BET, mano=3), At(TWO_KINGS, BET, mano=3)),
    "bonus.goes_with_the_lance": (
        At(TWO_KINGS, "no_mus, pares, envido 2", mano=3, others="- - p"),
        At(TWO_KINGS, BET, mano=3),
    ),
    "deje.costs_what_stood": (At(ONE_KING, RAISE, seat=1, mano=3), At(ONE_KING, BET, mano=3)),
    "deje.costs_now": (At(ONE_KING, BET, mano=3), At(ONE_KING, RAISE, seat=1, mano=3)),
    "stake.plays_for": (At(ONE_KING, "no_mus, envido 9, confirm", mano=3), At(ONE_KING, BET, mano=3)),
    "rivals.raised_over_you": (
        At(ONE_KING, RAISE, seat=1, mano=3),
        At(ONE_KING, BET, mano=3),
    ),
    "partner.speaks_after_you": (
        At(ONE_KING, BET, mano=3),
        At(ONE_KING, "no_mus, envido 2", mano=3, options={"partner_confirmation": "none"}),
    ),
    "partner.has_no_say": (
        At("11o 11c 6e 4o", "no_mus, pares, envido 1", mano=3, others="- - p", options={"min_envido": 1}),
        At("11o 11c 6e 4o", "no_mus, pares, envido 2", mano=3, others="- p p"),
    ),
    "answer.only_ordago_is_higher": (
        At(ONE_KING, "no_mus, envido 40, confirm", mano=3, score=(0, 0)),
        At(ONE_KING, BET, mano=3),
    ),
    "mano.bettor_wins_ties": (
        At("12o 7c 5e 4o", "no_mus, envido 2", mano=3, hand=7, options={"partner_confirmation": "none"}),
        At("12o 7c 5e 4o", "no_mus, paso*3, envido 2, confirm"),
    ),
    "mano.you_win_ties": (
        At(
            "12o 7c 5e 4o",
            "no_mus, paso*3, envido 2",
            hand=7,
            options={"partner_confirmation": "none"},
        ),
        At("12o 7c 5e 4o", BET, mano=3),
    ),
    "confirm.hold_for_both": (At(THREE_KINGS, REFUSED, seat=2, mano=3), At(NOTHING, REFUSED, seat=2, mano=3)),
    "confirm.let_it_go": (At(NOTHING, REFUSED, seat=2, mano=3), At(THREE_KINGS, REFUSED, seat=2, mano=3)),
    "confirm.refusal": (At(ONE_KING, REFUSED, seat=2, mano=3), At(ONE_KING, "no_mus, envido 3", seat=2)),
    "confirm.bonus_goes_too": (
        At(SIXES, "no_mus, pares, envido 2, no_quiero", seat=2, mano=3, others="p p -"),
        At(SIXES, REFUSED, seat=2, mano=3),
    ),
    "confirm.raise": (
        At(ONE_KING, "no_mus, envido 5, confirm, envido 9", seat=2, mano=3),
        At(ONE_KING, "no_mus, envido 3", seat=2),
    ),
    "confirm.first_bet": (
        At(ONE_KING, "no_mus, envido 3", seat=2),
        At(ONE_KING, "no_mus, envido 5, confirm, envido 9", seat=2, mano=3),
    ),
    "confirm.quiero": (
        At(ONE_KING, "no_mus, envido 5, confirm, quiero", seat=2, mano=3),
        At(ONE_KING, REFUSED, seat=2, mano=3),
    ),
    "confirm.lifting_accepts_nothing": (
        At(ONE_KING, "no_mus, envido 3", seat=2),
        At(ONE_KING, "no_mus, envido 5, confirm, envido 9", seat=2, mano=3),
    ),
    "confirm.your_word_is_final": (At(ONE_KING, "no_mus, envido 3", seat=2), At(ONE_KING, BET, mano=3)),
}

TO_CHICA = "no_mus, envido 2, confirm, no_quiero, confirm"
ORDAGO = "no_mus, ordago"
FIVE = "no_mus, envido 5, confirm"

SCORE: Mapping[str, tuple[At, At]] = {
    "ordago.only_hope": (
        At(ONE_KING, f"{TO_CHICA}, paso", seat=2, mano=1, score=(0, 39)),
        At(ONE_KING, f"{TO_CHICA}, paso", seat=2, mano=1, score=(0, 38)),
    ),
    "score.you_have_the_target": (
        At(ONE_KING, TO_CHICA, score=(39, 0)),
        At(ONE_KING, TO_CHICA, score=(38, 0)),
    ),
    "score.refusal_ends_game": (
        traditional(ONE_KING, "no_mus, envido 2", mano=3, score=(0, 39)),
        traditional(ONE_KING, "no_mus, envido 2", mano=3, score=(0, 38)),
    ),
    "score.refusal_gives_target": (
        At(ONE_KING, BET, mano=3, score=(0, 39)),
        At(ONE_KING, BET, mano=3, score=(0, 38)),
    ),
    "ordago.decides_game": (At(ONE_KING, ORDAGO, mano=3), At(ONE_KING, BET, mano=3)),
    "ordago.refusing_costs": (At(ONE_KING, ORDAGO, mano=3), At(ONE_KING, ORDAGO, mano=3, score=(0, 39))),
    "ordago.already_ahead": (
        At(ONE_KING, ORDAGO, mano=3, score=(30, 5)),
        At(ONE_KING, ORDAGO, mano=3, score=(20, 15)),
    ),
    "score.deje_wins": (traditional(ONE_KING, CUT, score=(39, 0)), traditional(ONE_KING, CUT, score=(38, 0))),
    "score.deje_leads": (At(ONE_KING, CUT, score=(39, 0)), At(ONE_KING, CUT, score=(38, 0))),
    "score.bonus_is_enough": (At(DUPLES, score=(37, 0)), At(DUPLES, score=(36, 0))),
    "score.stake_reaches_target": (
        At(ONE_KING, FIVE, mano=3, score=(0, 36)),
        At(ONE_KING, FIVE, mano=3, score=(0, 30)),
    ),
    "score.stake_is_enough_for_you": (
        At(ONE_KING, FIVE, mano=3, score=(36, 30)),
        At(ONE_KING, FIVE, mano=3, score=(30, 30)),
    ),
    "score.rivals_nearly_there": (At(ONE_KING, score=(0, 36)), At(ONE_KING, score=(0, 30))),
    "ordago.not_when_ahead": (At(ONE_KING, CUT, score=(30, 5)), At(ONE_KING, CUT, score=(20, 15))),
    "ordago.when_behind": (At(ONE_KING, CUT, score=(5, 36)), At(ONE_KING, CUT, score=(30, 36))),
    "score.count_in_order": (At(ONE_KING, CUT, score=(36, 36)), At(ONE_KING, CUT, score=(36, 20))),
    "ordago.little_if_refused": (At(FOUR_KINGS, CUT), At(FOUR_KINGS, "no_mus, paso", mano=3)),
    "score.far_behind": (At(ONE_KING, score=(5, 30)), At(ONE_KING, score=(25, 30))),
}

CUSTOMS: Mapping[str, tuple[At, At]] = {
    "customs.four_kings": (At("3o 6c 5e 4o", options={"kings": 4}), At(NOTHING, options={"kings": 4})),
    "customs.corrido": (At(ONE_KING, ruleset="traditional"), traditional(ONE_KING)),
    "customs.la_real": (
        At("7o 7c 5e 4o", options={"la_real": "king"}),
        At(NOTHING, options={"la_real": "king"}),
    ),
    "customs.threes_are_kings": (At("3o 6c 5e 4o"), At(ONE_KING)),
    "customs.twos_are_aces": (At("2o 6c 5e 4o"), At("1o 6c 5e 4o")),
    "customs.target": (At(ONE_KING, options={"target": 30}), At(ONE_KING)),
    "customs.games_to_win": (At(ONE_KING, options={"games_to_win": 3}), At(ONE_KING)),
    "customs.bonus_to_every_holder": (
        At("11o 11c 6e 4o", PARES, seat=0, others="p p p", hand=7, options={"bonus_to": "every_holder"}),
        At("11o 11c 6e 4o", PARES, seat=0, others="p p p", hand=7),
    ),
    "customs.raise_by": (
        At(ONE_KING, BET, mano=3, options={"raise_mode": "by"}),
        At(ONE_KING, BET, mano=3),
    ),
    "customs.nobody_confirms": (
        At(ONE_KING, CUT, options={"partner_confirmation": "none"}),
        At(ONE_KING, CUT, options={"partner_confirmation": "decline_only"}),
    ),
    "customs.last_number": (At(ONE_KING, CUT, options={"max_envido": 20}), At(ONE_KING, CUT)),
    "signs.only_partner_sees": (traditional(TWO_KINGS, "mus", seat=1), traditional(ONE_KING, "mus", seat=1)),
    "signs.everybody_sees": (At(TWO_KINGS, "mus", seat=1), At(ONE_KING, "mus", seat=1)),
    "signs.none_before_the_cut": (
        At(ONE_KING, "mus", seat=1, ruleset="traditional"),
        traditional(ONE_KING, "mus", seat=1),
    ),
    "signs.need_not_be_true": (At(ONE_KING, "mus", seat=1, hand=2), At(ONE_KING, "mus", seat=1, hand=1)),
}

CASES: Mapping[str, tuple[At, At]] = {**TALKING, **DISCARDING, **HANDS, **BETTING, **SCORE, **CUSTOMS}
