"""Devices that can be told something, what there is to tell, and what became of telling it.

A Push is written by a trigger of the database, in the transaction of the notice that it is about, and looked
at by the sender when it is due. A Delivery is one message to one device: its row is unique and stored before
anything is sent. The foreign keys that are marked are made by the migration, so that the database deletes
along them: a device that is signed out waits for nobody, and nobody trips over it.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Token, User
from games.models import Notice, Table
from musapi.ids import uuid7


class PushDevice(models.Model):
    """Where a device that is signed in can be told something. It ends with the device's token.

    `address` is the token that Firebase gave, or the endpoint that the browser's service gave; `mark` is its
    digest. `gone_at`: the service says that there is no such device any more.
    """

    class Kind(models.TextChoices):
        FCM = "fcm", _("Firebase")
        WEB_PUSH = "web_push", _("browser")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    token = models.ForeignKey(
        Token, models.CASCADE, to_field="public_id", related_name="+", db_constraint=False
    )  # the database deletes along it
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    address = models.TextField()
    mark = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=100, blank=True)
    auth = models.CharField(max_length=30, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    gone_at = models.DateTimeField(_("gone since"), null=True, blank=True)

    class Meta:
        verbose_name = _("push device")
        verbose_name_plural = _("push devices")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["token", "kind"], name="push_device_once_per_token"),
            models.CheckConstraint(
                name="push_device_has_its_keys",
                condition=Q(kind="fcm", p256dh="", auth="")
                | Q(kind="web_push") & ~Q(p256dh="") & ~Q(auth=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {str(self.id)[-12:]}"


class Step(models.TextChoices):
    """The messages about one thing, in their order; only of a long turn people are reminded."""

    FIRST = "first", _("first")
    HALF = "half", _("half of the time is over")
    LATE = "late", _("four fifths of the time are over")
    CLEAR = "clear", _("take it away again")


class Push(models.Model):
    """What a person is to be told on their devices, as the notice says it.

    `step` is the last message that was due, `due_at` when the sender looks again (never: it is done with).
    """

    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=20, choices=Notice.Kind)
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="+", db_index=False)
    turn = models.PositiveIntegerField(_("question"), default=0)
    other = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(_("at"))
    step = models.CharField(_("step"), max_length=10, choices=Step, blank=True)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)

    class Meta:
        verbose_name = _("push")
        verbose_name_plural = _("pushes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "seq"], name="push_once_per_notice"),
            models.UniqueConstraint(
                fields=["table", "turn", "kind", "person"],
                name="push_once",
                condition=Q(table__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="push_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["table"], name="push_open", condition=Q(due_at__isnull=False)),
            models.Index(fields=["at"], name="push_at"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Delivery(models.Model):
    """One message to one device. It is tried until it was taken, or until there is no use in it."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        MOOT = "moot", _("no longer true")
        EXPIRED = "expired", _("too late")
        REFUSED = "refused", _("refused")
        GONE = "gone", _("no such device")

    push = models.ForeignKey(Push, models.CASCADE, related_name="deliveries", db_constraint=False)
    device = models.ForeignKey(PushDevice, models.CASCADE, related_name="deliveries", db_constraint=False)
    step = models.CharField(_("step"), max_length=10, choices=Step)
    silent = models.BooleanField(_("without a sound"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    error = models.CharField(_("error"), max_length=60, blank=True)
    at = models.DateTimeField(_("at"))
    expires_at = models.DateTimeField(_("expires at"))
    try_at = models.DateTimeField(_("next try"), null=True, blank=True)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["push", "device", "step"], name="push_delivery_once"),
            models.CheckConstraint(
                name="push_delivery_waits_or_is_done",
                condition=Q(status="waiting", try_at__isnull=False, done_at=None)
                | ~Q(status="waiting") & Q(try_at=None, done_at__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["try_at"], name="push_delivery_due", condition=Q(try_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.step} {self.status}"
