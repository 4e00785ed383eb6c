"""Whether anything has changed for the many who only wait, asked for all of them in three statements.

PostgreSQL notes in each version of a row which transaction wrote it (`xmin`), so a table and its seats are as
they were exactly when these numbers are. It is no more than a hint where to look: what somebody may see is
decided by looking.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.db import close_old_connections, connection

_ALIVE = """
SELECT token.digest FROM accounts_token AS token JOIN accounts_user AS account ON account.id = token.user_id
WHERE token.digest = ANY(%s) AND token.expiry > now() AND account.is_active
"""
_TABLES = """
SELECT one.id, one.xmin::text || ':' || string_agg(seat.xmin::text, '.' ORDER BY seat.number)
FROM games_table AS one JOIN games_seat AS seat ON seat.table_id = one.id
WHERE one.id = ANY(%s) GROUP BY one.id, one.xmin
"""
_TOLD = "SELECT person_id, last::text FROM games_noticecount WHERE person_id = ANY(%s)"


Key = TypeVar("Key", str, UUID)


class Watched(NamedTuple):
    """What one who waits depends on: the token, and a table or else what the person is told."""

    token: str
    person: UUID
    table: UUID | None = None


def pulse_of(watched: Watched) -> str:
    """The text for one whose token was good a moment ago, in one statement."""
    return _changes([watched]).get(watched, "")


def pulses(all_watched: Collection[Watched]) -> dict[Watched, str]:
    """A text for each that changes when what is watched does; none for who shows a dead token.

    For a thread of its own connection: it is opened and given up as for a request.
    """
    close_old_connections()
    try:
        alive = {digest for digest, *_ in _rows(_ALIVE, {one.token for one in all_watched})}
        return _changes([one for one in all_watched if one.token in alive])
    finally:
        close_old_connections()


def _changes(all_watched: Collection[Watched]) -> dict[Watched, str]:
    tables = dict(_rows(_TABLES, {one.table for one in all_watched if one.table}))
    told = dict(_rows(_TOLD, {one.person for one in all_watched if not one.table}))
    return {one: tables.get(one.table, "") if one.table else told.get(one.person, "0") for one in all_watched}


def _rows(statement: str, keys: Collection[Key]) -> list[tuple[Key, str]]:
    if not keys:
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement, [list(keys)])
        return list(cursor.fetchall())
