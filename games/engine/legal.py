"""What may be said now: the one check behind listing the legal actions, asking about one, and doing it."""

from typing import cast

from games.engine.actions import CONFIRM, Action, ActionType
from games.engine.cards import DECK_ORDER, RANKS, Card, Hand
from games.engine.errors import IllegalAction
from games.engine.question import Betting, LegalAction, Turn
from games.engine.rules import Rules, cap
from games.engine.state import State


def legal_actions(state: State, seat: int) -> tuple[LegalAction, ...]:
    """What this seat may do now; empty if it is not asked."""
    turn = state.turn
    if turn is None or seat not in turn.seats:
        return ()
    return turn.menu.listed


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Whether `apply` would take it."""
    try:
        check(state, question_to(state, seat), seat, action)
    except IllegalAction:
        return False
    return True


def question_to(state: State, seat: int) -> Turn:
    """The question, if this seat is asked. Raises IllegalAction if it is not."""
    turn = state.turn
    if turn is None or seat not in turn.seats:
        raise _not_asked(state, seat)
    return turn


def check(state: State, turn: Turn, seat: int, action: Action) -> Action:
    """The action as it counts: the pending action said again is a `confirm`. Raises IllegalAction."""
    kind, amount, cards = action
    option = turn.menu.by_type.get(kind)
    if option is None:
        return _check_repeated(state, turn, action)
    _, least, most = option
    if least is None or most is None:
        return action
    if kind == "discard":
        _check_discard(state.deal.hands[seat], cards)
    elif amount is None or not least <= amount <= most:
        return _check_repeated(state, turn, action)
    return action


def _check_repeated(state: State, turn: Turn, action: Action) -> Action:
    """What is not on the menu can still be the partner's own word (R-BET-2)."""
    if action == state.betting.pending:
        return CONFIRM
    option = turn.menu.by_type.get(action.type)
    raise _off_the_menu(state, turn, action.type) if option is None else _wrong_amount(state, action, option)


def _wrong_amount(state: State, action: Action, option: LegalAction) -> IllegalAction:
    """R-BET-6."""
    amount, least, pending = action.amount, cast(int, option.min), state.betting.pending
    if amount is None:
        return IllegalAction("amount_missing", "an envido needs an amount")
    if amount >= least:
        return IllegalAction("amount_too_high", f"the most is {option.max}")
    if pending is not None and pending.type == "envido":
        return IllegalAction("lower_than_partner", "the partner has said more")
    return IllegalAction("amount_too_low", f"the least is {least}")


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
    if state.turn is None:
        return IllegalAction("no_hand", "no hand is being played")
    if seat in range(4) and state.chosen[seat]:
        return IllegalAction("already_discarded", "this seat has chosen its discards")
    return IllegalAction("not_your_turn", "another seat is asked")


_ANSWERS = ("quiero", "no_quiero")


def _off_the_menu(state: State, turn: Turn, word: ActionType) -> IllegalAction:
    kind = turn.kind
    if kind in ("respond", "confirm") and word in ("envido", "ordago"):
        return _no_raise(state.rules, state.betting)
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
    turn = question_to(state, seat)
    if turn.kind == "discard":
        return Action("discard", cards=(_lowest_card(state.deal.hands[seat], state.rules.kings),))
    return _DEFAULT[turn.kind]


_DEFAULT = {
    "speak": Action("no_mus"),
    "open": Action("paso"),
    "respond": Action("no_quiero"),
    "confirm": CONFIRM,
}


def _lowest_card(hand: Hand, kings: int) -> Card:
    ranks = RANKS[kings]
    return min(hand, key=lambda card: (ranks[card], DECK_ORDER[card]))
