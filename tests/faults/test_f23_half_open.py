"""F23: readers that are gone, or in a tunnel: signs of life tell it, and their places are free again."""

import socket

import httpx
import pytest

from musapi.front import app, process, streams
from tests.faults.webs import Stream, Web
from tests.games.driver import Match
from tests.games.factories import token_of
from tests.stack import until


def test_signs_of_life_come_often_enough_for_a_reader_to_tell() -> None:
    assert streams.HEARTBEAT <= 20


@pytest.mark.parametrize("path", ["/api/v1/tables/{}/stream", "/api/v1/me/stream"])
def test_the_places_of_readers_that_are_gone_are_free_at_once(web: Web, path: str) -> None:
    match = Match.dealt()
    token, address = token_of(match.people[0]), path.format(match.id)
    open_streams = [Stream(web, address, token) for _ in range(app.WAITING_EACH)]
    for stream in open_streams:
        next(stream)
    refused = web.send("GET", address, token)
    assert (refused.status_code, refused.json()["code"]) == (429, "request.throttled")
    assert int(refused.headers["Retry-After"]) > 0
    for stream in open_streams:
        stream.close()

    def is_let_in() -> bool:
        stream = Stream(web, address, token)
        try:
            return stream.answer.status_code == httpx.codes.OK
        finally:
            stream.close()

    until(is_let_in, "no place is free again")


def test_the_kernel_gives_up_connections_that_nobody_acknowledges() -> None:
    """What the listening socket is told, the accepted ones inherit."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as caller:
        process.drop_the_unheard()
        caller.connect(listener.getsockname())
        accepted, _ = listener.accept()
        with accepted:
            told = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert told == process.UNHEARD
        assert caller.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 0
