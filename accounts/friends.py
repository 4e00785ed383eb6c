"""Friends and blocks. Each service holds both people (`presence.hold`), so that two of them never cross."""

from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import news, selectors, tries
from accounts.exceptions import (
    BlockNotFound,
    FriendBlocked,
    NotFriends,
    OperatorNotBlocked,
    RequestNotFound,
    TooMany,
    Yourself,
)
from accounts.models import Block, FriendRequest, Friendship, User
from accounts.presence import hold

MOST_FRIENDS = 500
MOST_REQUESTS = 100
MOST_BLOCKS = 1000


class Asked(NamedTuple):
    """What came of asking: a request that waits, or a friendship. `new`: it was not there before."""

    request: FriendRequest | None
    friendship: Friendship | None
    new: bool


def ask(*, sender: User, username: str) -> Asked:
    """Ask to be somebody's friend; who has been asked by them is their friend at once.

    Asking again changes nothing. Who has been blocked is told what everybody is told: that the request waits.
    Raises PlayerNotFound, Yourself, FriendBlocked, TooMany, TooManyTries, AccountGone.
    """
    tries.take(tries.FRIEND_REQUEST, str(sender.pk))
    receiver = _another(sender, username)
    with transaction.atomic():
        hold(sender, receiver)
        friendship = Friendship.objects.filter(person=sender, friend=receiver).first()
        if friendship:
            return Asked(None, friendship, new=False)
        if selectors.blocked_by(sender).filter(blocked=receiver).exists():
            raise FriendBlocked
        if selectors.incoming_requests(sender).filter(sender=receiver).exists():
            return Asked(None, _befriend(sender, receiver), new=True)
        return _request(sender, receiver)


@transaction.atomic
def accept(*, person: User, request_id: UUID) -> Friendship:
    """Become the friend of who asked. Raises RequestNotFound, TooMany, AccountGone."""
    asked = _incoming(person, request_id)
    hold(person, asked.sender)
    return _befriend(person, _incoming(person, request_id).sender)


@transaction.atomic
def drop_request(*, person: User, request_id: UUID) -> None:
    """Decline a request, or take one's own back; the other is not told which. Raises RequestNotFound."""
    mine = selectors.incoming_requests(person) | selectors.outgoing_requests(person)
    deleted, _ = FriendRequest.objects.filter(pk__in=mine.filter(pk=request_id).values("pk")).delete()
    if not deleted:
        raise RequestNotFound


@transaction.atomic
def part(*, person: User, username: str) -> None:
    """Be friends no more, either way. Raises NotFriends, PlayerNotFound, AccountGone."""
    friend = selectors.find_player(username=username)
    if not selectors.are_friends(person, friend):
        raise NotFriends
    hold(person, friend)
    _separate(person, friend)


@transaction.atomic
def choose_partner(*, person: User, username: str | None) -> None:
    """Which friend one would like to play with, if any. Raises PlayerNotFound, NotFriends, AccountGone."""
    friend = selectors.find_player(username=username) if username else None
    hold(person, *([friend] if friend else []))
    mine = Friendship.objects.filter(person=person)
    mine.filter(partner=True).update(partner=False)
    if friend and not mine.filter(friend=friend).update(partner=True):
        raise NotFriends


@transaction.atomic
def block(*, person: User, username: str) -> tuple[Block, bool]:
    """Hear nothing more of somebody: no friendship, no requests. Returns the block, and whether it is new.

    Raises PlayerNotFound, Yourself, OperatorNotBlocked, TooMany, AccountGone.
    """
    other = _another(person, username)
    hold(person, other)
    if other.is_staff:
        raise OperatorNotBlocked
    there = Block.objects.filter(blocker=person, blocked=other).first()
    if there:
        return there, False
    _limit(Block.objects.filter(blocker=person).count(), MOST_BLOCKS)
    _separate(person, other)
    return Block.objects.create(blocker=person, blocked=other), True


@transaction.atomic
def unblock(*, person: User, username: str) -> None:
    """Lift a block. Raises BlockNotFound, PlayerNotFound."""
    other = selectors.find_player(username=username)
    lifted, _ = Block.objects.filter(blocker=person, blocked=other).delete()
    if not lifted:
        raise BlockNotFound


def _another(person: User, username: str) -> User:
    other = selectors.find_player(username=username)
    if other == person:
        raise Yourself
    return other


def _incoming(person: User, request_id: UUID) -> FriendRequest:
    found = selectors.incoming_requests(person).filter(pk=request_id).first()
    if found is None:
        raise RequestNotFound
    return found


def _request(sender: User, receiver: User) -> Asked:
    waiting = FriendRequest.objects.filter(sender=sender, receiver=receiver).first()
    if waiting:
        return Asked(waiting, None, new=False)
    _limit(FriendRequest.objects.filter(sender=sender).count(), MOST_REQUESTS)
    request = FriendRequest.objects.create(sender=sender, receiver=receiver)
    if not selectors.blocked_by(receiver).filter(blocked=sender).exists():
        news.tell(person=receiver, kind=news.FRIEND_REQUEST, other=sender)
    return Asked(request, None, new=True)


def _befriend(person: User, friend: User) -> Friendship:
    """Both rows of a friendship, in place of the requests; the person's own is returned."""
    for one in (person, friend):
        _limit(Friendship.objects.filter(person=one).count(), MOST_FRIENDS)
    _between(person, friend).delete()
    news.tell(person=friend, kind=news.FRIEND_ACCEPTED, other=person)
    Friendship.objects.create(person=friend, friend=person)
    return Friendship.objects.create(person=person, friend=friend)


def _separate(one: User, other: User) -> None:
    Friendship.objects.filter(Q(person=one, friend=other) | Q(person=other, friend=one)).delete()
    _between(one, other).delete()


def _between(one: User, other: User) -> QuerySet[FriendRequest]:
    return FriendRequest.objects.filter(Q(sender=one, receiver=other) | Q(sender=other, receiver=one))


def _limit(count: int, most: int) -> None:
    if count >= most:
        raise TooMany
