"""Nobody is told anything before the commit, and nothing that goes wrong after it takes a move back."""

import logging
from collections.abc import Iterator

import pytest
import redis
from django.db import transaction
from django.utils.timezone import now
from pytest_django import Settings

from games import clock, events, moves
from games.models import Table
from tests.faults.broker import broken_broker, queued
from tests.faults.races import Racer
from tests.games.driver import Match, told
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bots_play_at_once(settings: Settings) -> None:
    """Bots are started after the commit; the sweep is only the safety net."""
    settings.BOT_THINK_MS = (0, 0)


@pytest.fixture
def match() -> Match:
    """Seat 0 is asked, and after it a bot; no task is waiting."""
    match = Match.dealt(settings=SettingsFactory(alone=True))
    queued()
    return match


@pytest.fixture
def listener(match: Match) -> Iterator[redis.client.PubSub]:
    """Somebody who waits at the table."""
    with events.wakeups().pubsub() as waiting:
        waiting.subscribe(events.channel(match.id))
        assert waiting.get_message(timeout=30)["type"] == "subscribe"
        yield waiting


def heard(listener: redis.client.PubSub, match: Match) -> list[bytes]:
    """What a listener was told so far: all up to a last word of our own."""
    events.wakeups().publish(events.channel(match.id), "enough")
    messages = []
    while (message := listener.get_message(timeout=30))["data"] != b"enough":
        messages.append(message["data"])
    return messages


def test_what_is_answered_is_committed(match: Match) -> None:
    body = match.say("mus")
    seen_by_others = Racer(match.row).outcome()
    assert seen_by_others.version == body["accepted"]["seq"] == body["table"]["version"]


def test_a_move_cannot_be_part_of_a_transaction_that_may_still_fail(match: Match) -> None:
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        match.say("mus")
    assert match.turn().id == 1


def test_after_a_move_listeners_hear_its_version_and_the_bots_are_started(
    match: Match, listener: redis.client.PubSub
) -> None:
    heard(listener, match)
    match.say("mus")
    row = match.row()
    assert heard(listener, match) == [str(row.version).encode()]
    assert queued() == [[str(match.id), row.turn_id]]


def test_where_somebody_watches_the_bots_think_first_and_the_sweep_starts_them(
    match: Match, settings: Settings
) -> None:
    settings.BOT_THINK_MS = (300, 1200)
    match.say("mus")
    assert queued() == []
    Table.objects.filter(pk=match.id).update(bots_due_at=now())
    clock.sweep()
    assert queued() == [[str(match.id), match.row().turn_id]]


@pytest.mark.parametrize("hook", ["games.events._publish", "games.events.start_bots"])
def test_a_hook_that_fails_after_the_commit_leaves_the_move_accepted(
    match: Match, hook: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError("a mistake in a hook")

    monkeypatch.setattr(hook, fail)
    with caplog.at_level(logging.ERROR):
        body = match.say("mus")
    assert body["table"]["version"] == match.row().version
    assert match.turn().seats == (1,)
    assert "a mistake in a hook" in caplog.text


@pytest.mark.parametrize("silent", [False, True], ids=["dead", "silent"])
def test_with_the_broker_down_a_move_is_accepted_and_the_sweep_finds_its_bots(
    match: Match, silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with broken_broker(monkeypatch, silent=silent):
        outcome = match.send(0, {"type": "mus"}, key="a-key-for-this-move")
        assert outcome.status == 200
        assert told(outcome)["table"]["version"] == match.row().version
        Table.objects.filter(pk=match.id).update(bots_due_at=now())
        clock.sweep()
    assert queued() == []
    turn = match.row().turn_id
    Table.objects.filter(pk=match.id).update(bots_due_at=now())
    clock.sweep()
    assert queued() == [[str(match.id), turn]]
    assert moves.answer_with_bots(table_id=match.id, turn=turn)
    assert match.log("action")[-1].by == "bot"


def test_a_bot_whose_task_was_lost_is_started_again(match: Match, settings: Settings) -> None:
    match.say("mus")
    assert len(queued()) == 1
    row = match.row()
    assert (row.bots_due_at - row.turn_started_at).total_seconds() == settings.BOT_RETRY
    clock.sweep()
    assert queued() == []
    Table.objects.filter(pk=match.id).update(bots_due_at=now())
    clock.sweep()
    assert queued() == [[str(match.id), row.turn_id]]


def test_of_what_leaves_nothing_is_more_than_an_id_or_a_number(
    match: Match, listener: redis.client.PubSub
) -> None:
    heard(listener, match)
    match.say("mus")
    match.bots()
    match.sign(0, "wink")
    assert all(message.isdigit() for message in heard(listener, match))
    assert {(table, type(turn)) for table, turn in queued()} == {(str(match.id), int)}
