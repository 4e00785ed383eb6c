"""A table and its people, played through the services as the views and the tasks do it."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self
from uuid import UUID, uuid4

from accounts.models import User
from games import moves, record, selectors, signs, tables
from games.engine import shuffle
from games.engine.actions import Action
from games.engine.events import Step
from games.engine.rules import Rules
from games.engine.state import State, Turn
from games.engine.transitions import apply, deal, new_match
from games.engine.transitions import resign as engine_resign
from games.idempotency import Keyed, Outcome
from games.models import Event, Hand, Seat, Table
from games.wishes import TableSettings
from tests.engine.tables import PLAIN, dealt
from tests.games.chance import any_legal
from tests.games.factories import PersonFactory, SettingsFactory

MOST_STEPS = 20_000


def told(outcome: Outcome) -> dict[str, Any]:
    """The body of an answer."""
    body: dict[str, Any] = json.loads(outcome.body)
    return body


def keyed(path: str, body: Mapping[str, Any], key: str | None = None) -> Keyed:
    """A key as a request with this path and body would carry it."""
    return Keyed.of(key or str(uuid4()), "POST", path, json.dumps(body).encode())


@dataclass
class Match:
    """A table by its id, with its people by seat."""

    id: UUID
    people: dict[int, User] = field(default_factory=dict)

    @classmethod
    def of(cls, settings: TableSettings | None = None, client_seeds: Sequence[str] = ("",) * 4) -> Self:
        """A table where everybody has sat down (and which has begun, unless its settings say otherwise)."""
        settings = settings or SettingsFactory()
        match = cls.opened(settings, client_seeds)
        for number, level in enumerate(settings.seats):
            if level is None and number not in match.people:
                match.join(number, client_seeds[number])
        return match

    @classmethod
    def opened(cls, settings: TableSettings, client_seeds: Sequence[str] = ("",) * 4) -> Self:
        """A table where only its creator sits, and the bots that the settings name."""
        number, creator = list(settings.seats).index(None), PersonFactory()
        body = told(tables.create(creator=creator, settings=settings, client_seed=client_seeds[number]))
        return cls(UUID(body["id"]), {number: creator})

    @classmethod
    def dealt(
        cls,
        hands: Sequence[str] = PLAIN,
        *,
        mano: int = 0,
        score: Sequence[int] = (0, 0),
        settings: TableSettings | None = None,
    ) -> Self:
        """A table with these cards on it, asked for mus."""
        match = cls.of(settings)
        match.put(dealt(match.rules(), hands, mano, score))
        return match

    def join(self, number: int | None = None, client_seed: str = "", person: User | None = None) -> User:
        """Seat one more person; returns him."""
        person = person or PersonFactory()
        seats = told(tables.join(table_id=self.id, player=person, number=number, client_seed=client_seed))[
            "seats"
        ]
        self.people[next(seat["seat"] for seat in seats if seat["you"])] = person
        return person

    def row(self) -> Table:
        """The table as it is stored."""
        return Table.objects.get(pk=self.id)

    def seat(self, number: int) -> Seat:
        """A seat as it is stored."""
        return Seat.objects.get(table_id=self.id, number=number)

    def seats(self) -> list[Seat]:
        """The four seats as they are stored."""
        return selectors.seats_of(self.id)

    def rules(self) -> Rules:
        """What is played here."""
        return selectors.rules_of(self.row())

    def state(self) -> State:
        """The stored snapshot."""
        stored = self.row().state
        assert stored is not None
        return State.from_json(stored)

    def turn(self) -> Turn:
        """The question that stands."""
        turn = self.state().turn
        assert turn is not None
        return turn

    def asked(self) -> int:
        """The first seat that is asked."""
        return self.turn().seats[0]

    def view(self, number: int | None) -> dict[str, Any]:
        """What a seat is shown, or (None) somebody who only looks on."""
        seats = self.seats()
        viewer = None if number is None else seats[number]
        return selectors.view_of(self.row(), seats, viewer)

    def log(self, *types: str) -> list[Event]:
        """The stored events, of these types only if any are named."""
        rows = Event.objects.filter(table_id=self.id)
        return list(rows.filter(type__in=types) if types else rows)

    def path(self, name: str) -> str:
        """An address below the table's."""
        return f"/api/v1/tables/{self.id}/{name}"

    def send(
        self, number: int, wire: Mapping[str, Any], *, turn: int | None = None, key: str | None = None
    ) -> Outcome:
        """Post an action for the person on a seat, answering the standing question unless `turn` is given."""
        turn = self.turn().id if turn is None else turn
        return moves.play(
            table_id=self.id,
            player=self.people[number],
            turn=turn,
            action=Action.from_wire(wire),
            keyed=keyed(self.path("actions"), {"turn": turn, **wire}, key) if key else None,
        )

    def say(self, *words: str) -> dict[str, Any]:
        """Let whoever is asked say these words, one after the other; returns the last answer."""
        for word in words:
            body = told(self.send(self.asked(), Action.parse(word).to_wire()))
        return body

    def sign(self, number: int, gesture: str) -> dict[str, Any]:
        """Make a sign."""
        return told(signs.make(table_id=self.id, player=self.people[number], gesture=gesture))

    def leave(self, number: int) -> dict[str, Any]:
        return told(tables.leave(table_id=self.id, player=self.people[number]))

    def come_back(self, number: int) -> dict[str, Any]:
        return told(tables.return_to_seat(table_id=self.id, player=self.people[number]))

    def resign(self, number: int) -> dict[str, Any]:
        return told(tables.resign(table_id=self.id, player=self.people[number]))

    def rematch(self, number: int, client_seed: str = "") -> "Match":
        """The rematch, with this person on his seat."""
        person = self.people[number]
        body = told(tables.rematch(table_id=self.id, player=person, client_seed=client_seed))
        seated = [seat["seat"] for seat in body["seats"] if seat["you"]]
        return Match(UUID(body["id"]), {seated[0]: person})

    def bots(self) -> bool:
        """Let the bots that are asked answer, as their task does."""
        return moves.answer_with_bots(table_id=self.id, turn=self.turn().id)

    def put(self, state: State) -> None:
        """Make the match stand like this; the log knows nothing of how it came about."""
        row = self.row()
        row.turn_id = None
        record.record(row, self.seats(), Step(state, ()), now=row.started_at)

    def step(self, rng: Random) -> None:
        """One answer to the standing question: the bots', or that of one of the people asked."""
        if self.bots():
            return
        number = rng.choice(self.turn().seats)
        self.send(number, any_legal(self.view(number), rng))

    def play_while(self, going: Callable[[Table], bool], rng: Random) -> None:
        """Play legal actions as long as the table is like that, and the match is not over."""
        for _ in range(MOST_STEPS):
            row = self.row()
            if row.status != Table.Status.PLAYING or not going(row):
                return
            self.step(rng)
        raise AssertionError("this match does not end")

    def play_out(self, rng: Random) -> None:
        """Play to the end of the match."""
        self.play_while(lambda _: True, rng)

    def play_hand(self, rng: Random) -> None:
        """Play to the end of this hand."""
        number = self.row().hand_number
        self.play_while(lambda row: row.hand_number == number, rng)


