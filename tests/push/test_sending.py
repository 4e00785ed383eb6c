"""From a move to a phone and a browser: what is sent, when, and what is not."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.utils.timezone import now

from accounts import friends
from accounts.models import User
from games import invitations, moves, tables
from games.engine.cards import DECK
from push import messages, planning
from push.models import Delivery, Push, PushDevice
from tests.games.company import befriend
from tests.games.driver import Match
from tests.games.factories import SettingsFactory
from tests.push import scene
from tests.push.services import Firebase, PushService

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_here")]

HOUR = 3600


@pytest.fixture
def match(firebase: Firebase) -> Match:
    """A slow match; the one who is asked after the next word has a phone."""
    match = scene.slow()
    scene.with_phone(match.people[1], "phone-1")
    return match


def of_type(found: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [message for message in found if message["data"]["type"] == kind]


def test_a_phone_is_told_of_the_turn_by_keys_and_only_once(match: Match, firebase: Firebase) -> None:
    match.say("mus")
    assert scene.send() == 0, "who answers at once is not told"
    assert scene.send(after=3) == 1
    assert scene.send(after=60) == 0
    (message,) = firebase.to("phone-1")
    table, deadline = match.row().id, match.view(1)["turn"]["deadline"]
    assert {**message["data"], "deadline": ""} == {
        "type": "your_turn",
        "recipient": str(match.people[1].pk),
        "seq": message["data"]["seq"],
        "table": str(table),
        "turn": str(match.turn().id),
        "deadline": "",
    }
    told = datetime.fromisoformat(message["data"]["deadline"])
    assert abs(told - datetime.fromisoformat(deadline)) <= timedelta(seconds=61)
    android, apns = message["android"], message["apns"]
    assert (android["collapse_key"], android["priority"]) == (table.hex, "high")
    assert float(android["ttl"].removesuffix("s")) <= scene.DAY
    shown = android["notification"]
    assert (shown["title_loc_key"], shown["body_loc_key"]) == ("push_your_turn_title", "push_your_turn_body")
    assert shown["tag"] == apns["headers"]["apns-collapse-id"] == table.hex
    assert int(apns["headers"]["apns-expiration"]) <= told.timestamp() + 1
    alert = apns["payload"]["aps"]["alert"]
    assert (alert["title-loc-key"], alert["loc-key"]) == ("push_your_turn_title", "push_your_turn_body")
    assert alert["loc-args"] == shown["body_loc_args"]
    assert apns["payload"]["aps"]["sound"] == "default"
    assert scene.statuses() == ["sent"]


def test_a_browser_is_told_in_the_persons_language(push_service: PushService) -> None:
    match, browser = scene.slow(), push_service.browser("a")
    person = match.people[1]
    User.objects.filter(pk=person.pk).update(locale="es")
    scene.choose(person, time_zone="Europe/Madrid")
    scene.with_browser(person, browser)
    match.say("mus")
    scene.send(after=3)
    (message,), (headers,) = browser.messages, browser.headers
    assert (message["title"], message["lang"]) == ("Es tu turno", "es")
    assert message["body"].startswith("Tu mesa te espera. Límite: ")
    assert "UTC" not in message["body"]
    assert (message["type"], message["recipient"]) == ("your_turn", str(person.pk))
    assert message["tag"] == headers["topic"] == match.row().id.hex
    assert message["body_loc_key"] == "push_your_turn_body"
    assert 0 < int(headers["ttl"]) <= scene.DAY
    assert headers["urgency"] == "high"


def test_nobody_is_told_of_a_turn_that_is_answered_in_time(match: Match, firebase: Firebase) -> None:
    match.say("mus", "mus")
    assert scene.send(after=30) == 0
    assert firebase.messages == []
    assert not Push.objects.exclude(due_at=None).exists()


def test_reminders_come_when_half_and_four_fifths_of_a_long_turn_are_over(
    match: Match, firebase: Firebase
) -> None:
    match.say("mus")
    told = []
    for gone in (3, 11.9 * HOUR, 0.2 * HOUR, 7 * HOUR, 0.2 * HOUR, HOUR):
        scene.send(after=gone)
        told.append([message["data"]["type"] for message in firebase.to("phone-1")])
    assert [len(row) for row in told] == [1, 1, 2, 2, 3, 3]
    assert told[-1] == ["your_turn", "reminder", "reminder"]
    last = firebase.to("phone-1")[-1]
    assert last["android"]["notification"]["body_loc_key"] == "push_reminder_body"
    assert float(last["android"]["ttl"].removesuffix("s")) <= 0.2 * scene.DAY


def test_at_a_live_table_there_are_no_reminders(firebase: Firebase) -> None:
    match = scene.live()
    scene.with_phone(match.people[1], "phone-1")
    match.say("mus")
    scene.send(after=3)
    scene.send(after=50)
    (message,) = firebase.to("phone-1")
    assert float(message["android"]["ttl"].removesuffix("s")) <= 60


def test_a_sender_that_was_away_reminds_once(match: Match, firebase: Firebase) -> None:
    match.say("mus")
    scene.send(after=20 * HOUR)
    assert [message["data"]["type"] for message in firebase.to("phone-1")] == ["reminder"]


@pytest.mark.parametrize(
    ("off", "told"),
    [
        (["your_turn"], ["reminder", "reminder"]),
        (["reminder"], ["your_turn"]),
        (["your_turn", "reminder"], []),
        (["invitation"], ["your_turn", "reminder", "reminder"]),
    ],
)
def test_what_is_switched_off_is_not_told(
    match: Match, firebase: Firebase, off: list[str], told: list[str]
) -> None:
    scene.choose(match.people[1], off=off)
    match.say("mus")
    for gone in (3, 12 * HOUR, 8 * HOUR):
        scene.send(after=gone)
    assert [message["data"]["type"] for message in firebase.to("phone-1")] == told


def quiet_for(person: User, hours: float) -> None:
    """It is in the middle of the person's quiet hours, which last for so many hours more."""
    local = now()
    ends = (local + timedelta(hours=hours)).time().replace(second=0, microsecond=0)
    starts = (local - timedelta(hours=1)).time().replace(second=0, microsecond=0)
    scene.choose(person, quiet_from=starts, quiet_until=ends)


