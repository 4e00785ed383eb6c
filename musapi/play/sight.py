"""Reading a view: who sits where, who is asked, what they are called."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from musapi.play.words import SAID, Words, _

View = Mapping[str, Any]


def own_seat(view: View) -> int | None:
    """The reader's seat, or None without one."""
    return next((seat["seat"] for seat in view["seats"] if seat["you"]), None)


def base_seat(view: View) -> int:
    """The seat shown at the bottom: the reader's own, or the first one."""
    return own_seat(view) or 0


def is_asked(view: View) -> bool:
    """Whether the reader has something to decide."""
    return bool(view["legal_actions"]) and view["turn"] is not None and not stood_in_for(view)


def turn_id(view: View) -> int | None:
    """The question that stands."""
    return view["turn"]["id"] if view["turn"] else None


def stood_in_for(view: View) -> bool:
    """Whether a stand-in plays the reader's seat."""
    return any(seat["you"] and seat["controller"] == "bot" for seat in view["seats"])


def name_of(view: View, seat: int, words: Words) -> str:
    """What to call somebody at the table."""
    row = view["seats"][seat]
    if row["you"]:
        return words.say(_("you"))
    if "player" in row:
        return str(row["player"].get("name") or row["player"]["username"])
    if row["kind"] == "empty":
        return words.say(_("(free seat)"))
    return f"{words.say(_('Bot'))} {seat + 1}"


def pair_of(view: View, team: int, words: Words) -> str:
    """ "We" or "they"."""
    return words.say(_("We") if team == base_seat(view) % 2 else _("They"))


def said(word: Mapping[str, Any], words: Words) -> str:
    """An action as it is said aloud."""
    return words.say(SAID[word["type"]], **{"amount": word["amount"]} if "amount" in word else {})


def seconds_left(view: View, now: datetime | None = None) -> int | None:
    """The time that is left for the question; None when none stands."""
    if not view["turn"] or not view["turn"]["deadline"]:
        return None
    deadline = datetime.fromisoformat(view["turn"]["deadline"])
    return max(0, round((deadline - (now or datetime.now(UTC))).total_seconds()))


def clock(seconds: int) -> str:
    """A time to read: 0:45, 3:07:00, 2 d."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours // 24} d"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
