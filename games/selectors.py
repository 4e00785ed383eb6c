"""Reads: who sits where, what a seat may see, the log, finished hands. Nothing here writes or locks.

A view is built from nothing: the engine's allow-list `observe` for the cards and the match, and here
the people, the clock and the promises around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import User
from accounts.selectors import player_name
from games import access, chat_reads
from games.engine import shuffle, view
from games.engine.events import Event as EngineEvent
from games.engine.rules import Rules
from games.engine.signs import GESTURES, sees_sign
from games.engine.state import State
from games.exceptions import CursorAhead, HandNotFound, NotSeated, TableNotFound
from games.models import Event, Hand, Message, Seat, Table
from games.record import commitments

EVENTS_PER_ANSWER = 200


def iso(moment: datetime | None) -> str | None:
    """A time as the API writes it: RFC 3339 in UTC, to the millisecond."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seats_of(table_id: UUID) -> list[Seat]:
    """The four seats of a table in order, with their players."""
    return list(Seat.objects.filter(table_id=table_id).select_related("player", "reserved_for", "coming"))


def seat_of(seats: Iterable[Seat], player: User | None) -> Seat | None:
    """The seat of a player among `seats`, if any."""
    return next((seat for seat in seats if player and seat.player_id == player.id), None)


def own_seat(seats: Iterable[Seat], player: User) -> Seat:
    """The seat of a player who has one; raises NotSeated, also when the account has just been closed."""
    seat = seat_of(seats, player)
    if seat is None or seat.player is None or not seat.player.is_active:
        raise NotSeated
    return seat


def find_table(table_id: UUID, player: User, *, with_state: bool = True) -> Table:
    """A table the player may look at; raises TableNotFound alike for hidden and missing ones.

    `with_state` false leaves the snapshot where it is, for who needs only the columns beside it.
    """
    tables = Table.objects.filter(access.visible_to(player), pk=table_id)
    found = (tables if with_state else tables.defer("state")).first()
    if found is None:
        raise TableNotFound
    return found


def table_and_seats(table_id: UUID, player: User) -> tuple[Table, list[Seat]]:
    """A table the player may look at, without its snapshot, and its four seats: all in one read.

    Raises TableNotFound alike for hidden and missing ones.
    """
    table = Table.objects.filter(access.visible_to(player), pk=table_id)
    everybody = ("player", "reserved_for", "coming", "table__rematch")
    seats = list(
        Seat.objects.filter(table__in=table)
        .select_related("table", *everybody)
        .defer("table__state", "table__rematch__state", "table__rematch__master")
    )
    if not seats:
        raise TableNotFound
    return seats[0].table, seats


def open_tables(
    player: User,
    *,
    ruleset: str | None = None,
    turn_seconds_max: int | None = None,
    fits_me: bool = False,
) -> QuerySet[Table]:
    """Tables of all and of friends that wait for people and where the player does not sit."""
    here = Seat.objects.filter(table=OuterRef("pk"))
    free = here.filter(kind=Seat.Kind.EMPTY, reserved_for=None)
    tables = Table.objects.filter(access.visible_to(player), Exists(free), status=Table.Status.OPEN)
    tables = tables.exclude(visibility=Table.Visibility.PRIVATE).exclude(Exists(here.filter(player=player)))
    if ruleset:
        tables = tables.filter(ruleset=ruleset)
    if turn_seconds_max is not None:
        tables = tables.filter(turn_seconds__lte=turn_seconds_max)
    if fits_me:
        tables = tables.filter(access.fits(player))
    return tables.defer("state", "master")


def tables_of(player: User, *, status: str | None = None) -> QuerySet[Table]:
    """The tables where the player sits."""
    tables = Table.objects.filter(seats__player=player)
    if status:
        tables = tables.filter(status=status)
    return tables.defer("state", "master")


def turns_of(player: User) -> list[dict[str, Any]]:
    """The inbox: every table that waits for the player, the most urgent first (at most 200)."""
    asked = Seat.objects.filter(
        player=player,
        controller=Seat.Controller.PLAYER,
        table__status=Table.Status.PLAYING,
        table__turn_seats__contains=[F("number")],
    )
    rows = (
        asked.select_related("table").defer("table__state", "table__master").order_by("table__deadline")[:200]
    )
    return [
        {
            "table": str(seat.table_id),
            "ruleset": seat.table.ruleset,
            "version": seat.table.version,
            "seat": seat.number,
            "turn": seat.table.turn_id,
            "started_at": iso(seat.table.turn_started_at),
            "deadline": iso(seat.table.deadline),
        }
        for seat in rows
    ]


