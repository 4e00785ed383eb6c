"""Stored matches played again: whole ones agree, and no row can be changed without being found."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils.timezone import now

from games import locking, moves, operators, tables
from games.exceptions import NotPlaying
from games.models import Event, Hand, Seat, Table
from games.replay import Difference, verify_table
from games.replay.follow import HIDDEN
from games.wishes import TableSettings
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db


@contextmanager
def without_triggers() -> Iterator[None]:
    """What the database refuses is possible here, as for somebody who owns it."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in ("games_event", "games_hand"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        for table in ("games_event", "games_hand"):
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def differences(match: Match) -> tuple[Difference, ...]:
    return verify_table(match.id).differences


def let_run_out(match: Match) -> None:
    Table.objects.filter(pk=match.id).update(deadline=now() - timedelta(seconds=60))
    assert moves.time_out(table_id=match.id, turn=match.turn().id)


@pytest.fixture
def match(rng: Random) -> Match:
    """A match in its second hand: two people, two bots, and client seeds of the people."""
    match = Match.of(
        SettingsFactory(paired=True, options={"games_to_win": 5}), client_seeds=("cut", "", "deal", "")
    )
    match.play_hand(rng)
    match.step(rng)
    return match


@pytest.fixture
def finished(rng: Random) -> Match:
    """A match that has been won."""
    match = Match.of(SettingsFactory(alone=True, quick=True))
    match.play_out(rng)
    return match


@pytest.mark.parametrize(
    "traits",
    [
        {"alone": True, "quick": True},
        {"paired": True, "ruleset": "traditional", "options": {"games_to_win": 1}},
        {"options": {"target": 25, "games_to_win": 2, "mus_corrido": True}},
        {
            "alone": True,
            "ruleset": "traditional",
            "options": {"games_to_win": 1, "simultaneous_discards": True},
        },
    ],
)
def test_a_whole_match_gives_what_is_stored_at_every_moment(traits: dict[str, Any], rng: Random) -> None:
    match = Match.of(SettingsFactory(**traits))
    while match.row().status == Table.Status.PLAYING:
        assert differences(match) == ()
        match.play_hand(rng)
    assert differences(match) == ()


def test_a_match_of_bots_replays(rng: Random) -> None:
    settings = TableSettings(options={"target": 25}, seats=("casual", "novice", "casual", "novice"))
    match = Match(tables.create_for_bots(settings=settings).id)
    match.play_out(rng)
    assert match.row().status == Table.Status.FINISHED
    assert differences(match) == ()


def test_a_table_that_waits_or_was_left_replays() -> None:
    match = Match.opened(SettingsFactory())
    match.join(2)
    assert differences(match) == ()
    match.leave(2)
    assert differences(match) == ()
    match.leave(0)
    assert match.row().status == Table.Status.ABANDONED
    assert differences(match) == ()


def test_leaving_missing_turns_signs_and_coming_back_replay(rng: Random) -> None:
    match = Match.of(SettingsFactory(paired=True))
    match.sign(0, "wink")
    match.play_while(lambda row: 0 not in row.turn_seats, rng)
    let_run_out(match)
    match.play_while(lambda row: 0 not in row.turn_seats, rng)
    let_run_out(match)
    assert match.seat(0).controller == Seat.Controller.BOT
    match.leave(2)
    assert differences(match) == ()
    match.come_back(0)
    match.play_hand(rng)
    assert {event.type for event in match.log("turn_missed", "seat_controller", "sign")} == {
        "turn_missed", "seat_controller", "sign",
    }  # fmt: skip
    assert differences(match) == ()


@pytest.mark.parametrize("both_are_people", [True, False])
def test_a_match_given_up_replays(both_are_people: bool, rng: Random) -> None:
    match = Match.of(SettingsFactory(paired=both_are_people, alone=not both_are_people))
    match.play_hand(rng)
    match.resign(0)
    if both_are_people:
        assert differences(match) == ()
        match.resign(2)
    assert match.row().status == Table.Status.FINISHED
    assert differences(match) == ()


