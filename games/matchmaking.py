"""The queue: who wants to play is seated with three others of similar rating, or with bots if they like.

Whoever changes an entry holds its person (`presence.hold`), and matching holds all four and then locks their
entries in the order of their ids: so nobody is seated twice, nor after leaving the queue.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain, combinations
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet
from django.utils.timezone import now as clock

from accounts.exceptions import Yourself
from accounts.models import User
from accounts.presence import hold, hold_who_is_there
from accounts.selectors import blocked_either_way, find_player, partner_of
from games import access, tables
from games.company_models import QueueEntry
from games.exceptions import GameError, NotWaiting, TooManyTables
from games.idempotency import Keyed, Outcome, once
from games.models import Rating, Table
from games.rating_models import points
from games.selectors import iso
from games.wishes import TableSettings, check

log = logging.getLogger(__name__)

NEWCOMER = 1500
TOLERANCE = 100  # rating points between the longest waiting and the others at first
WIDENING = 10  # and so many more for each second of waiting
BOTS_AFTER = 30  # seconds after which bots are offered
BOT_LEVEL = "casual"
NEAREST = 8  # among so many of the nearest others companions are looked for
BATCH = 400  # of those who want the same, the longest waiting
LONGEST = 15 * 60  # seconds of waiting; who is still there asks again

Unit = tuple[QueueEntry, ...]  # one, or two who want to be partners


def enter(
    *,
    player: User,
    ruleset: str,
    turn_seconds: int,
    partner: str | None = None,
    keyed: Keyed | None = None,
) -> Outcome:
    """Wait for others; another wish takes the place of an old one, and the waiting begins anew.

    The same wish again, while one waits, changes nothing. 200 with how one stands. Raises InvalidTable,
    TooManyTables, PlayerNotFound, Yourself, AccountGone, KeyReused.
    """
    check(TableSettings(ruleset=ruleset, turn_seconds=turn_seconds))
    wanted = find_player(username=partner) if partner else None
    if wanted == player:
        raise Yourself
    wish = {"ruleset": ruleset, "turn_seconds": turn_seconds, "partner": wanted}

    def act() -> tuple[None, Outcome]:
        hold(player)
        if not _waits_for(QueueEntry.objects.filter(person=player).first(), wish):
            access.require_room(player, turn_seconds)
            _wait(player, wish)
        return None, Outcome.of(200, status_of(player))

    return once(player, keyed, act)


def _waits_for(entry: QueueEntry | None, wish: dict[str, Any]) -> bool:
    waits = entry is not None and entry.table_id is None and _waited(entry, clock()) < LONGEST
    return waits and all(getattr(entry, name) == value for name, value in wish.items())


def _wait(player: User, wish: dict[str, Any]) -> None:
    rating = _rating_of(player, wish["ruleset"])
    fresh = {**wish, "rating": rating, "since": clock(), "table": None}
    QueueEntry.objects.update_or_create(person=player, defaults=fresh)


@transaction.atomic(durable=True)
def leave(*, player: User) -> None:
    """Wait no more; who is seated already stays seated. Raises AccountGone."""
    hold(player)
    QueueEntry.objects.filter(person=player).delete()


def status_of(player: User) -> dict[str, Any]:
    """Whether the player waits, since when, and where they have been seated."""
    entry = QueueEntry.objects.filter(person=player).first()
    if entry is None:
        return {"waiting": False, "bots_offered": False}
    told = {"ruleset": entry.ruleset, "turn_seconds": entry.turn_seconds, "since": iso(entry.since)}
    if entry.table_id:
        return {"waiting": False, "bots_offered": False, **told, "table": str(entry.table_id)}
    return {"waiting": True, "bots_offered": _waited(entry, clock()) >= BOTS_AFTER, **told}


def fill_with_bots(*, player: User) -> dict[str, Any]:
    """Begin at once with bots on the free seats; two who want to be partners begin together.

    A partner who has not come is not waited for. Who has been seated meanwhile, or asks again, is told where.
    Raises NotWaiting, TooManyTables.
    """
    mine = QueueEntry.objects.select_related("person").filter(person=player).first()
    if mine is None:
        raise NotWaiting
    if mine.table_id:
        return status_of(player)
    access.require_room(player, mine.turn_seconds)
    others = _waiting(QueueEntry.objects.filter(person=mine.partner_id))
    together = [(mine, other) for other in others if _are_partners(mine, other)]
    if _seat([*together, (mine,)][:1]) is None:
        raise NotWaiting
    return status_of(player)


def match_all(now: datetime) -> int:
    """Seat all who can be seated, those who have waited longest first; returns how many tables began.

    Who has waited for LONGEST has gone, and waits no more.
    """
    waiting = QueueEntry.objects.filter(table=None)
    waiting.filter(since__lt=now - timedelta(seconds=LONGEST)).delete()
    begun = 0
    for ruleset, turn_seconds in _wishes_of_four(waiting):
        units = _units(_waiting(waiting.filter(_ready(), ruleset=ruleset, turn_seconds=turn_seconds)))
        while group := _next_group(units, now):
            units = [unit for unit in units if unit not in group]
            begun += _guarded(group)
    return begun


def _ready() -> Q:
    """Those whose partner, if they wait for one, waits for them: nobody else takes up a place in a batch."""
    mutual = QueueEntry.objects.filter(
        person=OuterRef("partner"),
        partner=OuterRef("person"),
        table=None,
        ruleset=OuterRef("ruleset"),
        turn_seconds=OuterRef("turn_seconds"),
    )
    return Q(partner=None) | Q(Exists(mutual))


def _wishes_of_four(waiting: QuerySet[QueueEntry]) -> list[tuple[str, int]]:
    """What at least four want, the wish that has waited longest first."""
    wishes = waiting.filter(_ready()).values_list("ruleset", "turn_seconds").order_by()
    counted = wishes.annotate(count=Count("pk"), first=Min("since")).filter(count__gte=4).order_by("first")
    return [(ruleset, turn_seconds) for ruleset, turn_seconds, *_ in counted]


def _guarded(group: Sequence[Unit]) -> bool:
    """One table's trouble must not hold up the others."""
    try:
        return _seat(group) is not None
    except GameError as refusal:
        log.warning("four people could not be seated: %s", refusal)
    except DatabaseError:
        if not connection.is_usable():
            raise
        log.exception("four people could not be seated")
    return False


