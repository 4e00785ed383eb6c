"""Signs of life are looked at together: one question about all whose heartbeat falls into the same moment."""

import asyncio
import logging
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any

from django.db import Error

from musapi.front.bridge import Bridge

log = logging.getLogger(__name__)

Ask = Callable[[Collection[Any]], Mapping[Any, str]]

GATHER = 0.02  # seconds in which questions are gathered


class Pulse:
    """Asks `ask`, on a thread of the bridge, for a text that changes when what is watched does."""

    def __init__(self, bridge: Bridge, ask: Ask) -> None:
        self.bridge, self.ask = bridge, ask
        self._waiting: dict[Hashable, asyncio.Future[str | None]] = {}

    async def of(self, watched: Hashable) -> str | None:
        """The text for what is watched; None when there is none, or the database does not answer."""
        if not self._waiting:
            asyncio.get_running_loop().call_later(GATHER, self._begin)
        answer = self._waiting.setdefault(watched, asyncio.get_running_loop().create_future())
        return await asyncio.shield(answer)

    def _begin(self) -> None:
        waiting, self._waiting = self._waiting, {}
        task = asyncio.get_running_loop().create_task(self._answer(waiting))
        task.add_done_callback(lambda done: None)

    async def _answer(self, waiting: dict[Hashable, "asyncio.Future[str | None]"]) -> None:
        found: Mapping[Hashable, str] = {}
        try:
            found = await self.bridge.run(self.ask, list(waiting))
        except Error as error:
            log.warning("The pulse of %d who wait is not known: %s", len(waiting), error)
        finally:
            for watched, answer in waiting.items():
                answer.set_result(found.get(watched))
