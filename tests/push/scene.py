"""People with devices at tables, and a clock that a test sets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils.timezone import now

from accounts.models import NotificationChoices, Token, User
from games.models import Clock, Seat, Table
from musapi.sightings import sightings
from push import devices, sender
from push.models import Delivery, Push, PushDevice
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory
from tests.push.services import Browser

DAY = 86_400


def with_phone(person: User, token: str) -> PushDevice:
    """The person signs in on a phone that Firebase knows by this token."""
    shown, _ = Token.objects.create(user=person)
    return devices.register(token=shown, kind="fcm", address=token)[0]


def with_browser(person: User, browser: Browser) -> PushDevice:
    """The person signs in with a browser that has subscribed."""
    shown, _ = Token.objects.create(user=person)
    wish = browser.subscription()
    return devices.register(token=shown, kind=wish["kind"], address=wish["endpoint"], **wish["keys"])[0]


def slow(**settings: Any) -> Match:
    """A match of four at a day for a question; the first seat is asked."""
    return Match.dealt(settings=SettingsFactory(turn_seconds=DAY, **settings))


def live() -> Match:
    """A match of four at a minute for a question; the first seat is asked."""
    return Match.dealt(settings=SettingsFactory(turn_seconds=60))


def later(seconds: float) -> None:
    """So much time goes by."""
    gone = timedelta(seconds=seconds)
    Table.objects.exclude(deadline=None).update(
        turn_started_at=F("turn_started_at") - gone, deadline=F("deadline") - gone
    )
    Push.objects.update(at=F("at") - gone, due_at=F("due_at") - gone)
    Delivery.objects.update(at=F("at") - gone, expires_at=F("expires_at") - gone, try_at=F("try_at") - gone)
    Clock.objects.update(beat_at=F("beat_at") - gone)


def send(after: float = 0.0) -> int:
    """The sender comes by after so many seconds."""
    later(after)
    return sender.run()


def here(person: User) -> None:
    """The person's app has just asked for something."""
    sightings().noted.clear()
    sightings().note(person.pk)


def nobody_is_here() -> None:
    """A minute has gone by in which no app asked for anything."""
    sightings().silent_until = 0.0
    found = list(sightings().store.scan_iter("here:*"))
    if found:
        sightings().store.delete(*found)


def choose(person: User, **choices: Any) -> None:
    """The person's choice of notifications."""
    NotificationChoices.objects.update_or_create(person=person, defaults=choices)


def statuses(*steps: str) -> list[str]:
    """What became of the messages, in their order, of these steps if any are named."""
    rows = Delivery.objects.order_by("pk")
    return [row.status for row in (rows.filter(step__in=steps) if steps else rows)]


def another() -> User:
    return PersonFactory()


def waiting() -> float | None:
    """The seconds until the next message is tried again; None when none waits."""
    next_one = Delivery.objects.exclude(try_at=None).order_by("try_at").first()
    return (next_one.try_at - now()).total_seconds() if next_one and next_one.try_at else None


def seat_instead(match: Match, number: int, person: User) -> None:
    """The person has this seat of a running match."""
    Seat.objects.filter(table_id=match.id, number=number).update(player=person)
    match.people[number] = person