def _waiting(entries: Any) -> list[QueueEntry]:
    waiting = entries.filter(table=None, person__is_active=True).select_related("person")
    return list(waiting.order_by("since", "pk")[:BATCH])


def _units(entries: Sequence[QueueEntry]) -> list[Unit]:
    """Those who can be seated, in order: single people, and pairs where each has named the other."""
    by_person = {entry.person_id: entry for entry in entries}
    units: list[Unit] = []
    for entry in entries:
        other = by_person.get(entry.partner_id) if entry.partner_id else None
        if entry.partner_id is None:
            units.append((entry,))
        elif other and _are_partners(entry, other) and not any(other in unit for unit in units):
            units.append((entry, other))
    return units


def _are_partners(one: QueueEntry, other: QueueEntry) -> bool:
    same_wish = (one.ruleset, one.turn_seconds) == (other.ruleset, other.turn_seconds)
    return same_wish and one.partner_id == other.person_id and other.partner_id == one.person_id


def _next_group(units: Sequence[Unit], now: datetime) -> list[Unit] | None:
    """The first who can be seated, with companions near to them in rating; None when there are none."""
    for place, first in enumerate(units):
        reach = TOLERANCE + WIDENING * _waited(first[0], now)
        near = [unit for unit in units[place + 1 :] if _distance(first, unit) <= reach]
        near = sorted(near, key=lambda unit: _distance(first, unit))[:NEAREST]
        for others in chain.from_iterable(combinations(near, count) for count in (1, 2, 3)):
            group = [first, *others]
            if sum(map(len, group)) == 4 and not _kept_apart(group):
                return group
    return None


