"""Positions for the tips: the cards of the one who is asked, and how it came to the question."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.cards import DECK, Hand
from games.engine.combos import worth_table
from games.engine.rules import Rules, resolve
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match
from games.engine.view import observe
from tests.engine.tables import SHUFFLER, asked, at_lance, stacked

LANCES = ("grande", "chica", "pares", "juego", "punto")


class Position(NamedTuple):
    """A question to one seat.

    in: `words`, what those who are asked say one after the other: "envido 5", "throw 2" (discards the first
    two cards), "paso*3", or the name of a lance, up to which all pass. `others`: what the seats after mine
    hold, each "-" (nothing), "p" (pares), "j" (juego) or "pj".
    """

    cards: str
    words: str = ""
    seat: int = 0
    mano: int = 0
    others: str = "- - -"
    score: tuple[int, int] = (0, 0)
    ruleset: str = "gametwist"
    options: Mapping[str, object] = {}
    hand: int = 1

    def state(self) -> State:
        """The match when the seat is asked."""
        rules = resolve(self.ruleset, self.options)
        match = new_match(rules, self.mano).match._replace(score=self.score, hand_number=self.hand - 1)
        state = new_match(rules, self.mano)._replace(match=match)
        state = deal(state, SHUFFLER, stacked(self._hands(rules), self.mano)).state
        for word in _spelled_out(self.words):
            state = _said(state, word)
        assert self.seat in asked(state), f"seat {self.seat} is not asked"
        return state

    def view(self) -> dict[str, Any]:
        """What the seat sees."""
        return observe(self.state(), self.seat)

    def _hands(self, rules: Rules) -> list[str]:
        hands = {self.seat: self.cards}
        for place, wanted in enumerate(self.others.split(), 1):
            taken = " ".join(hands.values()).split()
            hands[(self.seat + place) % 4] = " ".join(_some_hand(rules, taken, wanted))
        return [hands[seat] for seat in range(4)]


def _some_hand(rules: Rules, taken: list[str], wanted: str) -> Hand:
    table = worth_table(rules.kings, rules.la_real)
    left = [card for card in reversed(DECK) if card not in taken]
    for hand in combinations(left, 4):
        worth = table.of(hand)
        if (worth.has_pares, worth.has_juego) == ("p" in wanted, "j" in wanted):
            return hand
    raise AssertionError("no such hand is left")


def _spelled_out(words: str) -> Iterator[str]:
    for word in filter(None, words.split(", ")):
        text, _, times = word.partition("*")
        yield from [text] * int(times or 1)


def _said(state: State, word: str) -> State:
    if word in LANCES:
        return at_lance(state, word)
    seat = asked(state)[0]
    if word.startswith("throw "):
        return apply(state, seat, Action("discard", cards=state.hands[seat][: int(word[6:])])).state
    return apply(state, seat, Action.parse(word)).state
