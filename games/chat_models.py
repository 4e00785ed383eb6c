"""What people write at a table, and what keeps it bearable: reports, mutes, and silences by operators."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from musapi.ids import uuid7

LONGEST = 280


class Message(models.Model):
    """Something written at a table: a quick phrase by its code, or a text.

    The log holds only the id, so what is gone here is gone from the past too. `seq` is the event's number.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    table = models.ForeignKey("games.Table", models.CASCADE, related_name="messages")
    player = models.ForeignKey(User, models.CASCADE, related_name="messages")
    seat = models.PositiveSmallIntegerField(_("seat"))
    seq = models.PositiveIntegerField(_("number"))
    phrase = models.CharField(_("phrase"), max_length=20, blank=True)
    text = models.CharField(_("text"), max_length=LONGEST, blank=True)
    at = models.DateTimeField(_("at"))
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True)
    deleted_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        permissions: ClassVar = [("moderate_chat", _("Can delete messages and silence people"))]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seq"], name="message_once_in_the_log"),
            models.CheckConstraint(
                name="message_phrase_or_text",
                condition=Q(phrase="") & ~Q(text="") | ~Q(phrase="") & Q(text=""),
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.seq}"


class Report(models.Model):
    """Somebody tells the operators of a message. `reporter` is empty once that person has left."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("insults or threats")
        SPAM = "spam", _("advertising or flooding")
        CHEATING = "cheating", _("talking about hidden cards")
        OTHER = "other", _("something else")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    message = models.ForeignKey(Message, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "reporter"], name="report_once_per_person")
        ]

    def __str__(self) -> str:
        return f"report of {self.message}"


class Mute(models.Model):
    """Somebody does not want to read what somebody writes, at any table; the other is never told."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(User, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(User, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "muted"], name="mute_once"),
            models.CheckConstraint(condition=~Q(player=F("muted")), name="mute_of_another"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} x {self.muted_id}"


class Silence(models.Model):
    """An operator's word that somebody writes nothing until then."""

    person = models.OneToOneField(User, models.CASCADE, related_name="silence")
    until = models.DateTimeField(_("until"))
    at = models.DateTimeField(_("at"), auto_now=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("silence")
        verbose_name_plural = _("silences")

    def __str__(self) -> str:
        return f"until {self.until:%Y-%m-%d %H:%M}"
