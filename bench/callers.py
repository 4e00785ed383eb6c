"""People who play over HTTP while the server dies under them, and ask again until they are answered."""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self
from uuid import uuid4

import httpx

from bench.ledger import Call, Ledger

logging.getLogger("httpx").setLevel(logging.WARNING)  # it tells of every request

SEATS: tuple[tuple[str | None, ...], ...] = (
    (None, "casual", "casual", "casual"),
    (None, "novice", None, "novice"),
    (None, None, None, None),
)
PATIENCE = 90.0
"""Seconds after which a server that does not answer is taken to be gone for good."""
View = dict[str, Any]
AWAY = (httpx.TransportError, FileNotFoundError)
"""What asking a server raises that is not there just now; its address is in a file."""


def any_legal(view: View, rng: Random) -> dict[str, Any]:
    """Something legal for the seat of this view; órdagos are rare, so that matches last."""
    choices = view["legal_actions"]
    choice = rng.choices(choices, [0.03 if choice["type"] == "ordago" else 1.0 for choice in choices])[0]
    if choice["type"] == "envido":
        return {"type": "envido", "amount": min(choice["max"], choice["min"] + rng.randrange(3))}
    if choice["type"] == "discard":
        return {"type": "discard", "cards": rng.sample(view["hand"]["your_cards"], rng.randint(1, 4))}
    return {"type": choice["type"]}


@dataclass
class Server:
    """Where the server is, which may be elsewhere after its restart, and how it is asked."""

    address: Callable[[], str]
    ledger: Ledger
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=15))
    times: list[float] = field(default_factory=list)

    def until_answered(self, send: Callable[[str], httpx.Response]) -> httpx.Response:
        """Send a request until it is answered by more than "not now". TimeoutError when patience ends."""
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            try:
                response = send(self.address())
            except (httpx.ConnectError, FileNotFoundError):
                self.ledger.count("not let in")
            except httpx.TransportError:
                self.ledger.count("answers lost")
            else:
                if response.status_code not in (429, 503):
                    return response
                self.ledger.count("told to wait")
            time.sleep(0.1)
        raise TimeoutError("the server does not come back")

    def get(self, path: str, token: str, **query: Any) -> Any:
        """What a GET answers, once it does."""
        bearer = {"Authorization": f"Bearer {token}"}
        response = self.until_answered(
            lambda address: self.client.get(f"{address}/api/v1{path}", headers=bearer, params=query)
        )
        response.raise_for_status()
        return response.json()

    def call(self, call: Call) -> httpx.Response:
        """The answer to a call, sent under its key as often as it takes; `times` has the seconds it took."""
        began = time.monotonic()
        response = self.until_answered(lambda address: call.send(self.client, address))
        self.times.append(time.monotonic() - began)
        return response

    def guest(self) -> str:
        """The token of a new guest."""
        response = self.until_answered(lambda address: self.client.post(f"{address}/api/v1/auth/guest"))
        response.raise_for_status()
        return str(response.json()["token"])


class Game:
    """One table and the tokens of its people, by seat."""

    def __init__(self, server: Server, table: str, tokens: dict[int, str]) -> None:
        self.server, self.table, self.tokens = server, table, tokens

    @classmethod
    def opened(cls, server: Server, seats: tuple[str | None, ...], **settings: Any) -> Self:
        """A table with people on the seats that are None."""
        people = [number for number, level in enumerate(seats) if level is None]
        tokens = {number: server.guest() for number in people}
        body = {"seats": [level and {"bot": level} for level in seats], **settings}
        first, *others = people
        view = _done(server.call(_call("", "/tables", body, tokens[first])))
        for number in others:
            _done(server.call(_call("", f"/tables/{view['id']}/join", {"seat": number}, tokens[number])))
        return cls(server, view["id"], tokens)

    def view(self, number: int) -> View:
        """What a seat sees now."""
        seen: View = self.server.get(f"/tables/{self.table}", self.tokens[number])
        return seen

    def question(self) -> tuple[int, View] | None:
        """A seat of a person who is asked, with its view; None if bots are, or the match is over."""
        view = self.view(min(self.tokens))
        asked = [number for number in (view["turn"] or {"seats": []})["seats"] if number in self.tokens]
        if not asked:
            return None
        mine = self.view(asked[0])
        return (asked[0], mine) if mine["legal_actions"] else None

    def finished(self) -> bool:
        """Whether the match is over."""
        return bool(self.view(min(self.tokens))["status"] == "finished")

    def action(self, number: int, view: View, rng: Random) -> Call:
        """The call with which a seat answers the question in its view."""
        body = {"turn": view["turn"]["id"], **any_legal(view, rng)}
        return _call(self.table, f"/tables/{self.table}/actions", body, self.tokens[number])

    def wait(self) -> None:
        """Wait for news, as a phone does."""
        token = self.tokens[min(self.tokens)]
        version = self.view(min(self.tokens))["version"]
        self.server.get(f"/tables/{self.table}/events", token, after=version, wait=1)


def _call(table: str, path: str, body: dict[str, Any], token: str) -> Call:
    return Call(table, path, json.dumps(body).encode(), str(uuid4()), token)


def _done(response: httpx.Response) -> Any:
    response.raise_for_status()
    return response.json()


class Caller(threading.Thread):
    """Plays one match after the other until it is told to halt; its last call is answered by then."""

    def __init__(
        self, address: Callable[[], str], ledger: Ledger, number: int, times: list[float] | None = None
    ) -> None:
        super().__init__(daemon=True)
        self.server = Server(address, ledger)
        self.server.times = self.server.times if times is None else times
        self.ledger, self.rng, self.seats = ledger, Random(number), SEATS[number % len(SEATS)]
        self.halt = threading.Event()
        self.tables: list[str] = []

    def run(self) -> None:
        try:
            while not self.halt.is_set():
                self._play(Game.opened(self.server, self.seats, options={"target": 25}))
        except Exception as failure:
            self.ledger.failures.append(f"a caller gave up: {failure!r}")
            raise
        finally:
            self.server.client.close()

    def _play(self, game: Game) -> None:
        self.tables.append(game.table)
        while not self.halt.is_set():
            asked = game.question()
            if asked:
                call = game.action(*asked, self.rng)
                self.ledger.note(call, self.server.call(call))
            elif game.finished():
                self.ledger.count("matches finished")
                return
            else:
                game.wait()


def start_callers(
    count: int, address: Callable[[], str], ledger: Ledger, times: list[float] | None = None
) -> list[Caller]:
    """People at so many tables, playing. `times` is given the seconds that each action took."""
    callers = [Caller(address, ledger, number, times) for number in range(count)]
    for caller in callers:
        caller.start()
    return callers


def halt(callers: list[Caller]) -> None:
    """Let all of them stop, each after its call has been answered."""
    for caller in callers:
        caller.halt.set()
    for caller in callers:
        caller.join(2 * PATIENCE)
        if caller.is_alive():
            raise TimeoutError("a caller hangs")
