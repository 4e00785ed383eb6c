"""Tips for the word on what the partner has said."""

from games.hints.lances import WEAK
from games.hints.situation import Situation
from games.hints.tip import Params, Points, Shelf

tip = Shelf("confirm")

GOOD = 75
"""Better than so many of 100 random hands is good enough to hold for both."""


@tip("confirm.hold_for_both", "strength", 80)
def _hold_for_both(at: Situation) -> bool | Params:
    fits = at.would_refuse and at.strength >= GOOD and not at.cannot_lose
    return fits and {"percent": at.strength}


@tip("confirm.let_it_go", "strength", 75)
def _let_it_go(at: Situation) -> bool | Params:
    return at.would_refuse and at.strength <= WEAK and {"percent": at.strength}


@tip("confirm.refusal", "deje", 70)
def _refusal(at: Situation) -> bool | Params:
    return at.would_refuse and not at.is_ordago and {"deje": Points(at.deje)}


@tip("confirm.bonus_goes_too", "bonus", 66)
def _bonus_goes_too(at: Situation) -> bool | Params:
    return at.would_refuse and at.lance_bonus > 0 and {"bonus": Points(at.lance_bonus)}


@tip("confirm.raise", "partner", 63)
def _raise(at: Situation) -> bool | Params:
    fits = at.proposal.get("type") == "envido" and at.bet > 0
    return fits and {"amount": at.proposal["amount"], "deje": Points(at.deje_of_raise)}


@tip("confirm.first_bet", "partner", 62)
def _first_bet(at: Situation) -> bool | Params:
    fits = at.proposal.get("type") == "envido" and not at.bet
    return fits and {"amount": at.proposal["amount"]}


@tip("confirm.quiero", "partner", 60)
def _quiero(at: Situation) -> bool | Params:
    return at.proposal.get("type") == "quiero" and {"stake": Points(at.bet)}


@tip("confirm.lifting_accepts_nothing", "deje", 45)
def _lifting_accepts_nothing(at: Situation) -> bool | Params:
    fits = at.proposal.get("type") == "envido" and not at.bet
    return fits and {"deje": Points(at.deje_of_raise)}


@tip("confirm.your_word_is_final", "customs", 40)
def _your_word_is_final(_: Situation) -> bool:
    return True
