"""The shapes of the people part of the API, in and out."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.models import Locale
from musapi.serializers import StrictBooleanField, StrictCharField, StrictChoiceField, StrictSerializer


class RegistrationSerializer(StrictSerializer):
    """What a new player gives. Which names and passwords are good, the service says."""

    username = StrictCharField(
        max_length=150,
        allow_blank=True,
        help_text=(
            "3 to 20 letters (of es, eu, en, fr, it, sl), digits, full stops, hyphens and underscores, the "
            "first a letter or a digit. Normalised (NFKC). No look-alike of another player or of the server."
        ),
    )
    password = StrictCharField(
        max_length=256, allow_blank=True, help_text="At least 8 characters, hard to guess, not only digits."
    )
    email = StrictCharField(max_length=254, required=False, allow_blank=True)

    def validate_email(self, value: str) -> str:
        try:
            if value:
                validate_email(value)
        except ValidationError as error:
            raise serializers.ValidationError(_("This is not an email address."), code="email") from error
        return value


class CredentialsSerializer(StrictSerializer):
    """A name and a password."""

    username = StrictCharField(max_length=150, allow_blank=True)
    password = StrictCharField(max_length=256, allow_blank=True)


class PreferencesSerializer(StrictSerializer):
    """What a player can change about their own account."""

    locale = StrictChoiceField(choices=Locale.choices, required=False)
    show_hints = StrictBooleanField(required=False)


class PlayerSerializer(serializers.Serializer[Any]):
    """A player, as only they see it. A language or an email address that was never given is left out."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    is_guest = serializers.BooleanField()
    email = serializers.EmailField(required=False)
    locale = serializers.ChoiceField(choices=Locale.choices, required=False)
    show_hints = serializers.BooleanField()
    created_at = serializers.DateTimeField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return {name: value for name, value in shown.items() if value != ""}


class PublicPlayerSerializer(serializers.Serializer[Any]):
    """A player, as everybody sees it."""

    username = serializers.CharField()
    is_guest = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class SessionSerializer(serializers.Serializer[Any]):
    """What a device keeps after signing in."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField()
    player = PlayerSerializer()