def test_tables_that_operators_have_dealt_with_replay(rng: Random) -> None:
    match = Match.of(SettingsFactory(alone=True))
    park(match)
    assert differences(match) == ()
    operators.resume(table_id=match.id)
    match.step(rng)
    assert differences(match) == ()
    park(match)
    operators.abandon(table_id=match.id)
    assert differences(match) == ()


def park(match: Match) -> None:
    with pytest.raises(NotPlaying), locking.parked_on_failure(match.id):
        raise RuntimeError("the engine failed")


Change = Callable[[Match], object]


def event(match: Match, kind: str, **where: Any) -> Event:
    return Event.objects.filter(table_id=match.id, type=kind, **where).order_by("seq").last()  # type: ignore[return-value]


def changed(row: Any, **values: Any) -> None:
    assert type(row).objects.filter(pk=row.pk).update(**values) == 1


def swap_cards(match: Match) -> None:
    row = event(match, "hand_dealt", hand=1)
    changed(row, private={**row.private, "0": row.private["1"], "1": row.private["0"]})


def raise_score(match: Match) -> None:
    state = match.row().state
    assert state is not None
    state["match"]["score"][0] += 1
    Table.objects.filter(pk=match.id).update(state=state)


def change_account(match: Match) -> None:
    row = Hand.objects.get(table_id=match.id, number=1)
    changed(row, record={**row.record, "score_after": [39, 0]})


TAMPERING: dict[str, Change] = {
    "an action is another": lambda match: changed(event(match, "action", hand=1), data={"type": "mus"}),
    "an action is of another seat": lambda match: changed(
        event(match, "action", hand=1), seat=(event(match, "action", hand=1).seat or 0) ^ 1
    ),
    "an action was by somebody else": lambda match: changed(event(match, "action", by="bot"), by="player"),
    "an action is of another person": lambda match: changed(event(match, "action", by="player"), player=None),
    "an action is of another hand": lambda match: changed(event(match, "action", hand=1), hand=2),
    "dealt cards are swapped": swap_cards,
    "a commitment is another": lambda match: changed(
        event(match, "hand_dealt", hand=1),
        data={**event(match, "hand_dealt", hand=1).data, "commitment": "0" * 64},
    ),
    "the promise at the start is another": lambda match: changed(event(match, "started"), data={}),
    "a lance closed otherwise": lambda match: changed(
        event(match, "lance_closed"), data={"lance": "grande", "status": "paso", "stake": 7}
    ),
    "a consequence is of another type": lambda match: changed(event(match, "lance_closed"), type="action"),
    "a row is unknown": lambda match: changed(event(match, "action"), type="whistled"),
    "a row is missing": lambda match: event(match, "action", hand=1).delete(),
    "a consequence is missing at the end": lambda match: cut_off(match),
    "somebody else sat down": lambda match: changed(
        event(match, "seat_taken", seat=1), data={"kind": "bot", "level": "casual"}
    ),
    "a public row has secrets": lambda match: changed(event(match, "seat_taken"), private={"0": {}}),
    "a hand's account is another": change_account,
    "a hand's score is another": lambda match: changed(
        Hand.objects.get(table_id=match.id, number=1), score_after=[39, 39]
    ),
    "a hand ended otherwise": lambda match: changed(
        Hand.objects.get(table_id=match.id, number=1), ended_by="resign"
    ),
    "a hand is missing": lambda match: Hand.objects.get(table_id=match.id).delete(),
    "the score in the snapshot is another": raise_score,
    "the master is another": lambda match: Table.objects.filter(pk=match.id).update(master=bytes(32)),
    "the rules are others": lambda match: Table.objects.filter(pk=match.id).update(
        options={**match.row().options, "first_deje": 2}
    ),
    "the turn is another": lambda match: Table.objects.filter(pk=match.id).update(turn_id=1),
    "another seat is asked": lambda match: Table.objects.filter(pk=match.id).update(turn_seats=[]),
    "the version is another": lambda match: Table.objects.filter(pk=match.id).update(version=1),
    "the hand's number is another": lambda match: Table.objects.filter(pk=match.id).update(hand_number=9),
    "the start was at another time": lambda match: Table.objects.filter(pk=match.id).update(started_at=now()),
    "a client seed is another": lambda match: changed(match.seat(0), client_seed="luck"),
    "a seat is controlled by another": lambda match: changed(match.seat(0), controller="bot"),
    "a seat has another bot": lambda match: changed(match.seat(1), bot_level="casual"),
}


