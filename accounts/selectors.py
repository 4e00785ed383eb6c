"""Reads: how people are shown, who are friends, who has blocked whom. Nothing here writes or locks."""

from typing import Any
from uuid import UUID

from django.db.models import Case, F, Q, QuerySet, When
from django.utils.translation import gettext as _

from accounts.exceptions import PlayerNotFound
from accounts.models import Block, FriendRequest, Friendship, Token, User


def player_name(person: User) -> dict[str, Any]:
    """A person by name, as everybody sees it; of somebody who has left, only that."""
    if person.deleted_at is None:
        return {"username": person.username}
    return {"username": person.username, "deleted": True, "name": _("Deleted player")}


def find_player(*, username: str) -> User:
    """The player of that name, whatever its case; raises PlayerNotFound."""
    try:
        player = User.objects.get_by_natural_key(username)
    except User.DoesNotExist as error:
        raise PlayerNotFound from error
    if not player.is_active:
        raise PlayerNotFound
    return player


def devices_of(person: User) -> QuerySet[Token]:
    """Where the person is signed in, the one used last first."""
    devices: QuerySet[Token] = Token.objects.filter(user=person)
    return devices.order_by("-used_at", "-public_id")


def friendships_of(person: User) -> QuerySet[Friendship]:
    """The person's friendships, with the friends."""
    return Friendship.objects.filter(person=person, friend__is_active=True).select_related("friend")


def friends_of(person: User) -> QuerySet[Friendship, UUID]:
    """The ids of the person's friends, for `filter(creator__in=friends_of(person))`."""
    return Friendship.objects.filter(person=person).values_list("friend", flat=True)


def are_friends(one: User, other: User) -> bool:
    """Whether two people are friends."""
    return Friendship.objects.filter(person=one, friend=other).exists()


def partner_of(person: User) -> User | None:
    """The friend whom the person would like to play with, if they have said so."""
    chosen = Friendship.objects.filter(person=person, partner=True).select_related("friend").first()
    return chosen.friend if chosen else None


def incoming_requests(person: User) -> QuerySet[FriendRequest]:
    """Who would like to be the person's friend; of those whom they have blocked they hear nothing."""
    return (
        FriendRequest.objects.filter(receiver=person, sender__is_active=True)
        .exclude(sender__in=blocked_by(person))
        .select_related("sender", "receiver")
    )


def outgoing_requests(person: User) -> QuerySet[FriendRequest]:
    """Whose friend the person would like to be."""
    mine = FriendRequest.objects.filter(sender=person, receiver__is_active=True)
    return mine.select_related("sender", "receiver")


def blocks_of(person: User) -> QuerySet[Block]:
    """Whom the person has blocked, with them."""
    return Block.objects.filter(blocker=person, blocked__is_active=True).select_related("blocked")


def _in_force() -> QuerySet[Block]:
    """An operator reaches everybody, also who blocked them before they became one (F84)."""
    return Block.objects.exclude(blocked__is_staff=True)


def blocked_by(person: User) -> QuerySet[Block, UUID]:
    """The ids of those whom the person has blocked: what they write is hidden from the person."""
    return _in_force().filter(blocker=person).values_list("blocked", flat=True)


def blocked_either_way(person: User) -> QuerySet[Block, UUID]:
    """The ids of those who have blocked the person or whom they have blocked.

    For `exclude(player__in=blocked_either_way(person))`: whom to keep apart from the person.
    """
    other = Case(When(blocker=person, then=F("blocked")), default=F("blocker"))
    pairs = _in_force().filter(Q(blocker=person) | Q(blocked=person))
    return pairs.annotate(other=other).values_list("other", flat=True)
