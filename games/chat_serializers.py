"""The shapes of what is sent to the chat."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.chat_models import LONGEST, Report
from games.phrases import PHRASES
from musapi.pagination import CursorQuery
from musapi.serializers import StrictCharField, StrictChoiceField, StrictSerializer


@extend_schema_serializer(component_name="Message")
class MessageRequest(StrictSerializer):
    """A message: a phrase or a text. What can be written, the service says."""

    phrase = StrictChoiceField(choices=list(PHRASES), required=False)
    text = StrictCharField(
        max_length=LONGEST,
        required=False,
        help_text="One line, of which something can be seen. Plain text: show it as it is, never as markup.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Either a phrase or a text is needed."), code="invalid")
        return attrs


@extend_schema_serializer(component_name="Report")
class ReportRequest(StrictSerializer):
    """Why a message is reported."""

    reason = StrictChoiceField(choices=Report.Reason.choices)


@extend_schema_serializer(component_name="Mute")
class MuteRequest(StrictSerializer):
    """Somebody else, by name."""

    username = StrictCharField(max_length=150, allow_blank=True)


class ChatQuery(CursorQuery):
    """Where to go on in the chat, or in the list of mutes."""