def cut_off(match: Match) -> None:
    """The log ends between an action and what follows from it."""
    last = event(match, "lance_closed")
    Event.objects.filter(table_id=match.id, seq__gte=last.seq).delete()


@pytest.mark.parametrize("name", TAMPERING)
def test_whatever_is_changed_is_found(name: str, match: Match) -> None:
    assert differences(match) == ()
    with without_triggers():
        TAMPERING[name](match)
    assert differences(match)


def test_the_result_is_checked(finished: Match) -> None:
    row = finished.row()
    changes = {"winner": 1 - (row.winner or 0), "status": "abandoned", "finished_at": now()}
    Table.objects.filter(pk=finished.id).update(**changes, rating_due_at=None)
    assert set(differences(finished)) >= {
        Difference("table", name, str(value), str(getattr(row, name))) for name, value in changes.items()
    }


def test_a_difference_in_a_hand_that_is_played_is_told_without_its_cards(match: Match) -> None:
    state = match.row().state
    assert state is not None
    hands = state["play"]["deal"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    Table.objects.filter(pk=match.id).update(state=state)
    found = differences(match)
    assert found
    assert {(one.stored, one.replayed) for one in found} == {(HIDDEN, HIDDEN)}


def test_a_match_of_other_rules_is_told_apart(match: Match) -> None:
    Table.objects.filter(pk=match.id).update(rules_version=99)
    verdict = verify_table(match.id)
    assert (verdict.readable, verdict.differences) == (False, ())
    assert str(match.id) in verify_command().splitlines()[-1]


def verify_command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("verify_matches", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_counts_what_it_has_seen(match: Match, finished: Match) -> None:
    events = match.row().version + finished.row().version
    assert verify_command() == f"2 tables (1 finished, 1 playing), {events} events: 0 differ.\n"
    assert verify_command("--table", str(match.id)).startswith("1 tables (1 playing)")
    assert verify_command("--since", "2999-01-01").startswith("0 tables (none)")


def test_the_command_tells_parked_tables_apart(match: Match) -> None:
    park(match)
    assert f"Parked, an operator must look at them: {match.id}" in verify_command()


def test_the_command_fails_and_shows_what_differs(match: Match, finished: Match) -> None:
    Table.objects.filter(pk=match.id).update(turn_seats=[0, 1, 2])
    out = io.StringIO()
    with pytest.raises(CommandError) as failure:
        call_command("verify_matches", stdout=out)
    assert failure.value.returncode == 1
    assert "turn_seats" in out.getvalue()
    assert "1 differ." in out.getvalue()


def test_the_command_refuses_a_table_that_does_not_exist() -> None:
    with pytest.raises(CommandError, match="There is no table"):
        call_command("verify_matches", "--table", "01900000-0000-7000-8000-000000000000")


@pytest.mark.django_db(transaction=True)
def test_the_work_can_be_shared_by_processes(rng: Random) -> None:
    for _ in range(3):
        match = Match.of(SettingsFactory(alone=True, options={"games_to_win": 5}))
        match.play_hand(rng)
    assert verify_command("--jobs", "2").startswith("3 tables (3 playing)")
