"""One request of every operation that shows no example of its own, at people and tables made for it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from musapi import health
from musapi.schema import openapi_document
from push import devices
from tests.api.phones import API, Phone
from tests.api.steadying import Steady
from tests.games.company import rate

PASSWORD = "rain-over-the-rooftops"
NEW_PASSWORD = "a path by the sea"
FINE = (200, 201, 204)
REGISTRATION = {"kind": "fcm", "token": "fMEP0vJqRzuGk0:APA91bHun4MxP5egoKMwt2KZFBaFUH"}
BOTS = [None, {"bot": "casual"}, {"bot": "casual"}, {"bot": "casual"}]


class Showing:
    """A play in a few scenes; what was asked and answered is kept by operation."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        monkeypatch.setattr(devices, "offered", lambda: ["fcm", "web_push"])
        self.kept: dict[str, Any] = {}
        self.steady = Steady()
        self.miren, self.jon = Phone("miren"), Phone("jon")

    def play(self) -> dict[str, Any]:
        """All scenes; what is shown, by operation."""
        self.arriving()
        self.befriending()
        self.sitting_down()
        self.chatting()
        self.waiting()
        self.looking_around()
        self.leaving()
        return {name: self.kept[name] for name in sorted(self.kept)}

    def ask(self, phone: APIClient, line: str, body: Any = None, *, expect: tuple[int, ...] = FINE) -> Any:
        """Send `POST /path` and keep what was said; the answer's body."""
        method, _, path = line.partition(" ")
        answer = phone.generic(method, path, json.dumps(body) if body is not None else "", "application/json")
        assert answer.status_code in expect, (line, answer.getvalue())
        told = json.loads(answer.getvalue() or "null")
        kept = self.kept.setdefault(operation_at(method, path), {})
        if body is not None:
            kept.setdefault("request", self.steady.of(body))
        if told is not None:
            kept.setdefault("answers", {}).setdefault(str(answer.status_code), self.steady.of(told))
        return told

    def arriving(self) -> None:
        phone = APIClient(headers={"User-Agent": "musapi example"})
        session = self.ask(phone, f"POST {API}/auth/guest", {"device": "Ane's phone"})
        phone.credentials(HTTP_AUTHORIZATION=f"Bearer {session['token']}")
        wish = {"username": "ane", "password": PASSWORD, "email": "ane@example.org"}
        self.ask(phone, f"POST {API}/auth/register", wish)
        login = {"username": "ane", "password": PASSWORD, "device": "Ane's tablet"}
        self.ask(APIClient(headers={"User-Agent": "musapi example"}), f"POST {API}/auth/login", login)
        self.ask(phone, f"GET {API}/auth/devices")
        self.ask(phone, f"GET {API}/me")
        self.ask(phone, f"PATCH {API}/me", {"locale": "eu", "show_hints": False})
        self.ask(phone, f"POST {API}/me/password", {"old_password": PASSWORD, "new_password": NEW_PASSWORD})
        for _ in range(2):
            self.ask(phone, f"POST {API}/me/devices", REGISTRATION)
        self.ask(phone, f"GET {API}/me/devices")
        self.ane = phone

    def befriending(self) -> None:
        for _ in range(2):
            self.ask(self.ane, f"POST {API}/friend-requests", {"username": "miren"})
        waiting = self.ask(self.miren, f"GET {API}/friend-requests")
        self.ask(self.miren, f"POST {API}/friend-requests/{waiting['results'][0]['id']}/accept")
        self.ask(self.jon, f"POST {API}/friend-requests", {"username": "ane"})
        self.ask(self.ane, f"POST {API}/friend-requests", {"username": "jon"})
        self.ask(self.ane, f"GET {API}/friends")
        for kind in ("blocks", "mutes"):
            Phone(f"{kind}-somebody")
            for _ in range(2):
                self.ask(self.ane, f"POST {API}/{kind}", {"username": f"{kind}-somebody"})
            self.ask(self.ane, f"GET {API}/{kind}")

    def sitting_down(self) -> None:
        self.table = self.ane.post(f"{API}/tables", {"visibility": "private"}, format="json").json()["id"]
        at = f"{API}/tables/{self.table}"
        self.ask(self.ane, f"POST {at}/seats/2/invite", {"username": "miren"})
        self.ask(self.miren, f"GET {API}/me/invitations")
        self.ask(self.miren, f"POST {at}/decline")
        self.ane.post(f"{at}/seats/2/invite", {"username": "miren"}, format="json")
        self.ask(self.ane, f"POST {at}/seats/2/kick", {})
        self.ane.post(f"{at}/seats/2/invite", {"username": "miren"}, format="json")
        self.miren.post(f"{at}/join", {"seat": 2}, format="json")

    def chatting(self) -> None:
        at = f"{API}/tables/{self.table}/messages"
        self.ask(self.miren, f"POST {at}", {"text": "Aupa, Ane!"})
        written = self.ask(self.miren, f"POST {at}", {"phrase": "good_luck"})
        self.ask(self.ane, f"GET {at}")
        self.ask(self.ane, f"POST {at}/{written['accepted']['message']}/report", {"reason": "spam"})

    def waiting(self) -> None:
        self.ask(self.jon, f"POST {API}/queue", {"ruleset": "gametwist"})
        self.ask(self.jon, f"GET {API}/queue")
        self.ask(self.jon, f"POST {API}/queue/bots")

    def looking_around(self) -> None:
        for name in ("meta", "phrases"):
            self.ask(self.jon, f"GET {API}/{name}")
        for name in ("livez", "readyz"):
            self.ask(self.jon, f"GET /{name}")
        with self.monkeypatch.context() as patched:
            patched.setitem(health.CHECKS, "redis", lambda: False)
            self.ask(self.jon, "GET /readyz", expect=(503,))
        rate(self.miren.person, 1620)
        rate(self.jon.person, 1480)
        self.ask(self.jon, f"GET {API}/leaderboard")
        self.ask(self.jon, f"GET {API}/players/miren")
        self.ask(self.jon, f"GET {API}/players/miren/stats")
        self.ask(Phone("kepa"), f"GET {API}/me/export")

    def leaving(self) -> None:
        self.ask(self.ane, f"DELETE {API}/me", {"password": NEW_PASSWORD})


def operation_at(method: str, address: str) -> str:
    """The id of the operation at an address."""
    for path, operations in openapi_document()["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), address) and method.lower() in operations:
            return str(operations[method.lower()]["operationId"])
    raise AssertionError(f"no operation at {method} {address}")