def test_in_quiet_hours_it_waits(match: Match, firebase: Firebase) -> None:
    quiet_for(match.people[1], 6)
    match.say("mus")
    assert scene.send(after=3) == 0
    push = Push.objects.get(turn=match.turn().id)
    assert push.due_at is not None
    assert timedelta(hours=5.9) < push.due_at - now() < timedelta(hours=6.1)
    scene.choose(match.people[1], quiet_from=None, quiet_until=None)
    assert scene.send(after=6.1 * HOUR) == 1
    assert [message["data"]["type"] for message in firebase.to("phone-1")] == ["your_turn"]


def test_in_quiet_hours_it_makes_no_sound_where_the_deadline_would_pass(firebase: Firebase) -> None:
    match = scene.live()
    scene.with_phone(match.people[1], "phone-1")
    quiet_for(match.people[1], 6)
    match.say("mus")
    scene.send(after=3)
    (message,) = firebase.to("phone-1")
    assert "sound" not in message["apns"]["payload"]["aps"]
    assert message["apns"]["payload"]["aps"]["interruption-level"] == "passive"
    assert message["android"]["notification"]["channel_id"] == "quiet"
    assert Delivery.objects.get().silent


def test_quiet_hours_over_midnight_are_the_persons_own(match: Match, firebase: Firebase) -> None:
    scene.choose(match.people[1], quiet_from=time(0, 0), quiet_until=time(23, 59), time_zone="Asia/Tokyo")
    match.say("mus")
    assert scene.send(after=3) == 0


