"""The devices on which a player is signed in: each has a token of its own."""

import unicodedata
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from accounts import selectors
from accounts.exceptions import DeviceNotFound
from accounts.models import DEVICE_NAME_LENGTH, Token, User
from musapi.origin import NOWHERE, Origin, mark

MOST_DEVICES = 50


@dataclass(frozen=True)
class Device:
    """A device that signs in: what it calls itself, and where it is."""

    name: str = ""
    origin: Origin = NOWHERE

    @property
    def label(self) -> str:
        """How its owner will know it again: the name it gave, or the program."""
        told = "".join(
            letter for letter in self.name or self.origin.agent if unicodedata.category(letter)[0] != "C"
        )
        return told.strip()[:DEVICE_NAME_LENGTH]


UNKNOWN = Device()


def add_device(user: User, device: Device) -> tuple[Token, str]:
    """A new token, and how it is shown. One device too many signs out those that were used longest ago."""
    spare = selectors.devices_of(user).values("pk")[MOST_DEVICES - 1 :]
    Token.objects.filter(pk__in=list(spare.values_list("pk", flat=True))).delete()
    token, shown = Token.objects.create(user=user, name=device.label, **marks(device.origin))
    return token, shown


def describe(token: Token, device: Device) -> None:
    """Write down what a device says of itself; one that says nothing keeps its name."""
    if device.name:
        Token.objects.filter(pk=token.pk).update(name=device.label)


def sign_out(*, user: User, device_id: UUID) -> None:
    """The device's token is dead from now on; raises DeviceNotFound when it is not one of the player's."""
    deleted, _ = Token.objects.filter(user=user, public_id=device_id).delete()
    if not deleted:
        raise DeviceNotFound


def log_out(*, token: Token) -> None:
    """This device's token is dead from now on."""
    token.delete()


def log_out_everywhere(*, user: User) -> None:
    """Every token of the player is dead from now on."""
    Token.objects.filter(user=user).delete()


def renew(token: Token, origin: Origin, lifetime: timedelta) -> None:
    """Let the token live `lifetime` from now, and note the day and the place.

    An UPDATE that is harmless twice; where the device has been signed out meanwhile it brings nothing back.
    """
    now = timezone.now()
    expiry = now + lifetime
    alive = Token.objects.filter(digest=token.digest, expiry__lt=expiry)
    alive.update(expiry=expiry, used_at=now, **marks(origin))
    token.expiry = expiry


def marks(origin: Origin) -> dict[str, str]:
    """What can be compared of a place, and cannot be read: see `accounts.review`."""
    if not origin.address:
        return {"network_mark": "", "device_mark": ""}
    return {
        "network_mark": mark("network", origin.network),
        "device_mark": mark("device", origin.network, origin.agent),
    }
