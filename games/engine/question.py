"""The question on the table: the bet it is about, who is asked, and what may be answered (R-BET)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from games.engine.actions import Action, ActionType
from games.engine.combos import Lance
from games.engine.rules import Rules, cap

Kind = Literal["speak", "discard", "open", "respond", "confirm"]


class LegalAction(NamedTuple):
    """Something that may be said; `min` and `max` are the total of an envido or the number of discards."""

    type: ActionType
    min: int | None = None
    max: int | None = None

    def to_wire(self) -> dict[str, object]:
        """Its form in a view."""
        if self.min is None:
            return {"type": self.type}
        return {"type": self.type, "min": self.min, "max": self.max}


class Menu(NamedTuple):
    """The legal actions of one question, in a fixed order and by type."""

    listed: tuple[LegalAction, ...]
    by_type: Mapping[ActionType, LegalAction]


class Turn(NamedTuple):
    """The question asked now. `id` counts over the match; four may answer a simultaneous discard."""

    id: int
    seats: tuple[int, ...]
    kind: Kind
    menu: Menu


class Betting(NamedTuple):
    """The lance being played (R-BET). 0 stands for no bet; seats are in playing order from the mano."""

    lance: Lance
    seats: tuple[int, ...]
    bet: int = 0
    ordago: bool = False
    bettor: int = 0
    accepted: int = 0
    pending: Action | None = None
    proposer: int = 0


NO_BETTING = Betting("grande", ())


def menu_of(rules: Rules, kind: Kind, betting: Betting) -> Menu:
    """What may be answered to a question."""
    if kind == "confirm":
        return _confirm_menu(rules, betting)
    if kind == "respond":
        if betting.ordago:
            return _RESPOND_TO_ORDAGO
        return _betting_menu(("no_quiero", "quiero"), betting.bet + rules.min_raise, rules.max_envido)
    if kind == "open":
        return _betting_menu(("paso",), rules.min_envido, rules.max_envido)
    return SPEAK_MENU if kind == "speak" else DISCARD_MENU


def _menu(*actions: LegalAction) -> Menu:
    return Menu(actions, {action.type: action for action in actions})


SPEAK_MENU = _menu(LegalAction("mus"), LegalAction("no_mus"))
DISCARD_MENU = _menu(LegalAction("discard", 1, 4))
_RESPOND_TO_ORDAGO = _menu(LegalAction("no_quiero"), LegalAction("quiero"))
_CONFIRM_NO_QUIERO_TO_ORDAGO = _menu(LegalAction("confirm"), LegalAction("quiero"))


@lru_cache(maxsize=4096)
def _betting_menu(words: tuple[ActionType, ...], least: int, max_envido: int | None) -> Menu:
    """The words, then envido from `least` to the cap if that leaves any, then órdago (R-BET-6)."""
    most = cap(max_envido)
    envido = (LegalAction("envido", least, most),) if least <= most else ()
    return _menu(*map(LegalAction, words), *envido, LegalAction("ordago"))


def _confirm_menu(rules: Rules, betting: Betting) -> Menu:
    """R-BET, CONFIRM: the pending action or a strictly higher one."""
    pending = betting.pending
    if pending is not None and pending.amount is not None:
        return _betting_menu(("confirm",), pending.amount + 1, rules.max_envido)
    if betting.ordago:
        return _CONFIRM_NO_QUIERO_TO_ORDAGO
    refused = pending is not None and pending.type == "no_quiero"
    words: tuple[ActionType, ...] = ("confirm", "quiero") if refused else ("confirm",)
    return _betting_menu(words, betting.bet + rules.min_raise, rules.max_envido)
