"""The program in the guide for authors of clients is run as it stands: it plays two matches."""

import json
import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
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