def test_when_the_turn_is_over_it_is_taken_away_again(match: Match, firebase: Firebase) -> None:
    match.say("mus")
    turn = match.turn().id
    scene.send(after=3)
    match.say("mus")
    assert scene.send() == 1
    shown, cleared = firebase.to("phone-1")
    assert cleared["data"]["type"] == "clear"
    assert cleared["data"]["turn"] == shown["data"]["turn"] == str(turn)
    assert "notification" not in cleared["android"]
    assert cleared["apns"]["payload"]["aps"] == {"content-available": 1}
    assert cleared["apns"]["headers"]["apns-push-type"] == "background"
    assert cleared["android"]["collapse_key"] == shown["android"]["collapse_key"]
    assert scene.send(after=HOUR) == 0


def test_beginning_and_end_are_told_to_all_and_the_first_turn_instead_of_the_beginning(
    firebase: Firebase,
) -> None:
    match = Match.opened(SettingsFactory(turn_seconds=scene.DAY, auto_start=False))
    for number in (1, 2, 3):
        match.join(number)
    for number, person in match.people.items():
        scene.with_phone(person, f"phone-{number}")
    tables.start(table_id=match.id, player=match.people[0])
    scene.send(after=3)
    first = match.asked()
    told = {number: firebase.to(f"phone-{number}") for number in range(4)}
    assert [message["data"]["type"] for message in told[first]] == ["your_turn"]
    assert [message["data"]["type"] for message in told[(first + 1) % 4]] == ["table_started"]
    match.resign(0)
    match.resign(2)
    scene.send(after=3)
    for number in range(4):
        assert [row["data"]["type"] for row in firebase.to(f"phone-{number}")][-1] == "table_finished"


def test_friends_and_invitations_are_told_with_a_name(firebase: Firebase) -> None:
    match = Match.opened(SettingsFactory())
    ana, bea = match.people[0], scene.another()
    scene.with_phone(bea, "phone-b")
    scene.with_phone(ana, "phone-a")
    request = friends.ask(sender=ana, username=bea.username).request
    assert request
    scene.send(after=3)
    friends.accept(person=bea, request_id=request.pk)
    invitations.invite(table_id=match.id, player=ana, number=2, username=bea.username)
    scene.send(after=3)
    told = [(row["data"]["type"], row["data"]["player"]) for row in firebase.to("phone-b")]
    assert told[0] == ("friend_request", ana.username)
    assert ("invitation", ana.username) in told
    accepted = of_type(firebase.to("phone-a"), "friend_accepted")
    assert accepted[0]["android"]["notification"]["body_loc_args"] == [bea.username]


def test_who_is_sent_away_is_told_but_not_who_sits_there_again(firebase: Firebase) -> None:
    match = Match.opened(SettingsFactory())
    for number in (1, 2):
        scene.with_phone(match.join(number), f"phone-{number}")
        invitations.kick(table_id=match.id, player=match.people[0], number=number)
    match.join(2, person=match.people[2])
    scene.send(after=3)
    (message,) = firebase.to("phone-1")
    assert message["data"] == {
        "type": "table_kicked",
        "recipient": str(match.people[1].pk),
        "seq": "1",
        "table": str(match.id),
    }
    assert message["android"]["notification"]["body_loc_key"] == "push_table_kicked_body"
    assert firebase.to("phone-2") == []
    invitations.kick(table_id=match.id, player=match.people[0], number=2)
    scene.send(after=3)
    assert [message["data"]["seq"] for message in firebase.to("phone-2")] == ["2"], "the second time"


def test_of_whom_one_has_blocked_meanwhile_nothing_is_told(firebase: Firebase) -> None:
    match = Match.opened(SettingsFactory())
    ana, bea = match.people[0], scene.another()
    befriend(ana, bea)
    scene.with_phone(bea, "phone-b")
    invitations.invite(table_id=match.id, player=ana, number=2, username=bea.username)
    friends.ask(sender=(cleo := scene.another()), username=bea.username)
    for other in (ana, cleo):
        friends.block(person=bea, username=other.username)
    assert scene.send(after=3) == 0
    assert firebase.messages == []


