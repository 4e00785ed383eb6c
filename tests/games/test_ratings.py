"""Who is rated by which match, and how."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils.timezone import now
from pytest_django import Settings

from accounts.departure import bury
from games import clock, events, ratings, record, seating, tasks
from games.models import Rating, RatingChange, Statistics, Table
from games.rating_models import points
from games.ratings import NEWCOMER, PROVISIONAL_SIGMA
from tests.games.driver import Match
from tests.games.ended import end, ended, of, of_bots, rated, registered, seated
from tests.games.factories import PersonFactory

pytestmark = pytest.mark.django_db

AGAINST_BOTS = (None, "casual", None, "casual")


def sides(match: Match) -> tuple[float, float]:
    """What the first person of each pair has now."""
    return of(match.people[0]).mu, of(match.people[1]).mu


# A match between newcomers


def test_the_winners_rise_and_the_losers_fall_by_as_much() -> None:
    match = rated(ended(registered(4), winner=1))
    mus = [of(match.people[seat]).mu for seat in range(4)]
    assert mus[1] == mus[3] > NEWCOMER.mu > mus[0] == mus[2]
    assert mus[1] - NEWCOMER.mu == pytest.approx(NEWCOMER.mu - mus[0])
    assert all(of(person).sigma < NEWCOMER.sigma for person in match.people.values())
    assert all(of(person).matches == 1 for person in match.people.values())


def test_every_seat_has_its_change_in_the_history() -> None:
    match = rated(ended(registered(4)))
    changes = RatingChange.objects.filter(table_id=match.id).order_by("seat")
    assert [change.rating.user for change in changes] == [match.people[seat] for seat in range(4)]
    for change in changes:
        assert (change.mu_before, change.sigma_before) == NEWCOMER
        assert (change.mu_after, change.sigma_after) == (change.rating.mu, change.rating.sigma)


def test_a_match_is_rated_once() -> None:
    match = rated(ended(registered(4)))
    before = list(Rating.objects.order_by("pk").values()), list(Statistics.objects.order_by("pk").values())
    assert not ratings.rate(table_id=match.id)
    assert before == (
        list(Rating.objects.order_by("pk").values()),
        list(Statistics.objects.order_by("pk").values()),
    )


def test_a_match_that_is_being_played_is_not_rated() -> None:
    match = seated(registered(4))
    assert not ratings.rate(table_id=match.id)
    assert not Rating.objects.exists()
    assert match.row().rated_at is None


def test_only_a_match_that_is_over_can_be_rated() -> None:
    match = seated(registered(4))
    with pytest.raises(IntegrityError, match="table_rated_after_its_end"), transaction.atomic():
        Table.objects.filter(pk=match.id).update(rated_at=now())


def test_each_ruleset_has_its_own_ratings() -> None:
    people = registered(4)
    rated(ended(people))
    rated(ended(people, ruleset="traditional", winner=1))
    assert of(people[0]).mu > NEWCOMER.mu > of(people[0], "traditional").mu
    assert of(people[0]).matches == of(people[0], "traditional").matches == 1


def test_beating_the_strong_tells_more_than_beating_the_weak() -> None:
    strong, weak, one, other = registered(2), registered(2), registered(2), registered(2)
    for _ in range(5):
        rated(ended([strong[0], weak[0], strong[1], weak[1]]))
    rated(ended([one[0], strong[0], one[1], strong[1]]))
    rated(ended([other[0], weak[0], other[1], weak[1]]))
    assert of(one[0]).mu > of(other[0]).mu > NEWCOMER.mu


def test_of_a_pair_the_one_of_whom_less_is_known_moves_more() -> None:
    old, new = registered(4), registered(1)[0]
    for winner in (0, 1) * 5:
        rated(ended(old, winner=winner))
    before = of(old[0]).mu
    rated(ended([old[0], old[1], new, old[3]]))
    assert of(new).mu - NEWCOMER.mu > of(old[0]).mu - before > 0


def test_a_rating_is_provisional_until_enough_is_known() -> None:
    people = registered(4)
    seen = []
    for number in range(30):
        rated(ended(people, winner=number % 2))
        seen.append(of(people[0]))
    flags = [rating.provisional for rating in seen]
    assert flags == sorted(flags, reverse=True), "once enough is known, it stays so"
    assert [rating.sigma > PROVISIONAL_SIGMA for rating in seen] == flags
    assert 10 < flags.count(True) < 30


def test_points_are_1500_for_a_newcomer_and_grow_with_the_estimate() -> None:
    assert points(NEWCOMER.mu) == 1500
    assert points(NEWCOMER.mu + 1) == 1540


# Who counts for what


def test_guests_are_not_rated_and_count_as_newcomers() -> None:
    with_guests = rated(ended([*registered(2), PersonFactory(), PersonFactory()]))
    among_newcomers = rated(ended(registered(4)))
    assert sides(with_guests) == sides(among_newcomers)
    assert Rating.objects.filter(user__is_guest=True).count() == 0
    assert RatingChange.objects.filter(table_id=with_guests.id).count() == 2


def test_a_guest_who_registers_is_rated_from_then_on() -> None:
    people = [PersonFactory() for _ in range(4)]
    match = rated(ended(people))
    assert not Rating.objects.exists()
    people[0].is_guest = False
    people[0].save()
    assert not ratings.rate(table_id=match.id)
    rated(ended(people))
    assert of(people[0]).matches == 1


@pytest.mark.parametrize("left", [0, 1], ids=["one leaves", "both leave"])
def test_leaving_saves_nobody_from_losing(left: int) -> None:
    there = rated(ended(registered(4)))
    match = seated(registered(4))
    match.leave(1)
    if left:
        match.leave(3)
    rated(end(match))
    assert sides(match) == sides(there)
    assert of(match.people[3]).mu == of(match.people[1]).mu


def test_giving_up_is_losing() -> None:
    match = seated(registered(4))
    match.resign(1)
    match.resign(3)
    rated(match)
    assert of(match.people[1]).mu < NEWCOMER.mu < of(match.people[0]).mu


def test_who_left_for_good_before_the_end_counts_as_a_newcomer() -> None:
    match = seated(registered(4))
    with transaction.atomic():
        bury(match.people[3])
    rated(end(match))
    assert sides(match) == sides(rated(ended(registered(4))))
    assert not Rating.objects.filter(user=match.people[3]).exists()
    assert not Statistics.objects.filter(user=match.people[3]).exists()


def test_who_leaves_for_good_takes_ratings_and_statistics_along() -> None:
    match = rated(ended(registered(4)))
    gone = match.people[0]
    with transaction.atomic():
        bury(gone)
    assert not Rating.objects.filter(user=gone).exists()
    assert not Statistics.objects.filter(user=gone).exists()
    assert RatingChange.objects.filter(table_id=match.id).count() == 3
    assert of(match.people[1]).matches == 1


def test_a_seat_that_was_taken_over_in_the_middle_is_nobodys() -> None:
    match = seated(registered(4))
    row = match.row()
    joined = {"kind": "player", "player": str(match.people[2].id)}
    record.log_events(row, [seating.event("seat_taken", 2, joined)], now=now())
    row.save()
    rated(end(match))
    assert not Rating.objects.filter(user=match.people[2]).exists()
    assert sides(match) == sides(rated(ended(registered(4))))


# Bots


def test_bots_of_a_level_are_rated_as_one() -> None:
    match = rated(ended(registered(2), AGAINST_BOTS))
    bots = of_bots("casual")
    assert bots.matches == 1
    assert bots.mu < NEWCOMER.mu < of(match.people[0]).mu
    changes = RatingChange.objects.filter(rating=bots, table_id=match.id)
    assert sorted(change.seat for change in changes) == [1, 3]
    assert {change.mu_after for change in changes} == {bots.mu}


def test_a_level_on_both_seats_of_a_pair_is_told_of_twice() -> None:
    partner = rated(ended(registered(3), (None, "casual", None, None))).people[3]
    lost = NEWCOMER.mu - of(partner).mu
    assert NEWCOMER.mu - of_bots("casual").mu == pytest.approx(lost)
    rated(ended(registered(2), (None, "novice", None, "novice")))
    assert NEWCOMER.mu - of_bots("novice").mu == pytest.approx(2 * lost)


@pytest.mark.parametrize("winner", [0, 1])
def test_a_level_that_plays_itself_learns_nothing(winner: int) -> None:
    rated(ended([], ("casual", "casual", "novice", "novice"), winner=winner))
    for level in ("casual", "novice"):
        bots = of_bots(level)
        assert (bots.mu, bots.sigma, bots.matches) == (*NEWCOMER, 1)


def test_three_bots_of_a_level_count_for_the_pair_that_has_more_of_them() -> None:
    alone = registered(1)
    rated(ended(alone, (None, "casual", "casual", "casual")))
    gained, lost = of(alone[0]).mu - NEWCOMER.mu, NEWCOMER.mu - of_bots("casual").mu
    assert gained == pytest.approx(lost)
    assert gained > 0


def test_levels_are_rated_by_ruleset() -> None:
    rated(ended([], ("casual", "novice") * 2))
    rated(ended([], ("casual", "novice") * 2, ruleset="traditional", winner=1))
    assert of_bots("casual").mu > NEWCOMER.mu > of_bots("casual", "traditional").mu


# When it happens


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The ratings that are started, in order."""
    found: list[Any] = []
    monkeypatch.setattr(events.app, "send_task", lambda task, args, **how: found.append((task, *args)))
    return found


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_match_starts_its_rating_after_the_commit(started: list[Any]) -> None:
    match = seated(registered(4))
    assert started == []
    with transaction.atomic():
        end(match)
        assert started == []
    assert started == [(tasks.rate.name, str(match.id))]
    tasks.rate(str(match.id))
    row = match.row()
    assert row.rated_at is not None
    assert row.rating_due_at is None


