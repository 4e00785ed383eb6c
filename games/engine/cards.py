"""The deck and its notation (R-DECK)."""

from collections.abc import Iterable

from games.engine.errors import MalformedAction

Card = str
"""A card in canonical notation: number and suit, "12o" for the king of oros."""

Hand = tuple[Card, ...]

SUITS = ("o", "c", "e", "b")  # oros, copas, espadas, bastos: suits play no part in Mus
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

DECK: tuple[Card, ...] = tuple(f"{number}{suit}" for suit in SUITS for number in NUMBERS)
"""R-DECK-1: the forty cards, in the order meant wherever these texts say "deck order"."""

DECK_ORDER = {card: position for position, card in enumerate(DECK)}

SOTA, CABALLO, KING, ACE = 10, 11, 12, 1


def parse_card(text: object, pointer: str = "") -> Card:
    """The card a text stands for. Raises MalformedAction for anything else than canonical notation."""
    if isinstance(text, str) and text in DECK_ORDER:
        return text
    raise MalformedAction("is not a card", pointer)


def number_of(card: Card) -> int:
    """The number printed on a card: 1 to 7, 10, 11, 12."""
    return int(card[:-1])


def effective_rank(number: int, kings: int) -> int:
    """What a number counts as: with eight kings a 3 is a king and a 2 an ace (R-DECK-2, R-DECK-3)."""
    if kings == 8:
        return {3: KING, 2: ACE}.get(number, number)
    return number


RANKS: dict[int, dict[Card, int]] = {
    kings: {card: effective_rank(number_of(card), kings) for card in DECK} for kings in (4, 8)
}
"""Effective rank of every card, by number of kings."""


def join_cards(cards: Iterable[Card]) -> str:
    """Cards as one text, "12o 3e 7b 1c"."""
    return " ".join(cards)


def split_cards(text: str) -> Hand:
    """The inverse of `join_cards`. Raises MalformedAction if one of them is no card."""
    return tuple(parse_card(word) for word in text.split())
