"""The shapes of requests about who plays with whom."""

from __future__ import annotations

from games.serializers import RulesetName, TurnSeconds
from musapi.pagination import CursorQuery
from musapi.serializers import StrictBooleanField, StrictCharField, StrictSerializer


class Invite(StrictSerializer):
    """Keeping a seat for a friend."""

    username = StrictCharField(max_length=64)


class Kick(StrictSerializer):
    """Sending somebody away."""

    ban = StrictBooleanField(default=False, help_text="For good: the table is hidden from them.")


class InvitationsQuery(CursorQuery):
    """Where to go on in the list of invitations."""


class QueueWish(StrictSerializer):
    """What to wait for."""

    ruleset = RulesetName(max_length=20, default="gametwist")
    turn_seconds = TurnSeconds(default=60)
    partner = StrictCharField(
        max_length=64, required=False, help_text="Wait together: the other has to name you, too."
    )
