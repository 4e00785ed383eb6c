"""Asking for mus, discarding, and the exchange (R-MUS)."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.cards import Hand
from games.engine.events import Event, Step
from games.engine.flow import Course, start_lances
from games.engine.question import DISCARD_MENU, SPEAK_MENU, Turn
from games.engine.shuffle import Shuffler
from games.engine.state import PLAYING_ORDER, Deal, Hands, State, with_word


def ask_for_mus(course: Course) -> Step:
    """Ask the mano for mus; when the rounds are used up the lances start unasked (`max_mus_rounds`)."""
    most, deal = course.rules.max_mus_rounds, course.deal
    if most is not None and deal.mus_round >= most:
        return start_lances(course)
    turn = Turn(course.next_turn, (deal.mano,), "speak", SPEAK_MENU)
    return course.ask("mus", turn)


def talk(state: State, turn: Turn, seat: int, action: Action) -> Step:
    """R-MUS-1: the first "no mus" cuts; four times "mus" and all discard."""
    rules, match, phase, _, deal, record, betting, said, _ = state
    event = Event("action", seat, action.to_wire())
    if action.type == "no_mus":
        return start_lances(Course(rules, match, _cut(deal, seat), turn.id + 1, [event]))
    if seat == deal.dealer:
        return _ask_for_discards(Course(rules, match, deal, turn.id + 1, [event]))
    question = Turn(turn.id + 1, ((seat + 1) % 4,), "speak", SPEAK_MENU)
    said = with_word(said, seat, action)
    return Step(State(rules, match, phase, question, deal, record, betting, said), (event,))


def _cut(deal: Deal, seat: int) -> Deal:
    """Under mus corrido the player who cuts becomes the mano (R-MUS-5)."""
    return deal._replace(mano=seat) if deal.corrido else deal


def _ask_for_discards(course: Course) -> Step:
    """R-MUS-2: in turn from the mano, or all at once."""
    order = PLAYING_ORDER[course.deal.mano]
    seats = order if course.rules.simultaneous_discards else order[:1]
    turn = Turn(course.next_turn, seats, "discard", DISCARD_MENU)
    return course.ask("discard", turn)


def choose_discards(state: State, turn: Turn, seat: int, action: Action) -> Step:
    """Note a seat's choice; after the fourth the cards are exchanged."""
    rules, match, phase, _, deal, record, betting, said, chosen = state
    chosen = (*chosen[:seat], action.cards, *chosen[seat + 1 :])
    event = _discard_event(seat, action, hide_count=rules.simultaneous_discards)
    if all(chosen):
        return _exchange(Course(rules, match, deal, turn.id + 1, [event]), chosen)
    said, question = with_word(said, seat, _DISCARDED), _next_to_discard(turn, seat)
    return Step(State(rules, match, phase, question, deal, record, betting, said, chosen), (event,))


_DISCARDED = Action("discard")
"""All that is said of a choice of discards."""


def _next_to_discard(turn: Turn, seat: int) -> Turn:
    """The same question to fewer seats, or a new one to the next."""
    left = tuple([other for other in turn.seats if other != seat])
    if left:
        return Turn(turn.id, left, "discard", DISCARD_MENU)
    return Turn(turn.id + 1, ((seat + 1) % 4,), "discard", DISCARD_MENU)


def _discard_event(seat: int, action: Action, hide_count: bool) -> Event:
    """R-MUS-2: which cards is nobody's business; how many, not before all have chosen."""
    data: dict[str, Any] = {"type": "discard"}
    if not hide_count:
        data["count"] = len(action.cards)
    return Event("action", seat, data, {seat: {"cards": list(action.cards)}})


class Rebuild(NamedTuple):
    """A stock that ran out: whom it was serving, what he had by then, the cards put in or kept out."""

    seat: int
    had: int
    pool: Hand
    apart: Hand


class Served(NamedTuple):
    """An exchange: the cards each seat was given, and what is left."""

    given: Hands
    stock: Hand
    discards: Hand
    shuffler: Shuffler
    rebuild: Rebuild | None


def serve(
    order: Sequence[int],
    chosen: Hands,
    stock: Hand,
    discards: Hand,
    shuffler: Shuffler,
    keep_last_apart: bool,
) -> Served:
    """R-MUS-3: serve each seat completely before the next; when the stock is short, make a new one."""
    given: list[Hand] = [(), (), (), ()]
    rebuild = None
    pile = (*discards, *chain.from_iterable(chosen))
    for seat in order:
        need = len(chosen[seat])
        cards, stock = stock[:need], stock[need:]
        if len(cards) < need:
            rebuild = _rebuild(
                seat, len(cards), pile, chosen[seat] if _apart(seat, order, keep_last_apart) else ()
            )
            stock, shuffler = shuffler.rebuilt(rebuild.pool)
            pile = rebuild.apart
            short = need - len(cards)
            cards, stock = cards + stock[:short], stock[short:]
        given[seat] = cards
    return Served(tuple(given), stock, pile, shuffler, rebuild)


def _apart(seat: int, order: Sequence[int], keep_last_apart: bool) -> bool:
    """R-MUS-3: only the postre, served last, keeps his own discards out of the stock he draws from."""
    return keep_last_apart and seat == order[-1]


def _rebuild(seat: int, had: int, pile: Hand, apart: Hand) -> Rebuild:
    return Rebuild(seat, had, tuple(card for card in pile if card not in apart), apart)


def _exchange(course: Course, chosen: Hands) -> Step:
    """Serve all four, then ask for mus again (R-MUS-2); under mus corrido from a new mano (R-MUS-5)."""
    deal = course.deal
    mano = (deal.mano + 1) % 4 if deal.corrido else deal.mano
    served = serve(
        PLAYING_ORDER[mano],
        chosen,
        deal.stock,
        deal.discards,
        deal.shuffler,
        course.rules.reshuffle_keeps_last_own_apart,
    )
    course.deal = deal._replace(
        mano=mano,
        hands=_exchanged_hands(deal.hands, chosen, served.given),
        stock=served.stock,
        discards=served.discards,
        shuffler=served.shuffler,
        mus_round=deal.mus_round + 1,
    )
    course.events.append(_exchange_event(course.deal, served.given))
    return ask_for_mus(course)


def _exchanged_hands(hands: Hands, chosen: Hands, given: Hands) -> Hands:
    return tuple(
        [
            (*[card for card in hand if card not in out], *new)
            for hand, out, new in zip(hands, chosen, given, strict=True)
        ]
    )


def _exchange_event(deal: Deal, given: Hands) -> Event:
    data = {
        "counts": list(map(len, given)),
        "mano": deal.mano,
        "dealer": deal.dealer,
        "stock_count": len(deal.stock),
        "discard_count": len(deal.discards),
        "mus_round": deal.mus_round,
    }
    private = {seat: {"cards": list(cards)} for seat, cards in enumerate(given)}
    return Event("cards_exchanged", None, data, private)
