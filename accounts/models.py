"""Who people are: the user (guests included), the token of a device, friends and blocks."""

from datetime import UTC, date
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts import names
from accounts.choice_models import NotificationChoices as NotificationChoices
from accounts.choice_models import NotificationKind as NotificationKind
from accounts.fields import SkeletonField
from accounts.managers import TokenManager, UserManager
from musapi.ids import uuid7

DEVICE_NAME_LENGTH = 100


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
    skeleton = SkeletonField(max_length=2 * names.LONGEST + 8, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    locale = models.CharField(_("language"), max_length=2, choices=Locale, blank=True)
    show_hints = models.BooleanField(_("show hints"), default=True)
    is_staff = models.BooleanField(_("operator"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True, editable=False)

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
            models.CheckConstraint(
                condition=models.Q(deleted_at=None)
                | models.Q(is_active=False, is_staff=False, is_superuser=False, email="", locale=""),
                name="user_deleted_is_nobody",
            ),
        ]

    def __str__(self) -> str:
        return self.username


class Token(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """What a device shows to be its user: opaque, stored as a digest only.

    `used_at` is written at most once a day. The marks are keyed digests: two devices on one network, or with
    the same program on it, have the same.
    """

    public_id = models.UUIDField(default=uuid7, unique=True, editable=False)
    name = models.CharField(_("device"), max_length=DEVICE_NAME_LENGTH, blank=True)
    used_at = models.DateTimeField(_("last used"), default=timezone.now, editable=False)
    network_mark = models.CharField(max_length=64, blank=True, editable=False)
    device_mark = models.CharField(max_length=64, blank=True, editable=False)

    objects: ClassVar[TokenManager] = TokenManager()

    shown = ""  # as the device showed it, on the request that is being answered; never stored

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    @property
    def last_used_on(self) -> date:
        """The day, in UTC: no more is known."""
        return self.used_at.astimezone(UTC).date()


class FriendRequest(models.Model):
    """Somebody would like to be somebody's friend. It is gone once it is answered or taken back."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    sender = models.ForeignKey(User, models.CASCADE, related_name="requests_sent")
    receiver = models.ForeignKey(User, models.CASCADE, related_name="requests_received")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("friend request")
        verbose_name_plural = _("friend requests")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sender", "receiver"], name="friend_request_once"),
            models.CheckConstraint(
                condition=~models.Q(sender=models.F("receiver")), name="friend_request_to_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sender_id} -> {self.receiver_id}"


class Friendship(models.Model):
    """One side of a friendship: it has two rows. `partner`: the friend whom the person would play with."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="friendships")
    friend = models.ForeignKey(User, models.CASCADE, related_name="+")
    partner = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "friend"], name="friendship_once"),
            models.UniqueConstraint(
                fields=["person"], condition=models.Q(partner=True), name="friendship_one_partner"
            ),
            models.CheckConstraint(
                condition=~models.Q(person=models.F("friend")), name="friendship_with_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.friend_id}"


class Block(models.Model):
    """Somebody does not want to hear of somebody, who is never told."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="block_of_another"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} x {self.blocked_id}"


class AccountSignal(models.Model):
    """Two people at one table who may be one, or sit together: for an operator to look at. Nothing follows.

    `table` is the id only: what a table is, this app does not know. The older account comes first.
    """

    class Kind(models.TextChoices):
        NETWORK = "network", _("same network")
        DEVICE = "device", _("same network and program")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    first = models.ForeignKey(User, models.CASCADE, related_name="+")
    second = models.ForeignKey(User, models.CASCADE, related_name="+")
    table = models.UUIDField(_("table"))
    at = models.DateTimeField(_("at"), auto_now_add=True)
    reviewed = models.BooleanField(_("reviewed"), default=False)

    class Meta:
        verbose_name = _("account signal")
        verbose_name_plural = _("account signals")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "first", "second"], name="account_signal_once"),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="account_signal_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {str(self.table)[-12:]}"


class Tries(models.Model):
    """How often something was tried since then. `key` is a keyed digest of what, by whom and from where."""

    key = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField()
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("count of tries")
        verbose_name_plural = _("counts of tries")
        indexes: ClassVar = [models.Index(fields=["since"], name="tries_since")]

    def __str__(self) -> str:
        return f"{self.count} since {self.since}"


class WithheldName(models.Model):
    """A name that was left for good, which nobody may have before that day. `digest` is a keyed one."""

    digest = models.CharField(max_length=64, primary_key=True)
    until = models.DateField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["until"], name="withheld_until")]

    def __str__(self) -> str:
        return f"until {self.until}"