def test_a_request_that_is_taken_back_is_taken_away(firebase: Firebase) -> None:
    ana, bea = scene.another(), scene.another()
    scene.with_phone(bea, "phone-b")
    request = friends.ask(sender=ana, username=bea.username).request
    assert request
    friends.drop_request(person=ana, request_id=request.pk)
    assert scene.send(after=3) == 0


def test_all_devices_are_told_and_those_without_a_session_are_not(
    firebase: Firebase, push_service: PushService, match: Match
) -> None:
    person, browser = match.people[1], push_service.browser("b")
    scene.with_browser(person, browser)
    expired = scene.with_phone(person, "phone-2")
    type(expired.token).objects.filter(pk=expired.token.pk).update(expiry=now())
    match.say("mus")
    assert scene.send(after=3) == 2
    assert len(firebase.to("phone-1")) == len(browser.messages) == 1
    assert firebase.to("phone-2") == []


def test_a_device_that_comes_while_a_question_stands_is_reminded_of_it(firebase: Firebase) -> None:
    match = scene.slow()
    match.say("mus")
    scene.with_phone(match.people[1], "phone-1")
    scene.send(after=60)
    assert firebase.messages == []
    scene.send(after=12 * HOUR)
    assert [message["data"]["type"] for message in firebase.to("phone-1")] == ["reminder"]


def test_who_has_no_device_costs_no_row(firebase: Firebase) -> None:
    scene.slow().say("mus", "mus")
    assert not Push.objects.exists()


def test_at_a_table_where_a_stand_in_plays_nobody_is_told(match: Match, firebase: Firebase) -> None:
    match.say("mus")
    match.leave(1)
    assert scene.send(after=3) == 0
    assert moves.answer_with_bots(table_id=match.id, turn=match.turn().id)


def test_no_push_ever_has_a_card(firebase: Firebase, push_service: PushService) -> None:
    """Through a whole hand: nothing but codes, ids, names, and times."""
    match = scene.slow()
    browsers = [push_service.browser(str(number)) for number in range(4)]
    for number, person in match.people.items():
        scene.with_phone(person, f"phone-{number}")
        scene.with_browser(person, browsers[number])
    match.say("mus", "mus", "mus", "mus")
    scene.send(after=3)
    for number, card in enumerate(("7o", "7c", "7e", "7b")):
        match.send(number, {"type": "discard", "cards": [card]})
    match.say("no_mus", *["paso"] * 4)
    scene.send(after=3)
    known = {"type", "recipient", "seq", "table", "turn", "deadline", "player"}
    for message in firebase.messages:
        assert set(message["data"]) <= known
        texts = message["android"].get("notification", {}).get("body_loc_args", [])
        assert not {card for card in DECK for text in texts if card in text.split()}
    for browser in browsers:
        assert browser.messages
        for sent in browser.messages:
            assert set(sent) <= known | {
                "tag", "title", "body", "lang", "silent", "title_loc_key", "body_loc_key", "body_loc_args"
            }  # fmt: skip


@pytest.mark.parametrize("language", ["es", "eu", "en", "fr", "it", "sl"])
def test_every_message_has_its_words_in_every_language(language: str) -> None:
    for key in messages.KEYS:
        message = messages.Message(key, ("ANA",), {}, "x", now(), language)
        title, body = message.texts()
        assert title
        assert "{" not in body
    told = messages.Message("invitation", ("ANA",), {}, "x", now(), language).texts()[1]
    assert "ANA" in told


def test_what_is_done_with_is_forgotten_after_a_while(match: Match) -> None:
    match.say("mus")
    scene.send(after=3)
    match.say("mus")
    scene.send()
    assert planning.counts()["sent"] == 2
    assert planning.prune(now()) == 0
    done = Push.objects.filter(due_at=None).count()
    assert done
    scene.later(planning.KEPT.total_seconds())
    assert planning.prune(now()) == done
    assert PushDevice.objects.count() == 1
    assert planning.counts()["sent"] == 0
