"""What must hold at every moment of every match, whatever is played (docs/rules.md, R-INV)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any

from games.engine.actions import Action
from games.engine.cards import DECK, SUITS, number_of
from games.engine.combos import LANCES
from games.engine.events import Event, Step
from games.engine.question import LegalAction, Turn
from games.engine.rules import Rules
from games.engine.scoring import best_seat, worths_of
from games.engine.state import Deal, Hands, State
from games.engine.transitions import is_legal, legal_actions
from games.engine.view import observe, redact

SEATS = (0, 1, 2, 3)
VIEWERS = (None, *SEATS)
_ALL_CARDS = frozenset(DECK)


class BrokenInvariant(Exception):
    """Something that must always hold does not."""


def hold(condition: bool, what: str) -> None:
    """Raises BrokenInvariant unless the condition is true."""
    if not condition:
        raise BrokenInvariant(what)


def check_state(state: State) -> None:
    """One moment: no dead end (F45), all forty cards, and what is listed is what is taken."""
    if state.turn is not None:
        _check_cards(state.deal)
    _check_moment(state)


def _check_moment(state: State) -> None:
    if state.turn is None:
        hold(state.needs_deal != state.match_over, "the match neither goes on nor is over")
        hold(state.match_over == (state.winner is not None), "over without a winner, or the reverse")
        return
    _check_question(state, state.turn)


def _check_cards(deal: Deal) -> None:
    cards = [*chain.from_iterable(deal.hands), *deal.stock, *deal.discards]
    hold(len(cards) == 40 and set(cards) == _ALL_CARDS, "the forty cards are not all there once")
    hold(all(len(hand) == 4 for hand in deal.hands), "a hand has not four cards")


def _check_question(state: State, turn: Turn) -> None:
    hold(bool(turn.seats), "nobody is asked")
    for seat in SEATS:
        listed = legal_actions(state, seat)
        hold(bool(listed) == (seat in turn.seats), "legal actions and turn disagree")
        for option in listed if seat == turn.seats[0] else ():
            _check_option(state, seat, option)


def _check_option(state: State, seat: int, option: LegalAction) -> None:
    """The listed ends of a range are legal, one step outside is not."""
    kind, least, most = option
    if kind == "discard":
        hold(is_legal(state, seat, Action("discard", cards=state.hands[seat])), "all four cards refused")
    elif least is None or most is None:
        hold(is_legal(state, seat, Action(kind)), f"{kind} is listed and refused")
    else:
        hold(least <= most, "an empty range is listed")
        allowed = [is_legal(state, seat, Action(kind, amount)) for amount in (least, most, most + 1)]
        hold(allowed == [True, True, False], "the range listed is not the range taken")


def check_step(before: State, step: Step) -> None:
    """Between two moments: the question's number, and the score moves only by what is told."""
    if step.state.deal is before.deal:  # the very same cards, which were all there
        _check_moment(step.state)
    else:
        check_state(step.state)
    turn, last = step.state.turn, before.turn
    if turn is not None and last is not None:
        same = turn.kind == last.kind == "discard" and set(turn.seats) < set(last.seats)
        hold(turn.id == last.id + (0 if same else 1), "the number of the question is wrong")
    hold(step.events[0].type in ("action", "hand_dealt"), "the first event is not what was done")
    told = {event.type for event in step.events}
    hold(("hand_finished" in told) == (step.state.turn is None), "cards are shown exactly at the end")


def check_hand(rules: Rules, events: Sequence[Event], rng: Random) -> None:
    """A finished hand: every lance once and in order, and the score is what the list says."""
    by_type = {event.type: event.data for event in events}
    hand = by_type["hand_finished"]
    lances = [event.data["lance"] for event in events if event.type == "lance_closed"]
    hold(lances == sorted(set(lances), key=LANCES.index), "a lance closed twice or out of order")
    hold(lances == [row["lance"] for row in hand["result"]], "the list is not what was played")
    _check_score(hand)
    _check_game(rules, hand, by_type)
    check_comparison(rules, tuple(map(tuple, hand["cards"])), hand["mano"], rng)


