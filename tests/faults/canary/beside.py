"""What is read beside the cards: tips, the chat, exports, and signs that only the partner may see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.faults.canary.play import Recording, Viewer

TALKS = 0.01  # how often somebody writes
EXPORTS = 0.004  # how often somebody asks for all that is kept of him
SECRETS = 0.03  # how often somebody makes a sign where only the partner may see it
SAID = "said-among-the-four"
ALWAYS_TRUE = ("eyes_shut", "mouth_straight")
PASSING = {"date", "ratelimit", "ratelimit-policy", "x-request-id"}


def ask_for_tips(recording: Recording, viewer: Viewer) -> None:
    """Read the tip box, and once more as who has it switched off."""
    for query in ("", "?force=true"):
        recording.send(viewer, "GET", recording.table_path(f"/hints{query}"))


def now_and_then(recording: Recording, view: dict[str, Any], rng: Random) -> None:
    """Somebody writes, asks for an export, or makes a sign for the partner alone."""
    for viewer in recording.viewers:
        if rng.random() < TALKS:
            _talk(recording, viewer)
        if rng.random() < EXPORTS:
            recording.send(viewer, "GET", "/me/export")
    hidden = view["options"]["signs_visible_to"] == "partner" and view["hand"]["phase"] != "discard"
    if hidden and (not recording.signed or rng.random() < SECRETS):
        _sign(recording, rng.choice([viewer for viewer in recording.viewers if viewer.seat is not None]), rng)


def at_the_end(recording: Recording) -> None:
    """Everybody reads the chat and an export."""
    for viewer in recording.viewers:
        recording.send(viewer, "GET", recording.table_path("/messages"))
        recording.send(viewer, "GET", "/me/export")


def _talk(recording: Recording, viewer: Viewer) -> None:
    recording.send(viewer, "POST", recording.table_path("/messages"), {"text": SAID})
    for reader in recording.viewers:
        recording.send(reader, "GET", recording.table_path("/messages"))


def _sign(recording: Recording, signer: Viewer, rng: Random) -> None:
    """A sign, and what each who may not see it reads before and after: all of it must be the same."""
    assert signer.seat is not None
    others = [
        viewer for viewer in recording.viewers if viewer.seat is None or (viewer.seat - signer.seat) % 2
    ]
    after = max(recording.version - 1, 0)
    before = [list(_readings(recording, viewer, after)) for viewer in others]
    body = {"gesture": rng.choice(ALWAYS_TRUE)}
    recording.signed += (
        recording.send(signer, "POST", recording.table_path("/signs"), body).status_code == 200
    )
    for viewer, earlier in zip(others, before, strict=True):
        for old, new in zip(earlier, _readings(recording, viewer, after), strict=True):
            if old != new:
                who = "who looks on" if viewer.seat is None else f"seat {viewer.seat}"
                recording.traces.append(f"{who}, {old[0]}: a trace of a sign of seat {signer.seat}")


def _readings(recording: Recording, viewer: Viewer, after: int) -> Iterator[tuple[Any, ...]]:
    feed = f"/events?after={after}&view=true"
    for path in (*map(recording.table_path, ("", feed, "/hints?force=true", "/hands")), "/me/turns"):
        answer = recording.send(viewer, "GET", path)
        headers = {name: value for name, value in answer.headers.items() if name.lower() not in PASSING}
        yield path, answer.status_code, headers, answer.text
