"""What a hand of Mus costs, in shuffles of forty cards.

    python -m bench.engine [--hands N] [--seed S] [--limit RATIO]

Plays random hands through the engine, every check on, from the deal to the count, and after every few of
them shuffles forty cards as often with `random.shuffle`, so that whatever else the machine does slows both.
Ends with 1 if a hand costs more than the limit.
"""

import argparse
import sys
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.random_play import random_action, random_shuffler
from games.engine.cards import DECK
from games.engine.rules import RULESETS, Rules
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match

ROUNDS = 20
TOGETHER = 20
"""Hands, then shuffles, between two looks at the clock: enough for looking to cost nothing."""
LIMIT = 25.0


class Round(NamedTuple):
    """One measurement of both."""

    hand_seconds: float
    action_count: float
    shuffle_seconds: float

    @property
    def ratio(self) -> float:
        """Shuffles that a hand costs."""
        return self.hand_seconds / self.shuffle_seconds


def main() -> int:
    """The command. Returns 0 if a hand costs at most the limit."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=20_000, help="hands for each ruleset (20000)")
    parser.add_argument("--seed", type=int, default=1, help="of the players and of the deals (1)")
    parser.add_argument("--limit", type=float, default=LIMIT, help="shuffles a hand may cost (25)")
    args = parser.parse_args()
    console = Console()
    rounds = {name: measure(rules, args.hands, args.seed, name) for name, rules in RULESETS.items()}
    console.print(report(rounds, args.limit))
    return 0 if all(median(r.ratio for r in each) <= args.limit for each in rounds.values()) else 1


def measure(rules: Rules, hands: int, seed: int, name: str) -> list[Round]:
    """Hands and shuffles in turns, in rounds of which the report takes the median."""
    rng = Random(seed)
    each = max(1, hands // ROUNDS // TOGETHER)
    return [_round(rules, each, rng) for _ in track(range(ROUNDS), description=f"{name:12}")]


def _round(rules: Rules, times: int, rng: Random) -> Round:
    """Processor time, not the clock's: what others do in between is not ours."""
    state, deck = new_match(rules, 0), list(DECK)
    playing = shuffling = 0.0
    actions = 0
    for _ in range(times):
        began = process_time()
        state, said = _play_hands(state, rng)
        ended = process_time()
        for _ in range(TOGETHER):
            rng.shuffle(deck)
        shuffling += process_time() - ended
        playing += ended - began
        actions += said
    hands = times * TOGETHER
    return Round(playing / hands, actions / hands, shuffling / hands)


def _play_hands(state: State, rng: Random) -> tuple[State, int]:
    """The next few hands, over as many matches as it takes; returns how many things were said too."""
    actions = 0
    for _ in range(TOGETHER):
        if state.match_over:
            state = new_match(state.rules, rng.randrange(4))
        state, said = _play_hand(state, rng)
        actions += said
    return state, actions


def _play_hand(state: State, rng: Random) -> tuple[State, int]:
    """A deal and random players to the end of the hand; returns how many things they said too."""
    state = deal(state, random_shuffler(rng)).state
    actions = 0
    while (turn := state.turn) is not None:
        seat = turn.seats[0]
        state = apply(state, seat, random_action(state, seat, rng)).state
        actions += 1
    return state, actions


def report(rounds: dict[str, list[Round]], limit: float) -> Table:
    """Medians of the rounds."""
    table = Table(title=f"A random hand, in shuffles of 40 cards (at most {limit:g})")
    for heading in ("ruleset", "actions a hand", "hand µs", "shuffle µs", "ratio", "µs an action"):
        table.add_column(heading, justify="left" if heading == "ruleset" else "right")
    for name, each in rounds.items():
        hand = median(r.hand_seconds for r in each) * 1e6
        actions = median(r.action_count for r in each)
        shuffle = median(r.shuffle_seconds for r in each) * 1e6
        ratio = median(r.ratio for r in each)
        figures = (f"{actions:.1f}", f"{hand:.1f}", f"{shuffle:.2f}", f"{ratio:.1f}", f"{hand / actions:.2f}")
        table.add_row(name, *figures, style="green" if ratio <= limit else "red")
    return table


if __name__ == "__main__":
    sys.exit(main())
