"""F45: somebody is asked, can answer and has a deadline, whatever people, bots and the clock do."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.utils.timezone import now

from games import clock, exceptions, moves
from games.engine.transitions import legal_actions
from games.models import Seat, Table
from games.replay import verify_table
from tests.faults.times import run_out
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

STEPS = 60


def assert_somebody_must_act(match: Match) -> None:
    """The promise, as it is stored and as it is shown."""
    row = match.row()
    if row.status != Table.Status.PLAYING:
        assert row.status == Table.Status.FINISHED
        return
    state = match.state()
    assert state.turn is not None
    assert (row.turn_id, tuple(row.turn_seats)) == (state.turn.id, state.turn.seats)
    assert row.turn_seats
    assert row.deadline is not None
    assert row.deadline <= now() + timedelta(seconds=row.turn_seconds + 60)
    assert all(legal_actions(state, number) for number in row.turn_seats)
    asked = [seat for seat in match.seats() if seat.number in row.turn_seats]
    assert (row.bots_due_at is not None) == any(seat.controller == Seat.Controller.BOT for seat in asked)
    for seat in asked:
        assert match.view(seat.number)["legal_actions"]


def acts(match: Match, rng: Random) -> None:
    match.step(rng)


def leaves(match: Match, rng: Random) -> None:
    match.leave(rng.choice(list(match.people)))


def returns(match: Match, rng: Random) -> None:
    match.come_back(rng.choice(list(match.people)))


def runs_out(match: Match, rng: Random) -> None:
    run_out(match)
    clock.sweep()


def bots_fail(match: Match, rng: Random) -> None:
    Table.objects.filter(pk=match.id).update(turn_started_at=now() - timedelta(minutes=1))
    moves.give_up_on_bots(table_id=match.id, turn=match.turn().id)


def offers_to_resign(match: Match, rng: Random) -> None:
    if rng.random() < 0.1:  # matches should last
        match.resign(rng.choice(list(match.people)))


def acts_out_of_turn(match: Match, rng: Random) -> None:
    with pytest.raises((exceptions.NotYourTurn, exceptions.StaleTurn, exceptions.ActionRefused)):
        match.send(rng.choice(list(match.people)), {"type": "discard", "cards": ["1o"] * 4})


def signs(match: Match, rng: Random) -> None:
    try:
        match.sign(rng.choice(list(match.people)), "wink")
    except exceptions.SignRefused:
        assert match.rules().signs_truthful


HAPPENINGS: list[tuple[Callable[[Match, Random], None], int]] = [
    (acts, 60),
    (leaves, 8),
    (returns, 6),
    (runs_out, 8),
    (bots_fail, 4),
    (offers_to_resign, 3),
    (acts_out_of_turn, 3),
    (signs, 3),
]


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        ("gametwist", (None,) * 4),
        ("traditional", (None,) * 4),
        ("gametwist", (None, "novice", None, "casual")),
        ("traditional", (None, "novice", "casual", "novice")),
    ],
    ids=str,
)
def test_whatever_happens(ruleset: str, seats: tuple[str | None, ...], rng: Random) -> None:
    happenings, weights = zip(*HAPPENINGS, strict=True)
    match = Match.of(SettingsFactory(ruleset=ruleset, seats=seats, options={"target": 25}))
    assert_somebody_must_act(match)
    for _ in range(STEPS):
        if match.row().status != Table.Status.PLAYING:
            break
        rng.choices(happenings, weights)[0](match, rng)
        assert_somebody_must_act(match)
    assert not verify_table(match.id).differences
