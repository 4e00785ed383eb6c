"""The one that sends: it looks at what is due, claims messages, hands them over, and writes down what became.

A message is claimed for a while before it is sent: whoever dies on the way leaves it to the next one. Should
it have been sent all the same, the second one replaces the first on the device. Each is looked at again just
before: what is no longer true is not sent.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now as clock

from accounts.models import NotificationChoices
from musapi.alone import alone
from push import planning
from push.knowing import known_of
from push.ladder import Known
from push.messages import Message, message_of
from push.models import Delivery, Push, PushDevice, Step
from push.offers import offered
from push.results import Result

log = logging.getLogger(__name__)

SENDER_LOCK = 0x70757368  # the advisory lock's number
AT_ONCE = 8  # messages that are claimed, looked at and handed over together, each in a thread
CLAIMED_FOR = timedelta(seconds=60)
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 600.0  # seconds before a message is tried again
SIGNED_OUT = "signed_out"
BUDGET = 20.0  # seconds after which the next sender goes on


def run() -> int:
    """Send everything that is due now; returns how many messages were handed over or given up."""
    with alone(SENDER_LOCK) as let_in:
        if not let_in:
            return 0
        ends, done = time.monotonic() + BUDGET, 0
        while planning.plan(clock()) == planning.BATCH and time.monotonic() < ends:
            continue
        while time.monotonic() < ends and (claimed := claim(clock())):
            done += deliver(claimed)
        return done


@transaction.atomic(durable=True)
def claim(now: datetime) -> list[Delivery]:
    """Take messages that are to be tried now; who else comes passes them over until CLAIMED_FOR is over."""
    due = Delivery.objects.select_for_update(skip_locked=True, of=("self",)).filter(try_at__lte=now)
    related = due.select_related("push__person", "push__other")
    claimed = list(related.order_by("try_at")[:AT_ONCE])
    for one in claimed:
        one.attempts += 1
        one.try_at = now + CLAIMED_FOR
    Delivery.objects.bulk_update(claimed, ["attempts", "try_at"])
    return claimed


def deliver(claimed: Sequence[Delivery]) -> int:
    """Send what was claimed and still holds; returns how many are done with. It is no transaction."""
    now = clock()
    known = known_of(list({one.push_id: one.push for one in claimed}.values()), now)
    devices = _devices_of(claimed, now)
    results = {one.pk: _without_sending(one, devices, known[one.push_id], now) for one in claimed}
    messages = {one.pk: _message(one, known[one.push_id]) for one in claimed if results[one.pk] is None}
    to_send = [one for one in claimed if one.pk in messages]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        sent = threads.map(lambda one: _send(devices[one.device_id], messages[one.pk]), to_send)
        results |= {one.pk: result for one, result in zip(to_send, sent, strict=True)}
    return sum(_note(one, results[one.pk]) for one in claimed)


def _devices_of(claimed: Sequence[Delivery], now: datetime) -> dict[UUID, PushDevice]:
    """The devices, as they are now, that may still be told something (F64)."""
    ids = {one.device_id for one in claimed}
    there = PushDevice.objects.filter(pk__in=ids, gone_at=None, token__expiry__gt=now, kind__in=offered())
    return {device.pk: device for device in there}


def _without_sending(
    one: Delivery, devices: Mapping[UUID, PushDevice], known: Known, now: datetime
) -> Result | None:
    """What becomes of a message that is not to be sent; None for one that is."""
    if one.device_id not in devices:
        return Result(Delivery.Status.GONE, SIGNED_OUT)
    if not (_is_superseded(one) if one.step == Step.CLEAR else not known.stands):
        return Result(Delivery.Status.EXPIRED) if one.expires_at <= now else None
    return Result(Delivery.Status.MOOT)


def _is_superseded(one: Delivery) -> bool:
    """Whether the device is shown something newer of the same table: that is not to be taken away."""
    newer = Delivery.objects.filter(
        device=one.device_id, push__table=one.push.table_id, push__seq__gt=one.push.seq
    )
    shown = newer.filter(status__in=[Delivery.Status.SENT, Delivery.Status.WAITING])
    return shown.exclude(step=Step.CLEAR).exists()


def _message(one: Delivery, known: Known) -> Message:
    person = one.push.person_id
    chosen = NotificationChoices.objects.filter(person=person).first()
    return message_of(
        one.push,
        one.step,
        chosen or NotificationChoices(person_id=person),
        known.deadline,
        expires_at=known.deadline if known.deadline and one.step != Step.CLEAR else one.expires_at,
        silent=one.silent,
    )


def _send(device: PushDevice, message: Message) -> Result:
    """Hand a message over, in a thread of its own; no error gets out, and none tells of the device."""
    try:
        return _carrier(device.kind)(device, message)
    except Exception as error:
        log.exception("a push could not be handed over")
        return Result(Delivery.Status.WAITING, type(error).__name__)


def _carrier(kind: str) -> Callable[[PushDevice, Message], Result]:
    """Imported when first needed: the libraries are large, and only whoever sends has use for them."""
    if kind == PushDevice.Kind.FCM:
        from push import fcm

        return fcm.send
    from push import web_push

    return web_push.send


def _note(one: Delivery, result: Result | None) -> bool:
    """Write down what became of a message; whether it is done with."""
    now = clock()
    outcome = result or Result(Delivery.Status.WAITING)
    values: dict[str, object] = {"status": outcome.status, "error": outcome.error[:60]}
    again_at = now + timedelta(seconds=_pause(one.attempts, outcome.retry_after))
    if outcome.status == Delivery.Status.WAITING and again_at < one.expires_at:
        values["try_at"] = again_at
    else:
        values |= {"try_at": None, "done_at": now}
        if outcome.status == Delivery.Status.WAITING:
            values["status"] = Delivery.Status.EXPIRED
    Delivery.objects.filter(pk=one.pk).update(**values)
    if outcome.status == Delivery.Status.GONE and outcome.error != SIGNED_OUT:
        PushDevice.objects.filter(pk=one.device_id).update(gone_at=now)
    if outcome.status == Delivery.Status.SENT and one.step != Step.CLEAR:
        _clear_if_late(one.push_id, now)
    return values["try_at"] is None


def _clear_if_late(push_id: int, now: datetime) -> None:
    """The question may have been answered while its message was on its way."""
    with transaction.atomic(durable=True):
        ended = Push.objects.select_for_update().filter(pk=push_id, step=Step.CLEAR).first()
        if ended:
            planning.clear(ended, now)


def _pause(attempts: int, wished: float) -> float:
    """How long to wait: longer each time, a little by chance, and at least as long as the service wishes."""
    pause = min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)
    longer: float = pause * random.uniform(1.0, 1.2)  # noqa: S311 (nothing secret depends on it)
    return max(wished, longer)
