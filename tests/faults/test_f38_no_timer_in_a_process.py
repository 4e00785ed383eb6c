"""F38: requests go now to one process and now to another, and one of them dies: no timer was in either."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from games import clock
from games.models import Table
from musapi.datafolder import BASE
from musapi.serve import free_port
from tests.faults.times import answers, run_out
from tests.faults.workers import environment
from tests.games.driver import Match, any_legal
from tests.games.factories import SettingsFactory, token_of
from tests.stack import until

pytestmark = pytest.mark.django_db(transaction=True)

MOVES = 24


class Web:
    """One web process on the tests' database."""

    def __init__(self, folder: Path, name: str) -> None:
        port = free_port("127.0.0.1", "0")
        self.address, self.log = f"http://127.0.0.1:{port}", folder / f"{name}.log"
        command = [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "asgi",
            "--workers",
            "1",
            "--port",
            str(port),
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "musapi.asgi:application"],
                cwd=BASE,
                env=environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return httpx.get(f"{self.address}/livez", timeout=5).is_success
        except httpx.TransportError:
            return False

    def ask(self, method: str, path: str, token: str, **content: Any) -> Any:
        bearer = {"Authorization": f"Bearer {token}"}
        answer = httpx.request(method, self.address + path, headers=bearer, timeout=30, **content)
        assert answer.is_success, answer.text
        return answer.json()

    def kill(self) -> None:
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@pytest.fixture
def webs(tmp_path: Path) -> Iterator[tuple[Web, Web]]:
    """Two web processes that know nothing of each other."""
    pair = Web(tmp_path, "one"), Web(tmp_path, "other")
    try:
        for web in pair:
            until(web.answers, "the web process does not answer")
        yield pair
    finally:
        for web in pair:
            web.kill()


def asked(match: Match) -> bool:
    """Let the bots play until the person is asked; False when the match is over."""
    while (row := match.row()).status == Table.Status.PLAYING:
        if 0 in row.turn_seats:
            return True
        match.bots()
    return False


def play_by_turns(webs: tuple[Web, Web], rng: Random) -> None:
    """Ask the one and the other, act at the one and at the other: both know the same clock at any time."""
    match = Match.of(SettingsFactory(alone=True))
    token, table = token_of(match.people[0]), f"/api/v1/tables/{match.id}"
    for number in range(MOVES):
        if not asked(match):
            return
        here, there = webs if number % 2 else reversed(webs)
        view = here.ask("GET", table, token)
        assert view["turn"]["deadline"]
        assert there.ask("GET", table, token) == view
        body = {"turn": view["turn"]["id"], **any_legal(view, rng)}
        accepted = there.ask("POST", f"{table}/actions", token, json=body)["table"]
        assert here.ask("GET", table, token) == accepted


def test_whoever_is_asked_knows_the_clock_and_whoever_dies_takes_none_along(
    webs: tuple[Web, Web], rng: Random
) -> None:
    play_by_turns(webs, rng)
    match = Match.dealt(settings=SettingsFactory(alone=True))
    token, table = token_of(match.people[0]), f"/api/v1/tables/{match.id}"
    doomed, other = webs
    doomed.ask("POST", f"{table}/actions", token, json={"turn": match.turn().id, "type": "mus"})
    doomed.kill()  # it took the action that set the clock of this question
    version = match.row().version
    run_out(match)
    assert clock.sweep() == 1
    assert [event.by for event in answers(match, version)] == ["timeout"]
    assert other.ask("GET", table, token)["version"] == match.row().version
