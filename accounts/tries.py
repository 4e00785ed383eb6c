"""How often something may be tried. A try is counted before it is made: many at once are no more than that.

Counts live in the database, in one row a key, and one statement both counts and tells. What is counted is a
keyed digest: no name and no address is stored.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts import names
from accounts.exceptions import LockedOut, TooManyTries
from accounts.models import Tries
from musapi.origin import Origin, mark


@dataclass(frozen=True)
class Limit:
    """So many tries in so many seconds from the first one."""

    name: str
    most: int
    seconds: int


# By name and place together: nobody can lock somebody else out from another address.
PASSWORD = Limit("password", 10, 15 * 60)
# By place: one who tries a few passwords on many names. A whole school may be behind one address.
PASSWORDS_FROM_ONE_PLACE = Limit("passwords", 300, 15 * 60)
JOIN_CODE = Limit("join_code", 20, 15 * 60)
FRIEND_REQUEST = Limit("friend_request", 60, 60 * 60)
SIGN = Limit("sign", 20, 30)
EXPORT = Limit("export", 10, 60 * 60)

_FORGET_AFTER = timedelta(days=1)
_FORGET_AT_ONCE = 100

_COUNT = """
INSERT INTO accounts_tries (key, since, count) VALUES (%(key)s, %(now)s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN accounts_tries.since <= %(old)s THEN 1 ELSE accounts_tries.count + 1 END,
    since = CASE WHEN accounts_tries.since <= %(old)s THEN %(now)s ELSE accounts_tries.since END
RETURNING count, since
"""


def take(limit: Limit, *whose: str, refusal: type[TooManyTries | LockedOut] = TooManyTries) -> None:
    """Count a try; raises `refusal`, with the seconds to wait, when there were enough.

    To be called outside of a transaction that a refusal would roll back.
    """
    now, length = timezone.now(), timedelta(seconds=limit.seconds)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"key": _key(limit, *whose), "now": now, "old": now - length})
        count, since = cursor.fetchone()
    if count == 1:
        _forget_old()
    if count > limit.most:
        refused = refusal()
        refused.retry_after = max(1, round((since + length - now).total_seconds()))
        raise refused


def give_back(limit: Limit, *whose: str) -> None:
    """A try that was none: it is not counted after all."""
    Tries.objects.filter(key=_key(limit, *whose), count__gt=0).update(count=F("count") - 1)


def start_anew(limit: Limit, *whose: str) -> None:
    """Forget all tries of these."""
    Tries.objects.filter(key=_key(limit, *whose)).delete()


@contextmanager
def guessing(username: str, origin: Origin) -> Iterator[None]:
    """Around a look at a password: it counts unless the block ends well. Raises LockedOut before the look."""
    name = names.skeleton(names.normalise(username))
    take(PASSWORD, name, origin.network, refusal=LockedOut)
    take(PASSWORDS_FROM_ONE_PLACE, origin.network, refusal=LockedOut)
    yield
    start_anew(PASSWORD, name, origin.network)
    give_back(PASSWORDS_FROM_ONE_PLACE, origin.network)


def _key(limit: Limit, *whose: str) -> str:
    return mark(f"tries.{limit.name}", *whose)


@transaction.atomic
def _forget_old() -> None:
    """Delete some rows that no longer count, but none that somebody is counting in."""
    old = Tries.objects.select_for_update(skip_locked=True).filter(since__lt=timezone.now() - _FORGET_AFTER)
    Tries.objects.filter(pk__in=old.values("pk")[:_FORGET_AT_ONCE]).delete()
