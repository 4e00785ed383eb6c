"""What people can do with their accounts. No HTTP here; refusals are in `accounts.exceptions`."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import names
from accounts.exceptions import (
    AlreadyRegistered,
    BadCredentials,
    PasswordWeak,
    PlayerNotFound,
    UsernameInvalid,
    UsernameTaken,
)
from accounts.models import Token, User

_GUEST_NAME_TRIES = 8
_NAME_CONSTRAINTS = ("accounts_user_username_key", "accounts_user_skeleton_key")


@dataclass(frozen=True)
class Session:
    """A device of a player: what it must show from now on, and until when."""

    player: User
    token: str
    expires_at: datetime


def open_guest() -> Session:
    """A new player who can play at once: no form, no password, a readable made-up name."""
    for _try in range(_GUEST_NAME_TRIES):
        try:
            with transaction.atomic():
                return _open_session(User.objects.create_user(names.guest_name(), is_guest=True))
        except IntegrityError as error:
            _require_name_clash(error)
    raise UsernameTaken


def register(*, username: str, password: str, email: str = "", device: Token | None = None) -> Session:
    """A registered player. With a guest's device it is the same player as before: id, seats and token stay.

    Raises AlreadyRegistered, UsernameInvalid, UsernameTaken or PasswordWeak; then nothing has changed.
    """
    if device is not None and not device.user.is_guest:
        raise AlreadyRegistered
    name = _clean_name(username)
    _check_password(password, name, email)
    secret = make_password(password)  # slow, so before any lock
    try:
        with transaction.atomic():
            if device is None:
                return _open_session(_create(name, secret, email))
            return Session(_upgrade(device.user, name, secret, email), device.shown, device.expiry)
    except IntegrityError as error:
        _require_name_clash(error)
        raise UsernameTaken from error


def log_in(*, username: str, password: str) -> Session:
    """A session for the player of that name.

    Raises BadCredentials, and takes as long for a name that nobody has as for a wrong password.
    """
    user = authenticate(username=username, password=password)
    if user is None:
        raise BadCredentials
    with transaction.atomic():
        Token.objects.filter(user=user, expiry__lte=timezone.now()).delete()
        return _open_session(user)


def log_out(*, device: Token) -> None:
    """The device's token is dead from now on."""
    device.delete()


def log_out_everywhere(*, user: User) -> None:
    """Every token of the player is dead from now on."""
    Token.objects.filter(user=user).delete()


def change_preferences(*, user: User, locale: str | None = None, show_hints: bool | None = None) -> User:
    """The player with the given preferences stored; None leaves one as it is."""
    wished = {"locale": locale, "show_hints": show_hints}
    changed = {name: value for name, value in wished.items() if value is not None}
    for name, value in changed.items():
        setattr(user, name, value)
    if changed:
        user.save(update_fields=list(changed))
    return user


def find_player(*, username: str) -> User:
    """The player of that name, whatever its case; raises PlayerNotFound."""
    try:
        player = User.objects.get_by_natural_key(username)
    except User.DoesNotExist as error:
        raise PlayerNotFound from error
    if not player.is_active:
        raise PlayerNotFound
    return player


def _open_session(user: User) -> Session:
    token, shown = Token.objects.create(user=user)
    return Session(user, shown, token.expiry)


def _create(name: str, secret: str, email: str) -> User:
    return User.objects.create(username=name, password=secret, email=email)


def _upgrade(guest: User, name: str, secret: str, email: str) -> User:
    """The guest's own row, locked and looked at again: two devices may register it at once."""
    user = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not user.is_guest:
        raise AlreadyRegistered
    user.username, user.password, user.email, user.is_guest = name, secret, email, False
    user.save(update_fields=["username", "skeleton", "password", "email", "is_guest"])
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


def _check_password(password: str, name: str, email: str) -> None:
    try:
        validate_password(password, User(username=name, email=email))
    except ValidationError as error:
        raise PasswordWeak(errors=list(_password_errors(error.error_list))) from error


def _password_errors(found: Iterable[ValidationError]) -> Iterable[dict[str, str]]:
    for error in found:
        yield {"pointer": "/password", "code": error.code or "invalid", "detail": " ".join(error.messages)}


def _require_name_clash(error: IntegrityError) -> None:
    """Raise the error again unless it says that a name, or its skeleton, is taken."""
    diagnosis = getattr(error.__cause__, "diag", None)
    if getattr(diagnosis, "constraint_name", None) not in _NAME_CONSTRAINTS:
        raise error
