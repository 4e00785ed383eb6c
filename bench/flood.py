"""A flood at one match: what happens there, and what everybody else feels of it.

    python -m bench.flood [--rate N] [--seconds S] [--others N]

Starts a server of its own with its usual limits. The four players of one match send so many requests a
second, from a process of their own; people play at the other tables meanwhile. Prints what the flooded match
was answered, and how long the others' actions took with and without the flood, as a ratio within the run.
Ends with 1 if a refusal did not say when to come back, or anything was lost or half done.
"""

import argparse
import json
import math
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, RemoteDisconnected
from multiprocessing import get_context
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.callers import Game, Server, halt, start_callers
from bench.ledger import Call, Ledger, Promise, audit
from bench.server import server
from tests.stack import Stack

FLOODERS = 8
EXPECTED = {
    "table.not_playing",
    "request.throttled",
    "table.busy",
    "table.stale_turn",
    "table.not_your_turn",
    "action.illegal",
}


@dataclass
class Flood:
    """What the flooded match was answered: statuses with codes, and what was wrong with an answer."""

    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def note(self, response: httpx.Response) -> None:
        """One answer."""
        if response.is_success:
            self.answers["200"] += 1
            return
        code = response.json()["code"]
        self.answers[f"{response.status_code} {code}"] += 1
        if code not in EXPECTED:
            self.wrong.append(f"{response.status_code}: {response.text}")
        if response.status_code in (429, 503) and not response.headers.get("Retry-After", "").isdecimal():
            self.wrong.append(f"{response.status_code} without Retry-After")

    @property
    def turned_away(self) -> int:
        """How many were told to come back later."""
        return sum(count for told, count in self.answers.items() if told.startswith(("429", "503")))


class Flooder(threading.Thread):
    """One player's device gone wild: it answers whatever question it last heard of, right or wrong."""

    def __init__(self, game: Game, seat: int, ledger: Ledger, flood: Flood, due: list[float]) -> None:
        super().__init__(daemon=True)
        self.game, self.seat, self.ledger, self.flood, self.due = game, seat, ledger, flood, due
        self.rng = Random(seat)
        self.start()

    def run(self) -> None:
        turn = self.game.view(self.seat)["turn"]["id"]
        host = urlsplit(self.game.server.address()).netloc
        with closing(HTTPConnection(host, timeout=60)) as connection:
            for moment in self.due:
                time.sleep(max(0.0, moment - time.monotonic()))
                call = self._call(turn)
                response = _sent(connection, call)
                self.flood.note(response)
                if response.is_success:
                    self.ledger.note(call, response)
                told = response.json()
                turn = (told.get("table", told).get("turn") or {}).get("id", turn)

    def _call(self, turn: int) -> Call:
        said = self.rng.choice([{"type": "paso"}, {"type": "mus"}, {"type": "no_mus"}, {"type": "quiero"}])
        body = json.dumps({"turn": turn, **said}).encode()
        table = self.game.table
        return Call(table, f"/tables/{table}/actions", body, str(uuid4()), self.game.tokens[self.seat])


def _sent(connection: HTTPConnection, call: Call) -> httpx.Response:
    """The answer to a call over a plain connection: several times faster than a client made for people.

    A server that refuses before it has read all may close the connection: the next call opens another.
    """
    try:
        connection.request("POST", f"/api/v1{call.path}", call.body, call.headers)
        answer = connection.getresponse()
    except (ConnectionError, RemoteDisconnected):
        connection.close()
        return _sent(connection, call)
    return httpx.Response(answer.status, headers=dict(answer.headers), content=answer.read())


def flood(address: str, requests: int, rate: float = math.inf) -> tuple[Flood, list[Promise]]:
    """Send so many requests to one match of four people, at most `rate` a second.

    Gives how they were answered, and what was promised.
    """
    found, ledger = Flood(), Ledger()
    game = Game.opened(Server(lambda: address, ledger), (None,) * 4, turn_seconds=600)
    began = time.monotonic()
    due = [began + number / rate for number in range(requests)]
    flooders = [Flooder(game, number % 4, ledger, found, due[number::FLOODERS]) for number in range(FLOODERS)]
    for one in flooders:
        one.join()
    found.seconds = time.monotonic() - began
    game.server.client.close()
    return found, ledger.promises


def flood_from_elsewhere(address: str, requests: int, rate: float) -> tuple[Flood, list[Promise]]:
    """The same by another process, which leaves this one's time to those who are measured in it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        return elsewhere.submit(flood, address, requests, rate).result()


def p95(times: list[float]) -> float:
    """The 95th percentile, in milliseconds."""
    return statistics.quantiles(times, n=20)[-1] * 1000 if len(times) > 1 else 0.0


def measured(
    stack: Stack, ledger: Ledger, others: int, meanwhile: Callable[[], Any]
) -> tuple[Any, list[float]]:
    """What `meanwhile` returns, and how long the actions of the other tables took while it ran."""
    times: list[float] = []
    callers = start_callers(others, lambda: stack.address, ledger, times)
    time.sleep(1)
    times.clear()
    try:
        return meanwhile(), list(times)
    finally:
        halt(callers)


def main() -> int:
    """The command. Returns 0 if the match was told to wait properly and nothing was half done."""
    parser = argparse.ArgumentParser(prog="python -m bench.flood", description=__doc__.split("\n")[0])
    parser.add_argument("--rate", type=int, default=500, help="requests a second at the one match (500)")
    parser.add_argument("--seconds", type=int, default=20, help="how long quiet and flood last, each (20)")
    parser.add_argument("--others", type=int, default=4, help="tables at which people play (4)")
    args = parser.parse_args()
    console, ledger = Console(), Ledger()
    with server(limited=True) as stack, Progress(console=console, transient=True) as progress:
        progress.add_task("in quiet, then in the flood", total=None)
        _, quiet = measured(stack, ledger, args.others, lambda: time.sleep(args.seconds))
        requests = args.rate * args.seconds
        (found, promises), loud = measured(
            stack,
            ledger,
            args.others,
            lambda: flood_from_elsewhere(stack.address, requests, args.rate),
        )
        ledger.promises += promises
        wrong = [*found.wrong, *audit(ledger, stack.state["environment"]["DATABASE_URL"])]
    console.print(_report(found, quiet, loud, wrong))
    return 1 if wrong or not found.turned_away else 0


def _report(found: Flood, quiet: list[float], loud: list[float], wrong: list[str]) -> Table:
    table = Table("what", "figure", title="A flood at one match")
    rate = sum(found.answers.values()) / found.seconds
    table.add_row("requests a second at the match", f"{rate:.0f}")
    for told, count in found.answers.most_common():
        table.add_row(f"  answered {told}", str(count))
    table.add_row("others' actions, quiet", f"{len(quiet)}, median {statistics.median(quiet) * 1000:.1f} ms")
    table.add_row("others' actions, flood", f"{len(loud)}, median {statistics.median(loud) * 1000:.1f} ms")
    table.add_row(
        "p95, quiet / flood", f"{p95(quiet):.1f} / {p95(loud):.1f} ms: {p95(loud) / p95(quiet):.2f}"
    )
    table.add_row("wrong", "\n".join(wrong[:10]) or "nothing")
    return table


if __name__ == "__main__":
    sys.exit(main())