def _check_score(hand: Mapping[str, Any]) -> None:
    for team in (0, 1):
        paid = sum(row["points"][team] + row["bonus"][team] for row in hand["result"] if row["counted"])
        hold(hand["score_after"][team] - hand["score_before"][team] == paid, "the list does not add up")
        hold(paid >= 0, "points are taken away")


def _check_game(rules: Rules, hand: Mapping[str, Any], by_type: Mapping[str, Mapping[str, Any]]) -> None:
    """A game has one winner, who has the target or an órdago."""
    game = by_type.get("game_finished")
    reached = [team for team in (0, 1) if hand["score_after"][team] >= rules.target]
    if game is None:
        hold(not reached and hand["ended_by"] == "count", "a team at the target has not won")
        hold("match_finished" not in by_type, "a match ends with a game")
        return
    hold(game["by"] == hand["ended_by"], "game and hand end differently")
    hold(game["by"] == "ordago" or game["winner"] in reached, "won without the target")
    hold(("match_finished" in by_type) == (max(game["games_won"]) == rules.games_to_win), "wrong length")


def check_comparison(rules: Rules, hands: Hands, mano: int, rng: Random) -> None:
    """Suits, the order of the cards and the numbering of the seats decide nothing."""
    worths = worths_of(rules, hands)
    new_suit = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    turned = rng.randrange(4)
    others = tuple(
        tuple(f"{number_of(card)}{new_suit[card[-1]]}" for card in rng.sample(hands[(seat - turned) % 4], 4))
        for seat in SEATS
    )
    other_worths = worths_of(rules, others)
    for lance in LANCES:
        best = best_seat(lance, worths, mano)
        other = best_seat(lance, other_worths, (mano + turned) % 4)
        hold(other == (best + turned) % 4, f"{lance} depends on suits, order or seats")


def check_secrecy(state: State, events: Sequence[Event]) -> None:
    """F51, F52, F55: nobody is sent a card that is not his; without a seat none, and nothing of one's own."""
    onlooker: dict[str, Any] = {}
    for viewer in VIEWERS:
        view = observe(state, viewer)
        del view["last_hand"]
        leaves = dict(_leaves(view))
        own = frozenset() if viewer is None else frozenset(state.hands[viewer])
        hold(own.issuperset(_ALL_CARDS.intersection(leaves.values())), "a view shows a card of somebody else")
        onlooker = onlooker or leaves
        hold(onlooker.items() <= leaves.items(), "an onlooker sees what a seat does not")
        for event in events:
            _check_event_secrecy(event, viewer, own)


def _check_event_secrecy(event: Event, viewer: int | None, own: frozenset[str]) -> None:
    """Until the hand is shown: one's own cards, and one's own discards the moment they leave."""
    if event.type == "hand_finished":
        return
    cards = _cards_in(redact(event, viewer))
    if event.type == "action" and event.seat == viewer:
        hold(cards <= _ALL_CARDS, "not cards")
    elif event.type in ("hand_dealt", "cards_exchanged"):
        hold(cards <= own, "an event shows a card of somebody else")
    else:
        hold(not cards, "an event shows cards")


def _cards_in(payload: object) -> frozenset[str]:
    """Every card named in a payload, wherever it is."""
    return frozenset(value for _, value in _leaves(payload) if value in _ALL_CARDS)


def _leaves(payload: object, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(payload, Mapping):
        for key, value in payload.items():
            yield from _leaves(value, f"{path}/{key}")
    elif isinstance(payload, (list, tuple)):
        for place, value in enumerate(payload):
            yield from _leaves(value, f"{path}/{place}")
    else:
        yield path, payload


def check_stored(state: State) -> None:
    """A state comes back from storage as it was."""
    hold(State.from_json(json.loads(json.dumps(state.to_json()))) == state, "a stored state is another")
