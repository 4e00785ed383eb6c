"""The shapes of the people part of the API, in and out."""

from datetime import time
from functools import partial
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, validate_email
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts import choices, selectors
from accounts.models import FriendRequest, Locale, NotificationChoices, Token, User
from musapi.pagination import CursorQuery
from musapi.serializers import StrictBooleanField, StrictCharField, StrictChoiceField, StrictSerializer


class DeviceSerializer(StrictSerializer):
    """What a device says of itself."""

    device = StrictCharField(
        max_length=100,
        required=False,
        allow_blank=True,
        help_text="A name by which its owner knows the device; without one the program's own is taken.",
    )


class RegistrationSerializer(DeviceSerializer):
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


class CredentialsSerializer(DeviceSerializer):
    """A name and a password."""

    username = StrictCharField(max_length=150, allow_blank=True)
    password = StrictCharField(max_length=256, allow_blank=True)
    abandon_guest = StrictBooleanField(
        default=False, help_text="Close the account of the guest whose token comes with the request."
    )


class NewPasswordSerializer(StrictSerializer):
    """The password that is, and the one that shall be."""

    old_password = StrictCharField(max_length=256, allow_blank=True)
    new_password = StrictCharField(
        max_length=256, allow_blank=True, help_text="At least 8 characters, hard to guess, not only digits."
    )


class GoodbyeSerializer(StrictSerializer):
    """What a registered player proves the wish to leave with; a guest needs nothing."""

    password = StrictCharField(max_length=256, required=False, allow_blank=True)


_TIME_OF_DAY = RegexValidator(
    r"\A([01][0-9]|2[0-3]):[0-5][0-9]\Z", _("A time of day like 22:30 is needed."), code="time"
)


class QuietHoursRequestSerializer(StrictSerializer):
    """From one time of day until another, which may be on the next day."""

    start = StrictCharField(validators=[_TIME_OF_DAY], help_text="`HH:MM` in your time zone.")
    end = StrictCharField(validators=[_TIME_OF_DAY], help_text="`HH:MM` in your time zone.")

    def to_internal_value(self, data: Any) -> choices.QuietHours:
        told = super().to_internal_value(data)
        return choices.QuietHours(time.fromisoformat(told["start"]), time.fromisoformat(told["end"]))


_CHOICE = partial(StrictBooleanField, required=False)


class NotificationsRequestSerializer(StrictSerializer):
    """What your devices are told of; what is left out stays."""

    your_turn, reminder = _CHOICE(), _CHOICE()
    table_started, table_finished, table_kicked = _CHOICE(), _CHOICE(), _CHOICE()
    invitation, friend_request, friend_accepted = _CHOICE(), _CHOICE(), _CHOICE()


class PreferencesSerializer(StrictSerializer):
    """What a player can change about their own account."""

    locale = StrictChoiceField(choices=Locale.choices, required=False)
    show_hints = StrictBooleanField(required=False)
    partner_preference = StrictCharField(
        max_length=150,
        required=False,
        allow_null=True,
        help_text="The name of the friend whom you would like to play with; null for nobody.",
    )
    notifications = NotificationsRequestSerializer(required=False)
    quiet_hours = QuietHoursRequestSerializer(
        required=False,
        allow_null=True,
        help_text="When pushes wait, unless a deadline would pass meanwhile: then they make no sound. "
        "null for never.",
    )
    time_zone = StrictCharField(
        max_length=64, required=False, help_text="Your time zone by its IANA name, like `Europe/Madrid`."
    )

    def validate_time_zone(self, value: str) -> str:
        if value not in available_timezones():
            raise serializers.ValidationError(_("There is no such time zone."), code="time_zone")
        return value


class OtherPlayerSerializer(StrictSerializer):
    """Somebody else, by name."""

    username = StrictCharField(max_length=150, allow_blank=True)


class PartnerField(serializers.CharField):
    """The name of a player's chosen partner, or an empty one."""

    def get_attribute(self, instance: User) -> str:
        partner = selectors.partner_of(instance)
        return partner.username if partner else ""


class NotificationsSerializer(serializers.Serializer[Any]):
    """What the player's devices are told of."""

    your_turn = serializers.BooleanField()
    reminder = serializers.BooleanField(help_text="That half, and four fifths, of a long turn are over.")
    table_started = serializers.BooleanField()
    table_finished = serializers.BooleanField()
    table_kicked = serializers.BooleanField(help_text="That your seat at a table was freed before the start.")
    invitation = serializers.BooleanField()
    friend_request = serializers.BooleanField()
    friend_accepted = serializers.BooleanField()


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class TimeOfDayField(serializers.TimeField):
    """`HH:MM`, which is no `time` in JSON Schema's sense: that has seconds and an offset."""

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class QuietHoursSerializer(serializers.Serializer[Any]):
    """When pushes wait, in the player's time zone (UTC if none is known)."""

    start = TimeOfDayField()
    end = TimeOfDayField()


