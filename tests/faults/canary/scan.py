"""Finding what somebody was told before its time."""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from games.engine.cards import DECK
from games.engine.view import observe
from games.hints import tips
from tests.engine.test_view import with_other_secrets
from tests.faults.canary.beside import SAID
from tests.faults.canary.play import Message
from tests.faults.canary.truth import Truth

CARD = re.compile(r"(?<![0-9A-Za-z])(?:1[0-2]|[1-7])[oceb](?![0-9A-Za-z])")


def leaks(messages: Iterable[Message], truth: Truth) -> Iterator[str]:
    """What was leaked, in words: nothing, if all is well."""
    for message in messages:
        for what in _leaks(message, truth):
            who = "who looks on" if message.seat is None else f"seat {message.seat}"
            yield f"{who} at version {message.version}, {message.request}: {what}"


def _leaks(message: Message, truth: Truth) -> Iterator[str]:
    yield from _unless({*CARD.findall(message.headers)}, set(), "in the headers")
    yield from _secrets(message, truth)
    if message.seat is None and SAID in message.text:
        yield "what the four have said"
    if message.status >= 400 or not message.text:
        yield from _unless(cards_in(message.text), cards_in(message.sent), "in a refusal")
    else:
        yield from _in_body(message, json.loads(message.text), truth)


def cards_in(text: str) -> set[str]:
    """Everything in a text that reads like a card."""
    return {card for card in CARD.findall(text) if card in DECK}


def _unless(found: set[str], allowed: set[str], where: str) -> Iterator[str]:
    if too_many := found - allowed:
        yield f"{' '.join(sorted(too_many))} {where}"


def _secrets(message: Message, truth: Truth) -> Iterator[str]:
    everything = message.headers + message.text
    for secret in truth.secrets(message.version):
        shapes = {secret.hex(), secret.hex().upper(), base64.b64encode(secret).decode().rstrip("=")}
        if any(
            shape in everything for shape in shapes | {base64.urlsafe_b64encode(secret).decode().rstrip("=")}
        ):
            yield "a seed of cards still to be played"


def _in_body(message: Message, body: Any, truth: Truth) -> Iterator[str]:
    if isinstance(body, dict) and "last_hand" in body:
        yield from _in_view(message.seat, body, truth)
        return
    if isinstance(body, dict) and "box" in body:
        yield from _in_tip_box(message, body, truth)
        return
    if isinstance(body, dict) and "exported_at" in body:
        yield from _in_export(message, body, truth)
        return
    rest = dict(body) if isinstance(body, dict) else {"body": body}
    if "dealt" in rest:
        hands, rest = [rest], {}
    else:
        hands = rest.pop("hands", [])
    events = [*rest.pop("events", []), *filter(None, [rest.pop("accepted", None)])]
    for hand in hands:
        yield from _in_finished_hand(hand, message.version, truth)
    for event in events:
        yield from _in_event(message.seat, event, truth)
    if isinstance(rest.get("table"), dict):
        yield from _in_view(message.seat, rest.pop("table"), truth)
    yield from _unless(cards_in(json.dumps(rest)), set(), "beside what may hold cards")


def _in_view(seat: int | None, view: Mapping[str, Any], truth: Truth) -> Iterator[str]:
    rest = dict(view)
    last = rest.pop("last_hand")
    yield from _unless(cards_in(json.dumps(rest)), truth.held(seat, view["version"]), "in the view")
    if last:
        yield from _in_finished_hand(last, view["version"], truth)
    if view["options"]["signs_visible_to"] == "partner":
        for sign in view["signs"]:
            if seat is None or (sign["seat"] - seat) % 2:
                yield f"a sign of seat {sign['seat']} for the partner"


def _in_tip_box(message: Message, body: Mapping[str, Any], truth: Truth) -> Iterator[str]:
    """The tips must be those that the seat would have if what it cannot see were otherwise."""
    yield from _unless(cards_in(json.dumps(body)), truth.held(message.seat, message.version), "in a tip box")
    state = truth.state(message.version)
    if message.seat is None or not body["box"] or not state.turn or state.turn.id != body["turn"]:
        return
    other = with_other_secrets(state, message.seat, Random(message.version))
    if [tip["code"] for tip in body["box"]] != [tip.code for tip in tips(observe(other, message.seat))]:
        yield "a tip that depends on hidden cards"


def _in_export(message: Message, body: Mapping[str, Any], truth: Truth) -> Iterator[str]:
    """Of this table what its seat may read; other tables of the person's are over, or not of this match."""
    rest = dict(body)
    for entry in rest.pop("tables"):
        if entry["table"]["id"] == truth.table:
            yield from _in_exported_table(message, entry, truth)
    for row in rest.pop("log"):
        if row["table"] == truth.table:
            yield from _unless(cards_in(json.dumps(row)), truth.touched(message.seat, row["seq"]), "in a log")
    yield from _unless(cards_in(json.dumps(rest)), set(), "in an export")


def _in_exported_table(message: Message, entry: Mapping[str, Any], truth: Truth) -> Iterator[str]:
    rest = dict(entry)
    view = rest.pop("table")
    yield from _in_view(message.seat, view, truth)
    for hand in rest.pop("hands", []):
        yield from _in_finished_hand(hand, view["version"], truth)
    yield from _unless(cards_in(json.dumps(rest)), set(), "beside an exported table")


def _in_event(seat: int | None, event: Mapping[str, Any], truth: Truth) -> Iterator[str]:
    seq = event["seq"]
    if "type" not in event:
        yield from _unless(cards_in(json.dumps(event)), set(), "in a message")
    elif event["type"] == "hand_finished":
        yield from _in_finished_hand(event["data"], seq, truth)
    else:
        yield from _unless(cards_in(json.dumps(event)), truth.touched(seat, seq), f"in a {event['type']}")


def _in_finished_hand(shown: Mapping[str, Any], seq: int, truth: Truth) -> Iterator[str]:
    """A hand is shown when it is over, and then nothing is said in it that is not of that hand."""
    number = shown["number"]
    if number > truth.finished(seq):
        yield f"hand {number} before its end"
        return
    known = {**truth.hands[number], "deck": truth.hands[number]["proof"]["deck"]}
    if foreign := [name for name, value in shown.items() if name not in known or known[name] != value]:
        yield f"{' '.join(foreign)} beside hand {number}"
