"""People who are something to each other, or of whom something is known."""

from django.utils.timezone import now

from accounts.models import Block, Friendship, User
from games.models import Rating


def befriend(one: User, other: User) -> None:
    """The two are friends."""
    Friendship.objects.create(person=one, friend=other)
    Friendship.objects.create(person=other, friend=one)


def block(one: User, other: User) -> None:
    """One has blocked the other."""
    Block.objects.create(blocker=one, blocked=other)


def rate(person: User, shown: int, ruleset: str = "gametwist", *, provisional: bool = False) -> User:
    """The person's rating is this, as people read it."""
    Rating.objects.create(
        user=person,
        ruleset=ruleset,
        mu=(shown - 500) / 40,
        sigma=2.0,
        provisional=provisional,
        updated_at=now(),
    )
    return person
