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
