"""What this app keeps of people: the sections of an export, and what becomes of it when somebody leaves."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from accounts import selectors
from accounts.choices import choices_of, wanted
from accounts.holdings import Farewell, Fate, Holding, Keeper
from accounts.models import AccountSignal, Block, Friendship, Token, User


def account_of(person: User) -> dict[str, Any]:
    """The account itself; of the password there is only a hash, which is nobody's to see."""
    partner = selectors.partner_of(person)
    return {
        "id": person.pk,
        "username": person.username,
        "is_guest": person.is_guest,
        "email": person.email,
        "locale": person.locale,
        "show_hints": person.show_hints,
        "partner_preference": partner.username if partner else None,
        "is_operator": person.is_staff,
        "groups": [group.name for group in person.groups.all()],
        "permissions": [permission.codename for permission in person.user_permissions.all()],
        "created_at": person.created_at,
        "last_login": person.last_login,
    }


def notifications_of(person: User) -> dict[str, Any]:
    """What the person's devices are told of, and when not."""
    choices = choices_of(person)
    return {
        "kinds": wanted(choices),
        "quiet_from": choices.quiet_from,
        "quiet_until": choices.quiet_until,
        "time_zone": choices.time_zone,
    }


def devices_of(person: User) -> Iterator[dict[str, Any]]:
    """Where the person is signed in."""
    for token in Token.objects.filter(user=person).order_by("created"):
        yield {
            "id": token.public_id,
            "name": token.name,
            "created_at": token.created,
            "last_used_on": token.last_used_on,
            "expires_at": token.expiry,
        }


def friends_of(person: User) -> Iterator[dict[str, Any]]:
    """The person's friends."""
    for friendship in Friendship.objects.filter(person=person).select_related("friend").order_by("pk"):
        yield {
            "username": friendship.friend.username,
            "since": friendship.created_at,
            "partner": friendship.partner,
        }


def requests_of(person: User) -> Iterator[dict[str, Any]]:
    """Requests that wait, as the person sees them: none of somebody whom they have blocked."""
    mine = selectors.incoming_requests(person) | selectors.outgoing_requests(person)
    for request in mine.order_by("pk"):
        outgoing = request.sender_id == person.pk
        yield {
            "direction": "outgoing" if outgoing else "incoming",
            "username": (request.receiver if outgoing else request.sender).username,
            "at": request.created_at,
        }


def blocks_of(person: User) -> Iterator[dict[str, Any]]:
    """Whom the person has blocked; who has blocked the person is the other's to know."""
    for block in Block.objects.filter(blocker=person).select_related("blocked").order_by("pk"):
        yield {"username": block.blocked.username, "since": block.created_at}


def signals_of(person: User) -> Iterator[dict[str, Any]]:
    """Where the person was noted to share a place with somebody at the table, who is not named."""
    for signal in AccountSignal.objects.filter(Q(first=person) | Q(second=person)).order_by("pk"):
        yield {"table": signal.table, "kind": signal.kind, "at": signal.at}


def operator_log_of(person: User) -> Iterator[dict[str, Any]]:
    """What the person did in the admin site, for those few who may."""
    for entry in LogEntry.objects.filter(user=person).order_by("pk"):
        yield {"at": entry.action_time, "object": entry.object_id, "what": entry.get_change_message()}


def forget_name(farewell: Farewell) -> None:
    """The admin's log keeps what operators did to the account, and not its name."""
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(farewell.person.pk)
    )
    about.update(object_repr=farewell.successor)


KEEPER = Keeper(
    holdings=(
        Holding(
            "account",
            account_of,
            {"accounts.User_groups.user": Fate.DELETED, "accounts.User_user_permissions.user": Fate.DELETED},
        ),
        Holding("notifications", notifications_of, {"accounts.NotificationChoices.person": Fate.DELETED}),
        Holding("devices", devices_of, {"accounts.Token.user": Fate.DELETED}),
        Holding(
            "friends",
            friends_of,
            {"accounts.Friendship.person": Fate.DELETED, "accounts.Friendship.friend": Fate.DELETED},
        ),
        Holding(
            "friend_requests",
            requests_of,
            {"accounts.FriendRequest.sender": Fate.DELETED, "accounts.FriendRequest.receiver": Fate.DELETED},
        ),
        Holding(
            "blocks",
            blocks_of,
            {"accounts.Block.blocker": Fate.DELETED, "accounts.Block.blocked": Fate.DELETED},
        ),
        Holding(
            "signals",
            signals_of,
            {"accounts.AccountSignal.first": Fate.DELETED, "accounts.AccountSignal.second": Fate.DELETED},
        ),
        Holding("operator_log", operator_log_of, {"admin.LogEntry.user": Fate.KEPT}),
    ),
    leave=forget_name,
)
