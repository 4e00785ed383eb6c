"""How users and tokens are found and made in the database."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager
from django.db import models
from knox.models import AuthTokenManager

from accounts import names

if TYPE_CHECKING:
    from accounts.models import Token, User


class UserManager(BaseUserManager["User"]):
    """Users by the name a person types, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The user of that name (any case, any Unicode form); raises User.DoesNotExist."""
        look = names.skeleton(names.normalise(username or ""))
        alike = self.filter(models.Q(skeleton=look) | models.Q(skeleton__startswith=look + names.NUMBERED))
        for user in alike:
            if names.same_name(user.username, username or ""):
                return user
        raise self.model.DoesNotExist

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        """A stored user; without a password nobody can log in as it (guests)."""
        user = self.model(username=names.normalise(username), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "User":
        """A stored operator with every permission of the admin site."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class TokenManager(AuthTokenManager):  # type: ignore[misc]  # knox has no types
    """Tokens, each with its user in the same query: an ordinary request authenticates with one."""

    def get_queryset(self) -> "models.QuerySet[Token]":
        tokens: models.QuerySet[Token] = super().get_queryset()
        return tokens.select_related("user")
