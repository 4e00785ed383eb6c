"""Tables: opening, sitting down, bots, the start, leaving and returning, resigning, the rematch.

Each public service runs in one transaction, holds the Table row's lock while it changes a table, and
returns the answer to send, stored under the caller's Idempotency-Key when there is one.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now as clock
from django.utils.translation import gettext as _

from accounts import tries
from accounts.models import User
from accounts.presence import hold
from accounts.review import note_shared_places
from games import access, arrivals, exceptions, notices, record, seating, selectors
from games.engine import shuffle
from games.engine.events import Event as EngineEvent
from games.engine.events import Step
from games.engine.rules import RULES_VERSION
from games.engine.state import State
from games.engine.transitions import new_match
from games.engine.transitions import resign as engine_resign
from games.idempotency import Keyed, Outcome, once
from games.locking import lock_seated, lock_table, parked_on_failure, state_in_play
from games.models import Seat, Table
from games.wishes import TableSettings, check, check_level, invalid

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def create(
    *, creator: User, settings: TableSettings, client_seed: str = "", keyed: Keyed | None = None
) -> Outcome:
    """Open a table and seat its creator on the first free seat; 201 with the view.

    Its limits of rating are not for himself. Raises InvalidTable, TooManyTables.
    """

    def act() -> tuple[UUID, Outcome]:
        hold(creator)
        if None not in settings.seats:
            raise invalid("/seats", "nobody_human", _("A table needs at least one seat for a person."))
        table, seats = _open_table(settings, creator)
        _sit(table, seats, seats[list(settings.seats).index(None)], creator, client_seed)
        _start_if_due(table, seats)
        return table.id, view_outcome(201, table, seats, creator)

    return once(creator, keyed, act)


def open_for(people: Mapping[int, User], settings: TableSettings) -> Table:
    """Open a table and seat these people, by seat; a full one begins. Called with all of them held."""
    table, seats = _open_table(settings, next(iter(people.values())))
    for number, person in people.items():
        _sit(table, seats, seats[number], person, "")
    _start_if_due(table, seats)
    return table


@transaction.atomic(durable=True)
def create_for_bots(*, settings: TableSettings) -> Table:
    """Open and start a table where only bots play (a management command; raises InvalidTable)."""
    table, seats = _open_table(settings, None)
    _start(table, seats)
    return table


def join(
    *,
    table_id: UUID,
    player: User,
    number: int | None = None,
    client_seed: str = "",
    keyed: Keyed | None = None,
) -> Outcome:
    """Sit down at an open table, on seat `number` or the first free one; the last to come starts the match.

    At a public table that is being played, a bot's seat is the player's from the next deal on.

    Raises TableNotFound, NotOpen, AlreadySeated, SeatTaken, TableFull, RatingOutOfRange, TooManyTables.
    """

    def act() -> tuple[UUID, Outcome]:
        hold(player)
        table = lock_table(table_id, player)
        seats = _join(table, player, number, client_seed)
        return table.id, view_outcome(200, table, seats, player)

    return once(player, keyed, act)


def join_by_code(*, code: str, player: User, client_seed: str = "", keyed: Keyed | None = None) -> Outcome:
    """Sit down at the private table with this join code; raises TableNotFound and what `join` raises.

    Codes cannot be guessed: after a few wrong ones the player has to wait (TooManyTries).
    """

    def act() -> tuple[UUID, Outcome]:
        hold(player)
        table = Table.objects.select_for_update().filter(join_code=code.strip().upper()).first()
        if table is None:
            raise exceptions.TableNotFound
        seats = _join(table, player, None, client_seed)
        return table.id, view_outcome(200, table, seats, player)

    tries.take(tries.JOIN_CODE, str(player.id))
    outcome = once(player, keyed, act)
    tries.give_back(tries.JOIN_CODE, str(player.id))
    return outcome


def add_bot(*, table_id: UUID, player: User, number: int, level: str, keyed: Keyed | None = None) -> Outcome:
    """Put a bot on an empty seat of one's open table. Raises InvalidTable, NotCreator, SeatTaken."""

    def act() -> tuple[UUID, Outcome]:
        table = lock_seated(table_id, player)
        require_open_and_creator(table, player)
        seats = selectors.seats_of(table_id)
        check_level(level, "/level")
        _seat_bot(table, seats[number], level)
        _start_if_due(table, seats)
        return table.id, view_outcome(200, table, seats, player)

    return once(player, keyed, act)


def start(*, table_id: UUID, player: User, keyed: Keyed | None = None) -> Outcome:
    """Start the match of one's full table that does not start by itself. Raises NotFull, NotCreator."""

    def act() -> tuple[UUID, Outcome]:
        table = lock_seated(table_id, player)
        require_open_and_creator(table, player)
        seats = selectors.seats_of(table_id)
        if not _is_full(seats):
            raise exceptions.NotFull
        _start(table, seats)
        return table.id, view_outcome(200, table, seats, player)

    return once(player, keyed, act)


