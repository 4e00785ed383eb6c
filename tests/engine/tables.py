"""Tables set by hand: the cards, the score and the words a test wants, played by the real engine."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.actions import Action
from games.engine.cards import DECK, Hand
from games.engine.events import Event, Events
from games.engine.rules import Rules, resolve
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match

SHUFFLER = Shuffler(bytes(range(32)), 0)

PLAIN = ("7o 6o 5o 4o", "7c 6c 5c 4c", "7e 6e 5e 4e", "7b 6b 5b 4b")
"""Nobody has pares, nobody has juego."""

PAIRED = ("12o 12c 5o 4o", "11o 11c 5c 4c", "10o 10c 6c 4e", "7o 7c 6o 4b")
"""Everybody has pares, nobody has juego."""

JUEGO = ("12o 11o 10o 1o", "12c 11c 10c 1c", "12e 11e 10e 1e", "12b 11b 10b 1b")
"""Everybody has 31, nobody has pares."""


def rules(ruleset: str = "gametwist", /, **options: object) -> Rules:
    return resolve(ruleset, options)


def cards(text: str) -> Hand:
    return tuple(text.split())


def stacked(hands: Sequence[str], mano: int, rest: str = "") -> Hand:
    """A deck that gives each seat its hand, and then comes out as `rest` and whatever is left."""
    by_seat = [cards(hand) for hand in hands]
    dealt = [by_seat[(mano + place) % 4][place // 4] for place in range(16)]
    following = cards(rest)
    left = [card for card in DECK if card not in dealt and card not in following]
    return (*dealt, *following, *left)


def with_score(state: State, score: Sequence[int]) -> State:
    """The match as if it stood like this before the hand."""
    return state._replace(match=state.match._replace(score=(score[0], score[1])))


def dealt(
    of: Rules, hands: Sequence[str] = PLAIN, mano: int = 0, score: Sequence[int] = (0, 0), rest: str = ""
) -> State:
    """A first hand with these cards, asked for mus."""
    state = with_score(new_match(of, mano), score)
    return deal(state, SHUFFLER, stacked(hands, mano, rest)).state


def at_grande(of: Rules, hands: Sequence[str] = PLAIN, mano: int = 0, score: Sequence[int] = (0, 0)) -> State:
    """The same, cut by the mano."""
    return play(dealt(of, hands, mano, score), [(mano, "no_mus")])


def play(state: State, words: Iterable[tuple[int, str]]) -> State:
    """The state after each seat has said its word, in text notation."""
    for seat, word in words:
        state = apply(state, seat, Action.parse(word)).state
    return state


def told(state: State, words: Iterable[tuple[int, str]]) -> Events:
    """The events of these words."""
    events: list[Event] = []
    for seat, word in words:
        state, news = apply(state, seat, Action.parse(word))
        events += news
    return tuple(events)


def pass_lance(state: State) -> State:
    """Everybody asked passes until the lance is closed."""
    lance = state.phase
    while state.turn is not None and state.phase == lance:
        state = play(state, [(state.turn.seats[0], "paso")])
    return state


def at_lance(state: State, lance: str) -> State:
    """Everybody passes up to this lance."""
    while state.phase != lance:
        assert state.turn is not None, f"{lance} is not played with these cards"
        state = pass_lance(state)
    return state


def answer_all(state: State, word: str) -> State:
    """The next seat says a word; a partner who is asked confirms."""
    assert state.turn is not None
    state = play(state, [(state.turn.seats[0], word)])
    while state.turn is not None and state.turn.kind == "confirm":
        state = play(state, [(state.turn.seats[0], "confirm")])
    return state


def finished(state: State) -> Mapping[str, Any]:
    """The hand that has just ended."""
    assert state.last_hand is not None
    return state.last_hand


def asked(state: State) -> tuple[int, ...]:
    """The seats asked now."""
    return () if state.turn is None else state.turn.seats


def rows(state: State) -> dict[str, Mapping[str, Any]]:
    """The result list by lance."""
    return {row["lance"]: row for row in finished(state)["result"]}
