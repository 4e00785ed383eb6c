"""Tips for the first word in a lance: pass or bet."""

from games.engine.combos import LANCES
from games.hints.situation import Situation
from games.hints.tip import Params, Points, Shelf

tip = Shelf("open")


@tip("open.last_to_speak", "stake", 58)
def _last_to_speak(at: Situation) -> bool | Params:
    stake = _paso_stake(at)
    return at.is_last_to_speak and stake > 0 and {"stake": Points(stake)}


@tip("open.paso_pays_nothing", "stake", 57)
def _paso_pays_nothing(at: Situation) -> bool:
    return at.is_last_to_speak and not _paso_stake(at)


@tip("deje.first_refusal", "deje", 37)
def _first_refusal(at: Situation) -> bool | Params:
    return {"deje": Points(at.deje_of_raise)}


@tip("rivals.passed", "rivals", 49)
def _rivals_passed(at: Situation) -> bool:
    return all(at.said[rival] == "paso" for rival in at.rivals_in_play)


@tip("partner.passed", "partner", 44)
def _partner_passed(at: Situation) -> bool:
    return at.said[at.partner] == "paso"


@tip("mano.ties_are_yours", "mano", 42)
def _ties_are_yours(at: Situation) -> bool:
    return at.is_mano and not at.cannot_lose


@tip("mano.ties_are_theirs", "mano", 52)
def _ties_are_theirs(at: Situation) -> bool:
    return at.is_postre and not at.cannot_lose


@tip("partner.confirms_bets", "partner", 33)
def _partner_confirms_bets(at: Situation) -> bool:
    return at.options["partner_confirmation"] == "all" and at.plays(at.partner)


@tip("open.paso_is_not_final", "customs", 32)
def _paso_is_not_final(at: Situation) -> bool:
    return at.is_early and any(at.is_before(rival) for rival in at.rivals_in_play)


def _paso_stake(at: Situation) -> int:
    """What the lance is played for if all pass (R-COUNT)."""
    place = [str(lance) for lance in LANCES].index(at.lance)
    return int(at.options["paso_stake"][place])
