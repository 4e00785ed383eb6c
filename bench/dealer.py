"""Deal a million hands and compare them with exact odds.

    python -m bench.dealer [--deals N] [--processes N] [--master HEX]

Whole chain: one master, one seed a hand, the shuffle, the deal. What a hand is worth is worked out here
from scratch, not asked of the engine, and the odds are those of the rules by enumeration (docs/rules.md).
Ends with 1 if any p-value is below 1 in 100,000.
"""

import argparse
import os
import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.chance import chi_square, p_value
from games.engine.cards import DECK
from games.engine.shuffle import Shuffler, hand_seed

CHUNK = 5_000
# About a dozen figures a run: a sound dealer fails one run in ten thousand.
REJECT_BELOW = 1e-5
NO_CLIENT_SEEDS = (None, None, None, None)

# Of the 91,390 hands, with eight kings.
PARES_ODDS: dict[str, float] = {"none": 39_680, "pareja": 43_776, "medias": 4_448, "duples": 3_486}
JUEGO_ODDS: dict[str, float] = {"less": 63_922, "30": 3_024, "31": 8_384, "juego": 16_060}
# Shares of fresh deals in which both pairs, one pair or nobody can play the lance.
WHO_PARES_ODDS = {"both": 0.659043, "one": 0.306783, "nobody": 0.034174}
WHO_JUEGO_ODDS = {"both": 0.197770, "one": 0.555449, "nobody": 0.246781}

_RANKS = {card: {"3": "12", "2": "1"}.get(card[:-1], card[:-1]) for card in DECK}
_VALUES = {card: min(int(rank), 10) for card, rank in _RANKS.items()}
_PARES_OF_COUNTS = {(1, 1, 1, 1): "none", (1, 1, 2): "pareja", (1, 3): "medias"}


class Verdict(NamedTuple):
    """One comparison with the odds."""

    name: str
    statistic: float
    degrees: int
    p: float


class Tally:
    """What was seen in some deals; tallies of parts of a run add up."""

    def __init__(self) -> None:
        self.deals = 0
        self.places: Counter[tuple[int, str]] = Counter()
        self.next_place: Counter[tuple[int, int]] = Counter()
        self.pares: list[Counter[str]] = [Counter() for _ in range(4)]
        self.juego: list[Counter[str]] = [Counter() for _ in range(4)]
        self.who_pares: Counter[str] = Counter()
        self.who_juego: Counter[str] = Counter()

    def add(self, deck: tuple[str, ...]) -> None:
        """Count one deck and the four hands dealt from it."""
        self.deals += 1
        self.places.update(enumerate(deck))
        pares = [pares_of(deck[seat:16:4]) for seat in range(4)]
        juego = [juego_of(deck[seat:16:4]) for seat in range(4)]
        for seat in range(4):
            self.pares[seat][pares[seat]] += 1
            self.juego[seat][juego[seat]] += 1
        self.who_pares[who_plays([kind != "none" for kind in pares])] += 1
        self.who_juego[who_plays([kind in {"31", "juego"} for kind in juego])] += 1

    def merge(self, other: "Tally") -> None:
        """Add what another tally counted."""
        self.deals += other.deals
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)

    def _counters(self) -> list[Counter[Any]]:
        return [self.places, self.next_place, *self.pares, *self.juego, self.who_pares, self.who_juego]


def pares_of(hand: tuple[str, ...]) -> str:
    """none, pareja, medias or duples."""
    counts = tuple(sorted(Counter(_RANKS[card] for card in hand).values()))
    return _PARES_OF_COUNTS.get(counts, "duples")


def juego_of(hand: tuple[str, ...]) -> str:
    """31, another juego, 30, or less."""
    total = sum(_VALUES[card] for card in hand)
    return {30: "30", 31: "31"}.get(total, "juego" if total > 31 else "less")


def who_plays(holds: list[bool]) -> str:
    """Which pairs have a holder: both, one or nobody."""
    return ("nobody", "one", "both")[(holds[0] or holds[2]) + (holds[1] or holds[3])]


