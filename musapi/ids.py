"""Public ids: UUID version 7, whose order is the order of creation."""

import os
import sys
import threading
import time
import uuid

_COUNTER_BITS = 42
_TAIL_BITS = 32


class _Clock:
    """The last instant and counter given out; forward only, whatever the machine's clock does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._instant = -1
        self._counter = 0

    def tick(self) -> tuple[int, int]:
        """The milliseconds and the 42-bit counter of the next id (RFC 9562 section 6.2, method 1)."""
        with self._lock:
            now = time.time_ns() // 1_000_000
            if now > self._instant:
                self._instant, self._counter = now, self._fresh_counter()
            else:
                self._counter += 1
                if self._counter >> _COUNTER_BITS:
                    self._instant, self._counter = self._instant + 1, self._fresh_counter()
            return self._instant, self._counter

    @staticmethod
    def _fresh_counter() -> int:
        # The top bit stays clear, so that a counter has room to grow within its millisecond.
        return int.from_bytes(os.urandom(6), "big") >> (48 - _COUNTER_BITS + 1)


_clock = _Clock()


def _uuid7() -> uuid.UUID:
    instant, counter = _clock.tick()
    tail = int.from_bytes(os.urandom(_TAIL_BITS // 8), "big")
    value = (instant & (1 << 48) - 1) << 80
    value |= 0x7 << 76
    value |= (counter >> 30) << 64
    value |= 0b10 << 62
    value |= (counter & (1 << 30) - 1) << _TAIL_BITS
    return uuid.UUID(int=value | tail)


if sys.version_info >= (3, 14):

    def uuid7() -> uuid.UUID:
        """A new UUIDv7; within a process each one sorts after the one before (RFC 9562 section 6.2)."""
        return uuid.uuid7()

else:

    def uuid7() -> uuid.UUID:
        """A new UUIDv7; within a process each one sorts after the one before (RFC 9562 section 6.2)."""
        return _uuid7()
