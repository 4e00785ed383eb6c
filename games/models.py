"""What is stored of a table: where it stands, who sits, what happened, and what was answered.

The Table row is the aggregate root and the only row that is locked. It carries the snapshot of the
match, so the lock and the fresh state come in one statement. Event is the append-only log that the
snapshot can be rebuilt from; Hand keeps each finished hand whole.
"""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat_models import Message as Message
from games.chat_models import Mute as Mute
from games.chat_models import Report as Report
from games.chat_models import Silence as Silence
from games.company_models import Ban as Ban
from games.company_models import QueueEntry as QueueEntry
from games.notice_models import Notice as Notice
from games.notice_models import NoticeCount as NoticeCount
from games.rating_models import Rating as Rating
from games.rating_models import RatingChange as RatingChange
from games.rating_models import Statistics as Statistics
from musapi.ids import uuid7


class Table(models.Model):
    """A table and its match. `state` is the engine's snapshot, secret like `master`."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")
        PARKED = "parked", _("parked")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        FRIENDS = "friends", _("friends")
        PRIVATE = "private", _("private")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    join_code = models.CharField(max_length=12, unique=True, null=True, blank=True)
    creator = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="created_tables")
    rematch_of = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="rematch")

    ruleset = models.CharField(_("ruleset"), max_length=20)
    options = models.JSONField(help_text="every option, resolved")
    rules_version = models.PositiveSmallIntegerField()
    turn_seconds = models.PositiveIntegerField()
    auto_start = models.BooleanField(default=True)
    chat = models.BooleanField(default=True)
    min_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)

    master = models.BinaryField(max_length=32, help_text="secret until the match is finished")
    version = models.PositiveIntegerField(default=0, help_text="seq of the last event")
    hand_number = models.PositiveIntegerField(_("hand"), default=0, help_text="the hand being played")
    state = models.JSONField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True, help_text="team 0 or 1")
    parked_reason = models.TextField(blank=True)

    turn_id = models.PositiveIntegerField(null=True, blank=True)
    turn_seats = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    turn_started_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    bots_due_at = models.DateTimeField(null=True, blank=True)

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rating_due_at = models.DateTimeField(null=True, blank=True, help_text="until it is rated")
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        permissions: ClassVar = [
            ("view_live_hands", _("Can look at the cards of a hand that is being played")),
            ("operate_table", _("Can resume and end parked tables")),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="table_clock_runs_only_in_play",
                condition=Q(
                    status="playing", turn_id__isnull=False, deadline__isnull=False, state__isnull=False
                )
                | Q(turn_id__isnull=True, deadline__isnull=True, bots_due_at__isnull=True, turn_seats__len=0)
                & ~Q(status="playing"),
            ),
            models.CheckConstraint(
                name="table_finished_has_winner",
                condition=~Q(status="finished")
                | Q(winner__isnull=False, winner__in=[0, 1], finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="table_rated_after_its_end",
                condition=Q(status="finished") | Q(rating_due_at__isnull=True, rated_at__isnull=True),
            ),
            models.CheckConstraint(
                name="table_private_has_code",
                condition=Q(visibility="private") | Q(join_code__isnull=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], name="table_deadline", condition=Q(deadline__isnull=False)),
            models.Index(
                fields=["bots_due_at"], name="table_bots_due", condition=Q(bots_due_at__isnull=False)
            ),
            models.Index(
                fields=["rating_due_at"], name="table_rating_due", condition=Q(rating_due_at__isnull=False)
            ),
            models.Index(fields=["status", "-id"], name="table_status"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {str(self.id)[-12:]}"

    def stop_clock(self) -> None:
        """No question stands: no deadline, nobody to wake. The caller saves."""
        self.turn_id = self.turn_started_at = self.deadline = self.bots_due_at = None
        self.turn_seats = []


class Seat(models.Model):
    """One of four places. `controller` says who acts now: the person, or a stand-in bot while away.

    `epoch` grows when the controller changes, so that a late bot is refused.
    """

    class Kind(models.TextChoices):
        EMPTY = "empty", _("empty")
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")

    class Controller(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.EMPTY)
    player = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="seats")
    bot_level = models.CharField(max_length=10, blank=True)
    controller = models.CharField(max_length=6, choices=Controller, default=Controller.PLAYER)
    epoch = models.PositiveIntegerField(default=0)
    missed_turns = models.PositiveSmallIntegerField(default=0)
    client_seed = models.CharField(max_length=64, blank=True)
    reserved_for = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    coming = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="who takes this bot's seat at the next deal",
    )
    sign = models.CharField(max_length=16, blank=True)
    sign_exchange = models.CharField(
        max_length=12, blank=True, help_text="the cards it was made with: hand.mus_round"
    )
    resigned_hand = models.PositiveIntegerField(
        null=True, blank=True, help_text="the hand in which it offered to resign"
    )
    hints_hidden_turn = models.PositiveIntegerField(
        null=True, blank=True, help_text="the question for which its person has closed the tip box"
    )

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once_per_table"),
            models.UniqueConstraint(
                fields=["table", "player"], name="seat_one_per_player", condition=Q(player__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["table", "coming"], name="seat_one_per_comer", condition=Q(coming__isnull=False)
            ),
            models.CheckConstraint(
                name="seat_comers_take_bots_seats", condition=Q(coming__isnull=True) | Q(kind="bot")
            ),
            models.CheckConstraint(name="seat_number_0_to_3", condition=Q(number__lte=3)),
            models.CheckConstraint(
                name="seat_kind_fits",
                condition=Q(kind="player", player__isnull=False, bot_level="")
                | Q(kind="bot", player__isnull=True, controller="bot") & ~Q(bot_level="")
                | Q(kind="empty", player__isnull=True, bot_level="", controller="player"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player or self.bot_level or self.kind}"

    @property
    def partner(self) -> int:
        return (self.number + 2) % 4

    @property
    def level(self) -> str:
        """The bot that plays here: the seat's own, or the stand-in of a person who is away."""
        return self.bot_level or "casual"


