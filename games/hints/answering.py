"""Tips for answering a bet: refuse, hold or raise."""

from games.hints.lances import STRONG, WEAK
from games.hints.situation import Situation
from games.hints.tip import Params, Points, Shelf

tip = Shelf("respond")

SMALL = 2
"""So much more than refusing is not much to hold for."""


@tip("answer.strong", "strength", 78)
def _strong(at: Situation) -> bool | Params:
    fits = at.strength >= STRONG and not at.cannot_lose and "envido" in at.legal
    return fits and {"percent": at.strength, "least": at.legal["envido"]["min"]}


@tip("stake.small_bet", "stake", 72)
def _small_bet(at: Situation) -> bool | Params:
    more = at.bet - at.deje
    fits = not at.is_ordago and 0 < more <= SMALL and at.strength > WEAK
    return fits and {"more": Points(more), "gain": Points(at.bet + at.lance_bonus)}


@tip("answer.weak", "strength", 68)
def _weak(at: Situation) -> bool | Params:
    return at.strength <= WEAK and {"percent": at.strength}


@tip("bonus.goes_with_the_lance", "bonus", 66)
def _bonus_goes_with_the_lance(at: Situation) -> bool | Params:
    return at.lance_bonus > 0 and {"bonus": Points(at.lance_bonus)}


@tip("deje.costs_what_stood", "deje", 64)
def _costs_what_stood(at: Situation) -> bool | Params:
    return at.accepted > 0 and not at.is_ordago and {"deje": Points(at.deje)}


@tip("deje.costs_now", "deje", 63)
def _costs_now(at: Situation) -> bool | Params:
    return not at.accepted and not at.is_ordago and {"deje": Points(at.deje)}


@tip("stake.plays_for", "stake", 55)
def _plays_for(at: Situation) -> bool | Params:
    more = at.bet - at.deje
    return not at.is_ordago and more > SMALL and {"stake": Points(at.bet), "more": Points(more)}


@tip("rivals.raised_over_you", "rivals", 53)
def _raised_over_you(at: Situation) -> bool:
    return at.accepted > 0


@tip("partner.speaks_after_you", "partner", 52)
def _partner_speaks_after_you(at: Situation) -> bool:
    return at.partner_is_asked


@tip("partner.has_no_say", "partner", 50)
def _partner_has_no_say(at: Situation) -> bool:
    return not at.plays(at.partner)


@tip("answer.only_ordago_is_higher", "customs", 67)
def _only_ordago_is_higher(at: Situation) -> bool:
    return "envido" not in at.legal and "ordago" in at.legal


@tip("mano.bettor_wins_ties", "mano", 43)
def _bettor_wins_ties(at: Situation) -> bool:
    return not at.is_before(at.standing["seat"]) and not at.cannot_lose


@tip("mano.you_win_ties", "mano", 42)
def _you_win_ties(at: Situation) -> bool:
    return at.is_before(at.standing["seat"]) and not at.cannot_lose