class PlayerSerializer(serializers.Serializer[Any]):
    """A player, as only they see it. What was never given is left out."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    is_guest = serializers.BooleanField()
    email = serializers.EmailField(required=False)
    locale = serializers.ChoiceField(choices=Locale.choices, required=False)
    show_hints = serializers.BooleanField()
    partner_preference = PartnerField(
        required=False, help_text="The friend whom you would like to play with, if you have said so."
    )
    notifications = NotificationsSerializer(source="*")
    quiet_hours = QuietHoursSerializer(source="*", required=False)
    time_zone = serializers.CharField(source="*", required=False)
    created_at = serializers.DateTimeField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        chosen = _chosen(choices.choices_of(instance))
        own = {name: field for name, field in self.fields.items() if name not in chosen}
        shown = {name: field.to_representation(field.get_attribute(instance)) for name, field in own.items()}
        return {name: value for name, value in {**shown, **chosen}.items() if value not in ("", None)}


def _chosen(row: NotificationChoices) -> dict[str, Any]:
    quiet = QuietHoursSerializer({"start": row.quiet_from, "end": row.quiet_until}).data
    return {
        "notifications": choices.wanted(row),
        "quiet_hours": dict(quiet) if row.quiet_from else None,
        "time_zone": row.time_zone,
    }


class SessionSerializer(serializers.Serializer[Any]):
    """What a device keeps after signing in."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField()
    player = PlayerSerializer()


class SignedInDeviceSerializer(serializers.Serializer[Any]):
    """A device on which the player is signed in."""

    id = serializers.UUIDField(source="public_id")
    name = serializers.CharField()
    created_at = serializers.DateTimeField(source="created")
    last_used_on = serializers.DateField(help_text="The day, in UTC.")
    current = serializers.SerializerMethodField(help_text="Whether this is the device that asks.")

    def get_current(self, token: Token) -> bool:
        return bool(token.pk == self.context["token"].pk)


class DeviceListSerializer(serializers.Serializer[Any]):
    """All devices, the one used last first."""

    devices = SignedInDeviceSerializer(many=True)


class PersonSerializer(serializers.Serializer[Any]):
    """Somebody else, in a list of one's own."""

    username = serializers.CharField()
    is_guest = serializers.BooleanField()


class FriendSerializer(serializers.Serializer[Any]):
    """A friend."""

    player = PersonSerializer(source="friend")
    since = serializers.DateTimeField(source="created_at")


class FriendRequestSerializer(serializers.Serializer[Any]):
    """A request that waits: to the player (incoming), or from them (outgoing)."""

    id = serializers.UUIDField()
    direction = serializers.SerializerMethodField()
    player = serializers.SerializerMethodField(help_text="The other one.")
    created_at = serializers.DateTimeField()

    def _is_mine(self, request: FriendRequest) -> bool:
        return bool(request.sender_id == self.context["person"].pk)

    @extend_schema_field(serializers.ChoiceField(choices=["incoming", "outgoing"]))
    def get_direction(self, request: FriendRequest) -> str:
        return "outgoing" if self._is_mine(request) else "incoming"

    @extend_schema_field(PersonSerializer)
    def get_player(self, request: FriendRequest) -> dict[str, Any]:
        other = request.receiver if self._is_mine(request) else request.sender
        return dict(PersonSerializer(other).data)


class AskedSerializer(serializers.Serializer[Any]):
    """What came of asking: `request` while it waits; `friend` when both had asked."""

    status = serializers.ChoiceField(choices=["waiting", "friends"])
    request = FriendRequestSerializer(required=False)
    friend = FriendSerializer(required=False)


class BlockSerializer(serializers.Serializer[Any]):
    """Somebody of whom the player hears nothing."""

    player = PersonSerializer(source="blocked")
    since = serializers.DateTimeField(source="created_at")


class _PageSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True, help_text="Where the list goes on; or null.")
    previous = serializers.URLField(allow_null=True, help_text="What comes before; or null.")


class FriendPageSerializer(_PageSerializer):
    """Some of the friends, the newest first."""

    results = FriendSerializer(many=True)


class FriendRequestPageSerializer(_PageSerializer):
    """Some of the requests, the newest first."""

    results = FriendRequestSerializer(many=True)


class BlockPageSerializer(_PageSerializer):
    """Some of the blocks, the newest first."""

    results = BlockSerializer(many=True)


class FriendRequestsQuery(CursorQuery):
    """Which requests to list."""

    direction = serializers.ChoiceField(choices=["incoming", "outgoing"], default="incoming")
