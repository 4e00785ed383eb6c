"""The examples of the OpenAPI document: answers of a real match, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.urls import get_resolver
from django.utils import timezone

from games import moves, seating, signs, tables
from games.engine.actions import Action
from games.models import Notice, NoticeCount, Table
from tests.api.phones import API, Phone, Sitting
from tests.games.driver import any_legal

TABLE_ID = UUID("0198f3a2-7c00-7a11-8f2e-5b1d9c4e6a70")
MASTER = bytes.fromhex("6d7573206573206a7565676f206465206375617472652c206120726174c3b3732e")[:32].ljust(
    32, b"."
)
BEGAN = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)
CASUAL = {"bot": "casual"}
SEED = 31


class Watch:
    """A clock that somebody else moves."""

    now = BEGAN

    def __call__(self) -> datetime:
        return self.now


watch = Watch()


def fix_chance_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next table gets a known id and master, and time goes by only as the recording lets it.

    The bots say anything legal, so that better bots leave the examples as they are.
    """
    assert get_resolver().url_patterns  # all is loaded: nothing that comes later keeps the watch
    watch.now = BEGAN
    monkeypatch.setattr(timezone, "now", watch)
    for module in (moves, seating, signs, tables):
        monkeypatch.setattr(module, "clock", watch)
    monkeypatch.setitem(vars(Table._meta.get_field("id")), "_get_default", lambda: TABLE_ID)
    monkeypatch.setattr(tables.secrets, "token_bytes", lambda count: MASTER[:count])
    monkeypatch.setattr(moves, "dice", Random(SEED))
    monkeypatch.setattr(moves.bots, "choose", lambda level, view, dice: Action.from_wire(_calm(view, dice)))


class Recording:
    """A match of ana and benat against two bots, and the first answer of each kind."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self.ana, self.benat = Phone("ana"), Phone("benat")
        self.sitting = self._open()
        self.rng = Random(SEED)

    def _open(self) -> Sitting:
        body = {"seats": [None, CASUAL, None, CASUAL], "client_seed": "gabon"}
        self._keep("view_open", self.ana.do("/tables", body, expect=201))
        self._keep("table_page", self.benat.read("/tables"))
        sitting = Sitting(TABLE_ID, {0: self.ana, 2: self.benat})
        self.benat.do(sitting.path("join"), {"seat": 2})
        return sitting

    def _keep(self, name: str, answer: Any) -> None:
        self.found.setdefault(name, answer)

    def play(self) -> dict[str, Any]:
        """Play to the end; every example by name."""
        self.sitting.settle()
        while self.sitting.row().status == Table.Status.PLAYING:
            self._step()
        self._keep("view_finished", self.sitting.view(0))
        self._told()
        self._refuse(self.ana.send(self.sitting.path("actions"), {"turn": 1, "type": "mus"}))
        self._refuse(Phone("gorka").send(self.sitting.path("join")))
        self._refuse(self.ana.send("/tables", {"turn_seconds": 5}))
        self._keep("rulesets", self.ana.read("/rulesets"))
        self._keep("ruleset", self.ana.read("/rulesets/traditional"))
        self._keep("signs", self.ana.read("/signs"))
        return dict(sorted(self.found.items()))

    def _step(self) -> None:
        watch.now += timedelta(seconds=4.25)
        number, view = self.sitting.asked()
        for name in _worth_showing(view):
            self._keep(name, view)
        if view["turn"]["kind"] == "confirm":
            self._try_what_is_refused(number, view["turn"]["id"])
        if view["turn"]["kind"] == "confirm":
            self._keep("inbox", self.sitting.phones[number].read("/me/turns"))
        before = view["version"]
        if view["turn"]["kind"] == "open" and not view["signs"]:
            self.sitting.phones[number].do(self.sitting.path("signs"), {"gesture": "wink"})
        answer = self.sitting.act(number, _calm(view, self.rng)).json()
        if answer["accepted"]["data"]["type"] == "envido":
            self._keep("accepted", answer)
        self.sitting.settle()
        self._read(number, before)

    def _try_what_is_refused(self, number: int, turn: int) -> None:
        act, partner = self.sitting.act, (number + 2) % 4
        self._refuse(act(number, {"type": "envido", "amount": "5"}))
        self._refuse(act(number, {"type": "confirm"}, turn=turn - 1))
        self._refuse(act(partner, {"type": "confirm"}))
        self._refuse(act(number, {"type": "envido", "amount": 41}))

    def _refuse(self, answer: Any) -> None:
        problem = answer.json()
        self.found.setdefault("refusals", {}).setdefault(problem["code"], problem)

    def _stream(self, number: int, path: str, after: int) -> str:
        answer = self.sitting.phones[number].get(API + path, {"after": after})
        return b"".join(answer.streaming_content).decode()

    def _told(self) -> None:
        """What ana is told; the database notes the real time."""
        Notice.objects.update(at=watch.now)
        self._keep("notices", self.ana.read("/me/events", after=self._since(3)))
        self._keep("notice_stream", self._stream(0, "/me/stream", self._since(2)))

    def _since(self, count: int) -> int:
        return NoticeCount.objects.get(person=self.ana.person).last - count

    def _read(self, number: int, before: int) -> None:
        phone, path = self.sitting.phones[number], self.sitting.path
        page = phone.read(path("events"), after=before)
        types = [event["type"] for event in page["events"]]
        if "declared" in types and len(types) < 9:
            self._keep("events", page)
            self._keep("stream", self._stream(number, path("stream"), before))
        if "cards_exchanged" in types and len(types) < 12:
            self._keep("events_with_view", phone.read(path("events"), after=before, view=True))
        if "hand_finished" in types:
            hands = phone.read(path("hands"))
            self._keep("hand_page", hands)
            self._keep("finished_hand", hands["hands"][-1])


def _calm(view: Any, dice: Random) -> dict[str, Any]:
    """Something legal: mus when asked for it, since an exchange is worth showing, and no órdago."""
    if view["turn"]["kind"] == "speak":
        return {"type": "mus"} if view["hand"]["mus_round"] < 1 else {"type": "no_mus"}
    calm = [choice for choice in view["legal_actions"] if choice["type"] != "ordago"]
    return any_legal({**view, "legal_actions": calm}, dice)


def _worth_showing(view: Any) -> Iterator[str]:
    hand = view["hand"]
    if view["turn"]["kind"] == "confirm" and hand["standing"] and view["last_hand"]:
        yield "view_bet"
    if view["turn"]["kind"] == "discard":
        yield "view_discard"
