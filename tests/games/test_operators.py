"""What operators may do to a table, what nobody may do to its log, and demo tables."""

import io
from datetime import timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils.timezone import now

from games import locking, moves, operators
from games.exceptions import NotPlaying
from games.models import Event, Hand, Seat, Table
from tests.games.driver import Match, stored
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def parked(rng: Random) -> Match:
    """A match whose engine has failed in its second hand."""
    match = Match.of(SettingsFactory(alone=True, options={"games_to_win": 5}))
    match.play_hand(rng)
    with pytest.raises(NotPlaying), locking.parked_on_failure(match.id):
        raise RuntimeError("the engine failed")
    assert match.row().status == Table.Status.PARKED
    return match


def test_a_resumed_table_asks_its_question_again_with_a_fresh_clock(parked: Match, rng: Random) -> None:
    before = parked.row()
    started = now()
    operators.resume(table_id=parked.id)
    row, turn, logged = parked.row(), parked.turn(), parked.log()[-1]
    assert (row.status, row.parked_reason, row.state) == (Table.Status.PLAYING, "", before.state)
    assert (row.turn_id, row.turn_seats) == (turn.id, list(turn.seats))
    assert row.turn_started_at is not None
    assert row.turn_started_at >= started
    people_are_asked = 0 in turn.seats
    patience = timedelta(seconds=row.turn_seconds if people_are_asked else 30)
    assert row.deadline == row.turn_started_at + patience
    assert (logged.seq, logged.type, logged.by) == (before.version + 1, "resumed", Event.By.OPERATOR)
    parked.play_hand(rng)
    assert parked.row().hand_number == before.hand_number + 1


def test_bots_of_a_resumed_table_are_due(parked: Match, rng: Random) -> None:
    operators.resume(table_id=parked.id)
    parked.play_while(lambda row: 0 in row.turn_seats, rng)
    assert parked.row().bots_due_at is not None


def test_an_ended_table_has_no_clock_and_no_winner(parked: Match) -> None:
    before = parked.row()
    operators.abandon(table_id=parked.id)
    row, logged = parked.row(), parked.log()[-1]
    assert (row.status, row.deadline, row.winner) == (Table.Status.ABANDONED, None, None)
    assert (logged.seq, logged.type, logged.by) == (before.version + 1, "abandoned", Event.By.OPERATOR)
    with pytest.raises(NotPlaying):
        parked.leave(0)


@pytest.mark.parametrize("act", [operators.resume, operators.abandon])
def test_a_table_that_is_not_parked_is_left_alone(act: operators.Act, rng: Random) -> None:
    match = Match.of(SettingsFactory(alone=True))
    before = stored(match)
    with pytest.raises(operators.OperatorRefusal, match="not parked"):
        act(table_id=match.id)
    assert stored(match) == before


def test_a_table_whose_snapshot_does_not_follow_from_its_log_stays_parked(parked: Match) -> None:
    state = parked.row().state
    assert state is not None
    state["match"]["score"] = [39, 39]
    Table.objects.filter(pk=parked.id).update(state=state)
    before = stored(parked)
    with pytest.raises(operators.OperatorRefusal, match="snapshot, state"):
        operators.resume(table_id=parked.id)
    assert stored(parked) == before


def test_a_table_of_other_rules_stays_parked(parked: Match) -> None:
    state = parked.row().state
    assert state is not None
    state["rules_version"] = 99
    Table.objects.filter(pk=parked.id).update(state=state, rules_version=99)
    before = stored(parked)
    with pytest.raises(operators.OperatorRefusal, match="rules version 99 is not supported"):
        operators.resume(table_id=parked.id)
    assert stored(parked) == before


def test_a_table_on_which_the_engine_still_fails_stays_parked(
    parked: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("still broken")

    monkeypatch.setattr(operators, "apply", fail)
    before = stored(parked)
    with pytest.raises(operators.OperatorRefusal, match="still broken"):
        operators.resume(table_id=parked.id)
    assert stored(parked) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET data = '{}'",
        "DELETE FROM games_event",
        "UPDATE games_hand SET ended_by = 'count'",
        "DELETE FROM games_hand",
    ],
)
def test_f88_the_database_refuses_to_change_the_log(statement: str, parked: Match) -> None:
    before = stored(parked)
    refused = pytest.raises(DatabaseError, match="is append-only")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert stored(parked) == before


def test_f88_a_table_with_a_log_cannot_be_deleted(parked: Match) -> None:
    with pytest.raises(DatabaseError, match="is append-only"), transaction.atomic():
        parked.row().delete()
    assert Table.objects.filter(pk=parked.id).exists()
    assert Hand.objects.filter(table_id=parked.id).count() == 1


def demo_table(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command("demo_table", *arguments, stdout=out)
    return out.getvalue().split()


def test_demo_tables_are_started_and_named() -> None:
    ids = demo_table("--bots", "casual,novice,casual,novice", "--ruleset", "traditional", "--count", "2")
    tables = Table.objects.filter(id__in=ids)
    assert {(table.status, table.ruleset, table.hand_number) for table in tables} == {
        (Table.Status.PLAYING, "traditional", 1)
    }
    for table in tables:
        levels = Seat.objects.filter(table=table).values_list("bot_level", flat=True)
        assert list(levels) == ["casual", "novice", "casual", "novice"]


def test_demo_tables_take_options() -> None:
    ids = demo_table("--option", "target=25", "--option", "signs_visible_to=partner")
    options = Table.objects.get(id=ids[0]).options
    assert (options["target"], options["signs_visible_to"]) == (25, "partner")


@pytest.mark.parametrize(
    ("arguments", "pointer"),
    [
        (["--bots", "casual"], "/seats"),
        (["--bots", "casual,grandmaster,novice,novice"], "/seats/1/bot"),
        (["--option", "target=0"], "/options/target"),
    ],
)
def test_a_demo_table_that_cannot_be_is_refused(arguments: list[str], pointer: str) -> None:
    with pytest.raises(CommandError, match=pointer):
        demo_table(*arguments)
    assert not Table.objects.exists()


def test_waiting_ends_with_the_last_match(monkeypatch: pytest.MonkeyPatch, rng: Random) -> None:
    """The matches are played where the command would sleep."""

    def play(seconds: float) -> None:
        for table in Table.objects.filter(status=Table.Status.PLAYING):
            while moves.answer_with_bots(table_id=table.id, turn=Match(table.id).row().turn_id or 0):
                pass

    monkeypatch.setattr("games.management.commands.demo_table.time.sleep", play)
    ids = demo_table("--option", "target=25", "--count", "2", "--wait")
    assert set(Table.objects.filter(id__in=ids).values_list("status", flat=True)) == {Table.Status.FINISHED}


def test_waiting_fails_when_a_table_does_not_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    def park(seconds: float) -> None:
        for table in Table.objects.filter(status=Table.Status.PLAYING):
            with pytest.raises(NotPlaying), locking.parked_on_failure(table.id):
                raise RuntimeError("the engine failed")

    monkeypatch.setattr("games.management.commands.demo_table.time.sleep", park)
    with pytest.raises(CommandError, match="1 of 1 tables did not finish"):
        demo_table("--wait")
