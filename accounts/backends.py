"""How passwords are looked at where Django itself asks for them: the admin site's log-in."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts import tries
from accounts.exceptions import BadCredentials, LockedOut
from accounts.models import User
from musapi.origin import Origin


class CountedBackend(ModelBackend):
    """Names and passwords. With a request, wrong ones are counted; the API's services count themselves."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """The user, or None; raises PermissionDenied, which ends the log-in, after too many wrong tries."""
        if request is None:
            return self._look(username, password)
        try:
            with tries.guessing(username or "", Origin.of(request)):
                found = self._look(username, password)
                if found is None:
                    raise BadCredentials
                return found
        except BadCredentials:
            return None
        except LockedOut as refused:
            raise PermissionDenied from refused

    def _look(self, username: str | None, password: str | None) -> User | None:
        found = super().authenticate(None, username, password)
        return found if isinstance(found, User) else None
