"""Matches of the same people that end at the same moment: none is lost, none counted twice, nobody hangs."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from accounts.models import User
from games import ratings
from games.models import RatingChange, Statistics
from tests.faults.races import at_once, meet, overtake
from tests.games.ended import FOUR, ended, of, of_bots, registered

pytestmark = pytest.mark.django_db(transaction=True)

HELD_AT = "games.ratings._strengths_after"
BOTS = ("casual", "novice", "casual", "novice")
AGAINST_BOTS = (None, "casual", None, "casual")


def rate(people: Sequence[User], levels: Sequence[str | None] = FOUR) -> Callable[[], bool]:
    """The rating of a new match that is over."""
    return partial(ratings.rate, table_id=ended(people, levels).id)


def test_of_two_matches_of_a_player_neither_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    people = registered(4)
    assert meet(monkeypatch, HELD_AT, rate(people), rate(people)) == (True, True)
    assert [of(person).matches for person in people] == [2] * 4
    assert [row.matches for row in Statistics.objects.all()] == [2] * 4
    first, second = RatingChange.objects.filter(rating__user=people[0]).order_by("pk")
    assert second.mu_before == first.mu_after
    assert second.mu_after == of(people[0]).mu


def test_of_two_matches_of_a_level_of_bots_neither_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = rate(registered(2), AGAINST_BOTS), rate(registered(2), AGAINST_BOTS)
    assert meet(monkeypatch, HELD_AT, first, second) == (True, True)
    assert of_bots("casual").matches == 2


def test_without_the_locks_one_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    rate([], BOTS)()
    assert overtake(monkeypatch, HELD_AT, rate([], BOTS), rate([], BOTS)) == (True, True)
    assert of_bots("casual").matches == 2, "three matches were rated"


def test_of_two_ratings_of_one_match_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    people = registered(4)
    twice = rate(people)
    assert meet(monkeypatch, HELD_AT, twice, twice) == (True, False)
    assert [of(person).matches for person in people] == [1] * 4


def test_without_the_locks_only_a_constraint_stands_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rate([], BOTS)()
    twice = rate([], BOTS)
    first, second = overtake(monkeypatch, HELD_AT, twice, twice)
    assert second is True
    assert "rating_change_once_per_seat" in str(first)


def test_many_at_once_with_everybody_on_another_seat_do_not_stand_in_each_others_way() -> None:
    people = registered(4)
    orders = [people, people[::-1], [*people[2:], *people[:2]], [people[i] for i in (1, 3, 0, 2)]]
    calls = [rate(order) for order in orders]
    calls += [rate(order[:2], ("casual", None, "novice", None)) for order in orders]
    assert at_once(*calls) == [True] * 8
    assert sum(of(person).matches for person in people) == 4 * 4 + 4 * 2
    assert of_bots("casual").matches == of_bots("novice").matches == 4
