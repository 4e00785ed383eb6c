"""Only one at a time, whatever the number of processes and servers: an advisory lock of PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def alone(number: int) -> Iterator[bool]:
    """Whether nobody else is in here under this number; nobody waits. A connection that is lost lets go."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        let_in = bool(cursor.fetchone()[0])
        try:
            yield let_in
        finally:
            if let_in:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])
