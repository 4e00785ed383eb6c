"""Becoming a player, signing in and out, preferences. No HTTP here; refusals are in `accounts.exceptions`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import EllipsisType
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import friends, holdings, names, tries, withheld
from accounts.choices import change_choices
from accounts.departure import bury, prove
from accounts.devices import UNKNOWN, Device, add_device, describe
from accounts.exceptions import (
    AlreadyRegistered,
    BadCredentials,
    LinkConflict,
    NotRegistered,
    PasswordWeak,
    UsernameInvalid,
    UsernameTaken,
)
from accounts.models import Token, User
from accounts.presence import hold, hold_who_is_there
from musapi.origin import Origin

_GUEST_NAME_TRIES = 8
_NAME_CONSTRAINTS = ("accounts_user_username_key", "accounts_user_skeleton_key")


@dataclass(frozen=True)
class Session:
    """A device of a player: what it must show from now on, and until when."""

    player: User
    token: str
    expires_at: datetime


def open_guest(*, device: Device = UNKNOWN) -> Session:
    """A new player who can play at once: no form, no password, a readable made-up name."""
    for _try in range(_GUEST_NAME_TRIES):
        try:
            with transaction.atomic():
                return _open_session(User.objects.create_user(names.guest_name(), is_guest=True), device)
        except IntegrityError as error:
            _require_name_clash(error)
    raise UsernameTaken


def register(
    *,
    username: str,
    password: str,
    email: str = "",
    token: Token | None = None,
    device: Device = UNKNOWN,
) -> Session:
    """A registered player. With a guest's token it is the same player as before: id, seats and token stay.

    Raises AlreadyRegistered, UsernameInvalid, UsernameTaken, PasswordWeak or AccountGone; then nothing has
    changed.
    """
    if token is not None and not token.user.is_guest:
        raise AlreadyRegistered
    name = _clean_name(username)
    _check_password(password, name, email)
    secret = make_password(password)  # slow, so before any lock
    try:
        with transaction.atomic():
            if token is None:
                return _open_session(_create(name, secret, email), device)
            describe(token, device)
            return Session(_upgrade(token.user, name, secret, email), token.shown, token.expiry)
    except IntegrityError as error:
        _require_name_clash(error)
        raise UsernameTaken from error


def log_in(
    *,
    username: str,
    password: str,
    device: Device = UNKNOWN,
    guest: User | None = None,
    abandon_guest: bool = False,
) -> Session:
    """A session for the player of that name. What the player is called stays as it is (F78).

    `guest` is who the device was until now. One who still sits somewhere is not left behind by mistake:
    LinkConflict, unless `abandon_guest` says so; then the guest's account is closed.
    Raises BadCredentials, and takes as long for a name that nobody has as for a wrong password; LockedOut.
    """
    with tries.guessing(username, device.origin):
        user = authenticate(username=username, password=password)
        if user is None:
            raise BadCredentials
    with transaction.atomic():
        there = hold_who_is_there(user, *([guest] if guest else []))
        _require_unchanged(user, there.get(user.pk))
        if guest and guest.pk in there:
            _leave_behind(there[guest.pk], abandon_guest)
        Token.objects.filter(user=user, expiry__lte=timezone.now()).delete()
        return _open_session(user, device)


def change_password(*, token: Token, old: str, new: str, origin: Origin) -> None:
    """A new password for the token's user; every other device is signed out (F73).

    Raises NotRegistered for a guest, PasswordWrong, PasswordWeak, LockedOut, AccountGone.
    """
    user = token.user
    if user.is_guest:
        raise NotRegistered
    prove(user=user, password=old, origin=origin)
    _check_password(new, user.username, user.email, "/new_password")
    secret = make_password(new)
    with transaction.atomic():
        hold(user)
        User.objects.filter(pk=user.pk).update(password=secret)
        Token.objects.filter(user=user).exclude(pk=token.pk).delete()


@transaction.atomic
def change_preferences(
    *,
    user: User,
    locale: str | None = None,
    show_hints: bool | None = None,
    partner_preference: str | EllipsisType | None = ...,
    choices: Mapping[str, Any] | None = None,
) -> User:
    """The player with the given preferences stored; what is not given stays as it is.

    `partner_preference` is a friend's name, or None for nobody; `choices` is what `change_choices` takes.
    Raises PlayerNotFound, NotFriends, AccountGone.
    """
    wished = {"locale": locale, "show_hints": show_hints}
    changed = {name: value for name, value in wished.items() if value is not None}
    if not isinstance(partner_preference, EllipsisType):
        friends.choose_partner(person=user, username=partner_preference)
    person = hold(user)
    for name, value in changed.items():
        setattr(person, name, value)
    if changed:
        person.save(update_fields=list(changed))
    if choices:
        change_choices(person=person, **choices)
    return person


def _open_session(user: User, device: Device) -> Session:
    token, shown = add_device(user, device)
    return Session(user, shown, token.expiry)


def _require_unchanged(user: User, now: User | None) -> None:
    """The password may have been changed, or the account closed, while the password was looked at."""
    if now is None or now.password != user.password:
        raise BadCredentials


def _leave_behind(guest: User, abandon: bool) -> None:
    if abandon:
        bury(guest)
    elif tables := holdings.ties(guest):
        raise LinkConflict(extra={"tables": tables})


def _create(name: str, secret: str, email: str) -> User:
    user = User.objects.create(username=name, password=secret, email=email)
    withheld.require_free(name)
    return user


def _upgrade(guest: User, name: str, secret: str, email: str) -> User:
    """The guest's own row, locked and looked at again: two devices may register it at once."""
    user = hold(guest)
    if not user.is_guest:
        raise AlreadyRegistered
    user.username, user.password, user.email, user.is_guest = name, secret, email, False
    user.save(update_fields=["username", "skeleton", "password", "email", "is_guest"])
    withheld.require_free(name)
    return user


def _clean_name(username: str) -> str:
    try:
        return names.clean(username)
    except names.UsernameError as error:
        refusal = {"pointer": "/username", "code": error.code, "detail": _explain_name(error.code)}
        raise UsernameInvalid(errors=[refusal]) from error


def _explain_name(code: str) -> str:
    return {
        "too_short": _("A username has at least %(count)s characters.") % {"count": names.SHORTEST},
        "too_long": _("A username has at most %(count)s characters.") % {"count": names.LONGEST},
        "characters": _("Letters, digits, full stop, hyphen and underscore are allowed."),
        "start": _("A username begins with a letter or a digit."),
        "reserved": _("This name is kept for the server."),
    }[code]


def _check_password(password: str, name: str, email: str, pointer: str = "/password") -> None:
    try:
        validate_password(password, User(username=name, email=email))
    except ValidationError as error:
        raise PasswordWeak(errors=list(_password_errors(error.error_list, pointer))) from error


def _password_errors(found: Iterable[ValidationError], pointer: str) -> Iterable[dict[str, str]]:
    for error in found:
        yield {"pointer": pointer, "code": error.code or "invalid", "detail": " ".join(error.messages)}


def _require_name_clash(error: IntegrityError) -> None:
    """Raise the error again unless it says that a name, or its skeleton, is taken."""
    diagnosis = getattr(error.__cause__, "diag", None)
    if getattr(diagnosis, "constraint_name", None) not in _NAME_CONSTRAINTS:
        raise error
