"""Writing, reading and reporting at a table, as the tests of the chat do it."""

from typing import Any

from games import chat, selectors
from tests.games.driver import Match, told


def say(match: Match, number: int, text: str = "kaixo", **more: Any) -> dict[str, Any]:
    """Write at the table; what the answer tells of it."""
    accepted: dict[str, Any] = told(
        chat.say(table_id=match.id, player=match.people[number], text=text, **more)
    )["accepted"]
    return accepted


def read(match: Match, number: int) -> list[str]:
    """The texts that a seat finds in the list, the newest first."""
    found = chat.messages_at(match.id, match.people[number]).order_by("-seq")
    return [chat.told(message)["text"] for message in found]


def heard(match: Match, number: int | None) -> list[dict[str, Any]]:
    """The messages among the events that a seat reads, or (None) somebody without one."""
    viewer = None if number is None else match.seats()[number]
    events = selectors.events_after(match.row(), viewer, 0)
    return [event for event in events if event["type"] == "message"]


def report(match: Match, number: int, message: str, reason: str = "abuse") -> dict[str, Any]:
    return told(
        chat.report(
            table_id=match.id,
            message_id=message,
            player=match.people[number],
            reason=reason,  # type: ignore[arg-type]
        )
    )
