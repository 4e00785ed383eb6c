"""Who plays with whom, where it is stored: who may not come back to a table."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Ban(models.Model):
    """The creator has sent somebody away for good: the table is hidden from them."""

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="bans")
    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "person"], name="ban_once")]

    def __str__(self) -> str:
        return f"{self.person_id} from {self.table_id}"


class QueueEntry(models.Model):
    """Somebody who waits to be seated with others; `table` says where that was, once it is done."""

    person = models.OneToOneField(User, models.CASCADE, related_name="+")
    ruleset = models.CharField(_("ruleset"), max_length=20)
    turn_seconds = models.PositiveIntegerField()
    partner = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    rating = models.IntegerField(help_text="as people read it; a newcomer's while little is known")
    since = models.DateTimeField()
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("queue entry")
        verbose_name_plural = _("queue")

    def __str__(self) -> str:
        return f"{self.person_id}: {self.ruleset}"
