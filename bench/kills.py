"""`kill -9` of web workers in the middle of a move, under load: what was answered is there, and only that.

    python -m bench.kills [--kills N] [--tables N] [--seed S]

Starts a server of its own. At one table every action is sent to its death first: when it has been read,
before its commit, after it, and before its answer; then it is sent again under the same key. At the other
tables people play on, and lose answers when a worker dies. Ctrl-C ends it early, with all that is looked at
in the end. Ends with 1 if anything was lost or came twice.
"""

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

import httpx
import psycopg
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.callers import AWAY, Game, Server, halt, start_callers
from bench.ledger import Call, Ledger, audit, replayed_differently
from bench.server import server
from tests.stack import Stack

SETTINGS = "bench.deadly"
COMMITTED = {"read": False, "before commit": False, "after commit": True, "answered": True}
"""The moments that bench.deadly knows, and whether an action stands that was killed then."""
MOMENTS = tuple(COMMITTED)


class Findings(NamedTuple):
    """What a run did, and everything that was wrong."""

    ledger: Ledger
    kills: dict[str, int]
    seconds: float
    wrong: list[str]


def main() -> int:
    """The command. Returns 0 if nothing was lost or done twice."""
    parser = argparse.ArgumentParser(prog="python -m bench.kills", description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=1000, help="kills to make (1000)")
    parser.add_argument("--tables", type=int, default=6, help="tables at which people play meanwhile (6)")
    parser.add_argument("--seed", type=int, default=1, help="of what people say (1)")
    args = parser.parse_args()
    console = Console()
    with server(DJANGO_SETTINGS_MODULE=SETTINGS) as stack, _progress(console) as progress:
        task = progress.add_task("kills", total=args.kills)
        found = run(stack, args.kills, args.tables, args.seed, lambda: progress.advance(task))
    console.print(report(found))
    return 1 if found.wrong else 0


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description:8}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
    )


def run(
    stack: Stack, kills: int, tables: int, seed: int, killed: Callable[[], object] = lambda: None
) -> Findings:
    """Make so many kills under the load of so many tables, and look at what is stored afterwards."""
    ledger, began = Ledger(), time.monotonic()
    callers = start_callers(tables, lambda: stack.address, ledger)
    victim = Victim(stack, ledger, Random(seed))
    with suppress(KeyboardInterrupt):  # what has been done is looked at
        for number in range(kills):
            victim.die(MOMENTS[number % len(MOMENTS)])
            killed()
    halt(callers)
    victim.server.client.close()
    wrong = [*victim.wrong, *audit(ledger, victim.database)]
    with httpx.Client(timeout=15) as client:
        wrong += replayed_differently(ledger, client, stack.address, most=200)
    stack.manage("verify_matches")
    return Findings(ledger, victim.kills, time.monotonic() - began, wrong)


class Victim:
    """Somebody whose every action is killed once before it is answered."""

    def __init__(self, stack: Stack, ledger: Ledger, rng: Random) -> None:
        self.server = Server(lambda: stack.address, ledger)
        self.database = str(stack.state["environment"]["DATABASE_URL"])
        self.ledger, self.rng = ledger, rng
        self.wrong: list[str] = []
        self.kills = dict.fromkeys(MOMENTS, 0)
        self.game = self._new_game()

    def _new_game(self) -> Game:
        return Game.opened(self.server, (None,) * 4, turn_seconds=3600)

    def die(self, moment: str) -> None:
        """Send the next action to its death at that moment, and then again until it is answered."""
        while (asked := self.game.question()) is None:  # the match is over: there are no bots
            self.game = self._new_game()
        call = self.game.action(*asked, self.rng)
        self.server.until_answered(lambda address: self._kill(call, address, moment))
        if self._is_stored(call) != COMMITTED[moment]:
            self.wrong.append(f"killed {moment}: the answer is stored: {not COMMITTED[moment]}")
        response = self.server.call(call)
        self.ledger.note(call, response)
        replayed = response.headers.get("Idempotency-Replayed") == "true"
        if (response.status_code, replayed) != (200, COMMITTED[moment]):
            self.wrong.append(f"killed {moment}, then: {response.status_code}, replayed: {replayed}")
        self.kills[moment] += 1

    def _kill(self, call: Call, address: str, moment: str) -> httpx.Response:
        """The request must not be answered. A connection that was refused has killed nobody, nor has one
        that was kept open to a process killed before: this one is new."""
        try:
            with httpx.Client(timeout=15) as client:
                response = call.send(client, address, **{"X-Kill": moment})
        except httpx.ConnectError:
            raise
        except AWAY:
            return httpx.Response(200)
        self.wrong.append(f"killed {moment} and answered: {response.status_code}")
        return response

    def _is_stored(self, call: Call) -> bool:
        with psycopg.connect(self.database) as connection:
            found = connection.execute("SELECT 1 FROM games_answer WHERE key = %s", [call.key])
            return found.fetchone() is not None


def report(found: Findings) -> Table:
    """The run as a table, what was wrong last."""
    table = Table(title=f"{sum(found.kills.values())} kills in {found.seconds:.0f} s")
    table.add_column("what")
    table.add_column("how many", justify="right")
    for moment, count in found.kills.items():
        table.add_row(f"killed: {moment}", str(count))
    table.add_row("actions answered with 2xx", str(len(found.ledger.promises)))
    for what, count in sorted(found.ledger.counts.items()):
        table.add_row(what, str(count))
    table.add_row("wrong", str(len(found.wrong)), style="bold red" if found.wrong else "bold green")
    for wrong in found.wrong[:20]:
        table.add_row(wrong, "")
    return table


if __name__ == "__main__":
    sys.exit(main())
