"""The program in the guide for authors of clients is run as it stands: it plays two matches."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError

import pytest

from musapi.guide import SOURCE
from tests.stack import Stack

BLOCK = re.compile(r"^```(\w+)\n(.+?)^```$", re.DOTALL | re.MULTILINE)


def blocks() -> list[str]:
    """All code of the guide, which is Python."""
    found = BLOCK.findall(SOURCE.read_text())
    assert {language for language, _ in found} == {"python"}
    return [block for _, block in found]


@pytest.mark.stack
def test_the_guides_program_plays_by_poll_and_by_stream(running: Stack, tmp_path: Path) -> None:
    program = tmp_path / "client.py"
    program.write_text("\n\n".join(blocks()))
    environment = {**os.environ, "MUS": running.address}
    played = subprocess.run(
        [sys.executable, program], env=environment, capture_output=True, text=True, check=False
    )
    assert played.returncode == 0, played.stderr
    guest, table, by_poll, by_stream = played.stdout.splitlines()
    assert guest.startswith("I am guest-")
    assert table.endswith(" is playing")
    for how, line in (("by long poll", by_poll), ("by stream", by_stream)):
        assert line in (f"{how}: [1, 0]", f"{how}: [0, 1]")


class Network:
    """Stands in for the network: what happens to each request in turn."""

    def __init__(self, *fates: Any) -> None:
        self.fates = list(fates)
        self.keys: list[str | None] = []

    def __call__(self, request: Any, timeout: float) -> Any:
        self.keys.append(request.get_header("Idempotency-key"))
        fate = self.fates.pop(0)
        if isinstance(fate, Exception):
            raise fate
        return fate


def refusal(status: int, code: str, **headers: str) -> HTTPError:
    """An answer that is none of the good ones."""
    body = json.dumps({"code": code, "detail": "no"}).encode()
    return HTTPError("http://localhost", status, code, headers, BytesIO(body))  # type: ignore[arg-type]


@pytest.fixture
def guide(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The guide's first functions, of somebody who has a token."""
    names: dict[str, Any] = {"pauses": []}
    exec(blocks()[0], names)  # noqa: S102
    names["token"] = "secret"
    monkeypatch.setattr("time.sleep", names["pauses"].append)
    return names


def test_what_the_guide_asks_is_repeated_with_the_same_key(
    guide: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Network(
        ConnectionResetError(),
        TimeoutError(),
        refusal(503, "table.busy", **{"Retry-After": "70"}),
        refusal(429, "request.throttled", **{"Retry-After": "30"}),
        BytesIO(b'{"fine": true}'),
    )
    monkeypatch.setattr("urllib.request.urlopen", network)
    assert guide["ask"]("POST", "/tables", {}) == {"fine": True}
    assert len(network.keys) == 5
    assert len(set(network.keys)) == 1
    assert [int(pause) // 10 for pause in guide["pauses"]] == [0, 0, 7, 3]


def test_what_is_refused_is_not_repeated(guide: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(refusal(409, "table.stale_turn"))
    monkeypatch.setattr("urllib.request.urlopen", network)
    with pytest.raises(guide["Refused"], match=r"table\.stale_turn"):
        guide["ask"]("POST", "/tables/1/actions", {})
    assert len(network.keys) == 1


PAGE = b"<html><h1>502 Bad Gateway</h1></html>"
"""What a machine on the way says in its own name."""


class Misbehaving(ThreadingHTTPServer):
    """Answers each request with what comes next of `answers`: a status, a body, headers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Misbehaver)
        self.answers: list[tuple[int, bytes, dict[str, str]]] = []
        self.asked: list[str] = []

    def will(self, status: int, body: bytes, **headers: str) -> None:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.append((status, body, told))

    def will_break(self, body: bytes) -> None:
        """An answer of which only the beginning arrives."""
        self.will(200, body, Content_Length=str(len(body) + 100))


class Misbehaver(BaseHTTPRequestHandler):
    server: Misbehaving

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        status, body, headers = self.server.answers.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        """Not into the tests' output."""


@pytest.fixture
def server() -> Iterator[Misbehaving]:
    with Misbehaving() as made:
        thread = Thread(target=made.serve_forever, args=(0.05,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture
def asking(guide: dict[str, Any], server: Misbehaving) -> dict[str, Any]:
    """The guide's functions, with the misbehaving server's address and its reader of streams."""
    (reader,) = (block for block in blocks() if "def views(" in block)
    exec(reader.split("\ntable = ")[0], guide)  # noqa: S102
    guide["API"] = f"http://127.0.0.1:{server.server_port}"
    return guide


@pytest.mark.parametrize("status", [500, 502, 504])
def test_a_page_of_a_machine_on_the_way_is_no_answer(
    asking: dict[str, Any], server: Misbehaving, status: int
) -> None:
    server.will(status, PAGE)
    server.will(503, PAGE, Retry_After="Mon, 30 Nov 2026 03:00:00 GMT")
    server.will(200, PAGE)
    server.will(200, b'{"fine": true}')
    assert asking["ask"]("GET", "/me") == {"fine": True}
    assert server.asked == ["/me"] * 4


def test_half_an_answer_is_none(asking: dict[str, Any], server: Misbehaving) -> None:
    server.will_break(b'{"fine": ')
    server.will(502, PAGE, Content_Length="1000")
    server.will(200, b'{"fine": true}')
    assert asking["ask"]("GET", "/me") == {"fine": True}


def test_a_refusal_without_json_is_a_refusal(asking: dict[str, Any], server: Misbehaving) -> None:
    server.will(413, PAGE)
    with pytest.raises(asking["Refused"], match="413"):
        asking["ask"]("GET", "/me")


def test_what_takes_longer_than_the_players_patience_is_told_at_once(
    asking: dict[str, Any], server: Misbehaving
) -> None:
    locked = b'{"code": "auth.locked_out", "detail": "no"}'
    server.will(429, locked, Retry_After="894")
    with pytest.raises(asking["Refused"], match=r"auth\.locked_out"):
        asking["ask"]("GET", "/me")
    server.will(429, locked, Retry_After="894")
    with pytest.raises(asking["Refused"], match=r"auth\.locked_out"):
        next(asking["views"]({"id": "1", "version": 7}))
    server.will_break(b"")
    with pytest.raises(TimeoutError):
        asking["ask"]("GET", "/me", patience=-1)
    assert asking["pauses"] == []


def test_a_stream_is_asked_for_again_until_it_comes(asking: dict[str, Any], server: Misbehaving) -> None:
    for status in (500, 502, 503, 504):
        server.will(status, PAGE)
    server.will(200, b"\xff<html>")
    server.will_break(b'id: 8\nevent: view\ndata: {"version": 8}\n\nid: 9\nev')
    server.will(200, b'id: 9\nevent: view\ndata: {"version": 9}\n\n')
    feed = asking["views"]({"id": "1", "version": 7})
    assert [next(feed), next(feed)] == [{"version": 8}, {"version": 9}]
    assert len(asking["pauses"]) == 6


def test_a_stream_that_is_refused_is_not_asked_for_again(asking: dict[str, Any], server: Misbehaving) -> None:
    server.will(404, b'{"code": "table.not_found", "detail": "no"}')
    with pytest.raises(asking["Refused"], match=r"table\.not_found"):
        next(asking["views"]({"id": "1", "version": 7}))
    assert asking["pauses"] == []
