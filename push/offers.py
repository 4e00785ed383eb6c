"""Which kinds of pushes this server is set up for, and what a browser needs to subscribe."""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from push.models import PushDevice


def offered() -> list[str]:
    """The kinds of devices that can be registered; a kind that is not set up is not offered."""
    set_up = {
        PushDevice.Kind.FCM.value: bool(settings.FIREBASE_CREDENTIALS_FILE),
        PushDevice.Kind.WEB_PUSH.value: bool(settings.VAPID_PRIVATE_KEY_FILE and settings.VAPID_SUBJECT),
    }
    return [kind for kind, so in set_up.items() if so]


def vapid_public_key() -> str:
    """What a browser subscribes with (`applicationServerKey`); empty where browsers are not told anything."""
    if PushDevice.Kind.WEB_PUSH not in offered():
        return ""
    return _public_key(settings.VAPID_PRIVATE_KEY_FILE)


@cache
def _public_key(path: str) -> str:
    key = vapid_private_key(path)
    point = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def vapid_private_key(path: str) -> ec.EllipticCurvePrivateKey:
    """The key that this server signs with. Raises ImproperlyConfigured when the file holds none."""
    try:
        key = serialization.load_pem_private_key(Path(path).read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise ImproperlyConfigured(f"VAPID_PRIVATE_KEY_FILE: {path} holds no readable key.") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
        raise ImproperlyConfigured(f"VAPID_PRIVATE_KEY_FILE: {path} holds no key on the curve P-256.")
    return key
