"""Random matches with rules and hands that are seldom met, question by question."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from bench.random_play import random_action, random_rules, random_shuffler
from games.engine.cards import DECK, number_of
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match
from games.engine.view import observe

NUMBERED = {number: [card for card in DECK if number_of(card) == number] for number in map(number_of, DECK)}

NUMBERS = list(combinations_with_replacement(NUMBERED, 4))
"""Every hand by the numbers on its cards: four alike are as many here as any other."""

REAL = [(7, 7, 7, figure) for figure in (10, 11, 12)]


def questions(rng: Random, matches: int) -> Iterator[tuple[State, int, dict[str, Any]]]:
    """Every question of some matches: the state, the seat that is asked, its view."""
    for _ in range(matches):
        state = new_match(unusual_rules(rng), rng.randrange(4))
        while not state.match_over:
            if state.turn is None:
                state = deal(state, random_shuffler(rng), unusual_deck(rng)).state
                continue
            seat = rng.choice(state.turn.seats)
            yield state, seat, observe(state, seat)
            state = apply(state, seat, random_action(state, seat, rng)).state


def unusual_rules(rng: Random) -> Rules:
    """Rules with what is seldom agreed on."""
    return replace(
        random_rules(rng),
        la_real=rng.choice(("off", "sota", "king", "figure")),
        max_mus_rounds=rng.choice((None, 1, 2)),
    )


def unusual_deck(rng: Random) -> tuple[str, ...]:
    """A deck that gives one seat a hand of a kind that is seldom dealt."""
    wanted = rng.choice(REAL if rng.random() < 0.2 else NUMBERS)
    suits = {number: rng.sample(cards, 4) for number, cards in NUMBERED.items()}
    hand = [suits[number].pop() for number in wanted]
    deck = rng.sample([card for card in DECK if card not in hand], 36)
    seat = rng.randrange(4)
    for place, card in enumerate(hand):
        deck.insert(seat + 4 * place, card)
    return tuple(deck)
