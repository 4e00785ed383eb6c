"""Many matches: who plays what, and what came of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any

import httpx

from tests.faults.canary.play import Recording, Setting, guest, play_match
from tests.faults.canary.scan import leaks
from tests.faults.canary.truth import Truth

BotPlayer = Callable[[str, int], None]

SHORT = {"target": 25, "first_deje": 5}
SETTINGS = (
    Setting("gametwist", SHORT, bots=False),
    Setting("traditional", {**SHORT, "games_to_win": 1}, bots=False),
    Setting("gametwist", {**SHORT, "signs_visible_to": "partner", "kings": 4}, bots=True),
    Setting(
        "gametwist", {**SHORT, "simultaneous_discards": False, "partner_confirmation": "none"}, bots=False
    ),
    Setting("traditional", {**SHORT, "simultaneous_discards": True, "deje_ends_game": False}, bots=True),
)


@dataclass(frozen=True)
class Found:
    """What a match of the canary brought to light."""

    messages: int
    hands: int
    leaks: tuple[str, ...]


def search(
    client: httpx.Client, matches: int, rng: Random, play_bots: BotPlayer | None = None
) -> Iterator[Found]:
    """Play matches one after the other, each with new people (exports are rationed); what was found."""
    for _, setting in zip(range(matches), cycle(SETTINGS), strict=False):
        viewers = [guest(client) for _ in range(3 if setting.bots else 5)]
        yield look_for_leaks(play_match(viewers, setting, rng, play_bots))


def look_for_leaks(recording: Recording) -> Found:
    """Search all that was recorded of a match."""
    truth = read_truth(recording)
    found = (*recording.traces, *leaks(recording.messages, truth))
    return Found(len(recording.messages), len(truth.hands), found)


def read_truth(recording: Recording) -> Truth:
    """All hands of the finished match, as one who looks on may read them."""
    pages = list(_pages(recording))
    return Truth(pages[0], [hand for page in pages for hand in page["hands"]], recording.table)


def _pages(recording: Recording) -> Iterator[dict[str, Any]]:
    viewer = recording.viewers[-1]
    address: str | None = f"/api/v1{recording.table_path('/hands')}"
    while address:
        answer = viewer.client.get(address, headers={"Authorization": f"Bearer {viewer.token}"})
        answer.raise_for_status()
        page = answer.json()
        yield page
        address = page["next"]
