"""Leaving for good. The account's row stays, without anything in it, so that others keep their history."""

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from accounts import names, tries, withheld
from accounts.exceptions import PasswordWrong
from accounts.holdings import Farewell, Fate, holdings, keepers
from accounts.models import User
from accounts.presence import hold
from musapi.origin import Origin


def delete_account(*, user: User, password: str = "", origin: Origin) -> None:
    """Close the account and forget the person; who is registered proves it by the password.

    All of it or nothing, in one transaction: seats of open tables are free, those of running matches are a
    stand-in's for good, every device is signed out. Raises PasswordWrong, LockedOut, AccountGone.
    """
    if not user.is_guest:
        prove(user=user, password=password, origin=origin)
    with transaction.atomic(durable=True):
        bury(hold(user))


def prove(*, user: User, password: str, origin: Origin) -> None:
    """That the password is the user's; raises PasswordWrong, or LockedOut after too many wrong ones."""
    with tries.guessing(user.username, origin):
        if not user.check_password(password):
            raise PasswordWrong


def bury(person: User) -> None:
    """Take everything out of a person's row and away from it. The caller holds the person (`presence.hold`).

    The name is changed after all that: only then does the row's lock keep out who refers to it. Then it is
    withheld for a while, unless it is a guest's: those are made up here, and nobody can ask for one.
    """
    name, farewell = person.username, Farewell(person, names.deleted_name())
    for keeper in keepers():
        keeper.leave(farewell)
    for holding in holdings():
        for reference, fate in holding.references.items():
            _meet(reference, fate, person)
    _empty(person, farewell.successor)
    if not person.is_guest:
        withheld.withhold(name)


def _meet(reference: str, fate: Fate, person: User) -> None:
    label, _, field = reference.rpartition(".")
    rows = apps.get_model(label)._base_manager.filter(**{field: person})
    if fate == Fate.DELETED:
        rows.delete()
    elif fate == Fate.CLEARED:
        rows.update(**{field: None})


def _empty(person: User, successor: str) -> None:
    person.username, person.password = successor, make_password(None)
    person.email = person.locale = ""
    person.is_active = person.is_staff = person.is_superuser = False
    person.show_hints, person.last_login = True, None
    person.deleted_at = timezone.now()
    person.save()
