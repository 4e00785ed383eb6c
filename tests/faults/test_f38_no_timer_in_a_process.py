"""F38: requests go now to one process and now to another, and one of them dies: no timer was in either."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games import clock
from games.models import Table
from tests.faults.times import answers, run_out
from tests.faults.webs import Web
from tests.games.driver import Match, any_legal
from tests.games.factories import SettingsFactory, token_of

pytestmark = pytest.mark.django_db(transaction=True)

MOVES = 24


@pytest.fixture
def webs(tmp_path: Path) -> Iterator[tuple[Web, Web]]:
    """Two web processes that know nothing of each other."""
    pair = Web(tmp_path, "one"), Web(tmp_path, "other")
    try:
        for web in pair:
            web.ready()
        yield pair
    finally:
        for web in pair:
            web.kill()


def asked(match: Match) -> bool:
    """Let the bots play until the person is asked; False when the match is over."""
    while (row := match.row()).status == Table.Status.PLAYING:
        if 0 in row.turn_seats:
            return True
        assert match.bots()
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
