"""Reads: how strong people and bots are, as the API shows it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.selectors import player_name
from games.models import Rating, Seat
from games.rating_models import points
from games.selectors import iso


def profile_of(person: User) -> dict[str, Any]:
    """What everybody may know of a player."""
    return {
        "username": person.username,
        "is_guest": person.is_guest,
        "created_at": iso(person.created_at),
        "ratings": ratings_of(person),
    }


def ratings_of(person: User) -> list[dict[str, Any]]:
    """A person's ratings as the API shows them: one for each ruleset at which they were rated."""
    return [
        {"ruleset": rating.ruleset, **_in_numbers(rating), "provisional": rating.provisional}
        for rating in Rating.objects.filter(user=person).order_by("ruleset")
    ]


def leaderboard(ruleset: str) -> QuerySet[Rating]:
    """The ratings of people and bots of whom enough is known."""
    there = Q(user__isnull=True) | Q(user__is_active=True)
    return Rating.objects.filter(there, ruleset=ruleset, provisional=False).select_related("user")


def row_of(rating: Rating) -> dict[str, Any]:
    """A line of the leaderboard."""
    if rating.user:
        return {"kind": Seat.Kind.PLAYER, "player": player_name(rating.user), **_in_numbers(rating)}
    return {"kind": Seat.Kind.BOT, "level": rating.bot_level, **_in_numbers(rating)}


def _in_numbers(rating: Rating) -> dict[str, int]:
    return {"rating": points(rating.mu), "matches": rating.matches}
