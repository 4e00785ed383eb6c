"""The shapes of the push part of the API, in and out."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import gettext as _
from rest_framework import serializers

from musapi.serializers import StrictCharField, StrictChoiceField, StrictSerializer
from push.endpoints import LONGEST, is_allowed
from push.models import PushDevice

NEEDED = {PushDevice.Kind.FCM: {"token"}, PushDevice.Kind.WEB_PUSH: {"endpoint", "keys"}}


def _decoded(text: str) -> bytes:
    """Base64 as browsers write it; raises ValueError."""
    if not text.isascii():
        raise ValueError
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class SubscriptionKeysSerializer(StrictSerializer):
    """What a message to the browser is encrypted with, as `subscription.toJSON().keys` has it."""

    p256dh = StrictCharField(max_length=100, help_text="The browser's public key: a point on P-256.")
    auth = StrictCharField(max_length=30, help_text="16 bytes.")

    def validate_p256dh(self, value: str) -> str:
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(value))
        except (ValueError, binascii.Error) as error:
            raise serializers.ValidationError(_("This is no key of a browser."), code="key") from error
        return value

    def validate_auth(self, value: str) -> str:
        try:
            if len(_decoded(value)) == 16:
                return value
        except (ValueError, binascii.Error):
            pass
        raise serializers.ValidationError(_("This is no key of a browser."), code="key")


class PushDeviceRequestSerializer(StrictSerializer):
    """Where this device can be told something: `token` for Firebase, `endpoint` and `keys` for a browser."""

    kind = StrictChoiceField(choices=PushDevice.Kind.choices)
    token = StrictCharField(max_length=4096, required=False, help_text="The registration token of Firebase.")
    endpoint = StrictCharField(
        max_length=LONGEST, required=False, help_text="An https address of the public internet."
    )
    keys = SubscriptionKeysSerializer(required=False)

    def validate_token(self, value: str) -> str:
        if not value.isascii() or not value.isprintable() or " " in value:
            raise serializers.ValidationError(_("This is no registration token."), code="token")
        return value

    def validate_endpoint(self, value: str) -> str:
        if not is_allowed(value):
            raise serializers.ValidationError(
                _("An https address of the public internet is needed."), code="endpoint"
            )
        return value

    def validate(self, attrs: Mapping[str, Any]) -> dict[str, Any]:
        needed = NEEDED[PushDevice.Kind(attrs["kind"])]
        given = set(attrs) - {"kind"}
        errors = {name: [_missing()] for name in needed - given}
        errors |= {name: [_unfit()] for name in given - needed}
        if errors:
            raise serializers.ValidationError(errors)
        keys = attrs.get("keys", {})
        address = attrs.get("token") or attrs["endpoint"]
        return {"kind": attrs["kind"], "address": address, **keys}


def _missing() -> serializers.ErrorDetail:
    return serializers.ErrorDetail(_("This kind of device needs it."), code="needed")


def _unfit() -> serializers.ErrorDetail:
    return serializers.ErrorDetail(_("This kind of device has none."), code="unfit")


class PushDeviceSerializer(serializers.Serializer[Any]):
    """A device that is told something."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=PushDevice.Kind.choices)
    name = serializers.CharField(source="token.name", help_text="What the device calls itself.")
    created_at = serializers.DateTimeField()
    active = serializers.SerializerMethodField(
        help_text="false: its service says that it is gone. Registering again brings it back."
    )
    current = serializers.SerializerMethodField(help_text="Whether this is the device that asks.")

    def get_active(self, device: PushDevice) -> bool:
        return device.gone_at is None

    def get_current(self, device: PushDevice) -> bool:
        return bool(device.token_id == self.context["token"].public_id)


class PushDeviceListSerializer(serializers.Serializer[Any]):
    """All devices that are told something, the newest first."""

    devices = PushDeviceSerializer(many=True)
