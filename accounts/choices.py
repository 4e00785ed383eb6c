"""What a person wants to be told of on their devices: reading and changing it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta, tzinfo
from types import EllipsisType
from typing import NamedTuple
from zoneinfo import ZoneInfo

from accounts.choice_models import NotificationChoices, NotificationKind
from accounts.models import User


class QuietHours(NamedTuple):
    """From one time of day until another, which may be on the next day."""

    start: time
    end: time


def choices_of(person: User) -> NotificationChoices:
    """What a person has chosen; nothing is stored by reading."""
    found = NotificationChoices.objects.filter(person=person).first()
    return found or NotificationChoices(person=person)


def wanted(choices: NotificationChoices) -> dict[str, bool]:
    """Every kind, and whether the person wants to be told of it."""
    return {kind.value: kind.value not in choices.off for kind in NotificationKind}


def change_choices(
    *,
    person: User,
    notifications: Mapping[str, bool] | None = None,
    quiet_hours: QuietHours | EllipsisType | None = ...,
    time_zone: str | None = None,
) -> None:
    """Store what a person chooses; what is not given stays. `quiet_hours` None: there are none.

    Called with the person held.
    """
    choices = choices_of(person)
    if notifications is not None:
        now = {**wanted(choices), **notifications}
        choices.off = [kind for kind, so in now.items() if not so]
    if not isinstance(quiet_hours, EllipsisType):
        choices.quiet_from, choices.quiet_until = quiet_hours or (None, None)
    if time_zone is not None:
        choices.time_zone = time_zone
    choices.save()


def zone_of(choices: NotificationChoices) -> tzinfo:
    """The person's time zone, UTC when it is not known."""
    return ZoneInfo(choices.time_zone or "UTC")


def quiet_until(choices: NotificationChoices, now: datetime) -> datetime | None:
    """When the quiet hours end that it is in; None when it is in none.

    The clock on the wall counts: where summer time begins or ends, a night has an hour less or more.
    """
    start, end = choices.quiet_from, choices.quiet_until
    if start is None or end is None or start == end:
        return None
    local = now.astimezone(zone_of(choices))
    clock = local.time()
    inside = start <= clock < end if start < end else clock >= start or clock < end
    if not inside:
        return None
    day = local.date() + timedelta(days=int(clock >= end))
    return datetime.combine(day, end, tzinfo=local.tzinfo)
