"""From the event loop to a WSGI application: a few threads, each with a database connection that it keeps."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Application = Callable[..., Iterable[bytes]]
PIECE = 256 * 1024  # so much of a long answer is read at a time, while no thread waits for its reader


class Answered:
    """What the application answered: the head, the first piece of the body, and perhaps more of it."""

    def __init__(self, application: Application, environ: dict[str, Any]) -> None:
        self.status, self.headers = 500, list[tuple[str, str]]()
        self._chunks = application(environ, self._start)
        self._rest: Iterator[bytes] = iter(self._chunks)
        self.complete = False
        self.body = self.piece()

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        self.status, self.headers = int(status[:3]), headers

    def piece(self) -> bytes:
        """The next piece; with the last one the answer is complete and closed."""
        piece = bytearray()
        try:
            for chunk in self._rest:
                piece += chunk
                if len(piece) >= PIECE:
                    return bytes(piece)
        except BaseException:
            self.close()
            raise
        self.close()
        return bytes(piece)

    def close(self) -> None:
        """No more will be read."""
        if not self.complete:
            self.complete = True
            with suppress(AttributeError):
                self._chunks.close()  # type: ignore[attr-defined]


class Bridge:
    """The way to one WSGI application, `threads` wide."""

    def __init__(self, application: Application, threads: int) -> None:
        self.application = application
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bridge")

    async def ask(self, environ: dict[str, Any]) -> Answered:
        """The application's answer, at least its beginning. Raises what the application raises."""
        return await self.run(Answered, self.application, environ)

    async def more(self, answered: Answered) -> bytes:
        """The next piece of a long answer, perhaps by another thread: it must not depend on the thread."""
        return await self.run(answered.piece)

    async def drop(self, answered: Answered) -> None:
        """Give up the rest of an answer."""
        if not answered.complete:
            await self.run(answered.close)

    async def whole(self, environ: dict[str, Any]) -> Answered:
        """The answer to its end, for who must see all of it."""
        answered = await self.ask(environ)
        while not answered.complete:
            answered.body += await self.more(answered)
        return answered

    async def run(self, work: Callable[..., Result], *args: Any) -> Result:
        """What `work` returns, done by one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def end(self) -> None:
        """Let the threads end when they have done what they do."""
        self._threads.shutdown(wait=False)
