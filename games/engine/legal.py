"""What may be said now: the one check behind listing the legal actions, asking about one, and doing it."""

from games.engine.actions import CONFIRM, Action, ActionType
from games.engine.cards import DECK_ORDER, RANKS, Card, Hand
from games.engine.errors import IllegalAction
from games.engine.question import Betting, LegalAction
from games.engine.rules import Rules, cap
from games.engine.state import Play, State


def legal_actions(state: State, seat: int) -> tuple[LegalAction, ...]:
    """What this seat may do now; empty if it is not asked."""
    play = state.play
    if play is None or seat not in play.turn.seats:
        return ()
    return play.turn.menu.listed


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Whether `apply` would take it."""
    try:
        check(state.rules, question_to(state, seat), seat, action)
    except IllegalAction:
        return False
    return True


def question_to(state: State, seat: int) -> Play:
    """The hand in which this seat is asked. Raises IllegalAction if it is not."""
    play = state.play
    if play is None or seat not in play.turn.seats:
        raise _not_asked(state, seat)
    return play


def check(rules: Rules, play: Play, seat: int, action: Action) -> Action:
    """The action as it counts: the pending action said again is a `confirm`. Raises IllegalAction."""
    kind = action.type
    option = play.turn.menu.by_type.get(kind)
    if option is None or kind == "envido":
        return _check_word(rules, play, action, option)
    if kind == "discard":
        _check_discard(play.deal.hands[seat], action.cards)
    return action


def _check_word(rules: Rules, play: Play, action: Action, option: LegalAction | None) -> Action:
    """An envido, or a word that is not on the menu."""
    pending = play.betting.pending
    if action == pending:
        return CONFIRM
    if option is None:
        raise _off_the_menu(rules, play, action.type)
    _check_amount(action.amount, option, pending)
    return action


def _check_amount(amount: int | None, option: LegalAction, pending: Action | None) -> None:
    """R-BET-6."""
    _, least, most = option
    if amount is None or least is None or most is None:
        raise IllegalAction("amount_missing", "an envido needs an amount")
    if amount > most:
        raise IllegalAction("amount_too_high", f"the most is {most}")
    if amount < least and pending is not None and pending.type == "envido":
        raise IllegalAction("lower_than_partner", "the partner has said more")
    if amount < least:
        raise IllegalAction("amount_too_low", f"the least is {least}")


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
    play = question_to(state, seat)
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
