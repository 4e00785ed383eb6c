"""Whole matches with all that may happen in them, in turn and at once; then the log is played again."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.utils.timezone import now

from games import exceptions, moves
from games.models import Event, Table
from games.replay import verify_table
from tests.faults.races import Racer
from tests.games.chance import any_legal
from tests.games.driver import Match, told
from tests.games.factories import SettingsFactory


def let_run_out(match: Match) -> None:
    """The standing question's time is over, and the clock looks at it."""
    row = match.row()
    Table.objects.filter(pk=match.id, turn_id=row.turn_id).update(deadline=now().replace(year=2020))
    moves.time_out(table_id=match.id, turn=row.turn_id)


def happenings(match: Match, rng: Random) -> list[Callable[[], Any]]:
    """What may happen at a table besides the next answer."""
    number = rng.choice(sorted(match.people))
    return [
        lambda: match.leave(number),
        lambda: match.come_back(number),
        lambda: match.sign(number, rng.choice(["wink", "kiss", "mouth_straight"])),
        lambda: match.send(number, {"type": "envido", "amount": 3}),
        lambda: match.send(number, {"type": "paso"}, turn=match.turn().id - 1),
        lambda: let_run_out(match),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("traits", [{}, {"traditional": True}, {"paired": True}], ids=str)
def test_whatever_happens_the_log_gives_what_is_stored(traits: dict[str, Any], rng: Random) -> None:
    match = Match.of(SettingsFactory(quick=True, **traits))
    while match.row().status == Table.Status.PLAYING:
        if rng.random() < 0.3:
            try:
                rng.choice(happenings(match, rng))()
            except exceptions.GameError:
                continue
        else:
            match.step(rng)
    assert verify_table(match.id).differences == ()


def play_as(match: Match, number: int, rng: Random) -> list[int]:
    """Play for one person to the end, as fast as the others let him; the numbers of what was accepted."""
    accepted = []
    while (view := match.view(number))["status"] == "playing":
        if not view["legal_actions"]:
            time.sleep(0.001)
            continue
        try:
            outcome = match.send(number, any_legal(view, rng), turn=view["turn"]["id"])
            accepted.append(told(outcome)["accepted"]["seq"])
        except exceptions.GameError:
            continue
    return accepted


def play_bots(match: Match) -> None:
    """Serve the bots as their tasks do, whenever they are asked."""
    while (row := match.row()).status == Table.Status.PLAYING:
        if not moves.answer_with_bots(table_id=match.id, turn=row.turn_id):
            time.sleep(0.001)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("traits", [{}, {"paired": True}, {"traditional": True}], ids=str)
def test_all_play_at_once_and_what_was_accepted_is_what_was_played(
    traits: dict[str, Any], rng: Random
) -> None:
    match = Match.of(SettingsFactory(quick=True, **traits))
    people = [
        Racer(lambda number=number: play_as(match, number, Random(rng.random())))  # type: ignore[misc]
        for number in match.people
    ]
    bots = [Racer(lambda: play_bots(match)) for _ in range(2)]
    accepted = sorted(seq for person in people for seq in person.outcome())
    assert [racer.outcome() for racer in bots] == [None, None]
    played = Event.objects.filter(table_id=match.id, type="action", by=Event.By.PLAYER)
    assert accepted == sorted(played.values_list("seq", flat=True))
    assert match.row().status == Table.Status.FINISHED
    assert verify_table(match.id).differences == ()
