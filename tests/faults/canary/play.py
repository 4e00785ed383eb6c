"""Playing a match over HTTP: four seats and somebody who looks on, and every byte that they receive."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import httpx

from tests.faults.canary import beside
from tests.games.chance import any_legal

API = "/api/v1"
ELSEWHERE = ("/tables", "/me", "/me/tables", "/me/turns", "/rulesets", "/signs")
MOST_STEPS = 3_000
SIDE_GLANCES = 0.02  # how often somebody also reads what has nothing to do with the next move
FOLLOWS = 0.5  # how often somebody reads the feed after an action
REFUSALS = 0.05  # how often somebody tries what he may not


class Message(NamedTuple):
    """An answer as it arrived. `seat` is None for who looks on; `version` is the table's at that moment."""

    seat: int | None
    request: str
    sent: str
    status: int
    headers: str
    text: str
    version: int


class Setting(NamedTuple):
    """How a table of the canary is opened; after so many `hands` seats 0 and 2 give the match up."""

    ruleset: str
    options: Mapping[str, Any]
    bots: bool
    hands: int | None = None


@dataclass
class Viewer:
    """One device: the seat it sits on, if any, and how it sends."""

    client: httpx.Client
    token: str
    seat: int | None = None
    seen: int = 0
    tag: str = ""


