"""What the page of one table shows."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from games.admin.base import asked, names_of, teams_of, until
from games.admin.story import HandStory, Saying, Teller
from games.engine import shuffle
from games.engine.errors import EngineError
from games.engine.rules import RULESETS
from games.engine.state import State
from games.engine.view import observe
from games.models import Event, Hand, Seat, Table
from games.selectors import seats_of


@dataclass(frozen=True)
class TablePage:
    """A table for its page. `cards` says whether the hands being played are on it."""

    table: Table
    seats: Sequence[tuple[Seat, str]]
    asked: str
    time_left: str
    public: dict[str, Any] | None
    own_options: dict[str, Any]
    other_options: dict[str, Any]
    master_commitment: str
    before: list[Saying]
    running: HandStory | None
    finished: list[HandStory]
    cards: bool
    mano: str
    winner: str

    @classmethod
    def of(cls, table: Table, *, cards: bool) -> Self:
        """Read all that the page needs. `cards`: those of the running hand too."""
        seats = seats_of(table.id)
        names = names_of(seats)
        state = _state(table)
        own, others = _options(table)
        before, running, finished = _stories(table, Teller(seats, names), state, cards)
        return cls(
            table=table,
            seats=list(zip(seats, names, strict=True)),
            asked=asked(table, names),
            time_left=until(table),
            public=observe(state, None) if state else None,
            own_options=own,
            other_options=others,
            master_commitment=shuffle.master_commitment(bytes(table.master)),
            before=before,
            running=running,
            finished=finished,
            cards=cards,
            mano=names[state.mano] if state else "",
            winner=teams_of(names)[table.winner] if table.winner is not None else "",
        )

    @property
    def master(self) -> str:
        """The master, once the match is finished and it is open to all."""
        return bytes(self.table.master).hex() if self.table.status == Table.Status.FINISHED else ""

    @property
    def parked(self) -> bool:
        """Whether the table waits for an operator."""
        return self.table.status == Table.Status.PARKED


def _state(table: Table) -> State | None:
    """The match, unless there is none or this engine cannot read it."""
    try:
        return State.from_json(table.state) if table.state else None
    except (EngineError, KeyError, TypeError, ValueError):
        return None


def _options(table: Table) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options that differ from the ruleset's, and the others."""
    usual = RULESETS[table.ruleset].options() if table.ruleset in RULESETS else {}
    own = {name: value for name, value in table.options.items() if usual.get(name) != value}
    return own, {name: value for name, value in table.options.items() if name not in own}


def _stories(
    table: Table, teller: Teller, state: State | None, cards: bool
) -> tuple[list[Saying], HandStory | None, list[HandStory]]:
    """The time before the match, the running hand, and the finished ones, the last first."""
    rows = Event.objects.filter(table=table)
    by_hand = {number: list(group) for number, group in itertools.groupby(rows, lambda row: row.hand)}
    finished = {hand.number: hand for hand in Hand.objects.filter(table=table)}
    told = [teller.finished(hand, by_hand.get(number, [])) for number, hand in finished.items()]
    running = None
    if table.hand_number and table.hand_number not in finished:
        rows_of_it = by_hand.get(table.hand_number, [])
        running = teller.running(table.hand_number, rows_of_it, state, show=cards)
    return teller.before_the_match(by_hand.get(None, [])), running, told[::-1]
