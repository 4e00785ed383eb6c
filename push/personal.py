"""What pushes keep of people: sections of an export, and what becomes of the rows when somebody leaves.

Registrations of devices go with the tokens that made them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.holdings import Fate, Holding, Keeper
from accounts.models import User
from push.devices import devices_of
from push.models import Delivery, Push

_AT_A_TIME = 200


def push_devices_of(person: User) -> Iterator[dict[str, Any]]:
    """Where the person is told something; addresses and keys are secrets of the device."""
    for device in devices_of(person):
        yield {
            "id": device.pk,
            "device": device.token.public_id,
            "kind": device.kind,
            "created_at": device.created_at,
            "gone_at": device.gone_at,
        }


def pushes_of(person: User) -> Iterator[dict[str, Any]]:
    """What was to be told, by the number of its notice, and what became of it."""
    for push in Push.objects.filter(person=person).order_by("pk").iterator(_AT_A_TIME):
        tried = Delivery.objects.filter(push=push).order_by("pk")
        yield {
            "seq": push.seq,
            "kind": push.kind,
            "at": push.at,
            "deliveries": [
                {"device": one.device_id, "step": one.step, "status": one.status, "at": one.done_at}
                for one in tried
            ],
        }


KEEPER = Keeper(
    holdings=(
        Holding("push_devices", push_devices_of),
        Holding("pushes", pushes_of, {"push.Push.person": Fate.DELETED, "push.Push.other": Fate.CLEARED}),
    )
)
