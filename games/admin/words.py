"""What the rows of the log say, in words. Words of Mus are not translated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from games.models import Event

WORDS = {"no_mus": "no mus", "no_quiero": "no quiero", "ordago": "órdago"}


def said(data: dict[str, Any]) -> str:
    """An action, as it is said at the table."""
    if data["type"] == "envido":
        return f"envido {data['amount']}"
    if data["type"] == "discard":
        return gettext("discards %d") % data["count"] if "count" in data else gettext("discards")
    return WORDS.get(data["type"], str(data["type"]))


def told(row: Event, names: Sequence[str]) -> str:
    """An event that is no action, for a reader who is told nothing secret. `names` are of seats or teams."""
    data = row.data
    who = names[row.seat] if row.seat is not None else ""
    if row.type in ("game_finished", "match_finished"):
        return _win(row, names)
    if row.type == "sign":
        return gettext("%(who)s makes the sign %(gesture)s: %(meaning)s") % {"who": who, **data}
    if row.type == "turn_missed":
        return gettext("%(who)s missed %(missed_turns)d in a row") % {"who": who, **data}
    if row.type == "seat_controller":
        away = data["controller"] == "bot"
        return (gettext("a stand-in plays for %s") if away else gettext("%s is back")) % who
    return (_PLAIN[row.type]() if row.type in _PLAIN else row.type.replace("_", " ")) + (who and f": {who}")


def _win(row: Event, teams: Sequence[str]) -> str:
    data = row.data
    told = {"team": teams[data["winner"]], "by": data["by"], "won": "–".join(map(str, data["games_won"]))}
    if row.type == "match_finished":
        return gettext("%(team)s win the match, games %(won)s") % told
    score = "–".join(map(str, data["score"]))
    return gettext("%(team)s win game %(game)d, %(score)s") % {**told, "game": data["game"], "score": score}


_PLAIN = {
    "seat_taken": lambda: gettext("sat down"),
    "seat_left": lambda: gettext("left the seat"),
    "started": lambda: gettext("the match started"),
    "message": lambda: gettext("wrote in the chat"),
    "resign_offered": lambda: gettext("offers to resign"),
    "resumed": lambda: gettext("an operator let the match go on"),
    "abandoned": lambda: gettext("an operator ended the match"),
}


def outcome_of(row: Event, names: Sequence[str], teams: Sequence[str]) -> str:
    """How a lance closed, who declared, what was exchanged."""
    data = row.data
    if row.type == "declared":
        holders = [name for name, holds in zip(names, data["holders"], strict=True) if holds]
        return gettext("held by %s") % ", ".join(holders) if holders else gettext("held by nobody")
    if row.type == "cards_exchanged":
        counts = ", ".join(f"{name}: {count}" for name, count in zip(names, data["counts"], strict=True))
        return gettext("new cards: %(counts)s; %(stock_count)d left in the stock") % {
            **data,
            "counts": counts,
        }
    return _closed(data, teams)


def _closed(data: dict[str, Any], teams: Sequence[str]) -> str:
    if data["status"] == "declined":
        return gettext("declined: %(deje)d to %(team)s") % {"deje": data["deje"], "team": teams[data["team"]]}
    words: dict[str, str] = {
        "accepted": gettext("accepted at %s") % data.get("stake"),
        "ordago": gettext("órdago accepted"),
        "paso": gettext("paso by all, worth %s") % data.get("stake"),
        "single": gettext("held by one team only, worth %s") % data.get("stake"),
        "none": gettext("nobody"),
    }
    return words[data["status"]]


def line(row: Event, names: Sequence[str], teams: Sequence[str]) -> str:
    """Any event in a line of a list, where who did it stands beside it."""
    data = row.data
    if row.type == "action":
        return said(data)
    if row.type in ("lance_closed", "declared"):
        return f"{data['lance']}: {outcome_of(row, names, teams)}"
    if row.type == "cards_exchanged":
        return outcome_of(row, names, teams)
    if row.type == "hand_dealt":
        return str(gettext("mano is %s") % names[data["mano"]])
    if row.type == "hand_finished":
        before, after = ("–".join(map(str, data[f"score_{when}"])) for when in ("before", "after"))
        return f"{before} → {after}"
    return told(row, teams if row.type in ("game_finished", "match_finished") else names)
