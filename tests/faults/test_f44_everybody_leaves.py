"""F44: each seat leaves at each phase, under both rulesets: stand-ins finish the match.

(tests/games/test_leaving.py has each seat alone at chosen questions of the default rules.)
"""

from random import Random

import pytest
from pytest_django import Settings

from games.models import Table
from games.replay import verify_table
from tests.engine.tables import JUEGO, PAIRED, PLAIN, with_score
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

HANDS = {"pares": PAIRED, "juego": JUEGO, "punto": PAIRED}
PHASES = ("mus", "discard", "grande", "chica", "pares", "juego", "punto")
SHORT = {"target": 25, "games_to_win": 1}
MOST_MATCHES = 40


@pytest.fixture(autouse=True)
def _bots_play_at_once(settings: Settings) -> None:
    settings.BOT_THINK_MS = (0, 0)


def at_phase(phase: str, ruleset: str, rng: Random) -> Match:
    """A match of four people in that phase of some hand, not far from its end."""
    for _ in range(MOST_MATCHES):
        match = Match.dealt(HANDS.get(phase, PLAIN), settings=SettingsFactory(ruleset=ruleset, options=SHORT))
        if phase != "mus":
            match.say(*(["mus"] * 4 if phase == "discard" else ["no_mus"]))
        match.play_while(lambda row: row.state["play"]["phase"] != phase, rng)
        if match.row().status == Table.Status.PLAYING:
            match.put(with_score(match.state(), (18, 18)))
            return match
    raise AssertionError(f"no match came to {phase}")


@pytest.mark.parametrize("ruleset", ["gametwist", "traditional"])
@pytest.mark.parametrize("phase", PHASES)
def test_all_four_leave(phase: str, ruleset: str, rng: Random) -> None:
    match = at_phase(phase, ruleset, rng)
    left_at = match.row().version
    for number in range(4):
        match.leave(number)
    match.play_out(rng)
    assert match.row().status == Table.Status.FINISHED
    assert {event.by for event in match.log("action") if event.seq > left_at} == {"bot"}


@pytest.mark.parametrize("ruleset", ["gametwist", "traditional"])
@pytest.mark.parametrize("number", range(4))
def test_one_comes_and_goes_at_every_question(number: int, ruleset: str, rng: Random) -> None:
    match = Match.of(SettingsFactory(ruleset=ruleset, options=SHORT))
    here = True
    while match.row().status == Table.Status.PLAYING:
        match.leave(number) if here else match.come_back(number)
        here = not here
        match.step(rng)
    assert not verify_table(match.id).differences
    assert {event.seat for event in match.log("seat_controller")} == {number}


@pytest.mark.parametrize("ruleset", ["gametwist", "traditional"])
def test_partners_leave_and_the_others_play_on(ruleset: str, rng: Random) -> None:
    match = Match.of(SettingsFactory(ruleset=ruleset, options=SHORT))
    for number in (1, 3):
        match.leave(number)
    match.play_out(rng)
    assert not verify_table(match.id).differences
    by = {(event.seat % 2, event.by) for event in match.log("action")}
    assert by == {(0, "player"), (1, "bot")}
