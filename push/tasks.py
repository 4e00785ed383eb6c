"""Celery tasks that beat starts: the sender, and forgetting. Each finds by itself what is due."""

from __future__ import annotations

from celery import shared_task
from django.utils.timezone import now

from accounts import withheld
from games import idempotency, notices
from push import planning, sender


@shared_task(name="push.tasks.send")
def send() -> None:
    """Send what is due."""
    sender.run()


@shared_task(name="push.tasks.forget")
def forget() -> None:
    """Forget old notices, pushes that are done with, and names that are free again."""
    notices.prune(now())
    idempotency.prune(now())
    planning.prune(now())
    withheld.prune(now())
