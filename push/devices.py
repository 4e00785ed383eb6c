"""Registering devices. One is told what the person may know whose token it shows, and nothing else (F64).

A registration belongs to the token that made it and ends with it: by signing out, here or elsewhere, by a new
password, by leaving for good. An address that somebody else registered is theirs no more.
"""

from __future__ import annotations

import hashlib
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from accounts.exceptions import AccountGone
from accounts.models import Token, User
from push.exceptions import NotOffered, PushDeviceNotFound
from push.models import PushDevice
from push.offers import offered

_TRIES = 5

# Questions that stand already are not told again, but reminded of.
_CATCH_UP = """
INSERT INTO push_push (person_id, seq, kind, table_id, turn, other_id, at, step, due_at)
SELECT told.person_id, told.seq, told.kind, told.table_id, told.turn, told.other_id, told.at, 'first', now()
FROM games_notice AS told
JOIN games_table AS played ON played.id = told.table_id AND played.turn_id = told.turn
WHERE told.person_id = %s AND told.kind = 'your_turn'
ON CONFLICT DO NOTHING
"""


def register(
    *, token: Token, kind: str, address: str, p256dh: str = "", auth: str = ""
) -> tuple[PushDevice, bool]:
    """Let the device that shows `token` be told something at `address`; also whether that is new.

    Whoever had the address before has it no more, and the device no other one of that kind.
    Raises NotOffered, AccountGone.
    """
    if kind not in offered():
        raise NotOffered(extra={"offered": offered()})
    keys = {"p256dh": p256dh, "auth": auth}
    mark = hashlib.sha256(f"{kind} {address}".encode()).hexdigest()
    for _try in range(_TRIES):
        try:
            return _register(token, kind, address, mark, keys)
        except IntegrityError:  # somebody registered the same address at this moment: it is taken from them
            continue
    raise AccountGone


@transaction.atomic
def _register(
    token: Token, kind: str, address: str, mark: str, keys: dict[str, str]
) -> tuple[PushDevice, bool]:
    if not Token.objects.select_for_update(no_key=True).filter(pk=token.pk).exists():
        raise AccountGone
    there = PushDevice.objects.filter(mark=mark, token=token, gone_at=None, **keys).first()
    if there:
        return there, False
    PushDevice.objects.filter(mark=mark).delete()
    PushDevice.objects.filter(token=token, kind=kind).delete()
    device = PushDevice.objects.create(token=token, kind=kind, address=address, mark=mark, **keys)
    _catch_up(token)
    return device, True


def _catch_up(token: Token) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_CATCH_UP, [token.user_id])


def devices_of(person: User) -> QuerySet[PushDevice]:
    """The person's registrations, the newest first."""
    return PushDevice.objects.filter(token__user=person).select_related("token").order_by("-pk")


def unregister(*, person: User, device_id: UUID) -> None:
    """The device is told nothing more; raises PushDeviceNotFound when it is none of the person's."""
    deleted, _ = PushDevice.objects.filter(token__user=person, pk=device_id).delete()
    if not deleted:
        raise PushDeviceNotFound
