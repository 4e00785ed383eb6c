"""What is due becomes messages: one row for each device and step, stored before anything is sent (F65).

The pushes that are looked at are locked, and passed over by whoever else looks at the same time. Whoever ends
a question waits for that lock and then has the push looked at again, so nothing is decided on what was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Count

from push.knowing import known_of
from push.ladder import Decision, Known, decide, end_of
from push.models import Delivery, Push, Step

BATCH = 50
CLEAR_KEPT = timedelta(days=1)  # so long a service keeps a message that takes another one away
KEPT = timedelta(days=14)

# A device that is being signed out at this moment is waited for, and then gone.
_TO_ALL = """
INSERT INTO push_delivery (push_id, device_id, step, silent, status, attempts, error, at, expires_at, try_at)
SELECT %(push)s, device.id, %(step)s, %(silent)s, 'waiting', 0, '', %(now)s, %(ends)s, %(now)s
FROM push_pushdevice AS device
JOIN accounts_token AS token ON token.public_id = device.token_id
WHERE token.user_id = %(person)s AND token.expiry > %(now)s AND device.gone_at IS NULL
ORDER BY device.id FOR KEY SHARE OF device
ON CONFLICT DO NOTHING
"""
_TO_WHO_SHOWS_IT = """
INSERT INTO push_delivery (push_id, device_id, step, silent, status, attempts, error, at, expires_at, try_at)
SELECT %(push)s, device.id, 'clear', true, 'waiting', 0, '', %(now)s, %(ends)s, %(now)s
FROM push_pushdevice AS device
WHERE device.gone_at IS NULL AND EXISTS (
    SELECT FROM push_delivery AS shown WHERE shown.push_id = %(push)s AND shown.device_id = device.id
    AND shown.status = 'sent' AND shown.step <> 'clear'
)
ORDER BY device.id FOR KEY SHARE OF device
ON CONFLICT DO NOTHING
"""


@transaction.atomic(durable=True)
def plan(now: datetime) -> int:
    """Decide about the pushes that are due, at most BATCH; returns how many were looked at."""
    due = Push.objects.select_for_update(skip_locked=True, of=("self",)).filter(due_at__lte=now)
    pushes = list(due.select_related("person", "other").order_by("due_at")[:BATCH])
    known = known_of(pushes, now)
    for push in pushes:
        decision = decide(push.kind, push.at, push.step, known[push.pk], now)
        _carry_out(push, decision, known[push.pk], now)
    return len(pushes)


def clear(push: Push, now: datetime) -> None:
    """Have the devices that show a push take it away."""
    ends = now + CLEAR_KEPT
    _run(_TO_WHO_SHOWS_IT, {"push": push.pk, "now": now, "ends": ends})


def _carry_out(push: Push, decision: Decision, known: Known, now: datetime) -> None:
    Push.objects.filter(pk=push.pk).update(step=decision.step, due_at=decision.due_at)
    if decision.send == Step.CLEAR:
        clear(push, now)
    elif decision.send:
        told = {"push": push.pk, "person": push.person_id, "step": decision.send, "silent": decision.silent}
        _run(_TO_ALL, {**told, "now": now, "ends": end_of(push.kind, push.at, known)})


def _run(sql: str, values: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def prune(now: datetime) -> int:
    """Forget what has been done with for KEPT, and how it went; returns how many pushes."""
    done = Push.objects.filter(due_at=None, at__lt=now - KEPT)
    return done.delete()[1].get(Push._meta.label, 0)


def counts() -> dict[str, int]:
    """How many messages there are in each state, by their status."""
    rows = Delivery.objects.order_by().values_list("status").annotate(count=Count("pk"))
    return dict.fromkeys(Delivery.Status.values, 0) | dict(rows)
