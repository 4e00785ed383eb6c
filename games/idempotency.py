"""Idempotency keys: the same caller, key, method, path and body get the stored answer again.

The answer is written in the transaction of what it answers, so it exists exactly when that does.
Only accepted requests are stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import User
from games.exceptions import GameError, KeyReused
from games.models import Answer

KEPT = timedelta(days=1)


class Keyed(NamedTuple):
    """A request's key with the fingerprint of its method, path and body."""

    key: str
    fingerprint: str

    @classmethod
    def of(cls, key: str, method: str, path: str, body: bytes) -> Keyed:
        return cls(key, hashlib.sha256(b"\0".join([method.encode(), path.encode(), body])).hexdigest())


class Outcome(NamedTuple):
    """An answer as it is sent and stored: status, JSON text, and whether it is a repeat."""

    status: int
    body: str
    replayed: bool = False

    @classmethod
    def of(cls, status: int, data: dict[str, Any]) -> Outcome:
        """A fresh answer; `data` holds only what JSON knows."""
        return cls(status, json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def replay(keyed: Keyed, fingerprint: str, status: int, body: str) -> Outcome:
    """The stored answer again; raises KeyReused when it answered another request."""
    if fingerprint != keyed.fingerprint:
        raise KeyReused
    return Outcome(status, body, replayed=True)


def recall(player: User, keyed: Keyed | None) -> Outcome | None:
    """The stored answer to this caller and key, if there is one; raises KeyReused."""
    if keyed is None:
        return None
    found = (
        Answer.objects.filter(player=player, key=keyed.key)
        .values_list("fingerprint", "status", "body")
        .first()
    )
    return replay(keyed, *found) if found else None


def remember(player: User, keyed: Keyed | None, table_id: UUID | None, outcome: Outcome) -> Outcome:
    """Store an answer under its key, in the caller's transaction; returns it.

    Raises KeyReused when a request at the same moment took the key first: the transaction must end.
    """
    if keyed is None:
        return outcome
    answer = Answer(player=player, key=keyed.key, fingerprint=keyed.fingerprint, table_id=table_id)
    answer.status, answer.body = outcome.status, outcome.body
    try:
        answer.save(force_insert=True)
    except IntegrityError as error:
        raise KeyReused from error
    return outcome


def once(player: User, keyed: Keyed | None, act: Callable[[], tuple[UUID | None, Outcome]]) -> Outcome:
    """Run `act`, which gives the table it is about, if any, and an answer, unless its answer is stored.

    Two equal requests at the same moment: the second waits for the first, is refused since everything
    is done, and repeats its answer.
    """
    try:
        with transaction.atomic(durable=True):
            return recall(player, keyed) or remember(player, keyed, *act())
    except GameError:
        stored = recall(player, keyed)
        if stored is None:
            raise
        return stored


def prune(now: datetime) -> int:
    """Forget the answers about no table that are older than KEPT; returns how many."""
    return Answer.objects.filter(table=None, created_at__lt=now - KEPT).delete()[0]
