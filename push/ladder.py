"""When a person is told of something on their devices: at first, while a long turn runs, and "never mind".

Pure: what is known comes in, what to do comes out. Somebody who is here just now is told later, never not at
all: an open page is no proof that anybody looks at it (F71).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.choice_models import NotificationKind
from games.models import Notice
from push.models import Step

DELAY = timedelta(seconds=3)  # what is answered at once is not told; as the trigger has it
DELAY_IF_HERE = timedelta(seconds=20)
LONG_TURN = timedelta(hours=1)  # the shortest that people are reminded of
REMINDERS = {Step.HALF: 0.5, Step.LATE: 0.8}
AFTER_THE_END = timedelta(seconds=2)  # by then the clock has ended the question, or moved its deadline
OUT_OF_DATE = {
    Notice.Kind.TABLE_STARTED: timedelta(hours=1),
    Notice.Kind.TABLE_FINISHED: timedelta(days=1),
    Notice.Kind.TABLE_KICKED: timedelta(days=1),
    Notice.Kind.INVITATION: timedelta(days=1),
    Notice.Kind.FRIEND_REQUEST: timedelta(days=2),
    Notice.Kind.FRIEND_ACCEPTED: timedelta(days=2),
}
_ORDER = ["", Step.FIRST, Step.HALF, Step.LATE, Step.CLEAR]


@dataclass(frozen=True)
class Known:
    """What is known of a push when it is looked at.

    `stands`: it is still true. `started_at` and `deadline` are a question's. `off`: the kinds that the person
    does not want to hear of. `shown`: a device may be showing it.
    """

    stands: bool
    started_at: datetime | None = None
    deadline: datetime | None = None
    off: frozenset[str] = frozenset()
    quiet_until: datetime | None = None
    here: bool = False
    shown: bool = False


@dataclass(frozen=True)
class Decision:
    """`send`: the message to send now, if any. `step` and `due_at` are the push's from now on."""

    step: str
    due_at: datetime | None
    send: Step | None = None
    silent: bool = False


def decide(kind: str, at: datetime, step: str, known: Known, now: datetime) -> Decision:
    """What to do about a push of this kind and time whose messages up to `step` have been due."""
    ends = end_of(kind, at, known)
    if not known.stands:
        return Decision(Step.CLEAR, None, Step.CLEAR if known.shown else None)
    if now >= ends and known.deadline is None:
        return Decision(step, None)
    moments = _moments(at, known)
    due = [one for one, moment in moments.items() if moment <= now and _is_later(one, step)]
    later = [moment for moment in moments.values() if moment > now]
    following = min([*later, max(ends, now) + AFTER_THE_END])
    if not due or now >= ends:
        return Decision(step, following)
    sent = due[-1]
    if _kind_of(kind, sent) in known.off:
        return Decision(sent, following)
    wait = _wait(sent, at, ends, known, now)
    if wait:
        return Decision(step, wait)
    return Decision(sent, following, sent, silent=known.quiet_until is not None)


def end_of(kind: str, at: datetime, known: Known) -> datetime:
    """Until when there is any use in telling it: the deadline of a question."""
    return known.deadline or at + OUT_OF_DATE.get(Notice.Kind(kind), timedelta(0))


def _moments(at: datetime, known: Known) -> dict[Step, datetime]:
    """When each message is due, in their order."""
    moments = {Step.FIRST: at + DELAY}
    if known.started_at and known.deadline and known.deadline - known.started_at >= LONG_TURN:
        length = known.deadline - known.started_at
        moments |= {one: known.started_at + part * length for one, part in REMINDERS.items()}
    return moments


def _is_later(one: str, other: str) -> bool:
    return _ORDER.index(one) > _ORDER.index(other)


def _kind_of(kind: str, step: Step) -> str:
    return NotificationKind.REMINDER if step in REMINDERS else kind


def _wait(step: Step, at: datetime, ends: datetime, known: Known, now: datetime) -> datetime | None:
    """Until when to wait: for the end of quiet hours if that is in time, and a moment for who is here."""
    if known.quiet_until and known.quiet_until < ends:
        return known.quiet_until
    if step == Step.FIRST and known.here and now < at + DELAY_IF_HERE:
        return at + DELAY_IF_HERE
    return None
