"""Checking the deal of a finished hand, from docs/fair-deal.md alone: none of the server's code is used."""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from musapi.play.words import Text, Words, _

DECK = [f"{number}{suit}" for suit in "oceb" for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]


def check(hand: Mapping[str, Any], promised: str | None, own: str | None, words: Words) -> list[str]:
    """A line for each thing that was checked.

    `promised`: the commitment that was shown before the deal; `own`: what one gave for the shuffles oneself.
    """
    proof = hand["proof"]
    seed = bytes.fromhex(proof["seed"])
    bound = commitment(hand["table"], hand["number"], seed)
    checks = [
        (_("the seed is the one that was promised"), bound == proof["commitment"] == (promised or bound)),
        (_("the seeds give this deck"), shuffled(DECK, stream(seed, proof["client_seeds"])) == proof["deck"]),
        (_("the deck gives these cards"), dealt(proof["deck"], hand["mano_dealt"]) == hand["dealt"]),
    ]
    if own:
        checks.append((_("your own seed is among them"), own in proof["client_seeds"]))
    return [_line(hand["number"], text, holds, words) for text, holds in checks]


def _line(number: int, text: Text, holds: bool, words: Words) -> str:
    return f"{'✓' if holds else '✗'} {words.say(_('Hand {number}'), number=number)}: {words.say(text)}"


def commitment(table: str, number: int, seed: bytes) -> str:
    """What was published one hand ahead."""
    return hashlib.sha256(b"musapi-deal-1" + _text(table) + number.to_bytes(8, "big") + seed).hexdigest()


def stream(seed: bytes, client_seeds: Sequence[str | None]) -> Iterator[int]:
    """The bytes that a shuffle draws."""
    given = b"".join(b"\0" if one is None else b"\1" + _text(one) for one in client_seeds)
    key, block = _mac(seed, given), 0
    while True:
        yield from _mac(key, block.to_bytes(8, "big"))
        block += 1


def shuffled(cards: Sequence[str], numbers: Iterator[int]) -> list[str]:
    """Fisher and Yates, without a place that comes up more often."""
    pile = list(cards)
    for left in range(len(pile), 1, -1):
        place = next(number for number in numbers if number < 256 - 256 % left) % left
        pile[left - 1], pile[place] = pile[place], pile[left - 1]
    return pile


def dealt(deck: Sequence[str], mano: int) -> list[list[str]]:
    """The first sixteen cards, by seat."""
    return [list(deck[(seat - mano) % 4 : 16 : 4]) for seat in range(4)]


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _text(text: str) -> bytes:
    return len(text.encode()).to_bytes(2, "big") + text.encode()