@dataclass
class Recording:
    """A table and all that its viewers were told."""

    viewers: list[Viewer]
    table: str = ""
    version: int = 0
    messages: list[Message] = field(default_factory=list)
    traces: list[str] = field(default_factory=list)
    signed: int = 0

    def send(
        self,
        viewer: Viewer,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request for somebody and write down what comes back."""
        answer = viewer.client.request(
            method,
            API + path,
            json=body,
            headers={"Authorization": f"Bearer {viewer.token}", **(headers or {})},
        )
        if answer.status_code < 300 and answer.text:
            self.version = max(self.version, _version(answer.json(), self.table))
        told = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        sent = f"{method} {path}"
        self.messages.append(
            Message(
                viewer.seat,
                sent,
                json.dumps(body),
                answer.status_code,
                told,
                answer.text,
                self.version,
            )
        )
        return answer

    def table_path(self, name: str = "") -> str:
        return f"/tables/{self.table}{name}"


def _version(body: Any, table: str) -> int:
    """The version of this table that an answer tells of, if it does."""
    if not isinstance(body, dict):
        return 0
    view = body.get("table", body)
    if isinstance(view, dict) and view.get("id") == table:
        return int(view["version"])
    return int(body["next"]) if isinstance(body.get("next"), int) else 0


def guest(client: httpx.Client) -> Viewer:
    """A new device."""
    answer = client.post(f"{API}/auth/guest", json={})
    answer.raise_for_status()
    return Viewer(client, answer.json()["token"])


def play_match(
    viewers: list[Viewer], setting: Setting, rng: Random, play_bots: Callable[[str, int], None] | None = None
) -> Recording:
    """Play a match to its end. The last viewer looks on; `play_bots` plays bots where no worker does."""
    recording = _sit_down(viewers, setting)
    for _ in range(MOST_STEPS):
        view = _look(recording, viewers[0])
        if view["status"] != "playing":
            _look_at_everything(recording)
            beside.at_the_end(recording)
            return recording
        if setting.hands and view["hand"]["number"] > setting.hands:
            _give_up(recording)
        else:
            _step(recording, view, rng, play_bots)
    raise AssertionError("this match does not end")


def _sit_down(viewers: list[Viewer], setting: Setting) -> Recording:
    recording = Recording(viewers)
    people = [0, 2] if setting.bots else [0, 1, 2, 3]
    for viewer in viewers:
        viewer.seat, viewer.seen, viewer.tag = None, 0, ""
    body = {
        "ruleset": setting.ruleset,
        "options": setting.options,
        "seats": [None if seat in people else {"bot": "novice"} for seat in range(4)],
    }
    opened = recording.send(viewers[0], "POST", "/tables", body)
    recording.table = opened.json()["id"]
    viewers[0].seat = people[0]
    for viewer, seat in zip(viewers[1:-1], people[1:], strict=False):
        viewer.seat = seat
        recording.send(
            viewer, "POST", recording.table_path("/join"), {"seat": seat, "client_seed": f"s{seat}"}
        )
    return recording


def _look(recording: Recording, viewer: Viewer) -> dict[str, Any]:
    """Read a view, as a client does that has an old one."""
    answer = recording.send(viewer, "GET", recording.table_path())
    answer.raise_for_status()
    viewer.tag = answer.headers.get("ETag", "")
    view: dict[str, Any] = answer.json()
    return view


def _step(
    recording: Recording, view: Mapping[str, Any], rng: Random, play_bots: Callable[[str, int], None] | None
) -> None:
    asked = [viewer for viewer in recording.viewers if viewer.seat in view["turn"]["seats"]]
    if not asked:
        if play_bots:
            play_bots(recording.table, view["turn"]["id"])
        else:
            recording.send(recording.viewers[0], "GET", _feed(recording, view["version"], wait=2))
        return
    _glance(recording, view, rng)
    beside.now_and_then(recording, dict(view), rng)
    actor = rng.choice(asked)
    mine = _look(recording, actor)
    if mine["turn"] and actor.seat in mine["turn"]["seats"]:
        beside.ask_for_tips(recording, actor)
        body = {"turn": mine["turn"]["id"], **any_legal(mine, rng)}
        recording.send(actor, "POST", recording.table_path("/actions"), body)
    for viewer in recording.viewers:
        if rng.random() < FOLLOWS:
            _follow(recording, viewer)


def _give_up(recording: Recording) -> None:
    for viewer in recording.viewers:
        if viewer.seat in (0, 2):
            recording.send(viewer, "POST", recording.table_path("/resign"), {})


def _feed(recording: Recording, after: int, wait: int = 0) -> str:
    return recording.table_path(f"/events?after={after}&view=true&wait={wait}")


def _follow(recording: Recording, viewer: Viewer) -> None:
    """Read the feed on from where this viewer is."""
    answer = recording.send(viewer, "GET", _feed(recording, viewer.seen))
    viewer.seen = answer.json()["next"]


def _glance(recording: Recording, view: Mapping[str, Any], rng: Random) -> None:
    """Now and then somebody reads around, makes a sign, or tries what he may not."""
    for viewer in recording.viewers:
        if rng.random() < SIDE_GLANCES:
            _read_around(recording, viewer)
        if rng.random() < REFUSALS:
            _try_what_is_refused(recording, viewer, view, rng)


def _read_around(recording: Recording, viewer: Viewer) -> None:
    over = len(recording.send(viewer, "GET", recording.table_path("/hands")).json()["hands"])
    feeds = ["/events?after=0", f"/events?after={recording.version}&wait=0.01"]
    hands = [f"/hands/{number}" for number in range(over, over + 3)]
    for path in [*ELSEWHERE, *map(recording.table_path, feeds + hands)]:
        recording.send(viewer, "GET", path)
    recording.send(viewer, "GET", recording.table_path(), headers={"If-None-Match": viewer.tag})


def _try_what_is_refused(recording: Recording, viewer: Viewer, view: Mapping[str, Any], rng: Random) -> None:
    turn = view["turn"]["id"]
    attempts: list[tuple[str, Mapping[str, Any]]] = [
        ("/actions", {"turn": turn, "type": "discard", "cards": ["1o", "12e", "3b", "7c"]}),
        ("/actions", {"turn": turn, "type": "discard", "cards": ["99z"]}),
        ("/actions", {"turn": turn + 1, "type": "paso"}),
        ("/actions", {"turn": turn, "type": "envido", "amount": 100_000}),
        ("/actions", {"turn": turn, "type": "paso", "seat": 2}),
        ("/signs", {"gesture": rng.choice(["wink", "kiss", "lip_bite_centre", "nod"])}),
        ("/join", {"seat": 0}),  # a person sits there; a bot's seat could be had
        ("/rematch", {}),
    ]
    path, body = rng.choice(attempts)
    if path == "/actions" and viewer.seat in view["turn"]["seats"] and view["hand"]["phase"] == "discard":
        return  # four cards that one may happen to hold are no attempt
    recording.send(viewer, "POST", recording.table_path(path), body)


def _look_at_everything(recording: Recording) -> None:
    for viewer in recording.viewers:
        _look(recording, viewer)
        _follow(recording, viewer)
        _read_around(recording, viewer)
