"""The one way forward: a state, a seat and an action give a new state and its events, or a refusal."""

from collections.abc import Callable

from games.engine.actions import Action
from games.engine.betting import answer, answer_partner, speak_first
from games.engine.cards import DECK, Hand
from games.engine.errors import IllegalAction
from games.engine.events import Event, Step
from games.engine.flow import Course, cut_hand_short, match_finished
from games.engine.legal import check, default_action, is_legal, legal_actions, question_to
from games.engine.mus import ask_for_mus, choose_discards, talk
from games.engine.question import Kind, LegalAction, Turn
from games.engine.rules import Rules
from games.engine.shuffle import Shuffler
from games.engine.state import Deal, Match, State

__all__ = [
    "Event",
    "LegalAction",
    "Step",
    "apply",
    "deal",
    "default_action",
    "is_legal",
    "legal_actions",
    "new_match",
    "resign",
]


def new_match(rules: Rules, first_mano: int) -> State:
    """A match that waits for its first deal. The first mano comes from the match's own chance (R-SEAT-3)."""
    if first_mano not in range(4):
        raise ValueError("a seat is a number from 0 to 3")
    return State(rules, Match(mano=first_mano), "between")


def deal(state: State, shuffler: Shuffler, deck: Hand | None = None) -> Step:
    """Deal the next hand (R-SEAT-4). A `deck` takes the place of the first shuffle, for tests.

    Raises IllegalAction if a hand is being played or the match is over.
    """
    if not state.needs_deal:
        raise IllegalAction("no_deal", "the match is over" if state.match_over else "a hand is being played")
    if deck is None:
        deck, shuffler = shuffler.shuffled(DECK)
    elif sorted(deck) != sorted(DECK):
        raise ValueError("a deck holds each of the forty cards once")
    match = state.match._replace(hand_number=state.match.hand_number + 1)
    hand = _dealt(state.rules, match, shuffler, deck)
    return ask_for_mus(Course(state.rules, match, hand, match.turns + 1, [_deal_event(match, hand)]))


def _dealt(rules: Rules, match: Match, shuffler: Shuffler, deck: Hand) -> Deal:
    mano = match.mano
    hands = tuple([deck[(seat - mano) % 4 : 16 : 4] for seat in range(4)])
    return Deal(
        mano_dealt=mano,
        mano=mano,
        deck=deck,
        dealt=hands,
        hands=hands,
        stock=deck[16:],
        discards=(),
        shuffler=shuffler,
        corrido=_is_corrido(rules, match),
        mus_round=0,
        score_before=match.score,
    )


def _is_corrido(rules: Rules, match: Match) -> bool:
    """R-MUS-5: the first hand of every game, or only of the match."""
    first = match.game_began if rules.mus_corrido_scope == "game" else 1
    return rules.mus_corrido and match.hand_number == first


def _deal_event(match: Match, hand: Deal) -> Event:
    data = {"number": match.hand_number, "game": match.game, "mano": hand.mano, "dealer": hand.dealer}
    private = {seat: {"cards": list(cards)} for seat, cards in enumerate(hand.hands)}
    return Event("hand_dealt", None, data, private)


_BY_KIND: dict[Kind, Callable[[State, Turn, int, Action], Step]] = {
    "speak": talk,
    "discard": choose_discards,
    "open": speak_first,
    "respond": answer,
    "confirm": answer_partner,
}


def apply(state: State, seat: int, action: Action) -> Step:
    """What a seat's action leads to. Raises IllegalAction, and then nothing has happened."""
    turn = question_to(state, seat)
    return _BY_KIND[turn.kind](state, turn, seat, check(state, turn, seat, action))


def resign(state: State, team: int) -> Step:
    """End the match for the other team; a hand under way is shown and not counted.

    Raises IllegalAction if the match is over.
    """
    if state.match_over:
        raise IllegalAction("match_over", "the match is over")
    next_turn = 0 if state.turn is None else state.turn.id + 1
    course = Course(state.rules, state.match, state.deal, next_turn, [], state.record)
    if state.turn is not None:
        cut_hand_short(course)
    course.match = course.match._replace(winner=1 - team)
    course.events.append(match_finished(course.match, "resign"))
    return course.rest()
