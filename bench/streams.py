"""What idle streams cost those who play, how soon news comes, and what the front costs beside plain WSGI.

    python -m bench.streams [--streams N] [--tables N] [--actions N] [--rounds N] [--requests N]

Starts a server of its own. The first figures compare rounds with and without idle streams that take turns, so
that whatever else the machine does meets both. Ends with 1 if the 95th percentile of an action changes by a
fifth or more, or that of an event's way to a waiting client reaches 250 ms.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import psycopg
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.callers import Game, Server
from bench.fronts import (
    SERVERS,
    answers_under_stalled_uploads,
    cpu_of,
    cpu_per_request,
    memory_of,
    running,
)
from bench.ledger import Ledger
from bench.readers import Idle, Waiting
from bench.server import server
from musapi.front import HEARTBEAT
from tests.stack import Stack

MOST_CHANGE, MOST_MS = 1.2, 250.0
IDLE_SECONDS = 20.0
SETTLED = 3.0  # seconds after which new tables and streams have begun
PLAYING = "SELECT count(*) FROM games_table WHERE status = 'playing' AND creator_id IS NULL"
Figures = list[tuple[str, str]]


def percentiles(times: list[float]) -> tuple[float, float]:
    """The median and the 95th percentile, in milliseconds."""
    return statistics.median(times) * 1000, statistics.quantiles(times, n=20)[-1] * 1000


class Bots:
    """Tables at which only bots play: as many as wanted whenever a round begins."""

    def __init__(self, stack: Stack, count: int) -> None:
        self.stack, self.count = stack, count

    def playing(self) -> int:
        """How many play now."""
        with psycopg.connect(self.stack.state["environment"]["DATABASE_URL"]) as connection:
            found = connection.execute(PLAYING).fetchone()
        return int(found[0]) if found else 0

    def top_up(self) -> None:
        """Open what is missing."""
        missing = self.count - self.playing()
        if missing > 0:
            self.stack.manage("demo_table", "--count", str(missing), "--option", "games_to_win=5")


class Match:
    """One match of four guests after the other, with a client that waits by stream and one by poll."""

    def __init__(self, server: Server, late: dict[str, list[float]]) -> None:
        self.server, self.late, self.rng = server, late, Random(1)
        self.game = Game.opened(server, (None,) * 4, turn_seconds=600)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Two of the four wait for events meanwhile."""
        waiting = [
            Waiting(self.game, seat, self.late[way], by_poll=way == "poll")
            for seat, way in ((1, "stream"), (2, "poll"))
        ]
        for one in waiting:
            one.start()
        try:
            yield
        finally:
            for one in waiting:
                one.stop()

    def play(self, actions: int) -> Iterator[float]:
        """So many actions; the seconds that each took to be answered."""
        done = 0
        while done < actions:
            with self.watched():
                while done < actions and (asked := self.game.question()):
                    self.server.call(self.game.action(*asked, self.rng))
                    done += 1
                    yield self.server.times[-1]
            if done < actions:
                self.game = Game.opened(self.server, (None,) * 4, turn_seconds=600)


