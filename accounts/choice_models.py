"""What a person wants to be told of on their devices, and when not."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class NotificationKind(models.TextChoices):
    """What a device can be told of. Each can be switched off."""

    YOUR_TURN = "your_turn", _("your turn")
    REMINDER = "reminder", _("reminder")
    TABLE_STARTED = "table_started", _("the match has begun")
    TABLE_FINISHED = "table_finished", _("the match is over")
    TABLE_KICKED = "table_kicked", _("sent away from a table")
    INVITATION = "invitation", _("invitation")
    FRIEND_REQUEST = "friend_request", _("friend request")
    FRIEND_ACCEPTED = "friend_accepted", _("new friend")


class NotificationChoices(models.Model):
    """What somebody has chosen; who has no row wants everything at any time.

    Quiet hours are times of day in `time_zone` (UTC when it is empty); they may go past midnight.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    off = ArrayField(models.CharField(max_length=20, choices=NotificationKind), default=list, blank=True)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("choice of notifications")
        verbose_name_plural = _("choices of notifications")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="quiet_hours_have_both_ends",
                condition=models.Q(quiet_from=None, quiet_until=None)
                | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {', '.join(self.off)}"
