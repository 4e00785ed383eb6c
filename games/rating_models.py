"""What matches leave behind: the strength of people and bots, how it came about, and people's statistics."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User


def points(mu: float) -> int:
    """An estimate as people read it: 1500 for a newcomer, and seldom below 1000 or above 2000."""
    return round(500 + 40 * mu)


class Rating(models.Model):
    """How strong somebody is at a ruleset, as far as is known: a person, or all the bots of a level.

    `mu` is the estimate and `sigma` its standard deviation. `provisional`: too little is known yet.
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="ratings")
    bot_level = models.CharField(max_length=10, blank=True)
    ruleset = models.CharField(_("ruleset"), max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(_("matches"), default=0)
    provisional = models.BooleanField(default=True)
    updated_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "ruleset"], name="rating_once_per_person", condition=Q(user__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["bot_level", "ruleset"], name="rating_once_per_level", condition=~Q(bot_level="")
            ),
            models.CheckConstraint(
                name="rating_has_one_owner",
                condition=Q(user__isnull=False, bot_level="") | Q(user__isnull=True) & ~Q(bot_level=""),
            ),
            models.CheckConstraint(name="rating_sigma_positive", condition=Q(sigma__gt=0)),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["ruleset", "-mu", "-id"], name="rating_leaderboard", condition=Q(provisional=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.user or self.bot_level}: {self.mu:.1f} ± {self.sigma:.1f}"

    @property
    def owner(self) -> tuple[UUID | None, str]:
        """Whose it is: the person's id, or none and the bot's level."""
        return self.user_id, self.bot_level


class RatingChange(models.Model):
    """What a match did to the rating of whoever held a seat."""

    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes")
    table = models.ForeignKey("games.Table", models.CASCADE, related_name="rating_changes")
    seat = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="rating_change_once_per_seat")
        ]

    def __str__(self) -> str:
        return f"{self.mu_before:.1f} -> {self.mu_after:.1f}"


class Statistics(models.Model):
    """What a person has done at a ruleset, guests included. Counted when a match is rated."""

    user = models.ForeignKey(User, models.CASCADE, related_name="statistics")
    ruleset = models.CharField(_("ruleset"), max_length=20)
    matches = models.PositiveIntegerField(default=0)
    matches_won = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    games_won = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    lances = models.PositiveIntegerField(default=0, help_text="that somebody won and that were counted")
    lances_won = models.PositiveIntegerField(default=0)
    ordagos_made = models.PositiveIntegerField(default=0, help_text="by this player")
    ordagos_accepted = models.PositiveIntegerField(default=0, help_text="of those made, by the rivals")
    ordagos_won = models.PositiveIntegerField(default=0, help_text="of those accepted")
    ordagos_taken = models.PositiveIntegerField(default=0, help_text="the rivals' that the pair accepted")
    ordagos_taken_won = models.PositiveIntegerField(default=0)
    dejes_earned = models.PositiveIntegerField(default=0, help_text="the pair's bets that were refused")
    deje_points_earned = models.PositiveIntegerField(default=0)
    dejes_conceded = models.PositiveIntegerField(default=0, help_text="the rivals' bets that were refused")
    deje_points_conceded = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("statistics")
        verbose_name_plural = _("statistics")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "ruleset"], name="statistics_once_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.matches_won}/{self.matches}"
