"""The feed by long poll: read the log; if there is nothing new, wait for a wake-up and read again.

PostgreSQL is the feed, Redis only wakes. A waiting poll holds a thread that could take a move, so at
most one waits in each worker process; others are answered at once with nothing new.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any
from uuid import UUID

import redis

from accounts.models import User
from games import selectors
from games.events import channel, wakeups

log = logging.getLogger(__name__)

_place_to_wait = threading.Semaphore(1)


def events(*, table_id: UUID, player: User, after: int, wait: float, with_view: bool) -> dict[str, Any]:
    """The events after `after` as this player may read them: `{"events", "next"}`, and `table` if asked for.

    `wait`: seconds to wait when there are none. Raises TableNotFound, CursorAhead.
    """
    answer = _read(table_id, player, after, with_view)
    if answer["events"] or not wait or not _place_to_wait.acquire(blocking=False):
        return answer
    try:
        return _wait_and_read(table_id, player, after, wait, with_view)
    finally:
        _place_to_wait.release()


def _wait_and_read(table_id: UUID, player: User, after: int, wait: float, with_view: bool) -> dict[str, Any]:
    ends = time.monotonic() + wait
    try:
        with wakeups().pubsub(ignore_subscribe_messages=True) as listener:  # type: ignore[no-untyped-call]
            listener.subscribe(channel(table_id))
            answer = _read(table_id, player, after, with_view)
            while not answer["events"] and (left := ends - time.monotonic()) > 0:
                if listener.get_message(timeout=left):
                    answer = _read(table_id, player, after, with_view)
            return answer
    except redis.RedisError as error:
        log.warning("a poll of table %s could not wait: %s", table_id, error)
        return _read(table_id, player, after, with_view)


def _read(table_id: UUID, player: User, after: int, with_view: bool) -> dict[str, Any]:
    table = selectors.find_table(table_id, player)
    seats = selectors.seats_of(table_id)
    viewer = selectors.seat_of(seats, player)
    found = selectors.events_after(table, viewer, after)
    answer = {"events": found, "next": found[-1]["seq"] if found else after}
    if with_view:
        answer["table"] = selectors.view_of(table, seats, viewer)
    return answer
