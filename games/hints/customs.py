"""Tips on the rules themselves: what beginners forget, and what is different at this table."""

from games.hints.situation import Situation
from games.hints.tip import Params, RealCard, Shelf

tip = Shelf("speak", "discard")

USUAL_TARGET = 40


@tip("customs.four_kings", "customs", 88)
def _four_kings(at: Situation) -> bool:
    return at.options["kings"] == 4 and at.is_early and not at.numbers.isdisjoint({2, 3})


@tip("customs.corrido", "customs", 72, "speak")
def _corrido(at: Situation) -> bool:
    return at.is_corrido


@tip("customs.la_real", "customs", 69)
def _la_real(at: Situation) -> bool | Params:
    la_real = at.options["la_real"]
    return la_real != "off" and at.ranks.count(7) >= 2 and {"card": RealCard(la_real)}


@tip("customs.threes_are_kings", "customs", 51)
def _threes_are_kings(at: Situation) -> bool:
    return at.options["kings"] == 8 and at.is_early and 3 in at.numbers


@tip("customs.twos_are_aces", "customs", 49)
def _twos_are_aces(at: Situation) -> bool:
    return at.options["kings"] == 8 and at.is_early and 2 in at.numbers


@tip("customs.target", "customs", 43, "speak")
def _target(at: Situation) -> bool | Params:
    target = at.options["target"]
    return target != USUAL_TARGET and at.begins_game and {"target": target}


@tip("customs.games_to_win", "customs", 42, "speak")
def _games_to_win(at: Situation) -> bool | Params:
    games = at.match["games_to_win"]
    return games > 1 and at.begins_game and {"games": games}


@tip("customs.bonus_to_every_holder", "bonus", 39, "open", "respond")
def _bonus_to_every_holder(at: Situation) -> bool:
    return at.lance in ("pares", "juego") and bool(at.options["bonus_to"] == "every_holder")


@tip("customs.raise_by", "customs", 65, "respond", "confirm")
def _raise_by(at: Situation) -> bool | Params:
    fits = at.options["raise_mode"] == "by" and at.is_early and "envido" in at.legal
    return fits and {"least": at.legal["envido"]["min"]}


@tip("customs.nobody_confirms", "partner", 51, "open", "respond")
def _nobody_confirms(at: Situation) -> bool:
    return bool(at.options["partner_confirmation"] == "none") and at.is_early


@tip("customs.last_number", "customs", 54, "open")
def _last_number(at: Situation) -> bool | Params:
    unusual = at.options["max_envido"] not in (None, at.options["target"])
    return unusual and at.is_early and {"most": at.options["max_envido"]}