def leave(*, table_id: UUID, player: User, keyed: Keyed | None = None) -> Outcome:
    """Leave an open table, or a running match to a stand-in; or wait for a bot's seat no more.

    Raises NotSeated, NotPlaying.
    """

    def act() -> tuple[UUID, Outcome]:
        stayed_away = arrivals.stay_away(table_id, player)
        if stayed_away:
            return table_id, view_outcome(200, *stayed_away, player)
        table = lock_seated(table_id, player)
        if table.status == Table.Status.OPEN:
            seats = stand_up(table, player)
        else:
            table, seats, _ = seating.change_controller(table_id, player, seating.step_away)
        return table.id, view_outcome(200, table, seats, player)

    return once(player, keyed, act)


def return_to_seat(*, table_id: UUID, player: User, keyed: Keyed | None = None) -> Outcome:
    """Take one's seat back from the stand-in. Raises NotSeated, NotPlaying."""

    def act() -> tuple[UUID, Outcome]:
        table, seats, _ = seating.change_controller(table_id, player, seating.take_back)
        return table.id, view_outcome(200, table, seats, player)

    return once(player, keyed, act)


def resign(*, table_id: UUID, player: User, keyed: Keyed | None = None) -> Outcome:
    """Offer to give the match up for the pair, or agree with the partner's offer, made in this hand.

    A partner's bot agrees at once. Raises NotSeated, NotPlaying.
    """

    def act() -> tuple[UUID, Outcome]:
        table, seats, seat = seating.change_controller(table_id, player, seating.take_back)
        state = state_in_play(table)
        partner = seats[seat.partner]
        agreed = partner.controller == Seat.Controller.BOT or partner.resigned_hand == state.hand_number
        if agreed or seat.resigned_hand != state.hand_number:
            _give_up(table, seats, seat, state, agreed)
        return table.id, view_outcome(200, table, seats, player)

    with parked_on_failure(table_id):
        return once(player, keyed, act)


def rematch(*, table_id: UUID, player: User, client_seed: str = "", keyed: Keyed | None = None) -> Outcome:
    """Open the rematch of a finished match, or take one's place in it: everybody's seat is kept for him.

    201 for who opens it, 200 for who comes after or sits there. Raises NotSeated, NotFinished and what `join`
    raises, but AlreadySeated.
    """

    def act() -> tuple[UUID, Outcome]:
        hold(player)
        old = lock_seated(table_id, player)
        if old.status != Table.Status.FINISHED:
            raise exceptions.NotFinished
        opened = Table.objects.select_for_update().filter(rematch_of=old).first()
        if opened and opened.status != Table.Status.ABANDONED:
            there = selectors.seats_of(opened.id)
            seated = selectors.seat_of(there, player)
            seats = there if seated else _join(opened, player, None, client_seed)
            return opened.id, view_outcome(200, opened, seats, player)
        if opened:
            Table.objects.filter(pk=opened.pk).update(rematch_of=None)
        table, seats = _open_rematch(old, player, client_seed)
        return table.id, view_outcome(201, table, seats, player)

    return once(player, keyed, act)


def _open_table(settings: TableSettings, creator: User | None, **fields: Any) -> tuple[Table, list[Seat]]:
    rules = check(settings)
    private = settings.visibility == Table.Visibility.PRIVATE
    table = Table.objects.create(
        creator=creator,
        visibility=settings.visibility,
        join_code="".join(secrets.choice(CODE_ALPHABET) for _ in range(10)) if private else None,
        ruleset=settings.ruleset,
        options=rules.options(),
        rules_version=RULES_VERSION,
        turn_seconds=settings.turn_seconds,
        auto_start=settings.auto_start,
        chat=settings.chat,
        min_rating=settings.min_rating,
        max_rating=settings.max_rating,
        master=secrets.token_bytes(32),
        **fields,
    )
    seats = Seat.objects.bulk_create([Seat(table=table, number=number) for number in range(4)])
    for seat, level in zip(seats, settings.seats, strict=True):
        if level is not None:
            _seat_bot(table, seat, level)
    return table, seats


def require_open_and_creator(table: Table, player: User) -> None:
    """Raises NotOpen, or NotCreator."""
    if table.status != Table.Status.OPEN:
        raise exceptions.NotOpen(extra={"table_status": table.status})
    if table.creator_id != player.id:
        raise exceptions.NotCreator


def _join(table: Table, player: User, number: int | None, client_seed: str) -> list[Seat]:
    seats = selectors.seats_of(table.id)
    if selectors.seat_of(seats, player):
        raise exceptions.AlreadySeated
    if arrivals.takes_people(table):
        arrivals.announce(table, seats, player, number)
        return seats
    if table.status != Table.Status.OPEN:
        raise exceptions.NotOpen(extra={"table_status": table.status})
    access.require_welcome(table, player)
    seat = _free_seat(seats, player, number)
    if seat.reserved_for_id is None:
        access.require_rating(table, player)
    _sit(table, seats, seat, player, client_seed)
    _start_if_due(table, seats)
    return seats


