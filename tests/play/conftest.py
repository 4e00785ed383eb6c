"""What the tests of the terminal client share."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from games.schema.examples import example
from musapi.datafolder import BASE
from musapi.play.api import Api
from musapi.play.prompt import Prompt
from musapi.play.screen import Shown
from musapi.play.words import Words
from tests.play.weather import Weather
from tests.stack import Stack


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A server whose bots do not think."""
    quick = {"BOT_THINK_MIN_MS": "0", "BOT_THINK_MAX_MS": "0"}
    stack = Stack(tmp_path_factory.mktemp("play") / "var", **quick).start()
    yield stack
    stack.stop()


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """The server runs in the test's own thread and transaction, as under Django's test client."""
    for moment in (request_started, request_finished):
        moment.disconnect(close_old_connections)
    yield
    for moment in (request_started, request_finished):
        moment.connect(close_old_connections)


@pytest.fixture
def words() -> Words:
    """English."""
    return Words("en")


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The API as it is published."""
    found: dict[str, Any] = yaml.safe_load((BASE / "openapi.yaml").read_text("utf-8"))
    return found


def seen(name: str) -> dict[str, Any]:
    """A view as it was recorded from the server, for a test to change."""
    view: dict[str, Any] = json.loads(json.dumps(example(name)))
    return view


def shown(view: dict[str, Any], words: Words) -> Shown:
    """What a screen is made of when this is seen."""
    prompt = Prompt(words, example("signs")["signs"])
    prompt.see(view)
    return Shown(prompt, view)


class Guest:
    """One person with a client of his own, in some weather. `naps`: how long each pause was."""

    def __init__(self, weather: Any = None) -> None:
        self.naps: list[float] = []
        self.weather = weather or Weather("nowhere")
        self.api = Api(
            "http://localhost", "en", transport=self.weather, sleep=self._sleep, now=lambda: sum(self.naps)
        )
        self.api.sign_in(self.api.post("/auth/guest")["token"])

    def _sleep(self, seconds: float) -> None:
        self.naps.append(seconds)


def four_at_a_table(first: Guest) -> tuple[str, list[Guest]]:
    """A match of four people that has begun; its id, and the four by seat."""
    table = first.api.post("/tables", {"options": {"target": 25}, "turn_seconds": 600})["id"]
    others = [Guest() for _ in range(3)]
    for guest in others:
        guest.api.post(f"/tables/{table}/join", {})
    return table, [first, *others]
