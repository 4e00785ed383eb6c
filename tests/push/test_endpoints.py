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
        ("64:ff9b::a00:1",),
        ("::127.0.0.1",),
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


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("[2606:4700::1111]", True),
        ("[64:ff9b::808:808]", True),
        ("[64:ff9b::a00:1]", False),
        ("[64:ff9b::7f00:1]", False),
        ("[64:ff9b:1::]", False),
        ("[64:ff9b:1::808:808]", False),
        ("[::127.0.0.1]", False),
        ("[::10.0.0.1]", False),
        ("[::ffff:10.0.0.1]", False),
        ("[::ffff:0:10.0.0.1]", False),
        ("[2002:a00:1::]", False),
        ("[2002:e000:1::]", False),
        ("[2001:0:4136:e378:8000:63bf:f5ff:fffe]", False),
        ("[fec0::1]", False),
        ("8.8.8.8", True),
        ("127.0.0.1.", False),
    ],
)
def test_an_address_inside_of_another_is_looked_at(host: str, allowed: bool) -> None:
    assert endpoints.is_allowed(f"https://{host}/x") == allowed


@pytest.mark.parametrize(
    "host", ["127.1", "0177.0.0.1", "0x7f.0.0.1", "127.0.0.0x1", "2130706433", "127.1.", "09.1"]
)
def test_no_other_way_to_write_an_address(host: str) -> None:
    assert not endpoints.is_allowed(f"https://{host}/x")


@pytest.mark.parametrize(
    "name",
    [
        "localhost",
        "localdomain",
        "local",
        "internal",
        "home.arpa",
        "lan",
        "intranet",
        "corp",
        "home",
        "test",
        "invalid",
        "example",
        "onion",
    ],
)
def test_names_of_the_inside_are_refused_at_once(name: str) -> None:
    for host in (name, f"router.{name}", f"a.b.{name.upper()}", f"router.{name}."):
        assert not endpoints.is_allowed(f"https://{host}/x"), host
    for host in (f"{name}.com", f"my{name}.com", f"{name}.example.org"):
        assert endpoints.is_allowed(f"https://{host}/x"), host


@pytest.mark.parametrize(
    "host", ["db", "db.", ".", "a..com", ".com", "foo%2einternal", "a.internal%2f.com", "a,b.com"]
)
def test_what_is_no_name_is_refused(host: str) -> None:
    assert not endpoints.is_allowed(f"https://{host}/x")


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
