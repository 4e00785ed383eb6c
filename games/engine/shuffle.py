"""The fair deal: from one secret master to the order of every deck of a match.

Deterministic on purpose: the master comes from the caller (who draws it from `secrets`), everything
else follows from it, so that anybody can deal the same cards again once the seeds are public.
`docs/fair-deal.md` has the same text as a recipe for other languages.

    python -m games.engine.shuffle --verify FILE [--table ID]
"""

import hashlib
import hmac
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple, Self

from games.engine.cards import DECK_ORDER, Card

ALGORITHM = 1
SEED_BYTES = 32
COMMITMENT_TAG = b"musapi-deal-1"
FIRST_MANO_MESSAGE = b"musapi-first-mano-1"
MAX_CLIENT_SEED = 64

_BLOCK_BYTES = 32
# With `size` cards left a byte is used only below the largest multiple of `size`: no remainder is
# then more frequent than another (F57).
_ACCEPT_BELOW = (0, *(256 - 256 % size for size in range(1, 257)))


def master_commitment(master: bytes) -> str:
    """What a table publishes at its creation: the SHA-256 of its 32 byte master, in hex."""
    return hashlib.sha256(_secret(master)).hexdigest()


def hand_seed(master: bytes, number: int) -> bytes:
    """The 32 byte seed of hand `number` (from 1): it tells nothing of any other hand's (F59)."""
    return hmac.digest(_secret(master), _eight_bytes(number), "sha256")


def hand_commitment(table_id: str, number: int, seed: bytes) -> str:
    """What is published one hand ahead: a hash that binds the seed to one hand of one table."""
    message = COMMITMENT_TAG + _text(table_id) + _eight_bytes(number) + _secret(seed)
    return hashlib.sha256(message).hexdigest()


def first_mano(master: bytes) -> int:
    """The seat that is mano of the first hand, each with the same chance (R-SEAT-3)."""
    return hmac.digest(_secret(master), FIRST_MANO_MESSAGE, "sha256")[0] % 4


class Shuffler(NamedTuple):
    """The random stream of one hand and how many of its bytes are used up. Immutable."""

    key: bytes
    position: int

    @classmethod
    def start(cls, seed: bytes, client_seeds: Sequence[str | None]) -> Self:
        """The stream of a hand, from its seed and what the four seats gave (None: nothing).

        Raises ValueError if there are not four client seeds, or one is longer than 64 characters.
        """
        return cls(hmac.digest(_secret(seed), _client_message(client_seeds), "sha256"), 0)

    def shuffled(self, cards: Sequence[Card]) -> tuple[tuple[Card, ...], Self]:
        """The cards (at most 256) in random order, and the shuffler for whatever comes next.

        Fisher-Yates from the last place down; a byte of the stream that would favour some place is
        thrown away and the next one taken.
        """
        pile = list(cards)
        draw = self._stream().__next__
        used = 0
        for left in range(len(pile), 1, -1):
            byte = draw()
            used += 1
            while byte >= _ACCEPT_BELOW[left]:
                byte = draw()
                used += 1
            chosen = byte % left
            pile[left - 1], pile[chosen] = pile[chosen], pile[left - 1]
        return tuple(pile), type(self)(self.key, self.position + used)

    def rebuilt(self, discards: Sequence[Card]) -> tuple[tuple[Card, ...], Self]:
        """A new stock out of discards (R-MUS-3), whatever order they were thrown in."""
        return self.shuffled(sorted(discards, key=DECK_ORDER.__getitem__))

    def to_json(self) -> dict[str, str | int]:
        """The shuffler as plain JSON. Secret until the hand is over."""
        return {"key": self.key.hex(), "position": self.position}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The inverse of `to_json`. Raises KeyError or ValueError on anything else."""
        key, position = data["key"], data["position"]
        if not isinstance(key, str) or type(position) is not int or position < 0:
            raise ValueError("not a shuffler: key must be hex, position a whole number")
        return cls(_secret(bytes.fromhex(key)), position)

    def __repr__(self) -> str:
        """The key stays out of logs and tracebacks: it is every hidden card of the hand."""
        return f"Shuffler(position={self.position})"

    def _stream(self) -> Iterator[int]:
        first, offset = divmod(self.position, _BLOCK_BYTES)
        return chain(self._block(first)[offset:], chain.from_iterable(map(self._block, count(first + 1))))

    def _block(self, number: int) -> bytes:
        return hmac.digest(self.key, number.to_bytes(8, "big"), "sha256")


def _client_message(client_seeds: Sequence[str | None]) -> bytes:
    if len(client_seeds) != 4:
        raise ValueError("there must be four client seeds, one for each seat")
    return b"".join(b"\x00" if seed is None else b"\x01" + _client_seed(seed) for seed in client_seeds)


def _client_seed(seed: str) -> bytes:
    if len(seed) > MAX_CLIENT_SEED:
        raise ValueError(f"a client seed has at most {MAX_CLIENT_SEED} characters")
    return _text(seed)


def _text(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(2, "big") + encoded


def _eight_bytes(number: int) -> bytes:
    if number < 1:
        raise ValueError("hands are numbered from 1")
    return number.to_bytes(8, "big")


def _secret(value: bytes) -> bytes:
    if len(value) != SEED_BYTES:
        raise ValueError(f"masters, seeds and keys have {SEED_BYTES} bytes")
    return value


if __name__ == "__main__":
    from games.engine.verify import main

    sys.exit(main())
