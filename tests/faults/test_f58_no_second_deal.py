"""F58: a deal is bound and stored before anybody sees a card, and nothing gives another one instead."""

from random import Random
from typing import Any

import pytest
from django.db import OperationalError

from games import events, record
from games.engine import shuffle
from games.engine.events import Step
from games.engine.state import State
from games.models import Event, Hand, Table
from tests.faults.races import Racer, gate_at
from tests.faults.test_f08_commit_fails import SERIALIZATION_FAILURE, commits_fail
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

A_WORD_BEFORE_THE_NEXT_DEAL = ["no_mus", *["paso"] * 11]


@pytest.mark.django_db(transaction=True)
def test_whoever_is_told_of_a_deal_finds_it_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []

    def look(listeners: dict[str, int]) -> None:
        row = Racer(match.row).outcome()
        found.append((row.version >= listeners[events.channel(match.id)], row.hand_number, row.state))

    match = Match.dealt()
    match.say(*A_WORD_BEFORE_THE_NEXT_DEAL)
    monkeypatch.setattr("games.events._publish", look)
    answer = match.say("paso")
    stored, number, state = found[0]
    assert (stored, number) == (True, 2)
    assert answer["table"]["hand"]["your_cards"] == list(State.from_json(state).hands[3])


@pytest.mark.django_db(transaction=True)
def test_until_the_commit_nobody_else_sees_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.dealt()
    match.say(*A_WORD_BEFORE_THE_NEXT_DEAL)
    with gate_at(monkeypatch, "games.record.wake") as gate:
        last_word = Racer(lambda: match.say("paso"))
        gate.until_reached()
        assert match.state().hand_number == 1
        assert not match.log("hand_finished")
        gate.open()
        last_word.outcome()
    assert match.state().hand_number == 2


@pytest.mark.django_db(transaction=True)
def test_a_deal_that_failed_to_be_stored_is_dealt_again_the_same() -> None:
    match = Match.dealt()
    match.say(*A_WORD_BEFORE_THE_NEXT_DEAL)
    dealt: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        deal = record.deal

        def noted(*given: Any) -> Step:
            step = deal(*given)
            dealt.append(step.state.hands)
            return step

        patch.setattr(record, "deal", noted)
        for _ in range(2):
            with commits_fail(SERIALIZATION_FAILURE), pytest.raises(OperationalError):
                match.say("paso")
        match.say("paso")
    assert len(dealt) == 3
    assert set(dealt) == {match.state().hands}


@pytest.mark.django_db
def test_all_deals_are_bound_when_the_table_is_opened(rng: Random) -> None:
    match = Match.opened(SettingsFactory(options={"games_to_win": 5}))
    row = match.row()
    promised = match.view(0)["match"]["master_commitment"]
    assert promised == shuffle.master_commitment(bytes(row.master))
    for _ in range(3):
        match.join()
    for _ in range(2):
        match.play_hand(rng)
    assert bytes(match.row().master) == bytes(row.master)
    assert match.view(0)["match"]["master_commitment"] == promised


@pytest.mark.django_db
def test_a_seed_given_after_the_cards_were_bound_cannot_be_changed_any_more() -> None:
    match = Match.of(SettingsFactory(), ("a", "b", "c", "d"))
    before = match.state().hands
    match.leave(0)
    match.come_back(0)
    assert [seat.client_seed for seat in match.seats()] == ["a", "b", "c", "d"]
    assert match.state().hands == before


@pytest.mark.django_db
def test_tables_given_up_before_their_start_are_kept_and_counted() -> None:
    for _ in range(3):
        Match.opened(SettingsFactory()).leave(0)
    aborted = Table.objects.filter(status=Table.Status.ABANDONED)
    assert aborted.count() == 3
    assert all(len(bytes(row.master)) == 32 and row.creator for row in aborted)
    assert Event.objects.filter(table__in=aborted, type="seat_left").count() == 3


@pytest.mark.django_db
def test_giving_up_after_a_look_at_the_cards_is_a_lost_match_that_is_kept() -> None:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    assert match.row().winner == 1
    assert Hand.objects.get(table_id=match.id).ended_by == Hand.EndedBy.RESIGN
    again = match.rematch(0)
    assert match.row().status == Table.Status.FINISHED
    assert bytes(again.row().master) != bytes(match.row().master)


@pytest.mark.django_db
def test_a_table_whose_opening_fails_was_never_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables._start_if_due", lambda table, seats: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        Match.opened(SettingsFactory(alone=True))
    assert not Table.objects.exists()
