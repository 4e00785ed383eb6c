"""What callers were promised, held against what the database has: no 2xx without a row, no row twice."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
import psycopg

STRANDED = "15 seconds"
"""How long a question may be overdue, or a bot be due, before nobody is taken to look after it."""


class Call(NamedTuple):
    """A request that changes something, which is sent again under the same key until it is answered."""

    table: str
    path: str
    body: bytes
    key: str
    token: str

    def send(self, client: httpx.Client, address: str, **headers: str) -> httpx.Response:
        """Send it once."""
        return client.post(
            f"{address}/api/v1{self.path}", content=self.body, headers={**headers, **self.headers}
        )

    @property
    def headers(self) -> dict[str, str]:
        """The fields that it is sent with."""
        return {
            "Authorization": f"Bearer {self.token}",
            "Idempotency-Key": self.key,
            "Content-Type": "application/json",
        }


class Promise(NamedTuple):
    """An action that was answered with a 2xx."""

    call: Call
    status: int
    answer: str

    @property
    def accepted(self) -> dict[str, Any]:
        """The event it was told as."""
        event: dict[str, Any] = json.loads(self.answer)["accepted"]
        return event


@dataclass
class Ledger:
    """Everything that callers were told. Threads may write in it at once."""

    promises: list[Promise] = field(default_factory=list)
    refused: list[tuple[Call, int, str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, what: str) -> None:
        """One more of something: an answer that was lost, a replay, a finished match."""
        with self._lock:
            self.counts[what] += 1

    def note(self, call: Call, response: httpx.Response) -> None:
        """The answer to a call, whichever it is."""
        with self._lock:
            if response.is_success:
                self.promises.append(Promise(call, response.status_code, response.text))
                self.counts["replayed"] += "Idempotency-Replayed" in response.headers
            elif response.status_code >= 500:
                self.failures.append(f"{response.status_code} from {call.path}: {response.text}")
            else:
                self.refused.append((call, response.status_code, response.text))


def audit(ledger: Ledger, database_url: str) -> list[str]:
    """Everything in the database that does not agree with the ledger, in words. No call may be open."""
    with psycopg.connect(database_url) as connection:
        return [
            *ledger.failures,
            *_broken_promises(ledger, connection),
            *_miscounted_tables(ledger, connection),
            *_heeded_refusals(ledger, connection),
            *parked(connection),
        ]


def _broken_promises(ledger: Ledger, connection: psycopg.Connection[Any]) -> Iterator[str]:
    stored = connection.execute("SELECT key, status, body FROM games_answer").fetchall()
    answers = {key: (status, body) for key, status, body in stored}
    rows = connection.execute(
        "SELECT table_id::text, seq, seat FROM games_event WHERE type = 'action' AND by = 'player'"
    )
    actions = set(rows.fetchall())
    for promise in ledger.promises:
        call, event = promise.call, promise.accepted
        if answers.get(call.key) != (promise.status, promise.answer):
            yield f"the answer to {call.key} at {call.table} is not stored as it was sent"
        if (call.table, event["seq"], event["seat"]) not in actions:
            yield f"event {event['seq']} at {call.table} was promised and is not there"


def _miscounted_tables(ledger: Ledger, connection: psycopg.Connection[Any]) -> Iterator[str]:
    logged = connection.execute(
        "SELECT table_id::text, count(*) FROM games_event WHERE type = 'action' AND by = 'player' GROUP BY 1"
    )
    promised = Counter(promise.call.table for promise in ledger.promises)
    for table, count in logged:
        if promised[table] != count:
            yield f"{count} actions of people were logged at {table}, {promised[table]} were promised"


def _heeded_refusals(ledger: Ledger, connection: psycopg.Connection[Any]) -> Iterator[str]:
    keys = {key for (key,) in connection.execute("SELECT key FROM games_answer")}
    for call, status, text in ledger.refused:
        if call.key in keys:
            yield f"{call.key} was refused with {status} and is stored: {text}"


def parked(connection: psycopg.Connection[Any]) -> Iterator[str]:
    """Tables on which the engine failed."""
    for (table,) in connection.execute("SELECT id::text FROM games_table WHERE status = 'parked'"):
        yield f"{table} is parked"


def stranded(database_url: str) -> list[str]:
    """Tables whose question or whose bots are overdue, so that nobody seems to look after them."""
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "SELECT id::text FROM games_table WHERE status = 'playing'"
            " AND least(deadline, coalesce(bots_due_at, deadline)) < now() - %s::interval",
            [STRANDED],
        )
        return [table for (table,) in rows]


def replayed_differently(ledger: Ledger, client: httpx.Client, address: str, most: int) -> list[str]:
    """Ask some of the promises again: those whose answer is not the same to the byte, in words."""
    every = max(1, len(ledger.promises) // most)
    wrong = []
    for promise in ledger.promises[::every]:
        again = promise.call.send(client, address)
        same = (again.status_code, again.text) == (promise.status, promise.answer)
        if not same or again.headers.get("Idempotency-Replayed") != "true":
            wrong.append(f"{promise.call.key} was answered differently the second time: {again.status_code}")
    return wrong