def test_a_rating_that_was_lost_is_started_again_by_the_sweep(started: list[Any], settings: Settings) -> None:
    match = ended(registered(4))
    due = match.row().rating_due_at
    assert due - match.row().finished_at == timedelta(seconds=settings.RATING_RETRY)
    clock._serve_ratings(due - timedelta(seconds=0.1))
    assert started == []
    clock._serve_ratings(due)
    clock._serve_ratings(due)
    assert started == [("games.tasks.rate", str(match.id))], "it is put off, and not started twice"
    rated(match)
    clock._serve_ratings(due + timedelta(days=1))
    assert len(started) == 1


def test_a_rating_that_fails_again_and_again_is_tried_less_and_less_often(
    started: list[Any], settings: Settings
) -> None:
    match = ended(registered(4))
    ended_at = match.row().finished_at
    for age, pause in ((10, 10), (60, 60), (2000, 2000), (90_000, 3600)):
        at = ended_at + timedelta(seconds=age)
        clock._serve_ratings(at)
        assert match.row().rating_due_at - at == timedelta(seconds=pause)


def test_the_sweep_serves_ratings(started: list[Any]) -> None:
    match = ended(registered(4))
    Table.objects.filter(pk=match.id).update(rating_due_at=now())
    clock.sweep()
    assert started == [("games.tasks.rate", str(match.id))]


def test_a_rating_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = ended(registered(4))
    monkeypatch.setattr(ratings, "_change", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        ratings.rate(table_id=match.id)
    assert not Rating.objects.exists()
    assert not Statistics.objects.exists()
    assert match.row().rated_at is None
