"""The shapes of requests about who plays with whom."""

from __future__ import annotations

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