def summary_of(table: Table, seats: Sequence[Seat], viewer: Seat | None = None) -> dict[str, Any]:
    """A table in a list: settings, people and, when it is over, who has won; no cards."""
    ended = {} if table.winner is None else {"winner": table.winner, "finished_at": iso(table.finished_at)}
    return {
        "id": str(table.id),
        "status": table.status,
        "visibility": table.visibility,
        "ruleset": table.ruleset,
        "options": table.options,
        "turn_seconds": table.turn_seconds,
        "auto_start": table.auto_start,
        "chat": table.chat,
        **_limits(table),
        "created_at": iso(table.created_at),
        **ended,
        "seats": [_seat(table, seat, viewer, None, None) for seat in seats],
    }


def view_of(
    table: Table, seats: Sequence[Seat], viewer: Seat | None, state: State | None = None
) -> dict[str, Any]:
    """What one seat (None: somebody without a seat) sees of a table, as in the contract's "The view".

    `state` saves reading the snapshot again when the caller has just played; then there is no rematch yet.
    """
    rematch = rematch_of(table) if state is None else None
    state = state or _state_of(table)
    number = viewer.number if viewer else None
    seen = view.observe(state, number) if state else _before_the_match(table)
    said = seen.pop("said")
    hand = seen["hand"]
    return {
        "id": str(table.id),
        "status": table.status,
        "visibility": table.visibility,
        **({"join_code": table.join_code} if table.join_code and viewer else {}),
        "version": table.version,
        "ruleset": table.ruleset,
        "options": table.options,
        "rules_version": table.rules_version,
        "turn_seconds": table.turn_seconds,
        "auto_start": table.auto_start,
        "chat": table.chat,
        **_limits(table),
        "seats": [_seat(table, seat, viewer, state, said[seat.number]) for seat in seats],
        "match": {**seen["match"], **_master(table)},
        "hand": {**hand, **commitments(table, hand["number"])} if hand else None,
        "turn": turn_of(table, state),
        "legal_actions": seen["legal_actions"] if table.status == Table.Status.PLAYING else [],
        "signs": _signs(table, seats, viewer, hand),
        "last_hand": seen["last_hand"],
        **({"rematch": rematch} if rematch else {}),
    }


def _limits(table: Table) -> dict[str, int]:
    limits = {"min_rating": table.min_rating, "max_rating": table.max_rating}
    return {name: limit for name, limit in limits.items() if limit is not None}


def _state_of(table: Table) -> State | None:
    """The snapshot; None before the match, and at a parked table whose snapshot is what cannot be read."""
    if table.state is None:
        return None
    try:
        return State.from_json(table.state)
    except Exception:
        if table.status != Table.Status.PARKED:
            raise
        return None


def turn_of(table: Table, state: State | None) -> dict[str, Any] | None:
    """The standing question with its clock."""
    if state is None or state.turn is None or table.status != Table.Status.PLAYING:
        return None
    asked = {"id": state.turn.id, "seats": list(state.turn.seats), "kind": state.turn.kind}
    return {**asked, "started_at": iso(table.turn_started_at), "deadline": iso(table.deadline)}


def rematch_of(table: Table) -> str | None:
    """The id of the rematch of a finished match, if somebody has opened it."""
    again = getattr(table, "rematch", None) if table.status == Table.Status.FINISHED else None
    return str(again.id) if again else None


def _before_the_match(table: Table) -> dict[str, Any]:
    games_to_win = table.options["games_to_win"]
    match = {
        "games_to_win": games_to_win,
        "games_won": [0, 0],
        "game": 1,
        "score": [0, 0],
        "provisional_winner": None,
        "winner": None,
    }
    return {
        "match": match,
        "hand": None,
        "turn": None,
        "legal_actions": [],
        "said": [None] * 4,
        "last_hand": None,
    }


def _master(table: Table) -> dict[str, str]:
    master = bytes(table.master)
    revealed = {"master": master.hex()} if table.status == Table.Status.FINISHED else {}
    return {"master_commitment": shuffle.master_commitment(master), **revealed}


def _seat(
    table: Table, seat: Seat, viewer: Seat | None, state: State | None, said: dict[str, Any] | None
) -> dict[str, Any]:
    row: dict[str, Any] = {
        "seat": seat.number,
        "team": seat.number % 2,
        "kind": seat.kind,
        "controller": seat.controller,
        "you": viewer is not None and viewer.number == seat.number,
        "missed_turns": seat.missed_turns,
    }
    if seat.player:
        row["player"] = player_name(seat.player)
        if seat.player_id == table.creator_id and table.status == Table.Status.OPEN:
            row["creator"] = True
    if seat.bot_level:
        row["level"] = seat.bot_level
    if seat.reserved_for_id and seat.kind == Seat.Kind.EMPTY:
        row["reserved"] = True
    if state and seat.resigned_hand == state.hand_number and not state.match_over:
        row["resigns"] = True
    if seat.coming and state and not state.match_over:
        row["coming"] = player_name(seat.coming)
    if said:
        row["said"] = said
    return row


def cards_held_since(state: State) -> str:
    """Names the deal or exchange that gave the cards now held: a sign made before it is gone."""
    return _exchange(view.observe(state, None)["hand"])


def _exchange(hand: dict[str, Any]) -> str:
    return f"{hand['number']}.{hand['mus_round']}"


