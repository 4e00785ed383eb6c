"""Let the bots play each other, and see who wins and how long they think.

    python -m bench.bots [--matches N] [--processes N] [--seed N]

Every pairing of levels, a bot of pure chance among them, plays N matches of each ruleset in the same process
as the engine; each deal is played twice, with the pairs' seats changed. Ends with 1 if a level does not beat
one below it.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import sqrt
from multiprocessing import Pool
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from games.bots import LEVELS, Bot
from games.engine.actions import Action
from games.engine.rules import RULESETS, Rules
from games.engine.shuffle import Shuffler, first_mano, hand_seed
from games.engine.transitions import apply, deal, new_match
from games.engine.view import observe


def chance(view: Mapping[str, Any], rng: Random) -> Action:
    """Any legal action, whatever the cards."""
    legal = rng.choice(view["legal_actions"])
    if legal["type"] == "discard":
        cards = view["hand"]["your_cards"]
        return Action("discard", cards=tuple(rng.sample(cards, rng.randint(1, len(cards)))))
    if legal["type"] == "envido":
        return Action("envido", amount=rng.randint(legal["min"], legal["max"]))
    return Action(legal["type"])


BOTS: Mapping[str, Bot] = {"pure chance": chance, **LEVELS}
"""Weakest first."""


class Outcome(NamedTuple):
    """A match that was played: the winning team, its hands, seconds of computing by team."""

    winner: int
    hands: int
    thought: tuple[list[float], list[float]]


class Job(NamedTuple):
    """A match to be played; the first level sits at 0 and 2 if `first_team` is 0."""

    ruleset: str
    levels: tuple[str, str]
    first_team: int
    seed: int


def play_match(rules: Rules, bots: tuple[Bot, Bot, Bot, Bot], seed: int) -> Outcome:
    """A whole match, by the engine. The seed decides cards and moods."""
    rng = Random(seed)
    master = rng.randbytes(32)
    state = new_match(rules, first_mano(master))
    thought: tuple[list[float], list[float]] = ([], [])
    while not state.match_over:
        if state.needs_deal:
            seed_of_hand = hand_seed(master, state.hand_number + 1)
            state = deal(state, Shuffler.start(seed_of_hand, (None,) * 4)).state
            continue
        assert state.turn is not None  # noqa: S101 - for the type checker
        seat = state.turn.seats[0]
        view = observe(state, seat)
        began = thread_time()
        action = bots[seat](view, rng)
        thought[seat % 2].append(thread_time() - began)
        state = apply(state, seat, action).state
    assert state.winner is not None  # noqa: S101 - for the type checker
    return Outcome(state.winner, state.hand_number, thought)


def play(job: Job) -> tuple[Job, Outcome]:
    """Play a job; picklable, for a pool."""
    first, second = (BOTS[level] for level in job.levels)
    bots = (first, second, first, second) if job.first_team == 0 else (second, first, second, first)
    return job, play_match(RULESETS[job.ruleset], bots, job.seed)


class Tally:
    """What came of one pairing under one ruleset."""

    def __init__(self) -> None:
        self.matches = self.wins = self.hands = 0
        self.thought: tuple[list[float], list[float]] = ([], [])

    def add(self, job: Job, outcome: Outcome) -> None:
        """Count a match for the first level of its job."""
        self.matches += 1
        self.wins += outcome.winner == job.first_team
        self.hands += outcome.hands
        self.thought[0].extend(outcome.thought[job.first_team])
        self.thought[1].extend(outcome.thought[1 - job.first_team])


def jobs(matches: int, seed: int) -> Iterator[Job]:
    """Every pairing, the better level first. A deal is played twice, with the pairs' seats changed."""
    for weak, strong in combinations(BOTS, 2):
        for ruleset in RULESETS:
            for number in range(matches):
                yield Job(ruleset, (strong, weak), number % 2, seed + number // 2)


def play_all(matches: int, seed: int, processes: int) -> dict[tuple[str, str, str], Tally]:
    """The tallies by (level, level, ruleset), with a progress bar."""
    todo = list(jobs(matches, seed))
    tallies: dict[tuple[str, str, str], Tally] = {}
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress, Pool(processes) as pool:
        task = progress.add_task("Playing", total=len(todo))
        for job, outcome in pool.imap_unordered(play, todo, chunksize=10):
            tallies.setdefault((*job.levels, job.ruleset), Tally()).add(job, outcome)
            progress.advance(task)
    return tallies


def main() -> int:
    """Parse the command line, play, print the table. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description="Who wins, and how fast?")
    parser.add_argument("--matches", type=int, default=400, help="of each pairing and ruleset")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tallies = play_all(args.matches, args.seed, args.processes)
    Console().print(_table(tallies))
    return 0 if all(tally.wins * 2 > tally.matches for tally in tallies.values()) else 1


def _table(tallies: Mapping[tuple[str, str, str], Tally]) -> Table:
    table = Table(
        title="Bots against bots",
        caption="won, hands a match, ms a decision: of the first level; 95 % interval",
    )
    for heading in (
        "level",
        "against",
        "ruleset",
        "won",
        "hands",
        "ms",
        "ms, p99.9",
    ):
        table.add_column(heading, justify="left" if heading in ("level", "against", "ruleset") else "right")
    for (strong, weak, ruleset), tally in sorted(tallies.items()):
        share = tally.wins / tally.matches
        margin = 1.96 * sqrt(share * (1 - share) / tally.matches)
        thought = sorted(tally.thought[0])
        table.add_row(
            strong,
            weak,
            ruleset,
            f"{share:.1%} ± {margin:.1%}",
            f"{tally.hands / tally.matches:.1f}",
            f"{1000 * sum(thought) / len(thought):.3f}",
            f"{1000 * thought[int(len(thought) * 0.999)]:.3f}",
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
