"""What a person is told of, where it is stored: one numbered list for each person.

It is the person's feed, and what pushes are sent from. Rows are written by the database itself
(`games_notify` and the trigger on tables, see the migrations), in the transaction of what they tell of.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Notice(models.Model):
    """Something a person is told of. `seq` is contiguous from 1 within what a person is told.

    `turn` is the question of a "your turn", the number that a kick has in the table's log (each is told), 0
    otherwise. `other` is who asked, invited or accepted.
    """

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("your turn")
        TABLE_STARTED = "table_started", _("the match has begun")
        TABLE_FINISHED = "table_finished", _("the match is over")
        TABLE_KICKED = "table_kicked", _("sent away from a table")
        INVITATION = "invitation", _("invitation")
        FRIEND_REQUEST = "friend_request", _("friend request")
        FRIEND_ACCEPTED = "friend_accepted", _("new friend")

    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    seq = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    table = models.ForeignKey(
        "games.Table", models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    turn = models.PositiveIntegerField(_("question"), default=0)
    other = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "seq"], name="notice_seq_once"),
            models.UniqueConstraint(
                fields=["table", "turn", "kind", "person"],
                name="notice_once",
                condition=Q(table__isnull=False),
            ),
            models.CheckConstraint(
                name="notice_of_a_turn_has_one",
                condition=Q(kind__in=("your_turn", "table_kicked"), turn__gt=0, table__isnull=False)
                | ~Q(kind__in=("your_turn", "table_kicked")) & Q(turn=0),
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["at"], name="notice_at")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class NoticeCount(models.Model):
    """How many notices a person has had: the last `seq`.

    Whoever adds one holds this row until the commit, so numbers appear in their order and without holes.
    """

    person = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="+")
    last = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("count of notices")
        verbose_name_plural = _("counts of notices")

    def __str__(self) -> str:
        return f"{self.person_id}: {self.last}"