def _signs(
    table: Table, seats: Sequence[Seat], viewer: Seat | None, hand: dict[str, Any] | None
) -> list[dict[str, Any]]:
    if hand is None or table.status != Table.Status.PLAYING:
        return []
    return [
        {
            "seat": seat.number,
            "gesture": seat.sign,
            "meaning": GESTURES[seat.sign],
            "for_you": viewer is not None and viewer.number == seat.partner,
        }
        for seat in seats
        if seat.sign and seat.sign_exchange == _exchange(hand) and may_see_sign(table, seat, viewer)
    ]


def may_see_sign(table: Table, seat: Seat, viewer: Seat | None) -> bool:
    """Whether a seat's sign is for this viewer's eyes."""
    return sees_sign(table.options["signs_visible_to"], seat.number, viewer.number if viewer else None)


def event_of(
    row: Event, viewer: Seat | None, people: dict[UUID, User], messages: Mapping[str, Message]
) -> dict[str, Any]:
    """One log row as a viewer may read it; names and texts are joined now: deletion reaches the past."""
    if row.type == "message":
        heard = chat_reads.event_part(messages.get(row.data["message"]))
        return {"seq": row.seq, "at": iso(row.at), "type": row.type, **heard}
    private = {int(number): extra for number, extra in row.private.items()}
    data = view.redact(EngineEvent(row.type, row.seat, row.data, private), viewer.number if viewer else None)
    shown: dict[str, Any] = {"seq": row.seq, "at": iso(row.at), "type": row.type}
    if row.seat is not None:
        shown["seat"] = row.seat
    if row.by:
        shown["by"] = row.by
    if "player" in data:
        data = {**data, "player": player_name(people[UUID(data["player"])])}
    return {**shown, "data": data}


def events_after(table: Table, viewer: Seat | None, after: int) -> list[dict[str, Any]]:
    """The next events after number `after`, at most EVENTS_PER_ANSWER. Raises CursorAhead.

    None is newer than the table as it was read, so that a view of it never lags behind its events.
    """
    if after > table.version:
        raise CursorAhead
    known = Event.objects.filter(table=table, seq__gt=after, seq__lte=table.version)
    rows = list(known[:EVENTS_PER_ANSWER])
    mentioned = {UUID(row.data["player"]) for row in rows if "player" in row.data}
    people = User.objects.in_bulk(mentioned) if mentioned else {}
    messages = chat_reads.mentioned_in(rows, viewer.player if viewer else None)
    return [event_of(row, viewer, people, messages) for row in rows]


def hand_of(table: Table, number: int) -> dict[str, Any]:
    """A finished hand whole: cards, actions, result list, proof. Raises HandNotFound."""
    hand = Hand.objects.filter(table=table, number=number).first()
    if hand is None:
        raise HandNotFound
    return hands_in_full(table, [hand])[0]


def hands_in_full(table: Table, hands: Sequence[Hand]) -> list[dict[str, Any]]:
    """Finished hands of one table with their actions and the proof of the deal."""
    numbers = [hand.number for hand in hands]
    actions: dict[int, list[dict[str, Any]]] = {number: [] for number in numbers}
    for row in Event.objects.filter(table=table, type="action", hand__in=numbers):
        actions[row.hand or 0].append(_action(row))
    seeds = [seat.client_seed or None for seat in Seat.objects.filter(table=table)]
    return [{**_account(table, hand, seeds), "actions": actions[hand.number]} for hand in hands]


def _action(row: Event) -> dict[str, Any]:
    faces = row.private.get(str(row.seat), {})
    return {"seq": row.seq, "seat": row.seat, "by": row.by, **row.data, **faces}


def _account(table: Table, hand: Hand, client_seeds: list[str | None]) -> dict[str, Any]:
    record = {key: value for key, value in hand.record.items() if key != "deck"}
    seed = shuffle.hand_seed(bytes(table.master), hand.number)
    proof = {
        "algorithm": shuffle.ALGORITHM,
        "commitment": shuffle.hand_commitment(str(table.id), hand.number, seed),
        "seed": seed.hex(),
        "client_seeds": client_seeds,
        "deck": hand.record["deck"],
    }
    return {
        "table": str(table.id),
        "ruleset": table.ruleset,
        "options": table.options,
        **record,
        "proof": proof,
        "finished_at": iso(hand.finished_at),
    }


def proof_of(table: Table) -> dict[str, Any]:
    """What lets a stranger check all deals of a match; the master is revealed when it is finished."""
    master = bytes(table.master)
    finished = table.status == Table.Status.FINISHED
    revealed = {"master": master.hex(), "first_mano": shuffle.first_mano(master)} if finished else {}
    return {"table": str(table.id), "master_commitment": shuffle.master_commitment(master), **revealed}


def rules_of(table: Table) -> Rules:
    """The rules as this table agreed on them."""
    return Rules.from_json({"ruleset": table.ruleset, "options": table.options})
