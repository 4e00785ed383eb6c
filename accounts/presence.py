"""That somebody is still there: the lock under which people change what they are to each other."""

from uuid import UUID

from accounts.exceptions import AccountGone, PlayerNotFound
from accounts.models import User


def hold(person: User, *others: User) -> User:
    """The person's own row, fresh and locked until the caller's transaction ends; `others` are locked too.

    Raises AccountGone when the person's account is closed, PlayerNotFound when another's is.
    """
    there = hold_who_is_there(person, *others)
    if person.pk not in there:
        raise AccountGone
    if any(other.pk not in there for other in others):
        raise PlayerNotFound
    return there[person.pk]


def hold_who_is_there(*people: User) -> dict[UUID, User]:
    """The fresh rows of those whose accounts are open, by id; all are locked FOR NO KEY UPDATE.

    They are locked in the order of their ids, and before any table: so no two callers wait for each other.
    """
    ids = {person.pk for person in people}
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    return {row.pk: row for row in locked if row.is_active}
