"""Tips for the talk: mus, or no mus?"""

from games.engine.cards import ACE, KING
from games.engine.combos import DUPLES, PAREJA
from games.hints.situation import Situation
from games.hints.tip import Params, Pares, Points, Shelf

tip = Shelf("speak")

SOLOMILLO = (KING, KING, KING, ACE)


@tip("mus.three_kings_and_ace", "hand", 95)
def _three_kings_and_ace(at: Situation) -> bool | Params:
    return at.ranks == SOLOMILLO and {"bonus": Points(at.bonus("pares", "juego"))}


@tip("mus.cut_with_31_and_pares", "hand", 93)
def _cut_with_31_and_pares(at: Situation) -> bool | Params:
    fits = at.points == 31 and at.worth.has_pares and at.ranks != SOLOMILLO
    return fits and {"bonus": Points(at.bonus("pares", "juego"))}


@tip("mus.cut_with_duples", "hand", 92)
def _cut_with_duples(at: Situation) -> bool | Params:
    return at.pares[0] == DUPLES and {"pares": Pares(at.pares), "percent": at.worse("pares")}


@tip("mus.cut_with_31", "hand", 90)
def _cut_with_31(at: Situation) -> bool | Params:
    return at.points == 31 and not at.worth.has_pares and {"bonus": Points(at.bonus("juego"))}


@tip("mus.strong_grande", "hand", 85)
def _strong_grande(at: Situation) -> bool | Params:
    return at.kings >= 3 and at.ranks != SOLOMILLO and {"percent": at.worse("grande")}


@tip("mus.strong_chica", "hand", 80)
def _strong_chica(at: Situation) -> bool | Params:
    return at.aces >= 3 and {"percent": at.worse("chica")}


@tip("mus.nothing_yet", "hand", 75)
def _nothing_yet(at: Situation) -> bool:
    return not at.holds_something and at.kings <= 1 and at.aces <= 1 and at.points != 30


@tip("mus.good_juego", "hand", 70)
def _good_juego(at: Situation) -> bool | Params:
    return at.points in (32, 40) and {"total": at.points}


@tip("mus.last_exchange", "mus", 66)
def _last_exchange(at: Situation) -> bool:
    most = at.options["max_mus_rounds"]
    return most is not None and bool(at.hand["mus_round"] == most - 1)


@tip("mus.your_word_decides", "mus", 65)
def _your_word_decides(at: Situation) -> bool:
    return at.is_postre


@tip("mus.mano_needs_less", "mano", 62)
def _mano_needs_less(at: Situation) -> bool:
    return at.is_mano and not at.is_corrido and at.holds_something


@tip("mus.weak_juego", "hand", 60)
def _weak_juego(at: Situation) -> bool | Params:
    return 33 <= at.points <= 37 and {"total": at.points, "percent": at.worse("juego")}


@tip("mus.thirty", "hand", 58)
def _thirty(at: Situation) -> bool:
    return at.points == 30


@tip("mus.partner_wants_mus", "partner", 57)
def _partner_wants_mus(at: Situation) -> bool:
    return at.said[at.partner] == "mus" and not at.is_postre


@tip("mus.keep_kings", "hand", 55)
def _keep_kings(at: Situation) -> bool:
    return at.kings == 2 and at.pares[0] == PAREJA and not at.worth.has_juego


@tip("mus.low_pareja", "hand", 50)
def _low_pareja(at: Situation) -> bool | Params:
    fits = at.pares[0] == PAREJA and at.pares[1] <= 7 and not at.worth.has_juego
    return fits and {"pares": Pares(at.pares), "percent": at.worse("pares")}


@tip("mus.postre_needs_more", "mano", 48)
def _postre_needs_more(at: Situation) -> bool:
    return at.is_postre and at.holds_something


@tip("mus.rivals_want_mus", "rivals", 45)
def _rivals_want_mus(at: Situation) -> bool:
    return at.holds_something and any(at.said[rival] == "mus" for rival in at.rivals)


@tip("mus.exchanged_before", "mus", 40)
def _exchanged_before(at: Situation) -> bool | Params:
    return at.hand["mus_round"] >= 1 and {"rounds": at.hand["mus_round"]}


@tip("mus.helps_everybody", "mus", 10)
def _helps_everybody(_: Situation) -> bool:
    return True
