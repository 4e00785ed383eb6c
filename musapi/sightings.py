"""When somebody was last here: by Redis, for a minute, and never a fact.

Noted whenever a request (a stream's and a waiting poll's included) is found to be somebody's, at most once in
a while for each process. It only decides how long a push waits.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import cache
from uuid import UUID

import redis
from django.conf import settings

log = logging.getLogger(__name__)

REMEMBERED = 60  # seconds
NOTED_EVERY = 15.0
MOST_NOTED = 10_000


class Sightings:
    """What this process has noted lately, and its connection."""

    def __init__(self, store: redis.Redis) -> None:
        self.store = store
        self.noted: dict[UUID, float] = {}
        self.silent_until = 0.0

    def note(self, person: UUID) -> None:
        """Somebody is here. Nothing happens while Redis is away."""
        moment = time.monotonic()
        if moment < max(self.noted.get(person, 0.0), self.silent_until):
            return
        if len(self.noted) >= MOST_NOTED:
            self.noted.clear()
        self.noted[person] = moment + NOTED_EVERY
        try:
            self.store.set(_key(person), 1, ex=REMEMBERED)
        except redis.RedisError as error:
            self._be_silent(error)

    def lately(self, people: Sequence[UUID]) -> set[UUID]:
        """Who of these was here in the last minute; nobody while Redis is away."""
        if not people or time.monotonic() < self.silent_until:
            return set()
        try:
            found = self.store.mget([_key(person) for person in people])
        except redis.RedisError as error:
            self._be_silent(error)
            return set()
        return {person for person, seen in zip(people, found, strict=True) if seen}

    def _be_silent(self, error: redis.RedisError) -> None:
        self.silent_until = time.monotonic() + 5.0
        log.warning("who is here is not known for now: %s", error)


def _key(person: UUID) -> str:
    return f"here:{person}"


@cache
def sightings() -> Sightings:
    """The process's own."""
    return Sightings(redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5))
