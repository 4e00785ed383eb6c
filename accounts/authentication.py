"""Who sends a request: the token in its Authorization header."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone, translation
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import knox_settings
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.devices import renew
from accounts.models import Token, User
from musapi.origin import Origin
from musapi.sightings import sightings

RENEW_AFTER = timedelta(days=1)


class PlayerRequest(Request):
    """A request that has passed IsAuthenticated: whose it is, and from which device."""

    user: User
    auth: Token


class BearerAuthentication(TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """`Authorization: Bearer <token>`, at the cost of one query.

    The expiry slides; it is written at most once a day, by an UPDATE that is harmless twice: two requests at
    once renew the same token, and one that overlaps a log-out renews nothing.
    """

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The user and the token, None without one; raises AuthenticationFailed for one that is not valid."""
        scheme, _, shown = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        user, token = self.authenticate_credentials(shown.strip())
        sightings().note(user.pk)
        _renew(token, Origin.of(request._request))
        _speak_language_of(user, request)
        return user, token

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        """The user of a token as it was shown; raises AuthenticationFailed."""
        try:
            shown = token.decode("ascii")
            found = Token.objects.get(digest=hash_token(shown))
        except (UnicodeDecodeError, Token.DoesNotExist) as error:
            raise AuthenticationFailed from error
        if found.expiry <= timezone.now() or not found.user.is_active:
            raise AuthenticationFailed
        found.shown = shown
        return found.user, found


class GuestAuthentication(BearerAuthentication):
    """Who the device was until now, for signing in: a token that is dead does not stand in the way."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The user and the token, or None."""
        try:
            return super().authenticate(request)
        except AuthenticationFailed:
            return None


def _renew(token: Token, origin: Origin) -> None:
    lifetime = knox_settings.TOKEN_TTL
    if timezone.now() + lifetime - token.expiry >= RENEW_AFTER:
        renew(token, origin, lifetime)


def _speak_language_of(user: User, request: Request) -> None:
    """The player's stored language, where the request names none of ours."""
    asked = translation.get_language_from_request(request)
    named = asked != settings.LANGUAGE_CODE or asked in request.META.get("HTTP_ACCEPT_LANGUAGE", "").lower()
    if user.locale and not named:
        translation.activate(user.locale)
