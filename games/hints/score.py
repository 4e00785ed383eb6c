"""Tips on what the score means now, and on órdago, which makes it mean nothing."""

from games.hints.situation import NEARLY_THERE, Situation
from games.hints.tip import Params, Points, Shelf

tip = Shelf("open", "respond", "confirm")

REACHABLE = 6
"""Both pairs this near: the order of the count decides."""


@tip("ordago.only_hope", "ordago", 99)
def _only_hope(at: Situation) -> bool:
    return at.they_have_the_target


@tip("score.you_have_the_target", "score", 98)
def _you_have_the_target(at: Situation) -> bool:
    return at.we_have_the_target


@tip("score.refusal_ends_game", "score", 96)
def _refusal_ends_game(at: Situation) -> bool | Params:
    return bool(at.options["deje_ends_game"]) and _refusal_gives_target(at) and {"deje": Points(at.deje)}


@tip("score.refusal_gives_target", "score", 95)
def _refusal_gives_the_target(at: Situation) -> bool | Params:
    return not at.options["deje_ends_game"] and _refusal_gives_target(at) and {"deje": Points(at.deje)}


def _refusal_gives_target(at: Situation) -> bool:
    return at.may_give_in and at.rivals_need <= at.deje and at.provisional_winner is None


@tip("ordago.decides_game", "ordago", 93, "respond", "confirm")
def _decides_game(at: Situation) -> bool:
    return at.is_ordago and at.may_give_in


@tip("ordago.refusing_costs", "deje", 92, "respond", "confirm")
def _refusing_costs(at: Situation) -> bool | Params:
    fits = at.is_ordago and at.may_give_in and not _refusal_gives_target(at)
    return fits and {"deje": Points(at.deje)}


@tip("ordago.already_ahead", "ordago", 94, "respond", "confirm")
def _already_ahead(at: Situation) -> bool | Params:
    fits = at.is_ordago and at.may_give_in and at.is_far_ahead and at.provisional_winner is None
    return fits and not _refusal_gives_target(at) and {"lead": Points(at.rivals_need - at.need)}


@tip("score.deje_wins", "score", 86, "open")
def _deje_wins(at: Situation) -> bool | Params:
    return bool(at.options["deje_ends_game"]) and _deje_is_enough(at) and {"deje": Points(at.deje_of_raise)}


@tip("score.deje_leads", "score", 86, "open")
def _deje_leads(at: Situation) -> bool | Params:
    return not at.options["deje_ends_game"] and _deje_is_enough(at) and {"deje": Points(at.deje_of_raise)}


def _deje_is_enough(at: Situation) -> bool:
    return at.need <= at.deje_of_raise and at.provisional_winner is None


@tip("score.bonus_is_enough", "score", 84, "speak", "open")
def _bonus_is_enough(at: Situation) -> bool | Params:
    to_come = {"mus": ("pares", "juego"), "pares": ("pares", "juego"), "juego": ("juego",)}
    bonus = at.bonus(*to_come.get(at.lance, ()))
    fits = bonus >= at.need and at.provisional_winner is None
    return fits and {"need": Points(at.need), "bonus": Points(bonus)}


@tip("score.stake_reaches_target", "score", 74, "respond")
def _stake_reaches_target(at: Situation) -> bool | Params:
    return _stake_is_enough(at, at.rivals_need) and {"stake": Points(at.bet)}


@tip("score.stake_is_enough_for_you", "score", 73, "respond")
def _stake_is_enough_for_you(at: Situation) -> bool | Params:
    return _stake_is_enough(at, at.need) and {"stake": Points(at.bet)}


def _stake_is_enough(at: Situation, need: int) -> bool:
    return at.bet >= need and at.provisional_winner is None


@tip("score.rivals_nearly_there", "score", 68, "speak", "open")
def _rivals_nearly_there(at: Situation) -> bool | Params:
    fits = at.rivals_need <= NEARLY_THERE and at.provisional_winner is None
    return fits and {"need": Points(at.rivals_need)}


@tip("ordago.not_when_ahead", "ordago", 64)
def _not_when_ahead(at: Situation) -> bool | Params:
    fits = "ordago" in at.legal and at.is_far_ahead and at.provisional_winner is None
    return fits and {"lead": Points(at.rivals_need - at.need)}


@tip("ordago.when_behind", "ordago", 63, "open", "respond")
def _when_behind(at: Situation) -> bool | Params:
    fits = "ordago" in at.legal and at.is_far_behind and at.rivals_need <= REACHABLE
    return fits and at.provisional_winner is None and {"need": Points(at.rivals_need)}


@tip("score.count_in_order", "score", 56, "open", "respond")
def _count_in_order(at: Situation) -> bool | Params:
    fits = max(at.need, at.rivals_need) <= REACHABLE and at.provisional_winner is None
    return fits and {"need": Points(at.need), "rivals_need": Points(at.rivals_need)}


@tip("ordago.little_if_refused", "ordago", 54, "open", "respond")
def _little_if_refused(at: Situation) -> bool | Params:
    fits = "ordago" in at.legal and at.cannot_lose and at.provisional_winner is None
    return fits and {"deje": Points(at.deje_of_raise)}


@tip("score.far_behind", "score", 44, "speak")
def _far_behind(at: Situation) -> bool | Params:
    return at.is_far_behind and {"gap": Points(at.need - at.rivals_need)}
