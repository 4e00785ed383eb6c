"""Following a log row by row: what people, bots, the clock and operators did is taken from it, what
follows from that is worked out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from games import record, selectors
from games.engine import shuffle
from games.engine.actions import Action
from games.engine.errors import EngineError
from games.engine.events import Event as EngineEvent
from games.engine.events import Step
from games.engine.signs import GESTURES, check_sign
from games.engine.state import State
from games.engine.transitions import apply, new_match
from games.engine.transitions import resign as engine_resign
from games.models import Event, Hand, Seat, Table
from games.replay.compare import Difference, as_stored, walk

HIDDEN = "(hidden: the hand is being played)"


class Derailed(Exception):
    """The log does not lead on from here."""

    def __init__(self, where: str, what: str, stored: object, replayed: object) -> None:
        super().__init__(what)
        self.difference = Difference(where, what, str(stored), str(replayed))


class Stored(NamedTuple):
    """A table as it was at one moment."""

    table: Table
    seats: list[Seat]
    events: list[Event]
    hands: list[Hand]


@dataclass
class Place:
    """A seat as the log tells it."""

    kind: str = Seat.Kind.EMPTY
    controller: str = Seat.Controller.PLAYER
    player: str | None = None
    level: str = ""
    missed_turns: int = 0
    resigned_hand: int | None = None


class Replay:
    """Follows a log row by row: `state` and `places` are where the rows so far have led.

    A row is either something that somebody did, or follows from it: what follows is worked out by the
    engine, waits in `due`, and must be what the log has next.
    """

    def __init__(self, stored: Stored) -> None:
        self.stored = stored
        self.table = stored.table
        self.state: State | None = None
        self.places = [Place() for _ in range(4)]
        self.due: deque[EngineEvent] = deque()
        self.seq = 0
        self.hand: int | None = None
        self.last = ""
        self.hands: list[tuple[dict[str, Any], Event]] = []
        self.times: dict[str, Any] = {}

    def follow(self, row: Event) -> Iterator[Difference]:
        """Compare the next row and go on from it. Raises Derailed where that is impossible."""
        where = f"event {row.seq}"
        self.seq += 1
        if row.seq != self.seq:
            raise Derailed(where, "seq", row.seq, self.seq)
        follows = bool(self.due) and not self._is_arrival(row)
        wanted = self.due.popleft() if follows else self._done_by_somebody(row)
        if row.type != wanted.type:
            raise Derailed(where, "type", row.type, wanted.type)
        if wanted.type == "hand_dealt":
            self.hand = wanted.data["number"]
        yield from self._compare(where, _columns(row), self._wanted_columns(row, wanted))
        self._note(row, wanted)

    def expect_nothing_more(self) -> None:
        """Raises Derailed if the log ends before what follows from its last action."""
        if self.due:
            raise Derailed(f"event {self.seq + 1}", "type", "missing", self.due[0].type)

    def compare_hands(self) -> Iterator[Difference]:
        """Every stored hand with the one played again."""
        stored = {hand.number: _hand_columns(hand) for hand in self.stored.hands}
        replayed = {account["number"]: _account_columns(account, row) for account, row in self.hands}
        for number in sorted(stored.keys() | replayed.keys()):
            if number not in stored or number not in replayed:
                yield Difference(
                    f"hand {number}", "row", _presence(number in stored), _presence(number in replayed)
                )
            else:
                yield from self._compare(f"hand {number}", stored[number], replayed[number])

    def compare_table(self) -> Iterator[Difference]:
        """The snapshot, and what the columns beside it say."""
        state = as_stored(self.state.to_json()) if self.state else None
        yield from walk("snapshot", "state", self.table.state, state, self._as_text)
        yield from self._compare("table", self._table_columns(), self._replayed_columns())

    def compare_seats(self) -> Iterator[Difference]:
        """Who sits where, and who acts for him."""
        for seat, place in zip(self.stored.seats, self.places, strict=True):
            stored = {
                "kind": seat.kind,
                "controller": seat.controller,
                "player": seat.player_id and str(seat.player_id),
                "level": seat.bot_level,
                "resigned_hand": seat.resigned_hand,
            }
            yield from self._compare(
                f"seat {seat.number}", stored, {name: getattr(place, name) for name in stored}
            )

    def _is_arrival(self, row: Event) -> bool:
        """A person takes a bot's seat between two hands."""
        between_hands = self.due[0].type == "hand_dealt"
        return between_hands and row.type == "seat_taken" and self._place(row).kind == Seat.Kind.BOT

    def _done_by_somebody(self, row: Event) -> EngineEvent:
        """What the row must be, if it is something that somebody did; what follows from it becomes due."""
        cause = _CAUSES.get(row.type)
        if cause is None:
            raise Derailed(f"event {row.seq}", "type", row.type, "nothing leads to it")
        try:
            return cause(self, row)
        except (EngineError, KeyError, IndexError, TypeError, ValueError) as error:
            raise Derailed(
                f"event {row.seq}",
                row.type,
                self._as_text(row.type, row.data),
                self._as_text(row.type, error),
            ) from error

    def _seat_taken(self, row: Event) -> EngineEvent:
        place = self._place(row)
        place.kind, place.player, place.level = (
            row.data["kind"], row.data.get("player"), row.data.get("level", ""),
        )  # fmt: skip
        bot = place.kind == Seat.Kind.BOT
        place.controller = Seat.Controller.BOT if bot else Seat.Controller.PLAYER
        told = {"level": place.level} if bot else {"player": place.player}
        return EngineEvent("seat_taken", row.seat, {"kind": place.kind, **told})

    def _seat_left(self, row: Event) -> EngineEvent:
        left, self.places[_seat(row)] = self._place(row), Place()
        who = {"level": left.level} if left.level else {"player": left.player}
        return EngineEvent("seat_left", row.seat, who)

    def _started(self, row: Event) -> EngineEvent:
        master = bytes(self.table.master)
        mano = shuffle.first_mano(master)
        self._go(Step(new_match(selectors.rules_of(self.table), mano), ()))
        promise = {
            "master_commitment": shuffle.master_commitment(master),
            "commitment": record.commitments(self.table, 1)["commitment"],
        }
        return EngineEvent("started", None, promise)

    def _action(self, row: Event) -> EngineEvent:
        seat = _seat(row)
        faces = row.private.get(str(seat), {})
        said = {name: value for name, value in row.data.items() if name in ("type", "amount")}
        step = apply(self._state(), seat, Action.from_wire({**said, **faces}))
        action, *rest = step.events
        self._go(Step(step.state, tuple(rest)))
        if row.by == Event.By.PLAYER:
            self._place(row).missed_turns = 0
        return action

    def _sign(self, row: Event) -> EngineEvent:
        gesture = row.data["gesture"]
        check_sign(self._state(), _seat(row), gesture)
        return EngineEvent("sign", row.seat, {"gesture": gesture, "meaning": GESTURES[gesture]})

    def _message(self, row: Event) -> EngineEvent:
        """Only that somebody wrote: the text may be gone, and it is no part of the match."""
        place = self._place(row)
        if place.kind != Seat.Kind.PLAYER:
            raise ValueError("nobody sits there who could write")
        return EngineEvent("message", row.seat, {"message": str(UUID(row.data["message"]))})

    def _turn_missed(self, row: Event) -> EngineEvent:
        """Missed turns are forgotten whenever the person acts, which is not always in the log."""
        place = self._place(row)
        place.missed_turns = 1 if row.data["missed_turns"] == 1 else place.missed_turns + 1
        return EngineEvent("turn_missed", row.seat, {"missed_turns": place.missed_turns})

    def _seat_controller(self, row: Event) -> EngineEvent:
        place = self._place(row)
        away = place.controller == Seat.Controller.PLAYER
        place.controller = Seat.Controller.BOT if away else Seat.Controller.PLAYER
        return EngineEvent("seat_controller", row.seat, {"controller": place.controller})

    def _resign_offered(self, row: Event) -> EngineEvent:
        """The pair gives up when the partner has offered it in the same hand, or is a bot."""
        state, place = self._state(), self._place(row)
        partner = self.places[(_seat(row) + 2) % 4]
        place.resigned_hand = state.hand_number
        if partner.controller == Seat.Controller.BOT or partner.resigned_hand == state.hand_number:
            self._go(engine_resign(state, _seat(row) % 2))
        return EngineEvent("resign_offered", row.seat, {})

    def _by_operator(self, row: Event) -> EngineEvent:
        return EngineEvent(row.type, None, {})

    def _go(self, step: Step) -> None:
        """Take the step, and the deal that it leads to."""
        step = record.with_next_hand(self.table, self.stored.seats, step)
        self.state = step.state
        self.due.extend(step.events)

    def _state(self) -> State:
        if self.state is None:
            raise ValueError("the match has not started")
        return self.state

    def _place(self, row: Event) -> Place:
        return self.places[_seat(row)]

    def _note(self, row: Event, event: EngineEvent) -> None:
        self.last = row.type
        if event.type == "hand_finished":
            self.hands.append((event.data, row))
        if event.type in ("started", "match_finished"):
            self.times[event.type] = row.at

    def _wanted_columns(self, row: Event, event: EngineEvent) -> dict[str, Any]:
        by = self._wanted_by(row, event)
        person = self.places[row.seat].player if by == Event.By.PLAYER and row.seat is not None else None
        return {
            "seat": event.seat,
            "hand": self.hand,
            "by": by,
            "player": person or event.data.get("player"),
            "data": as_stored(event.data),
            "private": as_stored({str(seat): extra for seat, extra in event.private.items()}),
        }

    def _wanted_by(self, row: Event, event: EngineEvent) -> str:
        """The clock may act for anybody; else it is the one who controls the seat."""
        if event.type in _BY_OPERATOR:
            return Event.By.OPERATOR
        if event.type != "action":
            return ""
        return row.by if row.by == Event.By.TIMEOUT else self._place(row).controller

    def _table_columns(self) -> dict[str, Any]:
        table = self.table
        return {
            "status": table.status,
            "version": table.version,
            "hand_number": table.hand_number,
            "winner": table.winner,
            "turn_id": table.turn_id,
            "turn_seats": table.turn_seats,
            "started_at": table.started_at,
            "finished_at": table.finished_at,
        }

    def _replayed_columns(self) -> dict[str, Any]:
        status, state = self._status(), self.state
        turn = state.turn if state and status == Table.Status.PLAYING else None
        return {
            "status": status,
            "version": self.seq,
            "hand_number": state.hand_number if state else 0,
            "winner": state.winner if state else None,
            "turn_id": turn and turn.id,
            "turn_seats": list(turn.seats) if turn else [],
            "started_at": self.times.get("started"),
            "finished_at": self.times.get("match_finished"),
        }

    def _status(self) -> str:
        """A table may be parked at any moment of its match: that is not in the log."""
        if self.last == "abandoned" or (self.last == "seat_left" and self._nobody_human()):
            return Table.Status.ABANDONED
        if self.state is None:
            return Table.Status.OPEN
        if self.state.match_over:
            return Table.Status.FINISHED
        parked = self.table.status == Table.Status.PARKED
        return Table.Status.PARKED if parked else Table.Status.PLAYING

    def _nobody_human(self) -> bool:
        return not any(place.kind == Seat.Kind.PLAYER for place in self.places)

    def _compare(
        self, where: str, stored: Mapping[str, Any], replayed: Mapping[str, Any]
    ) -> Iterator[Difference]:
        for name, value in stored.items():
            yield from walk(where, name, value, replayed[name], self._as_text)

    def _as_text(self, path: str, value: object) -> str:
        """A value to print, unless it may tell of a hand that is still played."""
        closed = self.table.status in (Table.Status.FINISHED, Table.Status.ABANDONED)
        secret = path.startswith(("private", "state.play", "action"))
        return HIDDEN if secret and not closed else str(value)


