"""F52: who has no seat sees a part of what every seat sees, and of a private table nothing."""

from random import Random
from typing import Any

import pytest

from games import exceptions, selectors
from games.models import Table
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db

ABOUT_THE_VIEWER = {"you", "for_you"}


def is_part_of(less: Any, more: Any, path: str = "") -> bool:
    """Whether everything in `less` is in `more` too, with the same value."""
    if path in ABOUT_THE_VIEWER:
        return less is False
    if isinstance(less, dict):
        return less.keys() <= more.keys() and all(is_part_of(less[key], more[key], key) for key in less)
    if isinstance(less, list) and isinstance(more, list) and path != "legal_actions":
        return len(less) == len(more) and all(map(is_part_of, less, more))
    return less == more or (path in {"legal_actions", "signs"} and less == [])


@pytest.mark.parametrize(
    "traits", [{}, {"traditional": True}, {"paired": True}], ids=["gametwist", "traditional", "bots"]
)
def test_at_every_moment_the_onlookers_view_is_a_part_of_each_seats(
    traits: dict[str, Any], rng: Random
) -> None:
    match = Match.of(SettingsFactory(quick=True, **traits))
    while match.row().status == Table.Status.PLAYING:
        looks_on = match.view(None)
        assert "your_cards" not in looks_on["hand"]
        assert looks_on["legal_actions"] == []
        assert not any(seat["you"] for seat in looks_on["seats"])
        for number in range(4):
            seen = match.view(number)
            assert is_part_of(looks_on, seen)
            assert seen["hand"].keys() - looks_on["hand"].keys() == {"your_cards"}
        match.step(rng)


def test_the_onlookers_feed_is_a_part_of_each_seats(rng: Random) -> None:
    match = Match.of(SettingsFactory(quick=True))
    match.play_out(rng)
    row, seats = match.row(), match.seats()
    after, onlookers, seated = 0, [], [[] for _ in seats]  # type: ignore[var-annotated]
    while batch := selectors.events_after(row, None, after):
        onlookers += batch
        for number, seat in enumerate(seats):
            seated[number] += selectors.events_after(row, seat, after)
        after = batch[-1]["seq"]
    assert [event["seq"] for event in onlookers] == list(range(1, row.version + 1))
    for feed in seated:
        assert len(feed) == len(onlookers)
        assert all(map(is_part_of, onlookers, feed))


def test_what_one_is_part_of_is_told_apart() -> None:
    assert is_part_of({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}], "d": 4})
    assert not is_part_of({"a": 1}, {"a": 2})
    assert not is_part_of({"a": 1}, {})
    assert not is_part_of({"a": [1]}, {"a": [1, 2]})
    assert not is_part_of({"you": True}, {"you": True})


def test_a_private_table_does_not_exist_for_others() -> None:
    match = Match.of(SettingsFactory(private=True, alone=True))
    with pytest.raises(exceptions.TableNotFound):
        selectors.find_table(match.id, PersonFactory())
    assert match.row() not in selectors.open_tables(PersonFactory())
