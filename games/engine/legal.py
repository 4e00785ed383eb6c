"""What may be said now: the one check behind listing the legal actions, asking about one, and doing it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, cast

from games.engine.actions import CONFIRM, Action, ActionType
from games.engine.cards import DECK_ORDER, RANKS, Card, Hand
from games.engine.errors import IllegalAction
from games.engine.rules import Rules, cap
from games.engine.state import Betting, Play, State


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


def _menu(*actions: LegalAction) -> Menu:
    return Menu(actions, {action.type: action for action in actions})


_SPEAK = _menu(LegalAction("mus"), LegalAction("no_mus"))
_DISCARD = _menu(LegalAction("discard", 1, 4))
_RESPOND_TO_ORDAGO = _menu(LegalAction("no_quiero"), LegalAction("quiero"))
_CONFIRM_NO_QUIERO_TO_ORDAGO = _menu(LegalAction("confirm"), LegalAction("quiero"))


@lru_cache(maxsize=4096)
def _betting_menu(words: tuple[ActionType, ...], least: int, max_envido: int | None) -> Menu:
    """The words, then envido from `least` to the cap if that leaves any, then órdago (R-BET-6)."""
    most = cap(max_envido)
    envido = (LegalAction("envido", least, most),) if least <= most else ()
    return _menu(*map(LegalAction, words), *envido, LegalAction("ordago"))


def menu(rules: Rules, play: Play) -> Menu:
    """What the seats in turn may do."""
    kind, betting = play.turn.kind, play.betting
    if kind == "speak":
        return _SPEAK
    if kind == "discard":
        return _DISCARD
    if kind == "open":
        return _betting_menu(("paso",), rules.min_envido, rules.max_envido)
    if kind == "respond":
        if betting.ordago:
            return _RESPOND_TO_ORDAGO
        return _betting_menu(("no_quiero", "quiero"), betting.bet + rules.min_raise, rules.max_envido)
    return _confirm_menu(rules, betting)


def _confirm_menu(rules: Rules, betting: Betting) -> Menu:
    """R-BET, CONFIRM: the pending action or a strictly higher one."""
    pending = cast(Action, betting.pending)
    if pending.type == "envido":
        return _betting_menu(("confirm",), cast(int, pending.amount) + 1, rules.max_envido)
    if betting.ordago:
        return _CONFIRM_NO_QUIERO_TO_ORDAGO
    words: tuple[ActionType, ...] = ("confirm", "quiero") if pending.type == "no_quiero" else ("confirm",)
    return _betting_menu(words, betting.bet + rules.min_raise, rules.max_envido)


def legal_actions(state: State, seat: int) -> tuple[LegalAction, ...]:
    """What this seat may do now; empty if it is not asked."""
    play = state.play
    if play is None or seat not in play.turn.seats:
        return ()
    return menu(state.rules, play).listed


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Whether `apply` would take it."""
    try:
        check(state, seat, action)
    except IllegalAction:
        return False
    return True


def check(state: State, seat: int, action: Action) -> Action:
    """The action as it counts: the pending action said again is a `confirm`. Raises IllegalAction."""
    play = state.play
    if play is None or seat not in play.turn.seats:
        raise _not_asked(state, seat)
    option = menu(state.rules, play).by_type.get(action.type)
    if option is None or action.type == "envido":
        return _check_word(state.rules, play, action, option)
    if action.type == "discard":
        _check_discard(play.deal.hands[seat], action.cards)
    return action


def _check_word(rules: Rules, play: Play, action: Action, option: LegalAction | None) -> Action:
    """An envido, or a word that is not on the menu."""
    pending = play.betting.pending
    if action == pending:
        return CONFIRM
    if option is None:
        raise _off_the_menu(rules, play, action.type)
    if action.amount is None:
        raise IllegalAction("amount_missing", "an envido needs an amount")
    if action.amount > cast(int, option.max):
        raise IllegalAction("amount_too_high", f"the most is {option.max}")
    if action.amount < cast(int, option.min):
        if pending is not None and pending.type == "envido":
            raise IllegalAction("lower_than_partner", "the partner has said more")
        raise IllegalAction("amount_too_low", f"the least is {option.min}")
    return action


def _check_discard(hand: Hand, cards: Hand) -> None:
    """R-MUS-2: one to four different cards of one's own."""
    if not 1 <= len(cards) <= 4:
        raise IllegalAction("wrong_card_count", "one to four cards are discarded")
    if len(set(cards)) != len(cards):
        raise IllegalAction("duplicate_card", "the same card twice")
    for card in cards:
        if card not in hand:
            raise IllegalAction("card_not_held", f"{card} is not in the hand")


def _not_asked(state: State, seat: int) -> IllegalAction:
    if state.match_over:
        return IllegalAction("match_over", "the match is over")
    if state.play is None:
        return IllegalAction("no_hand", "no hand is being played")
    if seat in range(4) and state.play.chosen[seat]:
        return IllegalAction("already_discarded", "this seat has chosen its discards")
    return IllegalAction("not_your_turn", "another seat is asked")


_ANSWERS = ("quiero", "no_quiero")


def _off_the_menu(rules: Rules, play: Play, word: ActionType) -> IllegalAction:
    kind = play.turn.kind
    if kind in ("respond", "confirm") and word in ("envido", "ordago"):
        return _no_raise(rules, play.betting)
    if kind == "confirm" and word in _ANSWERS:
        return IllegalAction("lower_than_partner", "the partner has said more")
    if kind == "open" and word in (*_ANSWERS, "confirm"):
        return IllegalAction("nothing_to_answer", "nobody has bet")
    return IllegalAction("wrong_phase", f"{word} is not said now")


def _no_raise(rules: Rules, betting: Betting) -> IllegalAction:
    if betting.ordago:
        return IllegalAction("ordago_standing", "nothing is raised over an órdago")
    return IllegalAction("amount_too_high", f"no number is left below {cap(rules.max_envido)}, only órdago")


def default_action(state: State, seat: int) -> Action:
    """What is played for a seat that says nothing (R-BET-11). Raises IllegalAction if it is not asked."""
    play = state.play
    if play is None or seat not in play.turn.seats:
        raise _not_asked(state, seat)
    if play.turn.kind == "discard":
        return Action("discard", cards=(_lowest_card(play.deal.hands[seat], state.rules.kings),))
    return _DEFAULT[play.turn.kind]


_DEFAULT = {
    "speak": Action("no_mus"),
    "open": Action("paso"),
    "respond": Action("no_quiero"),
    "confirm": CONFIRM,
}


def _lowest_card(hand: Hand, kings: int) -> Card:
    ranks = RANKS[kings]
    return min(hand, key=lambda card: (ranks[card], DECK_ORDER[card]))