def count_deals(job: tuple[bytes, int, int]) -> Tally:
    """Deal the hands first..last of a master. `first` odd and `last` even keep pairs of hands whole."""
    master, first, last = job
    tally = Tally()
    place = 0
    for number in range(first, last + 1):
        deck, _ = Shuffler.start(hand_seed(master, number), NO_CLIENT_SEEDS).shuffled(DECK)
        tally.add(deck)
        before, place = place, deck.index("12o")
        if number % 2 == 0:
            tally.next_place[before, place] += 1
    return tally


def verdicts(tally: Tally) -> Iterator[Verdict]:
    """Every figure of the tally against its odds."""
    yield _card_by_place(tally)
    pairs = [tally.next_place[one, other] for one in range(40) for other in range(40)]
    yield _verdict("king of oros in two hands running", pairs, [1.0] * 1600)
    for seat in range(4):
        yield _shares(f"pares of mano + {seat}", tally.pares[seat], PARES_ODDS)
        yield _shares(f"juego of mano + {seat}", tally.juego[seat], JUEGO_ODDS)
    yield _shares("who can play pares", tally.who_pares, WHO_PARES_ODDS)
    yield _shares("who can play juego", tally.who_juego, WHO_JUEGO_ODDS)


def _card_by_place(tally: Tally) -> Verdict:
    """Rows and columns both add up to the deals, so n/(n-1) times as much varies in (n-1)^2 cells."""
    cells = [tally.places[place, card] for place in range(40) for card in DECK]
    statistic = chi_square(cells, [tally.deals / 40] * 1600) * 39 / 40
    return Verdict("card by place in the deck", statistic, 39 * 39, p_value(statistic, 39 * 39))


def _shares(name: str, seen: Counter[str], odds: dict[str, float]) -> Verdict:
    return _verdict(name, [seen[kind] for kind in odds], list(odds.values()))


def _verdict(name: str, seen: list[int], odds: list[float]) -> Verdict:
    expected = [sum(seen) * share / sum(odds) for share in odds]
    statistic, degrees = chi_square(seen, expected), len(odds) - 1
    return Verdict(name, statistic, degrees, p_value(statistic, degrees))


def deal(master: bytes, deals: int, processes: int) -> Tally:
    """The tally of hands 1..deals, on several processes, with a progress bar."""
    jobs = [(master, first, min(first + CHUNK - 1, deals)) for first in range(1, deals + 1, CHUNK)]
    total = Tally()
    columns = (TextColumn("Dealing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress, Pool(processes) as pool:
        task = progress.add_task("Dealing", total=deals)
        for part in pool.imap_unordered(count_deals, jobs):
            total.merge(part)
            progress.update(task, completed=total.deals)
    return total


def main() -> int:
    """Parse the command line, deal, print the table. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.dealer", description="Is the dealer fair?")
    parser.add_argument(
        "--deals", type=_many, default=1_000_000, help="1,000,000 by default, at least 10,000"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--master", type=bytes.fromhex, help="64 hex digits, to repeat a run")
    args = parser.parse_args()
    master = args.master or secrets.token_bytes(32)
    console = Console()
    console.print(f"master {master.hex()}")
    found = list(verdicts(deal(master, args.deals, args.processes)))
    console.print(_table(found, args.deals))
    fair = all(verdict.p >= REJECT_BELOW for verdict in found)
    console.print("[green]The dealer is fair.[/]" if fair else "[red]The dealer is NOT fair.[/]")
    return 0 if fair else 1


def _many(text: str) -> int:
    deals = int(text)
    if deals < 10_000:
        raise argparse.ArgumentTypeError("fewer than 10,000 deals say nothing")
    return deals


def _table(found: list[Verdict], deals: int) -> Table:
    table = Table(title=f"{deals:,} deals against exact odds")
    for heading in ("figure", "chi-square", "degrees", "p"):
        table.add_column(heading, justify="left" if heading == "figure" else "right")
    for verdict in found:
        colour = "red" if verdict.p < REJECT_BELOW else "green"
        table.add_row(
            verdict.name, f"{verdict.statistic:.1f}", str(verdict.degrees), f"[{colour}]{verdict.p:.4g}[/]"
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
