"""F24: 300 idle streams and polls hold neither database connection nor thread: moves go on, all is ready."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.db import connection

from musapi.front.app import THREADS
from tests.faults.webs import READ_SECONDS, Web
from tests.games.driver import Match
from tests.games.factories import PersonFactory, token_of

PEOPLE, STREAMS, POLLS = 20, 8, 7  # of each person


def connections_of(web: Web) -> int:
    """How many connections the web process has to the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [web.name])
        return int(cursor.fetchone()[0])


@contextmanager
def asked(web: Web, path: str, token: str) -> Iterator[socket.socket]:
    """A connection on which a request has been sent and nothing is read yet."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=READ_SECONDS) as caller:
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}", "", ""]
        caller.sendall("\r\n".join(lines).encode())
        yield caller


def read_until(caller: socket.socket, text: bytes) -> None:
    """Read until this has come. AssertionError if the connection ends before."""
    found = b""
    while text not in found:
        piece = caller.recv(65536)
        assert piece, found
        found += piece


def test_idle_readers_cost_the_others_nothing(web: Web) -> None:
    match = Match.dealt()
    token, version = token_of(match.people[0]), match.row().version
    ready = web.ask("GET", "/readyz", token)["checks"]
    with ExitStack() as held:
        streams, polls = [], []
        for person in [token_of(PersonFactory()) for _ in range(PEOPLE)]:
            for _ in range(STREAMS):
                path = f"/api/v1/tables/{match.id}/stream"
                streams.append(held.enter_context(asked(web, path, person)))
                read_until(streams[-1], f"id: {version}\n".encode())
            path = "/api/v1/me/events?wait=25"
            polls += [held.enter_context(asked(web, path, person)) for _ in range(POLLS)]
        assert len(streams) + len(polls) == 300
        assert connections_of(web) <= THREADS
        body = {"turn": match.turn().id, "type": "mus"}
        moved = web.ask("POST", f"/api/v1/tables/{match.id}/actions", token, json=body)
        assert moved["accepted"]["seq"] == version + 1
        assert web.ask("GET", "/readyz", token)["checks"] == ready
        for stream in streams:
            read_until(stream, f"id: {version + 1}\nevent: view".encode())
        assert connections_of(web) <= THREADS