class Event(models.Model):
    """One row of the log. `data` is public; `private` holds, by seat, what only that seat may see.

    `seq` is contiguous from 1 within a table. Rows are never changed.
    """

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        TIMEOUT = "timeout", _("time-out")
        OPERATOR = "operator", _("operator")

    table = models.ForeignKey(Table, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField(_("number"))
    hand = models.PositiveIntegerField(_("hand"), null=True, blank=True)
    type = models.CharField(_("type"), max_length=20)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(_("done by"), max_length=10, choices=By, blank=True)
    player = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    data = models.JSONField(default=dict)
    private = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("log")
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "seq"], name="event_seq_once")]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class Hand(models.Model):
    """A finished hand: everything about it is open to whoever may see the table.

    `record` is the engine's account (cards, deck, result list); its actions are in the log.
    """

    class EndedBy(models.TextChoices):
        COUNT = "count", _("count")
        DEJE = "deje", _("deje")
        ORDAGO = "ordago", _("órdago")
        RESIGN = "resign", _("resignation")

    table = models.ForeignKey(Table, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField(_("hand"))
    game = models.PositiveSmallIntegerField(_("game"))
    mano = models.PositiveSmallIntegerField()
    ended_by = models.CharField(_("ended by"), max_length=8, choices=EndedBy)
    score_before = ArrayField(models.PositiveIntegerField(), size=2)
    score_after = ArrayField(models.PositiveIntegerField(), size=2)
    record = models.JSONField()
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("finished hand")
        verbose_name_plural = _("finished hands")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="hand_once")]

    def __str__(self) -> str:
        return f"hand {self.number}"


class Answer(models.Model):
    """A stored 2xx answer under its Idempotency-Key, written in the transaction of what it answers.

    Unique per caller and key; `fingerprint` covers method, path and body. It lives as long as its table, or
    a day where it is about none.
    """

    player = models.ForeignKey(User, models.CASCADE, related_name="answers")
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="answers")
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "key"], name="answer_once_per_caller")
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.key}"


class PartnerSign(models.Model):
    """A seña only the partner may see: it has no place in the log that all four read."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="partner_signs")
    hand = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    gesture = models.CharField(max_length=16)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.seat} {self.gesture}"


class Clock(models.Model):
    """One row: when the sweep last ran. A longer gap than allowed was the server's and is given back."""

    beat_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(name="clock_is_one_row", condition=Q(pk=1))]

    def __str__(self) -> str:
        return self.beat_at.isoformat()
