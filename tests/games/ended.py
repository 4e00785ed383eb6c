"""Matches that have ended as a test wants it, between people who are registered, and their ratings."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils.timezone import now

from accounts.models import User
from games import ratings, record, tables
from games.engine.transitions import resign
from games.models import Rating
from tests.games.driver import Match, told
from tests.games.factories import PersonFactory, SettingsFactory

FOUR = (None, None, None, None)


def registered(count: int) -> list[User]:
    """People who can be rated."""
    return [PersonFactory(is_guest=False) for _ in range(count)]


def seated(
    people: Sequence[User], levels: Sequence[str | None] = FOUR, *, ruleset: str = "gametwist"
) -> Match:
    """A match that has begun: bots where `levels` names them, the people on the other seats in order."""
    settings = SettingsFactory(seats=levels, ruleset=ruleset)
    if not people:
        return Match(tables.create_for_bots(settings=settings).id)
    free = [number for number, level in enumerate(levels) if level is None]
    body = told(tables.create(creator=people[0], settings=settings))
    match = Match(UUID(body["id"]), {free[0]: people[0]})
    for number, person in zip(free[1:], people[1:], strict=True):
        match.join(number, person=person)
    return match


def end(match: Match, winner: int = 0) -> Match:
    """Have the other pair give the match up."""
    row = match.row()
    record.record(row, match.seats(), resign(match.state(), 1 - winner), now=now())
    return match


def ended(
    people: Sequence[User],
    levels: Sequence[str | None] = FOUR,
    *,
    winner: int = 0,
    ruleset: str = "gametwist",
) -> Match:
    """A match that this pair has won."""
    return end(seated(people, levels, ruleset=ruleset), winner)


def rated(match: Match) -> Match:
    """The match, rated."""
    assert ratings.rate(table_id=match.id)
    return match


def of(person: User, ruleset: str = "gametwist") -> Rating:
    """A person's rating."""
    return Rating.objects.get(user=person, ruleset=ruleset)


def of_bots(level: str, ruleset: str = "gametwist") -> Rating:
    """The rating of all the bots of a level."""
    return Rating.objects.get(bot_level=level, ruleset=ruleset)