def _seat(group: Sequence[Unit]) -> UUID | None:
    """Open a table for these, bots on the seats that are left; None when one of them is gone meanwhile."""
    ids = [entry.pk for unit in group for entry in unit]
    with transaction.atomic(durable=True):
        people = hold_who_is_there(*(entry.person for unit in group for entry in unit))
        rows = QueueEntry.objects.select_for_update().filter(pk__in=ids, table=None).order_by("pk")
        fresh = {row.pk: row for row in rows if row.person_id in people}
        if not _all_as_before(group, fresh) or _kept_apart(group) or not _all_have_room(group):
            return None
        places = _places(group)
        levels = [None if number in places else BOT_LEVEL for number in range(4)]
        first = group[0][0]
        settings = TableSettings(ruleset=first.ruleset, turn_seconds=first.turn_seconds, seats=levels)
        table: Table = tables.open_for({n: people[entry.person_id] for n, entry in places.items()}, settings)
        QueueEntry.objects.filter(pk__in=ids).update(table=table)
        return table.id


def _all_as_before(group: Sequence[Unit], fresh: dict[int, QueueEntry]) -> bool:
    return all(
        entry.pk in fresh and _wish(fresh[entry.pk]) == _wish(entry) for unit in group for entry in unit
    )


def _wish(entry: QueueEntry) -> tuple[Any, ...]:
    return entry.ruleset, entry.turn_seconds, entry.partner_id


def _all_have_room(group: Sequence[Unit]) -> bool:
    """Whether all may sit at one more table; who may not waits no longer."""
    crowded = [entry for unit in group for entry in unit if not _has_room(entry)]
    QueueEntry.objects.filter(pk__in=[entry.pk for entry in crowded]).delete()
    return not crowded


def _has_room(entry: QueueEntry) -> bool:
    try:
        access.require_room(entry.person, entry.turn_seconds)
    except TooManyTables:
        return False
    return True


def _places(group: Sequence[Unit]) -> dict[int, QueueEntry]:
    """By seat: pairs sit opposite each other."""
    pairs: list[Unit] = [unit for unit in group if len(unit) == 2]
    singles = sorted((unit[0] for unit in group if len(unit) == 1), key=lambda entry: entry.rating)
    while singles:
        one = singles.pop(0)
        other = _wished_for(one, singles) or (singles[-1] if singles else None)
        if other:
            singles.remove(other)
        pairs.append((one, other) if other else (one,))
    return {2 * k + team: entry for team, pair in enumerate(pairs) for k, entry in enumerate(pair)}


def _wished_for(one: QueueEntry, others: Sequence[QueueEntry]) -> QueueEntry | None:
    """The one among the others whom this one would like to play with, or who would like to play with it."""
    mine = partner_of(one.person)
    for other in others:
        if other.person == mine or partner_of(other.person) == one.person:
            return other
    return None


def _kept_apart(group: Sequence[Unit]) -> bool:
    people = [entry.person for unit in group for entry in unit]
    ids = {person.id for person in people}
    return any(ids.intersection(blocked_either_way(person)) for person in people)


def _distance(one: Unit, other: Unit) -> float:
    return abs(_strength(one) - _strength(other))


def _strength(unit: Unit) -> float:
    return sum(entry.rating for entry in unit) / len(unit)


def _waited(entry: QueueEntry, now: datetime) -> float:
    return (now - entry.since).total_seconds()


def _rating_of(player: User, ruleset: str) -> int:
    known = Rating.objects.filter(user=player, ruleset=ruleset, provisional=False).first()
    return points(known.mu) if known else NEWCOMER
