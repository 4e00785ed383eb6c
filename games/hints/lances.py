"""Tips on what a hand is worth in the lance that is played."""

from functools import cache

from games.engine.cards import KING
from games.engine.combos import DUPLES, MEDIAS, PAREJA, is_real
from games.engine.odds import HANDS, count_hands
from games.hints.situation import Situation
from games.hints.tip import Params, Pares, Points, RealCard, Shelf

tip = Shelf("open")

# Of 100 random hands: better than so many is strong, better than so few only is weak.
STRONG, WEAK = 88, 40


@tip("lance.cannot_lose", "strength", 97, "open", "respond", "confirm")
def _cannot_lose(at: Situation) -> bool:
    return at.cannot_lose


@tip("juego.la_real", "strength", 96, "open", "respond")
def _la_real(at: Situation) -> bool | Params:
    la_real = at.options["la_real"]
    return at.lance == "juego" and is_real(at.ranks, la_real) and {"card": RealCard(la_real)}


@tip("pares.duples_are_worth_betting", "strength", 90)
def _duples(at: Situation) -> bool | Params:
    fits = at.lance == "pares" and at.pares[0] == DUPLES and at.pares[1] != at.pares[2]
    return fits and {"pares": Pares(at.pares), "percent": at.strength}


@tip("pares.four_equal_are_duples", "strength", 89, "open", "respond", "confirm")
def _four_equal(at: Situation) -> bool:
    return at.lance == "pares" and len(set(at.ranks)) == 1


@tip("pares.passing_duples", "strength", 87)
def _passing_duples(at: Situation) -> bool | Params:
    fits = at.lance == "pares" and at.pares[0] == DUPLES and at.is_last_to_speak
    return fits and {"stake": Points(at.options["paso_stake"][2])}


@tip("juego.31", "strength", 82)
def _31(at: Situation) -> bool:
    return at.lance == "juego" and at.points == 31 and not at.cannot_lose


@tip("punto.thirty", "strength", 81)
def _thirty(at: Situation) -> bool:
    return at.lance == "punto" and at.points == 30 and not at.cannot_lose


@tip("grande.strong", "strength", 80)
def _strong_grande(at: Situation) -> bool | Params:
    return at.lance == "grande" and at.strength >= STRONG and {"percent": at.strength}


@tip("chica.strong", "strength", 80)
def _strong_chica(at: Situation) -> bool | Params:
    return at.lance == "chica" and at.strength >= STRONG and {"percent": at.strength}


@tip("pares.medias", "strength", 80)
def _medias(at: Situation) -> bool | Params:
    fits = at.lance == "pares" and at.pares[0] == MEDIAS
    return fits and {"pares": Pares(at.pares), "percent": at.strength}


@tip("juego.32_beats_40", "strength", 72)
def _32_beats_40(at: Situation) -> bool | Params:
    return at.lance == "juego" and at.points in (32, 40) and {"total": at.points}


@tip("chica.not_grande_reversed", "strength", 65)
def _chica_not_grande_reversed(at: Situation) -> bool:
    return at.lance == "chica" and at.aces >= 2 and at.ranks[0] >= 7


@tip("pares.low_pareja", "strength", 62)
def _low_pareja(at: Situation) -> bool | Params:
    fits = at.lance == "pares" and at.pares[0] == PAREJA and at.pares[1] <= 7
    return fits and {"pares": Pares(at.pares), "percent": at.strength}


@tip("juego.not_31", "strength", 61)
def _not_31(at: Situation) -> bool | Params:
    return at.lance == "juego" and 33 <= at.points <= 37 and {"total": at.points, "percent": at.strength}


@tip("pares.high_pareja", "strength", 60)
def _high_pareja(at: Situation) -> bool | Params:
    fits = at.lance == "pares" and at.pares[0] == PAREJA and at.pares[1] > 7
    return fits and {"pares": Pares(at.pares), "percent": at.strength}


@tip("grande.two_kings", "strength", 60)
def _two_kings(at: Situation) -> bool | Params:
    fits = at.lance == "grande" and at.kings == 2 and at.strength < STRONG
    return fits and {"percent": _with_two_kings(at.options["kings"])}


@tip("punto.high", "strength", 60)
def _high_punto(at: Situation) -> bool | Params:
    return at.lance == "punto" and 27 <= at.points <= 29 and {"total": at.points, "percent": at.strength}


@tip("grande.weak", "strength", 55)
def _weak_grande(at: Situation) -> bool | Params:
    return at.lance == "grande" and at.strength <= WEAK and {"percent": at.strength}


@tip("chica.weak", "strength", 55)
def _weak_chica(at: Situation) -> bool | Params:
    return at.lance == "chica" and at.strength <= WEAK and {"percent": at.strength}


@tip("punto.low", "strength", 55)
def _low_punto(at: Situation) -> bool | Params:
    return at.lance == "punto" and at.points <= 24 and {"total": at.points}


@tip("bonus.partner_holds_too", "bonus", 51)
def _partner_holds_too(at: Situation) -> bool | Params:
    fits = at.lance in ("pares", "juego") and at.plays(at.partner) and at.lance_bonus > 0
    return fits and {"bonus": Points(at.lance_bonus)}


@tip("rivals.both_against_you", "rivals", 56)
def _both_against_you(at: Situation) -> bool:
    return not at.plays(at.partner) and len(at.rivals_in_play) == 2


@tip("rivals.only_one_plays", "rivals", 46)
def _only_one_plays(at: Situation) -> bool:
    return len(at.rivals_in_play) == 1


@tip("bonus.of_the_lance", "bonus", 59)
def _bonus_of_the_lance(at: Situation) -> bool | Params:
    fits = at.lance in ("pares", "juego") and at.lance_bonus > 0 and not at.plays(at.partner)
    return fits and {"bonus": Points(at.lance_bonus)}


@tip("bonus.of_punto", "bonus", 40)
def _bonus_of_punto(at: Situation) -> bool | Params:
    return at.lance == "punto" and at.lance_bonus > 0 and {"bonus": Points(at.lance_bonus)}


@tip("grande.next_card_decides", "customs", 34)
def _next_card_decides(at: Situation) -> bool:
    return at.lance == "grande" and at.kings == 1


@tip("pares.side_cards_never_count", "customs", 53)
def _side_cards_never_count(at: Situation) -> bool:
    return at.lance == "pares" and at.pares[0] == PAREJA and at.is_early


@cache
def _with_two_kings(kings: int) -> int:
    """Of 100 random hands, how many hold at least two kings (R-ODDS)."""
    return round(100 * count_hands(kings, lambda ranks: ranks.count(KING) >= 2) / HANDS)
