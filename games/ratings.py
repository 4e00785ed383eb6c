"""How strong people and bots are: every finished match is rated once, after its end.

A match tells which pair is stronger, so all four seats change together, each by how little was known of it.
The model is Thurstone and Mosteller's, with the updates of Weng and Lin (JMLR 12, 2011). docs/decisions.md
says what counts for whom, and why.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.timezone import now as clock
from openskill.models import ThurstoneMostellerFull

from accounts.models import User
from games import statistics
from games.models import Rating, RatingChange, Seat, Table
from games.statistics import Story


class Strength(NamedTuple):
    """An estimate and its standard deviation."""

    mu: float
    sigma: float


NEWCOMER = Strength(25.0, 25.0 / 3)
PROVISIONAL_SIGMA = 5.0  # after about twenty matches
CARDS_AND_CHANCE = 12.5  # how far the better pair can stay behind in one match, on the scale of `mu`


def _no_caution(*args: object) -> float:
    """The library can let `sigma` shrink more slowly than the model says; measured, that makes it worse."""
    return 1.0


MODEL = ThurstoneMostellerFull(*NEWCOMER, beta=CARDS_AND_CHANCE, gamma=_no_caution)


def rate(*, table_id: UUID) -> bool:
    """Rate a finished match and count it in the statistics; False when it is not finished, or was rated.

    One transaction. It holds the people (in the order of their ids), then the table, then the ratings (in
    the order of theirs): matches that end at the same moment wait for each other, and none for itself.
    """
    table = _finished_unrated().filter(pk=table_id).defer("state", "master").first()
    if table is None:
        return False
    seats = list(Seat.objects.filter(table=table))
    story = Story.of(table)  # nothing in a finished match changes: it is read before anything is locked
    with transaction.atomic(durable=True):
        people = _hold(seats)
        if not _finished_unrated().filter(pk=table_id).select_for_update().values_list("pk"):
            return False
        now = clock()
        seated = [(people[seat.player_id], seat.number) for seat in seats if seat.player_id in people]
        statistics.add(table.ruleset, [(person, story.tally(number)) for person, number in seated])
        _rate_seats(table, _rated_owners(seats, people, story), now)
        Table.objects.filter(pk=table_id).update(rated_at=now, rating_due_at=None)
        return True


def _finished_unrated() -> QuerySet[Table]:
    return Table.objects.filter(status=Table.Status.FINISHED, rated_at=None)


def _hold(seats: Sequence[Seat]) -> Mapping[UUID | None, User]:
    """Those who sit there and have not left for good, by id; their rows are locked, in that order.

    Unlike `presence.hold_who_is_there` it leaves nobody out whose account is only shut.
    """
    ids = [seat.player_id for seat in seats if seat.player_id]
    people = User.objects.select_for_update(no_key=True).filter(pk__in=ids, deleted_at=None)
    return {person.pk: person for person in people.order_by("pk")}


def _rated_owners(
    seats: Sequence[Seat], people: Mapping[UUID | None, User], story: Story
) -> dict[int, tuple[UUID | None, str]]:
    """Whose rating a seat has, by seat. Guests and who took a seat over in mid-match have none."""
    owners: dict[int, tuple[UUID | None, str]] = {}
    for seat in seats:
        person = people.get(seat.player_id)
        known = bool(seat.bot_level) or (person is not None and not person.is_guest)
        if known and seat.number not in story.joined:
            owners[seat.number] = (seat.player_id, seat.bot_level)
    return owners


def _rate_seats(table: Table, owners: Mapping[int, tuple[UUID | None, str]], now: datetime) -> None:
    rows = _locked_ratings(table.ruleset, set(owners.values()), now)
    ratings = {seat: rows[owner] for seat, owner in owners.items()}
    before = {rating.pk: Strength(rating.mu, rating.sigma) for rating in rows.values()}
    after = _strengths_after(ratings, table.winner or 0)
    for rating in rows.values():
        rating.mu, rating.sigma = after[rating.pk]
        rating.matches += 1
        rating.provisional = rating.sigma > PROVISIONAL_SIGMA
        rating.updated_at = now
    Rating.objects.bulk_update(rows.values(), ["mu", "sigma", "matches", "provisional", "updated_at"])
    RatingChange.objects.bulk_create(
        _change(table, seat, rating, before[rating.pk], now) for seat, rating in ratings.items()
    )


def _locked_ratings(
    ruleset: str, owners: set[tuple[UUID | None, str]], now: datetime
) -> dict[tuple[UUID | None, str], Rating]:
    """The ratings of these owners, locked in the order of their ids; who has none gets a newcomer's."""
    mu, sigma = NEWCOMER
    new = [
        Rating(user_id=person, bot_level=level, ruleset=ruleset, mu=mu, sigma=sigma, updated_at=now)
        for person, level in sorted(owners, key=str)
    ]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    people, levels = {person for person, _ in owners}, {level for _, level in owners} - {""}
    theirs = Rating.objects.filter(Q(user__in=people) | Q(bot_level__in=levels), ruleset=ruleset)
    return {rating.owner: rating for rating in theirs.select_for_update().order_by("pk")}


def _strengths_after(ratings: Mapping[int, Rating], winner: int) -> dict[int, Strength]:
    """What the match makes of each rating, by its id.

    Bots of one level have one rating for all their seats. What tells something of it is by how many seats
    one pair had more of them: with as many in both, nothing.
    """
    seats = _seats_after(ratings, winner)
    held: dict[int, list[int]] = defaultdict(list)
    for seat, rating in ratings.items():
        held[rating.pk].append(seat)
    after = {}
    for rating in ratings.values():
        own = held[rating.pk]
        lead = sum(1 if seat % 2 == 0 else -1 for seat in own)
        after[rating.pk] = Strength(rating.mu, rating.sigma)
        if lead:
            telling = next(seats[seat] for seat in own if seat % 2 == (0 if lead > 0 else 1))
            gained = telling.mu - rating.mu
            after[rating.pk] = Strength(rating.mu + abs(lead) * gained, telling.sigma)
    return after


def _seats_after(ratings: Mapping[int, Rating], winner: int) -> dict[int, Strength]:
    """What the match makes of each seat on its own. A seat without a rating counts as a newcomer's."""
    known = {seat: Strength(rating.mu, rating.sigma) for seat, rating in ratings.items()}
    teams = [[MODEL.rating(*known.get(seat, NEWCOMER)) for seat in pair] for pair in ((0, 2), (1, 3))]
    ranks = [1.0, 2.0] if winner == 0 else [2.0, 1.0]
    (first, third), (second, fourth) = MODEL.rate(teams, ranks=ranks)
    return {
        seat: Strength(rated.mu, rated.sigma) for seat, rated in enumerate((first, second, third, fourth))
    }


def _change(table: Table, seat: int, rating: Rating, before: Strength, now: datetime) -> RatingChange:
    return RatingChange(
        rating=rating,
        table=table,
        seat=seat,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu_after=rating.mu,
        sigma_after=rating.sigma,
        at=now,
    )
