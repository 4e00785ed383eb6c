"""What a device is told: codes, ids, names and times. Never a card, never what somebody wrote.

Phones have the words themselves and are given keys of them (`loc-key`); browsers have none and are given the
text as well, in the person's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.choices import zone_of
from accounts.models import NotificationChoices
from games.models import Notice
from games.selectors import iso
from push.ladder import REMINDERS
from push.models import Push, Step


@dataclass(frozen=True)
class Message:
    """One message, whatever carries it.

    `key` names the texts: a phone has `push_<key>_title` and `push_<key>_body`, which take `args`. Messages
    with one `collapse` replace each other. `data` is what the app goes by.
    """

    key: str
    args: tuple[str, ...]
    data: dict[str, str]
    collapse: str
    expires_at: datetime
    language: str
    silent: bool = False
    pressing: bool = False

    @property
    def clears(self) -> bool:
        """Whether it takes another one away and shows nothing."""
        return self.key == ""

    @property
    def title_key(self) -> str:
        return f"push_{self.key}_title"

    @property
    def body_key(self) -> str:
        return f"push_{self.key}_body"

    def texts(self) -> tuple[str, str]:
        """Title and body in the person's language."""
        with translation.override(self.language):
            title, body = _texts()[self.key]
            return title, body.format(*self.args)

    def seconds_left(self, now: datetime) -> int:
        """How long a service may keep it for a device that is away."""
        return max(0, int((self.expires_at - now).total_seconds()))


def _texts() -> dict[str, tuple[str, str]]:
    """By key; a body's `{0}` is a time or a name."""
    return {
        "your_turn": (_("It is your turn"), _("Your table waits for you. Deadline: {0}")),
        "reminder": (_("Your table still waits"), _("After that the server answers for you. Deadline: {0}")),
        "table_started": (_("The match has begun"), _("Everybody is at the table.")),
        "table_finished": (_("The match is over"), _("Have a look at how it ended.")),
        "table_kicked": (
            _("You have lost your seat"),
            _("You were sent away from a table before the start."),
        ),
        "invitation": (_("Come and play"), _("{0} keeps a seat for you.")),
        "friend_request": (_("Friend request"), _("{0} would like to be your friend.")),
        "friend_accepted": (_("New friend"), _("{0} is your friend now.")),
    }


KEYS = tuple(_texts())


def message_of(
    push: Push,
    step: str,
    chosen: NotificationChoices,
    deadline: datetime | None,
    *,
    expires_at: datetime,
    silent: bool,
) -> Message:
    """The message of a step of a push, for any of its person's devices."""
    key = "" if step == Step.CLEAR else "reminder" if step in REMINDERS else push.kind
    language = push.person.locale or "en"
    return Message(
        key=key,
        args=_args(push, chosen, deadline, language),
        data=_data(push, key, deadline),
        collapse=(push.table_id or push.other_id or push.person_id).hex,
        expires_at=expires_at,
        language=language,
        silent=silent,
        pressing=push.kind == Notice.Kind.YOUR_TURN and step != Step.CLEAR,
    )


def _args(
    push: Push, chosen: NotificationChoices, deadline: datetime | None, language: str
) -> tuple[str, ...]:
    if push.kind == Notice.Kind.YOUR_TURN and deadline:
        return (_moment(deadline, chosen, language),)
    return (push.other.username,) if push.other else ()


def _moment(deadline: datetime, chosen: NotificationChoices, language: str) -> str:
    """An absolute time, since nobody knows when it is read; with the zone where the person's is not known."""
    local = deadline.astimezone(zone_of(chosen))
    with translation.override(language):
        told = date_format(local, "DATETIME_FORMAT")
    return told if chosen.time_zone else f"{told} UTC"


def _data(push: Push, key: str, deadline: datetime | None) -> dict[str, str]:
    """What the app goes by. `recipient`: on a shared phone the message may be somebody else's by now."""
    told: dict[str, Any] = {
        "type": key or "clear",
        "recipient": push.person_id,
        "seq": push.seq,
        "table": push.table_id,
        "turn": push.turn if push.kind == Notice.Kind.YOUR_TURN else None,
        "deadline": iso(deadline),
        "player": push.other.username if push.other else None,
    }
    return {name: str(value) for name, value in told.items() if value is not None}
