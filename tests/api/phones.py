"""Phones: what a player does over HTTP, and a table with a phone at each person's seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse
from rest_framework.test import APIClient

from games import moves
from games.models import Event, Table
from tests.games.driver import any_legal
from tests.games.factories import PersonFactory, token_of

API = "/api/v1"
BOT = {"bot": "novice"}
ALONE = {"seats": [None, BOT, BOT, BOT]}


class Phone(APIClient):
    """A client with a person's token."""

    def __init__(self, username: str | None = None) -> None:
        self.person = PersonFactory(username=username) if username else PersonFactory()
        super().__init__(headers={"Authorization": f"Bearer {token_of(self.person)}"})

    def read(self, path: str, expect: int = 200, **query: Any) -> Any:
        """GET an address of the API; the body of the answer."""
        answer = self.get(API + path, query)
        assert answer.status_code == expect, answer.content
        return answer.json()

    def send(
        self, path: str, body: Mapping[str, Any] | None = None, *, key: str | None = None
    ) -> HttpResponse:
        """POST to an address of the API; the answer."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.post(API + path, body or {}, format="json", headers=headers)

    def do(self, path: str, body: Mapping[str, Any] | None = None, *, expect: int = 200) -> Any:
        """POST to an address of the API and get what is expected; the body of the answer."""
        answer = self.send(path, body)
        assert answer.status_code == expect, answer.content
        return answer.json()


@dataclass
class Sitting:
    """A table by its id, with the phones of its people by seat."""

    id: UUID
    phones: dict[int, Phone] = field(default_factory=dict)

    @classmethod
    def opened(cls, **body: Any) -> Sitting:
        """A table that one person has opened."""
        phone = Phone()
        table = phone.do("/tables", body, expect=201)
        return cls(UUID(table["id"]), {seat_of(table): phone})

    @classmethod
    def of(cls, **body: Any) -> Sitting:
        """A table where everybody sits."""
        sitting = cls.opened(**body)
        empty = [seat for seat in sitting.view()["seats"] if seat["kind"] == "empty"]
        for seat in empty:
            sitting.join(seat["seat"])
        return sitting

    def join(self, number: int, **body: Any) -> Phone:
        """Seat one more person."""
        phone = Phone()
        view = phone.do(self.path("join"), {"seat": number, **body})
        self.phones[seat_of(view)] = phone
        return phone

    def path(self, rest: str = "") -> str:
        """An address below the table's."""
        return f"/tables/{self.id}/{rest}".rstrip("/")

    def row(self) -> Table:
        """The table as it is stored."""
        return Table.objects.get(pk=self.id)

    def events(self) -> int:
        """How long the log is."""
        return Event.objects.filter(table_id=self.id).count()

    def view(self, number: int | None = None) -> Any:
        """What a seat sees; without a number, the first person's."""
        number = min(self.phones) if number is None else number
        return self.phones[number].read(self.path())

    def asked(self) -> tuple[int, Any]:
        """A seat that is asked, and its view, once the bots have answered."""
        self.settle()
        number = next(number for number in self.row().turn_seats if number in self.phones)
        return number, self.view(number)

    def act(
        self, number: int, action: Mapping[str, Any], *, key: str | None = None, **body: Any
    ) -> HttpResponse:
        """Post an action for the question that stands; the answer."""
        asked = {"turn": self.row().turn_id, **action, **body}
        return self.phones[number].send(self.path("actions"), asked, key=key)

    def say(self, *words: str) -> Any:
        """Let whoever is asked say these words, one after the other; the last answer's body."""
        for word in words:
            number, _ = self.asked()
            answer = self.act(number, spoken(word))
            assert answer.status_code == 200, answer.content
        return answer.json()

    def step(self, rng: Random) -> Any:
        """Something legal from somebody who is asked."""
        number, view = self.asked()
        answer = self.act(number, any_legal(view, rng), key=str(uuid4()))
        assert answer.status_code == 200, answer.content
        return answer.json()

    def settle(self) -> None:
        """Let the bots answer until a person is asked or the match is over.

        That person may be somebody whose phone is not here: nobody answers then.
        """
        while (row := self.row()).turn_id is not None and not set(row.turn_seats) & set(self.phones):
            if not moves.answer_with_bots(table_id=self.id, turn=row.turn_id):
                break

    def play_out(self, rng: Random) -> Any:
        """Play to the end of the match; the view of a seat after it."""
        self.settle()
        while self.row().status == Table.Status.PLAYING:
            self.step(rng)
            self.settle()
        return self.view()


def seat_of(view: Any) -> int:
    """The reader's own seat."""
    [number] = [seat["seat"] for seat in view["seats"] if seat["you"]]
    return int(number)


def spoken(word: str) -> dict[str, Any]:
    """ "envido 5" or "discard 7b 4c" as it is sent."""
    kind, *rest = word.split()
    if kind == "envido":
        return {"type": kind, "amount": int(rest[0])}
    return {"type": kind, "cards": rest} if kind == "discard" else {"type": kind}
