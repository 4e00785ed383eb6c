"""What is written down of a step: log, snapshot, finished hands, promises, clocks."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils.timezone import now
from pytest_django import Settings

from games import record, tables
from games.engine import shuffle
from games.engine.cards import DECK
from games.engine.state import State
from games.models import Event, Hand, Seat
from tests.engine.tables import dealt, play
from tests.games.driver import Match, replay
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

LONG = {"games_to_win": 5}
SEEDS = ("suerte", "", "zorte on", "ñ")


# The clock of a question


def test_a_question_to_a_person_has_his_whole_turn() -> None:
    match = Match.dealt(settings=SettingsFactory(turn_seconds=77))
    before = now()
    match.say("mus")
    row = match.row()
    assert before <= row.turn_started_at <= now()
    assert row.deadline - row.turn_started_at == timedelta(seconds=77)
    assert row.turn_seats == [1]
    assert row.bots_due_at is None


def test_a_question_to_bots_has_their_patience_and_a_moment_to_think(settings: Settings) -> None:
    settings.BOT_THINK_MS = (200, 200)
    match = Match.dealt(settings=SettingsFactory(alone=True))
    match.say("mus")
    row = match.row()
    assert row.deadline - row.turn_started_at == timedelta(seconds=settings.BOT_PATIENCE)
    assert row.bots_due_at - row.turn_started_at == timedelta(milliseconds=200)


def test_a_question_to_a_person_and_bots_has_the_persons_turn() -> None:
    match = Match.of(SettingsFactory(paired=True, turn_seconds=77))
    match.put(play(dealt(match.rules()), [(number, "mus") for number in range(4)]))
    row = match.row()
    assert row.turn_seats == [0, 1, 2, 3]
    assert row.deadline - row.turn_started_at == timedelta(seconds=77)
    assert row.bots_due_at is not None


def test_a_simultaneous_discard_is_one_question_with_one_deadline() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    asked = match.row()
    assert asked.turn_seats == [0, 1, 2, 3]
    match.send(2, {"type": "discard", "cards": ["7e"]})
    left = match.row()
    assert (left.turn_id, left.turn_started_at, left.deadline) == (
        asked.turn_id,
        asked.turn_started_at,
        asked.deadline,
    )
    assert left.turn_seats == [0, 1, 3]


def test_the_first_clock_of_a_later_hand_starts_after_a_pause_where_people_play(
    rng: Random, settings: Settings
) -> None:
    match = Match.of(SettingsFactory(options=LONG))
    first = match.row()
    assert first.turn_started_at == first.started_at
    match.play_hand(rng)
    second, dealt = match.row(), match.log("hand_dealt")[-1]
    assert second.hand_number == 2
    assert second.turn_started_at == dealt.at + timedelta(seconds=settings.HAND_PAUSE)
    assert second.deadline == second.turn_started_at + timedelta(seconds=60)
    match.step(rng)
    assert match.row().turn_started_at < second.turn_started_at


def test_bots_alone_make_no_pause(rng: Random) -> None:
    row = tables.create_for_bots(settings=SettingsFactory(seats=("novice",) * 4, options=LONG))
    match = Match(row.id)
    match.play_hand(rng)
    assert match.row().turn_started_at == match.log("hand_dealt")[-1].at


def test_the_pause_is_for_those_who_are_there(rng: Random) -> None:
    match = Match.of(SettingsFactory(alone=True, options=LONG))
    match.leave(0)
    match.play_hand(rng)
    assert match.row().turn_started_at == match.log("hand_dealt")[-1].at


# Bots and who watches them


@pytest.mark.parametrize(
    ("think", "there", "waits"), [(900, True, True), (900, False, False), (0, True, False)]
)
def test_bots_think_only_where_somebody_watches_and_thinking_is_on(
    think: int, there: bool, waits: bool, settings: Settings
) -> None:
    settings.BOT_THINK_MS = (think, think)
    match = Match.of(SettingsFactory(alone=True))
    seats = match.seats()
    if not there:
        seats[0].controller = Seat.Controller.BOT
    assert record.thinks(seats) is waits


# The promises


def test_every_hand_is_promised_one_hand_ahead_and_dealt_as_promised(rng: Random) -> None:
    match = Match.of(SettingsFactory(options=LONG), SEEDS)
    promised = match.log("started")[0].data["commitment"]
    for number in (1, 2, 3):
        hand = match.view(1)["hand"]
        assert hand["number"] == number
        assert hand["commitment"] == promised
        dealt = match.log("hand_dealt")[-1].data
        assert (dealt["commitment"], dealt["next_commitment"]) == (
            hand["commitment"],
            hand["next_commitment"],
        )
        promised = hand["next_commitment"]
        match.play_hand(rng)
        seed = shuffle.hand_seed(bytes(match.row().master), number)
        assert hand["commitment"] == shuffle.hand_commitment(str(match.id), number, seed)


def test_the_cards_come_from_the_promised_seed_and_the_four_client_seeds() -> None:
    match = Match.of(SettingsFactory(), SEEDS)
    row = match.row()
    seed = shuffle.hand_seed(bytes(row.master), 1)
    deck, _ = shuffle.Shuffler.start(seed, ["suerte", None, "zorte on", "ñ"]).shuffled(DECK)
    state = match.state()
    assert state.hands == tuple(deck[(seat - state.mano) % 4 : 16 : 4] for seat in range(4))


# Finished hands


def test_a_finished_hand_is_kept_whole_in_the_step_that_deals_the_next(rng: Random) -> None:
    match = Match.of(SettingsFactory(options=LONG))
    dealt_first = match.state().hands
    match.play_hand(rng)
    hand = Hand.objects.get(table_id=match.id)
    finished = match.log("hand_finished")[0]
    assert hand.record == finished.data
    assert (hand.number, hand.game, hand.finished_at) == (1, 1, finished.at)
    assert (hand.mano, hand.ended_by) == (hand.record["mano"], hand.record["ended_by"])
    assert (hand.score_before, hand.score_after) == ([0, 0], hand.record["score_after"])
    assert hand.record["dealt"] == [list(cards) for cards in dealt_first]
    assert match.log("hand_dealt")[-1].at == finished.at
    assert match.state().hand_number == 2


def test_the_rows_of_a_hand_carry_its_number(rng: Random) -> None:
    match = Match.of(SettingsFactory(options=LONG))
    match.play_hand(rng)
    hands = [(event.type, event.hand) for event in match.log()]
    assert hands[:5] == [("seat_taken", None)] * 4 + [("started", None)]
    assert ("hand_finished", 1) in hands
    assert hands[-1] == ("hand_dealt", 2)
    assert {hand for type_, hand in hands if type_ == "action"} == {1}


# The log


OTHER_RULES = {"kings": 4, "partner_confirmation": "none", "games_to_win": 2, "target": 25}
MATCHES: list[Any] = [
    pytest.param({}, id="gametwist"),
    pytest.param({"traditional": True}, id="traditional"),
    pytest.param({"alone": True}, id="with bots"),
    pytest.param(
        {"options": {"kings": 4, "partner_confirmation": "none", "games_to_win": 2, "target": 25}},
        id="options",
    ),
]


@pytest.mark.parametrize("traits", MATCHES)
def test_the_log_and_the_master_give_the_snapshot_again_at_any_moment(
    traits: dict[str, Any], rng: Random
) -> None:
    match = Match.of(SettingsFactory(**traits), SEEDS)
    for _ in range(3):
        match.play_hand(rng)
        row = match.row()
        assert replay(row) == State.from_json(row.state)
    match.play_out(rng)
    row = match.row()
    assert replay(row) == State.from_json(row.state)
    assert row.version == Event.objects.filter(table=row).count() == match.log()[-1].seq


def test_a_match_that_was_resigned_is_given_again_too() -> None:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    row = match.row()
    assert replay(row) == State.from_json(row.state)


def test_who_leaves_and_returns_does_not_change_what_the_log_gives(rng: Random) -> None:
    match = Match.of(SettingsFactory(options=LONG))
    for number in (0, 3):
        match.leave(number)
        match.play_hand(rng)
        match.come_back(number)
    row = match.row()
    assert replay(row) == State.from_json(row.state)


# What the database itself refuses


def test_no_number_of_the_log_is_given_twice() -> None:
    match = Match.of()
    last = match.log()[-1]
    last.pk = None
    with pytest.raises(IntegrityError, match="event_seq_once"), transaction.atomic():
        last.save(force_insert=True)