def replay(row: Table) -> State:
    """The match rebuilt from its log and its master alone."""
    seats = selectors.seats_of(row.id)
    state = new_match(selectors.rules_of(row), shuffle.first_mano(bytes(row.master)))
    for event in Event.objects.filter(table=row):
        if event.type == "hand_dealt":
            state = deal(state, record.hand_shuffler(row, seats, event.data["number"])).state
        elif event.type == "action":
            state = apply(state, event.seat, action_of(event)).state
        elif event.type == "match_finished" and event.data["by"] == "resign":
            state = engine_resign(state, 1 - event.data["winner"]).state
    return state


def action_of(event: Event) -> Action:
    """The action that an event of the log tells of, the cards of a discard included."""
    data = {key: value for key, value in event.data.items() if key != "count"}
    return Action.from_wire({**data, **event.private.get(str(event.seat), {})})


def types(events: Iterable[Event]) -> list[str]:
    """What kinds of events these are."""
    return [event.type for event in events]


def stored(match: Match) -> tuple[Any, ...]:
    """Everything that is stored of a table, to see that something has changed none of it."""
    return (
        Table.objects.filter(pk=match.id).values().get(),
        list(Seat.objects.filter(table_id=match.id).values()),
        list(Event.objects.filter(table_id=match.id).values()),
        list(Hand.objects.filter(table_id=match.id).values()),
    )
