"""A message is written once and read by the four who sit there; to all others it is a number."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from games import chat, exceptions
from games.models import Event, Table
from games.phrases import PHRASES, phrases
from games.replay import verify_table
from tests.games.chat.talk import heard, read, say
from tests.games.driver import Match, keyed
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


def test_a_message_is_an_event_with_nothing_but_its_id() -> None:
    match = Match.of()
    accepted = say(match, 1, "¡Órdago! 🃏")
    row = match.log()[-1]
    assert (row.type, row.seat, row.by, row.player_id, row.private) == ("message", 1, "", None, {})
    assert row.data == {"message": accepted["message"]}
    assert row.seq == accepted["seq"] == match.row().version


def test_all_who_sit_there_read_it_with_its_sender() -> None:
    match = Match.of()
    accepted = say(match, 1, "kaixo 👋🏽")
    name = {"username": match.people[1].username}
    for number in range(4):
        assert read(match, number) == ["kaixo 👋🏽"]
        [event] = heard(match, number)
        assert (event["seat"], event["seq"]) == (1, accepted["seq"])
        assert event["data"] == {"message": accepted["message"], "player": name, "text": "kaixo 👋🏽"}


def test_who_has_no_seat_reads_a_number_only() -> None:
    match = Match.of()
    accepted = say(match, 1)
    [event] = heard(match, None)
    assert set(event) == {"seq", "at", "type", "data"}
    assert (event["seq"], event["data"]) == (accepted["seq"], {})
    with pytest.raises(exceptions.NotSeated):
        chat.messages_at(match.id, PersonFactory())
    with pytest.raises(exceptions.NotSeated):
        chat.say(table_id=match.id, player=PersonFactory(), text="hi")


def test_a_phrase_is_read_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.of()
    chat.say(table_id=match.id, player=match.people[0], phrase="well_played")
    [event] = heard(match, 2)
    assert (event["data"]["phrase"], event["data"]["text"]) == ("well_played", "Well played!")
    monkeypatch.setattr(
        "django.utils.translation._trans.gettext", lambda text: f"{translation.get_language()}: {text}"
    )
    with translation.override("eu"):
        assert read(match, 2) == ["eu: Well played!"]


def test_there_are_about_twenty_phrases_each_short_enough_to_be_stored() -> None:
    assert 18 <= len(PHRASES) <= 24
    assert all(len(code) <= 20 for code in PHRASES)
    assert [entry["phrase"] for entry in phrases()] == list(PHRASES)
    assert len({entry["text"] for entry in phrases()}) == len(PHRASES)


def test_it_touches_nothing_of_the_match_and_its_log_can_be_played_again(rng: Random) -> None:
    match = Match.opened(SettingsFactory(quick=True))
    say(match, 0, "is anybody there?")
    for _ in range(3):
        match.join()
    before = match.row()
    say(match, 2, "good luck")
    after = match.row()
    assert (after.state, after.turn_id, after.deadline) == (before.state, before.turn_id, before.deadline)
    match.play_out(rng)
    say(match, 3, "good game")
    assert verify_table(match.id).differences == ()


def test_a_log_with_a_message_of_nobody_is_found() -> None:
    match = Match.of(SettingsFactory(alone=True))
    number = match.row().version + 1
    row = match.row()
    Event.objects.create(
        table=row, seq=number, hand=1, type="message", seat=1, data={"message": "x"}, at=timezone.now()
    )
    Table.objects.filter(pk=match.id).update(version=number)
    assert verify_table(match.id).differences


def test_a_stand_in_plays_on_while_the_person_writes() -> None:
    match = Match.of()
    match.leave(0)
    say(match, 0, "back soon")
    assert match.seat(0).controller == "bot"


def test_the_same_key_writes_once() -> None:
    match = Match.of()
    key = keyed(match.path("messages"), {"text": "once"})
    answers = [chat.say(table_id=match.id, player=match.people[0], text="once", keyed=key) for _ in range(2)]
    assert answers[0].body == answers[1].body
    assert answers[1].replayed
    assert read(match, 0) == ["once"]


def test_the_feed_and_the_list_cost_the_same_however_much_is_written() -> None:
    match = Match.of()
    costs = []
    for _ in range(2):
        for number in range(4):
            say(match, number)
        with CaptureQueriesContext(connection) as made:
            assert heard(match, 0)
            assert read(match, 0)
        costs.append(len(made))
    assert costs[0] == costs[1]