class Streams:
    """The measurement on a server that runs."""

    def __init__(self, stack: Stack, args: argparse.Namespace, progress: Progress) -> None:
        self.stack, self.args, self.progress = stack, args, progress
        self.server = Server(lambda: stack.address, Ledger())
        self.bots = Bots(stack, args.tables)
        self.late: dict[str, list[float]] = {"stream": [], "poll": []}
        self.times: dict[bool, list[float]] = {False: [], True: []}
        self.played: list[int] = []

    def rounds(self) -> None:
        """Actions without and with idle streams, by turns."""
        match = Match(self.server, self.late)
        each = self.args.actions // self.args.rounds
        task = self.progress.add_task("actions", total=2 * each * self.args.rounds)
        for number in range(2 * self.args.rounds):
            with_streams = number % 4 in (1, 2)
            idle = self._opened() if with_streams else None
            self.bots.top_up()
            time.sleep(SETTLED)
            for seconds in match.play(each):
                self.times[with_streams].append(seconds)
                self.progress.advance(task)
            self.played.append(self.bots.playing())
            if idle is not None:
                idle.close()
                time.sleep(1)

    def _opened(self) -> Idle:
        idle = Idle(self.server)
        task = self.progress.add_task("streams", total=self.args.streams)
        for number in idle.open(self.args.streams):
            self.progress.update(task, completed=number)
        self.progress.remove_task(task)
        return idle

    def held(self) -> tuple[float, float]:
        """Megabytes for 1,000 idle streams, and the share of a core that they take while nobody plays."""
        web = self.stack.pid("web")
        memory = memory_of(web)
        idle = self._opened()
        memory = (memory_of(web) - memory) * 1000 / self.args.streams
        time.sleep(HEARTBEAT)  # each has been looked at once more
        before, began = cpu_of(web), time.monotonic()
        time.sleep(IDLE_SECONDS)
        share = (cpu_of(web) - before) / (time.monotonic() - began)
        idle.close()
        return memory, share

    def figures(self) -> tuple[Figures, bool]:
        """What is printed of the rounds, and whether it is within the bounds."""
        without, those_with = percentiles(self.times[False]), percentiles(self.times[True])
        change = those_with[1] / without[1]
        rows = [
            ("an action without streams, p50 / p95 ms", f"{without[0]:.1f} / {without[1]:.1f}"),
            (f"with {self.args.streams} idle streams", f"{those_with[0]:.1f} / {those_with[1]:.1f}"),
            ("change of p95", f"{change - 1:+.1%}"),
            ("tables of bots at the end of each round", ", ".join(map(str, self.played))),
        ]
        good = change < MOST_CHANGE
        for way, late in self.late.items():
            middle, most = percentiles(late)
            rows.append((f"event to a client that waits by {way}, ms", f"{middle:.1f} / {most:.1f}"))
            good = good and most < MOST_MS
        return rows, good


def compared(stack: Stack, requests: int, progress: Progress) -> Figures:
    """CPU for requests and stalled uploads, by server."""
    game = Game.opened(Server(lambda: stack.address, Ledger()), (None, "novice", "novice", "novice"))
    paths = {"empty view": "/livez", "a table's view": f"/api/v1/tables/{game.table}"}
    rows: Figures = []
    task = progress.add_task("servers", total=len(SERVERS))
    for name, words in SERVERS.items():
        with running(stack, words) as process:
            for what, path in paths.items():
                cost = cpu_per_request(process, path, game.tokens[0], requests)
                rows.append((f"{name}: {what}, ms of CPU", f"{cost:.2f}"))
            alive = "answers" if answers_under_stalled_uploads(process) else "does not answer"
            rows.append((f"{name}: under 24 stalled uploads", alive))
        progress.advance(task)
    return rows


def main() -> int:
    """The command. Returns 0 if the figures are within the bounds."""
    parser = argparse.ArgumentParser(prog="python -m bench.streams", description=__doc__.split("\n")[0])
    parser.add_argument("--streams", type=int, default=500, help="idle streams (500)")
    parser.add_argument("--tables", type=int, default=20, help="tables of bots at play (20)")
    parser.add_argument("--actions", type=int, default=1200, help="actions measured each way (1200)")
    parser.add_argument("--rounds", type=int, default=6, help="rounds each way (6)")
    parser.add_argument("--requests", type=int, default=2000, help="requests for the CPU of one (2000)")
    args = parser.parse_args()
    console = Console()
    with server() as stack, Progress(console=console, transient=True) as progress:
        streams = Streams(stack, args, progress)
        memory, share = streams.held()
        compare = compared(stack, args.requests, progress)
        streams.rounds()
    rows, good = streams.figures()
    rows += [
        ("memory of 1,000 idle streams, MB", f"{memory:.0f}"),
        (f"{args.streams} idle streams, share of a core", f"{share:.1%}"),
        *compare,
    ]
    table = Table("", "", show_header=False)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    console.print("Within the bounds." if good else "Beyond the bounds: p95 +20 %, 250 ms.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