def _free_seat(seats: Sequence[Seat], player: User, number: int | None) -> Seat:
    empty = [seat for seat in seats if seat.kind == Seat.Kind.EMPTY]
    kept = [seat for seat in empty if seat.reserved_for_id == player.id]
    free = kept or [seat for seat in empty if seat.reserved_for_id is None]
    if number is None and free:
        return free[0]
    chosen = [seat for seat in free if seat.number == number]
    if chosen:
        return chosen[0]
    raise exceptions.SeatTaken if empty else exceptions.TableFull


def _sit(table: Table, seats: Sequence[Seat], seat: Seat, player: User, client_seed: str) -> None:
    access.require_room(player, table.turn_seconds)
    seat.kind, seat.player, seat.reserved_for, seat.client_seed = Seat.Kind.PLAYER, player, None, client_seed
    seat.save()
    _log(table, seating.event("seat_taken", seat.number, {"kind": seat.kind, "player": str(player.id)}))
    note_shared_places(table.id, [other.player_id for other in seats if other.player_id])


def _seat_bot(table: Table, seat: Seat, level: str) -> None:
    if seat.kind != Seat.Kind.EMPTY:
        raise exceptions.SeatTaken
    seat.kind, seat.bot_level, seat.controller = Seat.Kind.BOT, level, Seat.Controller.BOT
    seat.reserved_for = None
    seat.save()
    _log(table, seating.event("seat_taken", seat.number, {"kind": seat.kind, "level": level}))


def stand_up(table: Table, player: User) -> list[Seat]:
    """Free the player's seat at an open table; the next person becomes its creator, or it is abandoned.

    Called with the Table row locked.
    """
    seats = selectors.seats_of(table.id)
    seat = selectors.own_seat(seats, player)
    left = _emptied(seat)
    people = [other for other in seats if other.player_id]
    if not people:
        table.status = Table.Status.ABANDONED
    elif table.creator_id == player.id:
        table.creator = people[0].player
    _log(table, left)
    return seats


def empty(table: Table, seat: Seat) -> None:
    """Free the seat of a person or a bot at an open table that goes on. Called with the Table row locked."""
    _log(table, _emptied(seat))


def _emptied(seat: Seat) -> EngineEvent:
    """Nobody's seat any more; returns the event to log."""
    who = {"level": seat.bot_level} if seat.bot_level else {"player": str(seat.player_id)}
    seat.kind, seat.player, seat.client_seed = Seat.Kind.EMPTY, None, ""
    seat.bot_level, seat.controller = "", Seat.Controller.PLAYER
    seat.save()
    return seating.event("seat_left", seat.number, who)


def _log(table: Table, event: EngineEvent) -> None:
    record.log_events(table, [event], now=clock())
    table.save(update_fields=["version", "status", "creator"])
    record.wake(table, ())


def _is_full(seats: Sequence[Seat]) -> bool:
    return all(seat.kind != Seat.Kind.EMPTY for seat in seats)


def _start_if_due(table: Table, seats: Sequence[Seat]) -> None:
    if table.auto_start and _is_full(seats):
        _start(table, seats)


def _start(table: Table, seats: Sequence[Seat]) -> None:
    """Begin the match: the first mano and every deal come from the master drawn when the table was opened."""
    master = bytes(table.master)
    table.status, table.started_at = Table.Status.PLAYING, clock()
    state = new_match(selectors.rules_of(table), shuffle.first_mano(master))
    promise = {
        "master_commitment": shuffle.master_commitment(master),
        "commitment": record.commitments(table, 1)["commitment"],
    }
    began = seating.event("started", None, promise)
    record.record(table, seats, Step(state, ()), now=table.started_at, before=[began])


def _give_up(table: Table, seats: Sequence[Seat], seat: Seat, state: State, agreed: bool) -> None:
    """Note a seat's offer to resign; agreed on, it ends the match for the pair."""
    seat.resigned_hand = state.hand_number
    seat.save(update_fields=["resigned_hand"])
    step = engine_resign(state, seat.number % 2) if agreed else Step(state, ())
    offer = seating.event("resign_offered", seat.number, {})
    record.record(table, seats, step, now=clock(), before=[offer])


def _open_rematch(old: Table, player: User, client_seed: str) -> tuple[Table, list[Seat]]:
    before = selectors.seats_of(old.id)
    settings = TableSettings(
        ruleset=old.ruleset,
        options=old.options,
        visibility=old.visibility,
        turn_seconds=old.turn_seconds,
        seats=[seat.bot_level or None for seat in before],
        auto_start=old.auto_start,
        chat=old.chat,
        min_rating=old.min_rating,
        max_rating=old.max_rating,
    )
    table, seats = _open_table(settings, player, rematch_of=old)
    for seat, previous in zip(seats, before, strict=True):
        if previous.player and previous.player.is_active:
            seat.reserved_for = previous.player
            seat.save()
    _sit(table, seats, _free_seat(seats, player, None), player, client_seed)
    notices.tell_invited([seat.reserved_for for seat in seats if seat.reserved_for], table, player)
    _start_if_due(table, seats)
    return table, seats


def view_outcome(status: int, table: Table, seats: Sequence[Seat], player: User) -> Outcome:
    """The answer that shows the player the table."""
    return Outcome.of(status, selectors.view_of(table, seats, selectors.seat_of(seats, player)))
