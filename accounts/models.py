"""Who people are: the user (guests included) and the token of a device."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts import names
from accounts.fields import SkeletonField
from accounts.managers import TokenManager, UserManager
from musapi.ids import uuid7


class Locale(models.TextChoices):
    """The languages of every text that a person reads."""

    SPANISH = "es", _("Spanish")
    BASQUE = "eu", _("Basque")
    ENGLISH = "en", _("English")
    FRENCH = "fr", _("French")
    ITALIAN = "it", _("Italian")
    SLOVENIAN = "sl", _("Slovenian")


class User(AbstractBaseUser, PermissionsMixin):  # type: ignore[django-manager-missing]  # Token's base is knox's
    """A person, registered or a guest. A guest who registers stays the same row: the id is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    username = models.CharField(_("username"), max_length=names.LONGEST, unique=True)
    skeleton = SkeletonField(max_length=2 * names.LONGEST, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    locale = models.CharField(_("language"), max_length=2, choices=Locale, blank=True)
    show_hints = models.BooleanField(_("show hints"), default=True)
    is_staff = models.BooleanField(_("operator"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(locale="") | models.Q(locale__in=Locale.values), name="user_locale_known"
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(is_staff=False, is_superuser=False),
                name="user_guest_is_no_operator",
            ),
        ]

    def __str__(self) -> str:
        return self.username


class Token(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """What a device shows to be its user: opaque, stored as a digest only."""

    objects: ClassVar[TokenManager] = TokenManager()

    shown = ""  # as the device showed it, on the request that is being answered; never stored

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
