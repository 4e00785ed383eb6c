"""Bulkheads: how many may be in a room at once, how many wait at its door, and for how long."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


class Crowded(Exception):
    """Too many wait already, or one has waited for too long; `code` is how that is told."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class _Room:
    """One key's: places for who is inside; `known` counts them and who waits."""

    places: asyncio.Semaphore
    known: int = field(default=0)


class Gate:
    """For each key at most `inside` at once and `waiting` at the door, for at most `patience` seconds.

    Without `patience` one waits for as long as it takes. `code` is what is told to whom it is too full.
    """

    def __init__(self, code: str, inside: int, waiting: int, patience: float | None = None) -> None:
        self.code, self.inside, self.waiting, self.patience = code, inside, waiting, patience
        self._rooms: dict[str, _Room] = {}

    @asynccontextmanager
    async def passed(self, key: str) -> AsyncIterator[None]:
        """Inside for as long as the block lasts. Raises Crowded."""
        room = self._rooms.setdefault(key, _Room(asyncio.Semaphore(self.inside)))
        if room.known >= self.inside + self.waiting:
            raise Crowded(self.code)
        room.known += 1
        try:
            await self._enter(room)
            try:
                yield
            finally:
                room.places.release()
        finally:
            room.known -= 1
            if not room.known:
                self._rooms.pop(key, None)

    async def _enter(self, room: _Room) -> None:
        if not room.places.locked():
            await room.places.acquire()  # at once
            return
        try:
            async with asyncio.timeout(self.patience):
                await room.places.acquire()
        except TimeoutError as waited:
            raise Crowded(self.code) from waited

    def __len__(self) -> int:
        """How many keys are in use."""
        return len(self._rooms)
