"""Requests that do not hold the picture up: done in a thread aside, while the main one goes on drawing."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

Item = tuple[str, Any]
Answer = TypeVar("Answer")

WOKEN = "woken"
TICK = 1.0  # seconds between two looks at the clock


class Aside:
    """The main thread's queue. What comes in while an answer is awaited is kept for later, and in order.

    `meanwhile` is given each thing that comes in, and ("tick", None) where nothing does; what it says True to
    is done with.
    """

    def __init__(self, queue: "SimpleQueue[Item]", meanwhile: Callable[[str, Any], bool]) -> None:
        self.queue, self.meanwhile = queue, meanwhile
        self.kept: deque[Item] = deque()

    def next(self, wait: float) -> Item:
        """What happens next; a tick when nothing does within so many seconds."""
        return self.kept.popleft() if self.kept else self._incoming(wait)

    def _incoming(self, wait: float) -> Item:
        try:
            return self.queue.get(timeout=wait)
        except Empty:
            return ("tick", None)

    def awaited(self, request: Callable[[], Answer]) -> Answer:
        """The answer to a request, or what it raised. Another thread's request holds nobody up."""
        if threading.current_thread() is not threading.main_thread():
            return request()
        answer: Future[Answer] = Future()

        def work() -> None:
            try:
                answer.set_result(request())
            except Exception as trouble:  # noqa: BLE001 - whatever it is, who asked must hear of it
                answer.set_exception(trouble)
            self.queue.put((WOKEN, None))

        threading.Thread(target=work, daemon=True, name="request").start()
        while not answer.done():
            kind, what = self._incoming(TICK)
            if kind != WOKEN and not self.meanwhile(kind, what):
                self.kept.append((kind, what))
        return answer.result()
