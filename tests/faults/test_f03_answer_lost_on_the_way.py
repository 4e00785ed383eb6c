"""F03: the move is committed and its answer lost; the retry, three moves later, gets that very answer."""

import json
import socket
from random import Random
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Answer
from tests.faults.races import until
from tests.games.driver import Match
from tests.games.factories import token_of

pytestmark = pytest.mark.django_db(transaction=True)


def send_and_hang_up(url: str, headers: dict[str, str], body: bytes) -> None:
    """A request whose sender is gone before it is answered."""
    address = urlsplit(url)
    assert address.hostname
    head = [f"POST {address.path} HTTP/1.1", f"Host: {address.netloc}", f"Content-Length: {len(body)}"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    with socket.create_connection((address.hostname, address.port or 80)) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode() + body)


def test_the_retry_gets_the_stored_answer_not_a_refusal(live_server: LiveServer, rng: Random) -> None:
    match = Match.dealt()
    turn = match.turn().id
    body = json.dumps({"turn": turn, "type": "mus"}).encode()
    url = f"{live_server.url}{match.path('actions')}"
    headers = {
        "Authorization": f"Bearer {token_of(match.people[0])}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid4()),
    }
    send_and_hang_up(url, headers, body)
    until(Answer.objects.exists)
    lost = Answer.objects.get().body
    match.say("mus", "mus", "mus")
    version = match.row().version
    retried = httpx.post(url, headers=headers, content=body)
    assert (retried.status_code, retried.text) == (200, lost)
    assert retried.headers["Idempotency-Replayed"] == "true"
    assert match.row().version == version
    assert (
        httpx.post(url, headers={**headers, "Idempotency-Key": str(uuid4())}, content=body).status_code == 409
    )
