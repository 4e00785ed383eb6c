"""F48: a match whose first move does not come is not swept away: its clock runs, and ended ones stay."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from rest_framework.test import APIClient

from games import clock
from games.models import Table
from tests.games.driver import Match
from tests.games.factories import SettingsFactory, token_of

pytestmark = pytest.mark.django_db

COLUMNS = ("created_at", "started_at", "finished_at", "turn_started_at", "deadline", "bots_due_at")


def time_goes_by(**gone: float) -> None:
    """Everything that is stored happened longer ago, and the clock has run all the time."""
    Table.objects.update(**{name: F(name) - timedelta(**gone) for name in COLUMNS})
    clock.sweep()


def client_of(match: Match) -> APIClient:
    return APIClient(headers={"Authorization": f"Bearer {token_of(match.people[0])}"})


def test_the_turns_own_limit_applies_and_no_other() -> None:
    match = Match.dealt(settings=SettingsFactory(turn_seconds=3 * 86_400))
    turn = match.turn()
    time_goes_by(days=2.9)
    assert (match.row().status, match.turn()) == (Table.Status.PLAYING, turn)
    time_goes_by(days=0.2)
    assert match.row().status == Table.Status.PLAYING
    assert match.log("action")[-1].by == "timeout"
    assert match.seat(0).missed_turns == 1


def test_a_table_that_waits_for_people_waits() -> None:
    match = Match.opened(SettingsFactory())
    time_goes_by(days=400)
    assert match.row().status == Table.Status.OPEN
    match.join()


@pytest.mark.parametrize("days", [1, 400])
def test_a_finished_match_stays_to_be_read(days: int) -> None:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    client = client_of(match)
    paths = [f"/api/v1/tables/{match.id}", match.path("hands"), match.path("hands/1"), match.path("events")]
    before: list[Any] = [sorted(client.get(path).json()) for path in paths]
    time_goes_by(days=days)
    assert [sorted(client.get(path).json()) for path in paths] == before
    listed = client.get("/api/v1/me/tables?status=finished").json()
    assert str(match.id) in str(listed)