def _columns(row: Event) -> dict[str, Any]:
    return {
        "seat": row.seat,
        "hand": row.hand,
        "by": row.by,
        "player": row.player_id and str(row.player_id),
        "data": row.data,
        "private": row.private,
    }


def _hand_columns(hand: Hand) -> dict[str, Any]:
    summary = ("number", "game", "mano", "ended_by", "score_before", "score_after", "record", "finished_at")
    return {name: getattr(hand, name) for name in summary}


def _account_columns(account: dict[str, Any], row: Event) -> dict[str, Any]:
    account = as_stored(account)
    return {**account, "record": account, "finished_at": row.at}


def _presence(there: bool) -> str:
    return "there" if there else "missing"


def _seat(row: Event) -> int:
    if row.seat is None or row.seat > 3:
        raise ValueError("there is no such seat")
    return row.seat


_BY_OPERATOR = ("resumed", "abandoned")

_CAUSES: Mapping[str, Callable[[Replay, Event], EngineEvent]] = {
    "seat_taken": Replay._seat_taken,
    "seat_left": Replay._seat_left,
    "started": Replay._started,
    "action": Replay._action,
    "sign": Replay._sign,
    "message": Replay._message,
    "turn_missed": Replay._turn_missed,
    "seat_controller": Replay._seat_controller,
    "resign_offered": Replay._resign_offered,
    **dict.fromkeys(_BY_OPERATOR, Replay._by_operator),
}
