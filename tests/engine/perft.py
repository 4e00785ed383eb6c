"""Counting the tree of play: how many lines of so many words there are from a given deal.

    python -m tests.engine.perft            compare with `perft.json`, deal by deal
    python -m tests.engine.perft --write    write it anew

At each question every legal word is followed once; an envido with its least and with its greatest amount, a
discard as the default one. A line that ends the hand is counted at every greater length too.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.rules import resolve
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import apply, deal, default_action, legal_actions, new_match

DATA = Path(__file__).with_name("perft.json")
DEPTH = 8

TABLES: tuple[dict[str, Any], ...] = (
    {"ruleset": "gametwist", "options": {}, "mano": 0},
    {"ruleset": "traditional", "options": {}, "mano": 3},
    {"ruleset": "gametwist", "options": {"max_mus_rounds": 0}, "mano": 1},
    {
        "ruleset": "gametwist",
        "options": {"max_mus_rounds": 0, "partner_confirmation": "decline_only"},
        "mano": 2,
    },
    {"ruleset": "gametwist", "options": {"max_mus_rounds": 0, "partner_confirmation": "none"}, "mano": 0},
    {"ruleset": "gametwist", "options": {"max_mus_rounds": 0, "max_envido": 3, "kings": 4}, "mano": 0},
)
"""Each with two deals."""


def lines(state: State, depth: int) -> int:
    """How many lines of `depth` words, or of fewer that end the hand, begin here."""
    if depth == 0 or state.turn is None:
        return 1
    seat = state.turn.seats[0]
    return sum(lines(apply(state, seat, word).state, depth - 1) for word in words(state, seat))


def words(state: State, seat: int) -> Iterator[Action]:
    """What is followed from here."""
    for kind, least, most in legal_actions(state, seat):
        if kind == "discard":
            yield default_action(state, seat)
        elif least is None:
            yield Action(kind)
        else:
            yield from (Action(kind, amount) for amount in sorted({least, most or least}))


def start(entry: Mapping[str, Any]) -> State:
    """The deal of an entry."""
    state = new_match(resolve(entry["ruleset"], entry["options"]), entry["mano"])
    return deal(state, Shuffler(bytes(32), 0), tuple(entry["deck"].split())).state


def entries() -> list[dict[str, Any]]:
    """The deals, without their counts."""
    return [{**table, "deck": " ".join(Random(seed).sample(DECK, 40))} for table in TABLES for seed in (1, 2)]


def counted(entry: Mapping[str, Any], depth: int = DEPTH) -> list[int]:
    """Lines of 1, 2, ... words."""
    return [lines(start(entry), length) for length in range(1, depth + 1)]


def main() -> int:
    """The command. Returns 0 if all counts are those stored."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.perft")
    parser.add_argument("--write", action="store_true", help="write the counts anew")
    if parser.parse_args().write:
        found = [{**entry, "lines": counted(entry)} for entry in entries()]
        DATA.write_text("[\n" + ",\n".join(map(json.dumps, found)) + "\n]\n", encoding="utf-8")
        return 0
    wrong = [
        entry for entry in json.loads(DATA.read_text(encoding="utf-8")) if counted(entry) != entry["lines"]
    ]
    sys.stdout.writelines(f"differs: {json.dumps(entry)}\n" for entry in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
