"""F08: the COMMIT fails after the engine ran: nobody hears of the move, and the table is as before."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings
from rest_framework.test import APIClient

from games import events, exceptions
from games.models import Answer, Table
from tests.faults.broker import queued
from tests.games.driver import Match, stored
from tests.games.factories import SettingsFactory, token_of

pytestmark = pytest.mark.django_db(transaction=True)

SERIALIZATION_FAILURE, CHECK_VIOLATION = "40001", "23514"


@contextmanager
def commits_fail(code: str) -> Iterator[None]:
    """Every COMMIT that has logged an event fails with this SQLSTATE."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION fail_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$"
            f" BEGIN RAISE EXCEPTION 'no commit today' USING ERRCODE = '{code}'; END $$;"
            " CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT ON games_event"
            " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_at_commit()"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER fail_at_commit ON games_event; DROP FUNCTION fail_at_commit()")


@pytest.fixture(autouse=True)
def _bots_play_at_once(settings: Settings) -> None:
    settings.BOT_THINK_MS = (0, 0)


@pytest.fixture
def match() -> Match:
    """A person is asked, then a bot; nothing waits in the queue."""
    match = Match.dealt(settings=SettingsFactory(alone=True))
    queued()
    return match


@contextmanager
def listening(match: Match) -> Iterator[list[Any]]:
    """What somebody who waits at the table hears meanwhile (filled at the end)."""
    heard: list[Any] = []
    with events.wakeups().pubsub(ignore_subscribe_messages=False) as waiting:
        waiting.subscribe(events.channel(match.id))
        assert waiting.get_message(timeout=30)["type"] == "subscribe"
        yield heard
        events.wakeups().publish(events.channel(match.id), "enough")
        while (message := waiting.get_message(timeout=30))["data"] != b"enough":
            heard.append(message["data"])


def test_nobody_hears_of_a_move_whose_commit_failed(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    before = stored(match)
    with (
        listening(match) as heard,
        commits_fail(SERIALIZATION_FAILURE),
        caplog.at_level(logging.DEBUG, logger="games"),
        pytest.raises(OperationalError, match="no commit today"),
    ):
        match.send(0, {"type": "mus"}, key="a-key-for-this-move")
    assert stored(match) == before
    assert heard == []
    assert queued() == []
    assert not Answer.objects.exists()
    assert [line.getMessage() for line in caplog.records if line.name.startswith("games")] == []


def test_the_same_request_again_is_played_once_the_database_is_well(match: Match) -> None:
    turn, key = match.turn().id, "a-key-for-this-move"
    with commits_fail(SERIALIZATION_FAILURE), pytest.raises(OperationalError):
        match.send(0, {"type": "mus"}, turn=turn, key=key)
    outcome = match.send(0, {"type": "mus"}, turn=turn, key=key)
    assert (outcome.status, outcome.replayed) == (200, False)
    assert match.turn().id == turn + 1


def test_a_step_that_can_never_be_stored_parks_its_table_and_tells_nothing_else(match: Match) -> None:
    before = match.row()
    log = match.log()
    with listening(match) as heard, commits_fail(CHECK_VIOLATION), pytest.raises(exceptions.NotPlaying):
        match.send(0, {"type": "mus"}, key="a-key-for-this-move")
    row = match.row()
    assert (row.status, row.state, row.version) == (Table.Status.PARKED, before.state, before.version)
    assert match.log() == log
    assert heard == [str(before.version).encode()]
    assert queued() == []
    assert not Answer.objects.exists()


def test_over_http_it_is_a_503_and_the_view_is_as_before(match: Match) -> None:
    client = APIClient(headers={"Authorization": f"Bearer {token_of(match.people[0])}"})
    client.default_format = "json"
    address = f"/api/v1/tables/{match.id}"
    seen = client.get(address).content
    with commits_fail(SERIALIZATION_FAILURE):
        answer = client.post(match.path("actions"), {"turn": match.turn().id, "type": "mus"})
    assert (answer.status_code, answer.json()["code"]) == (503, "server.unavailable")
    assert client.get(address).content == seen
