"""What a push service answers, whichever it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from push.models import Delivery


@dataclass(frozen=True)
class Result:
    """What became of a message: taken, refused for good, no such device, or (`WAITING`) to be tried again.

    `error` is a code, with nothing of the device in it; `retry_after` is in seconds, if the service said so.
    """

    status: Delivery.Status
    error: str = ""
    retry_after: float = 0.0


TAKEN = Result(Delivery.Status.SENT)


def again(error: str, retry_after: str | None = None) -> Result:
    """Try again later; `retry_after` is the header as it came."""
    return Result(Delivery.Status.WAITING, error, seconds_of(retry_after))


def seconds_of(retry_after: str | None) -> float:
    """What a Retry-After header says, in seconds: a number or a date; 0 for anything else."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    return max(0.0, (at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
