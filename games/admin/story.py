"""The log of a match told hand by hand, for a reader who knows Mus.

Cards come from finished hands, which are open; those of the hand being played only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.admin.base import teams_of
from games.admin.cards import Card, cards
from games.admin.words import outcome_of, said, told
from games.engine.state import State
from games.models import Event, Hand, Seat


class Saying(NamedTuple):
    """Something said or done: by whom, and the cards that went with it, if they may be shown."""

    seq: int
    at: datetime
    who: str
    text: str
    mark: str
    cards: list[Card]


@dataclass
class Stage:
    """A part of a hand: the talk of mus, an exchange, a lance."""

    name: str
    sayings: list[Saying]
    outcome: str = ""
    drawn: list[tuple[str, list[Card]]] = field(default_factory=list)


class Held(NamedTuple):
    """A seat's cards in one hand; empty lists where they are hidden."""

    who: str
    mano: bool
    dealt: list[Card]
    last: list[Card]


@dataclass
class HandStory:
    """One hand. `account` is the engine's, once it is finished."""

    number: int
    stages: list[Stage] = field(default_factory=list)
    open: bool = False
    held: list[Held] = field(default_factory=list)
    account: dict[str, Any] | None = None
    result: list[dict[str, Any]] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)


class Teller:
    """Tells hands of one table, whose seats are called `names`."""

    def __init__(self, seats: Sequence[Seat], names: Sequence[str]) -> None:
        self.names = names
        self.teams = teams_of(names)
        self.people = {seat.number for seat in seats if seat.kind == Seat.Kind.PLAYER}

    def before_the_match(self, rows: Iterable[Event]) -> list[Saying]:
        """Who sat down and left, and the start."""
        return [self._saying(row, told(row, self.names), show=False) for row in rows]

    def finished(self, hand: Hand, rows: Iterable[Event]) -> HandStory:
        """A hand that is over: everything about it is open."""
        account = hand.record
        story = HandStory(hand.number, open=True, account=account)
        self._tell(story, rows)
        story.held = [
            Held(name, seat == account["mano"], cards(account["dealt"][seat]), cards(account["cards"][seat]))
            for seat, name in enumerate(self.names)
        ]
        story.result = [self._result(row) for row in account["result"]]
        return story

    def running(self, number: int, rows: Sequence[Event], state: State | None, *, show: bool) -> HandStory:
        """The hand being played: what was said, and the cards only if they shall be shown."""
        hands = state.hands if state and show else None
        story = HandStory(number, open=hands is not None)
        self._tell(story, rows, state.phase if state else "")
        dealt: dict[str, Any] = next((row.private for row in rows if row.type == "hand_dealt"), {})
        if hands is not None:
            story.held = [
                Held(
                    name,
                    bool(state and seat == state.mano),
                    cards(dealt.get(str(seat), {}).get("cards", ())),
                    cards(hands[seat]),
                )
                for seat, name in enumerate(self.names)
            ]
        return story

    def _tell(self, story: HandStory, rows: Iterable[Event], phase: str = "") -> None:
        pending: list[Saying] = []
        for row in rows:
            closing = self._closes_before(row, pending)
            if closing:
                story.stages.append(Stage(closing, pending))
                pending = []
            pending = self._follow(story, row, pending)
        if pending or phase:
            story.stages.append(Stage(phase or gettext("cut short"), pending))

    def _closes_before(self, row: Event, pending: Sequence[Saying]) -> str:
        """The talk of mus ends with the first discard."""
        discards = row.type == "action" and row.data["type"] == "discard"
        return "mus" if discards and any(saying.text == "mus" for saying in pending) else ""

    def _follow(self, story: HandStory, row: Event, pending: list[Saying]) -> list[Saying]:
        """Take one more row in; returns what has been said since the last stage."""
        if row.type in ("game_finished", "match_finished"):
            story.ends.append(told(row, self.teams))
        elif row.type in ("lance_closed", "declared", "cards_exchanged"):
            story.stages.append(self._stage(row, pending, story.open))
            return []
        elif row.type not in ("hand_dealt", "hand_finished"):
            pending = [*pending, self._saying(row, self._text(row), story.open)]
            if row.type == "action" and row.data["type"] == "no_mus":
                story.stages.append(Stage("mus", pending))
                return []
        return pending

    def _stage(self, row: Event, sayings: list[Saying], show: bool) -> Stage:
        name = {
            "cards_exchanged": lambda: gettext("exchange"),
            "declared": lambda: f"{row.data['lance']}?",
            "lance_closed": lambda: str(row.data["lance"]),
        }[row.type]()
        stage = Stage(name, sayings, outcome_of(row, self.names, self.teams))
        if row.type == "cards_exchanged" and show:
            stage.drawn = [
                (name, cards(row.private[str(seat)]["cards"]))
                for seat, name in enumerate(self.names)
                if str(seat) in row.private
            ]
        return stage

    def _text(self, row: Event) -> str:
        return said(row.data) if row.type == "action" else told(row, self.names)

    def _saying(self, row: Event, text: str, show: bool) -> Saying:
        who = self.names[row.seat] if row.type == "action" and row.seat is not None else ""
        faces = row.private.get(str(row.seat), {}).get("cards", ()) if show else ()
        return Saying(row.seq, row.at, who, text, self._mark(row), cards(faces))

    def _mark(self, row: Event) -> str:
        """How it came that somebody else spoke for a seat."""
        if row.by == Event.By.TIMEOUT:
            return gettext("time-out")
        stand_in = row.by == Event.By.BOT and row.seat in self.people
        return gettext("stand-in") if stand_in else ""

    def _result(self, row: dict[str, Any]) -> dict[str, Any]:
        winner = self.teams[row["team"]] if row["team"] is not None else "–"
        best = self.names[row["seat"]] if row["seat"] is not None else ""
        return {**row, "winner": winner, "best": best}
