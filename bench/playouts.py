"""Play a million random hands, both rulesets and random options, and check every invariant at every step.

    python -m bench.playouts [--hands N] [--seed S] [--jobs J]      a million hands
    python -m bench.playouts --canary [--matches N] ...             10,000 matches, every view searched

A match is made from the seed and its own number alone: the number that a failure names plays it again
with `--match N`. Ends with 1 if anything does not hold.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from random import Random
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.invariants import check_hand, check_secrecy, check_state, check_step, check_stored, hold
from bench.random_play import random_action, random_rules, random_shuffler
from games.engine.actions import Action
from games.engine.events import Event, Step
from games.engine.rules import RULESETS, Rules
from games.engine.shuffle import Shuffler
from games.engine.transitions import apply, deal, new_match, resign

HANDS = 1_000_000
CANARY_MATCHES = 10_000
LONGEST_MATCH = 60
"""Hands after which one pair resigns."""
LONGEST_HAND = 5_000
"""Words after which a hand is taken not to end."""


class FailedMatch(Exception):
    """A match in which something did not hold."""


def main() -> int:
    """The command. Returns 0 if everything held."""
    args = _arguments()
    console = Console()
    began = monotonic()
    try:
        if args.match is not None:
            tally = play_match(args.match, args.seed, args.canary)
        else:
            tally = _run(args, console)
    except FailedMatch as failure:
        console.print(f"[red]{failure}[/red]\nTo play it again: --seed {args.seed} --match N")
        return 1
    console.print(report(tally, monotonic() - began))
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.playouts", description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=HANDS, help="hands to play (1000000)")
    parser.add_argument("--seed", type=int, default=1, help="of everything (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (all cores)")
    parser.add_argument("--canary", action="store_true", help="search every view for cards of others")
    parser.add_argument("--matches", type=int, default=CANARY_MATCHES, help="with --canary (10000)")
    parser.add_argument("--match", type=int, help="play only this one")
    return parser.parse_args()


def _run(args: argparse.Namespace, console: Console) -> Counter[str]:
    unit, total = ("matches", args.matches) if args.canary else ("hands", args.hands)
    tally: Counter[str] = Counter()
    columns = (TextColumn(unit), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(unit, total=total)
        for played in _matches(args):
            tally += played
            progress.update(bar, completed=min(tally[unit], total))
            if tally[unit] >= total:
                break
    return tally


def _matches(args: argparse.Namespace) -> Iterator[Counter[str]]:
    numbers = iter(range(1, sys.maxsize))
    play = partial(play_match, seed=args.seed, canary=args.canary)
    if args.jobs == 1:
        yield from map(play, numbers)
        return
    with Pool(args.jobs) as pool:
        while True:
            batch = [next(numbers) for _ in range(args.jobs * 40)]
            yield from pool.imap_unordered(play, batch, chunksize=5)


def play_match(number: int, seed: int, canary: bool = False) -> Counter[str]:
    """Play one random match with every check on. Raises FailedMatch. Returns what was seen in it."""
    rng = Random(f"{seed}/{number}")
    rules = random_rules(rng) if number % 4 else RULESETS[rng.choice(list(RULESETS))]
    try:
        return _Playout(rules, rng, canary).play()
    except Exception as error:
        raise FailedMatch(f"match {number} ({rules}): {type(error).__name__}: {error}") from error


class _Playout:
    """One match in the making, and a tally of what happened in it."""

    def __init__(self, rules: Rules, rng: Random, canary: bool) -> None:
        self.rng, self.canary, self.rules = rng, canary, rules
        self.state = new_match(rules, rng.randrange(4))
        self.first = self.state
        self.log: list[tuple[int, str] | Shuffler] = []
        self.tally: Counter[str] = Counter(matches=1)
        self.replayed = rng.random() < 0.05

    def play(self) -> Counter[str]:
        """To the end of the match, or until one pair has had enough."""
        while not self.state.match_over and self.state.hand_number < LONGEST_MATCH:
            self._play_hand()
        if self.replayed:
            self._replay()
        if not self.state.match_over:
            self._give_up()
        return self.tally

    def _play_hand(self) -> None:
        events: list[Event] = []
        shuffler = random_shuffler(self.rng)
        self.log.append(shuffler)
        self._take(deal(self.state, shuffler), events)
        stored_at = self.rng.randrange(30)
        words = 0
        while self.state.turn is not None:
            seat = self.rng.choice(self.state.turn.seats)
            action = random_action(self.state, seat, self.rng)
            self.log.append((seat, str(action)))
            self._take(apply(self.state, seat, action), events)
            words += 1
            hold(words < LONGEST_HAND, "the hand does not end")
            if words == stored_at:
                check_stored(self.state)
        check_hand(self.rules, events, self.rng)
        self._count(events, words)

    def _take(self, step: Step, events: list[Event]) -> None:
        check_step(self.state, step)
        if self.canary:
            check_secrecy(step.state, step.events)
        self.state = step.state
        events.extend(step.events)

    def _count(self, events: list[Event], words: int) -> None:
        hand = next(event.data for event in events if event.type == "hand_finished")
        self.tally["hands"] += 1
        self.tally["actions"] += words
        self.tally[f"ended by {hand['ended_by']}"] += 1
        self.tally[f"hands of {self.rules.ruleset}"] += 1
        exchanges = [event.data for event in events if event.type == "cards_exchanged"]
        self.tally["exchanges"] += len(exchanges)
        drawn = 24
        for exchange in exchanges:
            self.tally["rebuilt stocks"] += exchange["stock_count"] != drawn - sum(exchange["counts"])
            drawn = exchange["stock_count"]
        for row in hand["result"]:
            self.tally[f"{row['lance']} {row['status']}"] += 1

    def _give_up(self) -> None:
        step = resign(deal(self.state, random_shuffler(self.rng)).state, self.rng.randrange(2))
        check_state(step.state)
        hold(step.state.match_over, "a resigned match goes on")
        self.tally["resigned"] += 1

    def _replay(self) -> None:
        """The log alone leads to the same states."""
        state = self.first
        for entry in self.log:
            if isinstance(entry, Shuffler):
                state = deal(state, entry).state
            else:
                seat, word = entry
                state = apply(state, seat, Action.parse(word)).state
        hold(state == self.state, "the log leads somewhere else")
        self.tally["matches replayed"] += 1


def report(tally: Counter[str], seconds: float) -> Table:
    """What was played: nothing that a random player can reach should be missing."""
    table = Table(title=f"Everything held ({seconds:.0f} s)")
    table.add_column("seen")
    table.add_column("times", justify="right")
    for what, times in sorted(tally.items()):
        table.add_row(what, f"{times:,}")
    return table


if __name__ == "__main__":
    sys.exit(main())
