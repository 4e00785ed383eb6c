"""F17: many want the last seat at once, or one wants to sit twice: four seats, one for each person."""

from typing import Any

import pytest
from django.db import IntegrityError

from games import exceptions, tables
from games.idempotency import Outcome
from games.models import Seat, Table
from tests.faults.races import at_once, meet, overtake
from tests.games.driver import Match, told
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)


def one_seat_left() -> Match:
    match = Match.opened(SettingsFactory())
    match.join(1)
    match.join(2)
    return match


def test_of_twenty_who_want_the_last_seat_one_gets_it() -> None:
    match = one_seat_left()
    people = PersonFactory.create_batch(20)
    outcomes = at_once(
        *[lambda person=person: tables.join(table_id=match.id, player=person) for person in people]  # type: ignore[misc]
    )
    seated = [outcome for outcome in outcomes if isinstance(outcome, Outcome)]
    refused = [outcome for outcome in outcomes if isinstance(outcome, exceptions.TableFull)]
    assert (len(seated), len(refused)) == (1, 19)
    assert told(seated[0])["status"] == "playing"
    assert [seat.kind for seat in match.seats()] == ["player"] * 4
    assert len({seat.player_id for seat in match.seats()}) == 4


def test_who_waits_for_the_lock_sees_the_seat_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    match = one_seat_left()
    one, other = PersonFactory.create_batch(2)
    first, second = meet(
        monkeypatch,
        "games.tables._sit",
        lambda: tables.join(table_id=match.id, player=one),
        lambda: tables.join(table_id=match.id, player=other),
    )
    assert first.status == 200
    assert isinstance(second, exceptions.TableFull)
    assert match.seat(3).player == one


def test_control_without_the_lock_both_are_given_the_same_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    match = one_seat_left()
    given: list[int] = []
    sit = tables._sit

    def noted(table: Table, seats: list[Seat], seat: Seat, *args: Any) -> None:
        given.append(seat.number)
        sit(table, seats, seat, *args)

    monkeypatch.setattr(tables, "_sit", noted)
    one, other = PersonFactory.create_batch(2)
    first, second = overtake(
        monkeypatch,
        "games.tables._sit",
        lambda: tables.join(table_id=match.id, player=one),
        lambda: tables.join(table_id=match.id, player=other),
    )
    assert given == [3, 3]
    assert second.status == 200
    assert isinstance(first, IntegrityError)


def test_one_person_who_sits_down_twice_at_once_has_one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.opened(SettingsFactory())
    person = PersonFactory()
    first, second = meet(
        monkeypatch,
        "games.tables._sit",
        lambda: tables.join(table_id=match.id, player=person, number=1),
        lambda: tables.join(table_id=match.id, player=person, number=2),
    )
    assert first.status == 200
    assert isinstance(second, exceptions.AlreadySeated)
    assert Seat.objects.filter(table_id=match.id, player=person).count() == 1


def test_without_the_lock_the_database_still_refuses_a_second_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.opened(SettingsFactory())
    person = PersonFactory()
    first, second = overtake(
        monkeypatch,
        "games.tables._sit",
        lambda: tables.join(table_id=match.id, player=person, number=1),
        lambda: tables.join(table_id=match.id, player=person, number=2),
    )
    assert second.status == 200
    assert "seat_one_per_player" in str(first)
    assert Seat.objects.filter(table_id=match.id, player=person).count() == 1


def test_two_who_want_different_seats_both_sit() -> None:
    match = Match.opened(SettingsFactory())
    people = PersonFactory.create_batch(3)
    outcomes = at_once(
        *[
            lambda number=number, person=person: tables.join(  # type: ignore[misc]
                table_id=match.id, player=person, number=number
            )
            for number, person in enumerate(people, 1)
        ]
    )
    assert [outcome.status for outcome in outcomes] == [200] * 3
    assert match.row().status == Table.Status.PLAYING
    assert len(match.log("started")) == 1


def test_two_partners_who_ask_for_the_rematch_at_once_get_the_same_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.of()
    match.resign(0)
    match.resign(2)
    first, second = meet(
        monkeypatch, "games.tables._open_rematch", lambda: match.rematch(0), lambda: match.rematch(2)
    )
    assert first.id == second.id
    assert Table.objects.count() == 2


def test_control_without_the_lock_two_rematches_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.of()
    match.resign(0)
    match.resign(2)
    first, second = overtake(
        monkeypatch, "games.tables._open_rematch", lambda: match.rematch(0), lambda: match.rematch(2)
    )
    assert isinstance(second, Match)
    assert isinstance(first, Exception)
    assert Table.objects.count() == 2
