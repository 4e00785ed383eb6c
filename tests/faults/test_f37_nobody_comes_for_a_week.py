"""F37: nobody opens the app for a week: questions still run out, the match ends, all four are told."""

from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from games import clock, moves
from games.models import Table
from games.replay import verify_table
from tests.faults.times import A_MOMENT, pass_time
from tests.games.driver import Match
from tests.games.factories import SettingsFactory, token_of

pytestmark = pytest.mark.django_db(transaction=True)

A_DAY = 86_400
MOST_SWEEPS = 5_000


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The bots' tasks that wait for a worker."""
    tasks: list[Any] = []
    monkeypatch.setattr("games.events.start_bots", lambda *task: tasks.append(task) or True)
    return tasks


def let_it_be(match: Match, started: list[Any]) -> timedelta:
    """Nobody acts: time goes by from one due moment to the next; how much in all."""
    gone = timedelta()
    for _ in range(MOST_SWEEPS):
        row = match.row()
        if row.status != Table.Status.PLAYING:
            return gone
        due = min(moment for moment in (row.bots_due_at, row.deadline) if moment)
        wait = max(due - now(), timedelta()) + timedelta(seconds=0.5) + A_MOMENT
        pass_time(wait, match.id)
        gone += wait
        clock.sweep()
        while started:
            table_id, turn = started.pop()
            moves.answer_with_bots(table_id=table_id, turn=turn)
    raise AssertionError("this match does not end")


def get(match: Match, number: int, path: str, **query: Any) -> dict[str, Any]:
    bearer = {"Authorization": f"Bearer {token_of(match.people[number])}"}
    answer = Client().get(f"/api/v1/{path}", query, headers=bearer)
    assert answer.status_code == 200
    return dict(answer.json())


@pytest.mark.parametrize("ruleset", ["gametwist", "traditional"])
def test_the_match_ends_and_all_four_can_read_how(
    ruleset: str, settings: Settings, started: list[Any]
) -> None:
    options = {"target": 25, "games_to_win": 1}
    match = Match.of(SettingsFactory(ruleset=ruleset, options=options, turn_seconds=2 * A_DAY))
    seen = match.row().version
    assert let_it_be(match, started) > timedelta(days=7)

    row = match.row()
    assert row.status == Table.Status.FINISHED
    assert not verify_table(match.id).differences
    missed = Counter(event.seat for event in match.log("turn_missed"))
    assert missed == dict.fromkeys(range(4), settings.MISSED_TURNS_LIMIT)
    assert {event.by for event in match.log("action")} == {"timeout", "bot"}
    for number in range(4):
        assert_told(match, number, seen, row.id, row.winner)


def assert_told(match: Match, number: int, seen: int, table: UUID, winner: int | None) -> None:
    """A player who opens the app again finds the match among his own, how it went on, and its end."""
    mine = get(match, number, "me/tables", status="finished")
    assert [found["id"] for found in mine["results"]] == [str(table)]
    assert get(match, number, f"tables/{table}")["match"]["winner"] == winner
    told = []
    while events := get(match, number, f"tables/{table}/events", after=seen)["events"]:
        told += events
        seen = events[-1]["seq"]
    assert told[-1]["type"] == "match_finished"
    assert {event["seat"] for event in told if event["type"] == "turn_missed"} == set(range(4))
    assert {event["seat"] for event in told if event["type"] == "seat_controller"} == set(range(4))
