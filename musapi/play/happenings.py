"""Events of the feed as lines that tell what has happened."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.text import Text

from musapi.play.lines import plain
from musapi.play.sight import View, name_of, pair_of, said
from musapi.play.words import BECAME, PHASES, Words, _

Event = Mapping[str, Any]


def told_as(view: View, event: Event, words: Words) -> Text | None:
    """The line for an event; None for one that the table shows anyway, or that is of a later server."""
    teller = _TELLERS.get(event["type"])
    return teller(view, event, words) if teller else None


def _action(view: View, event: Event, words: Words) -> Text:
    data, late = event["data"], event.get("by") == "timeout"
    word = said(data, words)
    if data["type"] == "discard" and "count" in data:
        word += f" ({data['count']})"
    line = plain(f"{name_of(view, event['seat'], words)}: ", "bold").append(word)
    return line.append(f" ({words.say(_('time is up'))})", "dim") if late else line


def _message(view: View, event: Event, words: Words) -> Text | None:
    text = event.get("data", {}).get("text")
    if not text or "seat" not in event:
        return None
    return plain(f"{name_of(view, event['seat'], words)}: ", "bold bright_yellow").append_text(
        plain(f"“{text}”")
    )


def _exchanged(view: View, event: Event, words: Words) -> Text:
    counts = [f"{name_of(view, seat, words)} {count}" for seat, count in enumerate(event["data"]["counts"])]
    return plain(words.say(_("New cards: {counts}"), counts=", ".join(counts)), "dim")


def _lance(view: View, event: Event, words: Words) -> Text:
    data = event["data"]
    line = plain(f"{words.say(PHASES[data['lance']])}: {words.say(BECAME[data['status']])}", "bright_green")
    if data.get("deje"):
        line.append(f", {pair_of(view, data['team'], words)} +{data['deje']}")
    return line


def _declared(view: View, event: Event, words: Words) -> Text:
    holders = [name_of(view, seat, words) for seat, holds in enumerate(event["data"]["holders"]) if holds]
    phase = words.say(PHASES[event["data"]["lance"]])
    return plain(f"{phase}: {', '.join(holders) or '-'}", "dim")


def _sign(view: View, event: Event, words: Words) -> Text:
    gesture = event["data"]["gesture"]
    text = view.get("sign_texts", {}).get(gesture, gesture)
    return plain(f"{name_of(view, event['seat'], words)}: ", "bold").append_text(plain(f"☺ {text}", "yellow"))


def _dealt(view: View, event: Event, words: Words) -> Text:
    data = event["data"]
    text = words.say(
        _("Hand {number} is dealt. Mano: {name}"),
        number=data["number"],
        name=name_of(view, data["mano"], words),
    )
    return plain(text, "dim")


def _game(view: View, event: Event, words: Words) -> Text:
    data = event["data"]
    pair = pair_of(view, data["winner"], words)
    return plain(words.say(_("Game {number}: {pair}"), number=data["game"], pair=pair), "bold bright_green")


def _controller(view: View, event: Event, words: Words) -> Text:
    away = event["data"]["controller"] == "bot"
    text = _("{name}: a stand-in plays") if away else _("{name}: back again")
    return plain(words.say(text, name=name_of(view, event["seat"], words)), "dim")


def _sat_down(view: View, event: Event, words: Words) -> Text | None:
    """From the event: its view comes after it."""
    person = event["data"].get("player")
    if person is None or view["seats"][event["seat"]]["you"]:
        return None
    return plain(words.say(_("{name} sits down"), name=person.get("name") or person["username"]), "dim")


def _resigns(view: View, event: Event, words: Words) -> Text:
    return plain(f"{name_of(view, event['seat'], words)}: {words.say(_('wants to resign'))}", "bold")


_TELLERS: Mapping[str, Callable[[View, Event, Words], Text | None]] = {
    "action": _action,
    "message": _message,
    "cards_exchanged": _exchanged,
    "lance_closed": _lance,
    "declared": _declared,
    "sign": _sign,
    "hand_dealt": _dealt,
    "game_finished": _game,
    "seat_controller": _controller,
    "seat_taken": _sat_down,
    "resign_offered": _resigns,
}
