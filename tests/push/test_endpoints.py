"""The server connects to the push services of the public internet, and is not sent anywhere else."""

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings
from requests import ConnectionError as NoConnection
from requests.exceptions import InvalidSchema

from push import endpoints
from push.endpoints import guarded_session

ENDPOINT = "https://push.example.com/x"


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """What the name of the service means when it is connected to."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(endpoints.socket, "getaddrinfo", lambda *args, **kwargs: found)


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Where connections are made to; none is made in truth."""
    made: list[Any] = []

    def connect(address: Any, *args: Any, **kwargs: Any) -> socket.socket:
        made.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(endpoints, "create_connection", connect)
    return made


@pytest.mark.parametrize(
    "addresses",
    [
        ("127.0.0.1",),
        ("10.1.2.3",),
        ("169.254.169.254",),
        ("::1",),
        ("::ffff:10.0.0.1",),
        ("fe80::1%eth0",),
        ("93.184.216.34", "127.0.0.1"),
        (),
    ],
)
def test_a_name_that_means_something_inside_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch, connected: list[Any], addresses: tuple[str, ...]
) -> None:
    resolve_to(monkeypatch, *addresses)
    with guarded_session() as session, pytest.raises(NoConnection, match="public internet"):
        session.post(ENDPOINT, data=b"x", timeout=1)
    assert connected == []


def test_a_connection_is_made_to_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch, connected: list[Any]
) -> None:
    resolve_to(monkeypatch, "93.184.216.34")
    with guarded_session() as session, pytest.raises(NoConnection, match="no connection"):
        session.post(ENDPOINT, data=b"x", timeout=1)
    assert connected == [("93.184.216.34", 443)]


def test_nothing_but_tls_unless_the_origin_is_trusted(settings: Settings) -> None:
    with guarded_session() as session, pytest.raises(InvalidSchema):
        session.post("http://push.example.com/x")
    settings.WEB_PUSH_TRUSTED_ORIGINS = ["http://127.0.0.1:1"]
    with guarded_session() as session:
        with pytest.raises(NoConnection):
            session.post("http://127.0.0.1:1/x", timeout=1)
        with pytest.raises(InvalidSchema):
            session.post("http://127.0.0.1:12/x", timeout=1)


@pytest.mark.parametrize(
    ("endpoint", "allowed"),
    [
        ("http://127.0.0.1:9/x", True),
        ("http://127.0.0.1:99/x", False),
        ("http://127.0.0.1:9@evil.example/x", False),
        ("https://push.example.com/x", True),
    ],
)
def test_who_is_trusted_is_named_by_the_whole_origin(
    settings: Settings, endpoint: str, allowed: bool
) -> None:
    settings.WEB_PUSH_TRUSTED_ORIGINS = ["http://127.0.0.1:9"]
    assert endpoints.is_allowed(endpoint) == allowed


@pytest.fixture
def dripping() -> Iterator[int]:
    """A server that takes a connection and never says anything; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        taken: list[socket.socket] = []
        taker = threading.Thread(target=lambda: taken.append(server.accept()[0]))
        taker.start()
        yield server.getsockname()[1]
        taker.join()
        assert len(taken) == 1
        taken[0].close()


def test_a_service_that_keeps_the_server_waiting_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, dripping: int
) -> None:
    """However long each piece of the answer may take: the whole of it has an end."""
    monkeypatch.setattr(endpoints, "_is_public", lambda address: True)
    monkeypatch.setattr(endpoints, "WHOLE_CALL", 0.1)
    monkeypatch.setattr(endpoints, "_addresses", lambda host, port: ["127.0.0.1"])
    with guarded_session() as session, pytest.raises(NoConnection):
        session.post(f"https://push.example.com:{dripping}/x", data=b"x", timeout=60)
