"""People who join a match in play: a bot's seat is theirs from the next deal on (`record` gives it to them).

Until then they see what somebody without a seat sees. They add no client seed: the deals are bound since the
start.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from accounts.models import User
from accounts.selectors import blocked_either_way
from games import access, exceptions, record, selectors
from games.models import Seat, Table


def takes_people(table: Table) -> bool:
    """Whether somebody may join here although the match has begun."""
    return table.status == Table.Status.PLAYING and table.visibility == Table.Visibility.PUBLIC


def announce(table: Table, seats: Sequence[Seat], player: User, number: int | None) -> None:
    """Have a bot's seat wait for the player. Called with the person held and the Table row locked.

    Raises AlreadySeated, TableNotFound, RatingOutOfRange, TooManyTables, SeatTaken, TableFull.
    """
    if any(seat.coming_id == player.id for seat in seats):
        raise exceptions.AlreadySeated
    access.require_welcome(table, player)
    access.require_rating(table, player)
    access.require_room(player, table.turn_seconds)
    seat = _bots_seat(_open_to(player, seats), number)
    seat.coming = player
    seat.save(update_fields=["coming"])
    record.wake(table, ())


def stay_away(table_id: UUID, player: User) -> tuple[Table, list[Seat]] | None:
    """The player waits for a bot's seat no more; None when he does not wait for one (or has it by now)."""
    waiting = Seat.objects.filter(table=table_id, coming=player)
    if not waiting.exists():
        return None
    table = Table.objects.select_for_update().get(pk=table_id)
    if not waiting.update(coming=None):
        return None
    record.wake(table, ())
    return table, selectors.seats_of(table_id)


def _open_to(player: User, seats: Sequence[Seat]) -> list[Seat]:
    """The bots' seats, unless somebody sits here or comes from whom the player is kept apart."""
    people = [seat.player_id or seat.coming_id for seat in seats if seat.player_id or seat.coming_id]
    apart = set(blocked_either_way(player))
    return [] if apart.intersection(people) else [seat for seat in seats if _is_free(seat)]


def _is_free(seat: Seat) -> bool:
    return seat.kind == Seat.Kind.BOT and seat.coming_id is None


def _bots_seat(free: Sequence[Seat], number: int | None) -> Seat:
    if not free:
        raise exceptions.TableFull
    chosen = free[0] if number is None else next((seat for seat in free if seat.number == number), None)
    if chosen is None:
        raise exceptions.SeatTaken
    return chosen
