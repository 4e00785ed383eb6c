"""The chat: what can be written by whom and how fast; a message is a number to all who must not read it."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from accounts import friends
from accounts.exceptions import TooMany, Yourself
from accounts.models import User
from games import chat, exceptions, selectors
from games.models import Event, Message, Mute, Report, Silence, Table
from games.phrases import PHRASES, phrases
from games.replay import verify_table
from tests.games.driver import Match, keyed, told
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


def say(match: Match, number: int, text: str = "kaixo", **more: Any) -> dict[str, Any]:
    """Write at the table; what the answer tells of it."""
    accepted: dict[str, Any] = told(
        chat.say(table_id=match.id, player=match.people[number], text=text, **more)
    )["accepted"]
    return accepted


def read(match: Match, number: int) -> list[str]:
    """The texts that a seat finds in the list, the newest first."""
    found = chat.messages_at(match.id, match.people[number]).order_by("-seq")
    return [chat.told(message)["text"] for message in found]


def heard(match: Match, number: int | None) -> list[dict[str, Any]]:
    """The messages among the events that a seat reads, or (None) somebody without one."""
    viewer = None if number is None else match.seats()[number]
    events = selectors.events_after(match.row(), viewer, 0)
    return [event for event in events if event["type"] == "message"]


def silence(person: User, days: int = 1) -> Silence:
    return chat.silence(person=person, operator=PersonFactory(), days=days)


# Writing and reading


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


# What is refused


def test_a_table_without_chat() -> None:
    match = Match.of(SettingsFactory(chat=False))
    with pytest.raises(exceptions.ChatOff):
        say(match, 0)
    with pytest.raises(exceptions.ChatOff):
        chat.messages_at(match.id, match.people[0])


@pytest.mark.parametrize("status", ["parked", "abandoned"])
def test_a_table_that_is_out_of_play_is_read_only(status: str) -> None:
    match = Match.opened(SettingsFactory())
    say(match, 0, "before")
    Table.objects.filter(pk=match.id).update(status=status)
    with pytest.raises(exceptions.ChatClosed) as refused:
        say(match, 0)
    assert refused.value.extra == {"table_status": status}
    assert read(match, 0) == ["before"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 281, "too_long"),
        ("nul\0", "characters"),
        ("two\nlines", "characters"),
        ("tab\t", "characters"),
        ("\x1b[31mred", "characters"),
        ("\u202egnp.exe", "characters"),
        ("\u2066isolated\u2069", "characters"),
        ("line\u2028separator", "characters"),
        ("\ue000", "characters"),
        ("   ", "blank"),
        ("\u200b\u200d\u2060", "blank"),
        ("\u3164\u2800\ufe0f", "blank"),
    ],
)
def test_a_text_that_is_not_plain(text: str, code: str) -> None:
    match = Match.of()
    with pytest.raises(exceptions.InvalidMessage) as refused:
        say(match, 0, text)
    assert [(error["pointer"], error["code"]) for error in refused.value.errors] == [("/text", code)]
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    "text", ["x" * 280, "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "<b>&amp;</b>", "¿qué?", "č š ž", "!", "مرحبا"]
)
def test_a_text_that_is_taken_as_it_is(text: str) -> None:
    match = Match.of()
    say(match, 0, text)
    assert read(match, 1) == [text]


@pytest.mark.parametrize("wish", [{}, {"phrase": "hello", "text": "x"}, {"phrase": "no_such"}])
def test_a_phrase_or_a_text_and_one_that_is_known(wish: dict[str, str]) -> None:
    match = Match.of()
    with pytest.raises(exceptions.InvalidMessage):
        chat.say(table_id=match.id, player=match.people[0], **wish)


def test_five_in_ten_seconds_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    match, moment = Match.of(), timezone.now()
    times = iter([0.0, 1.0, 2.0, 3.0, 4.0, 9.9, 10.0, 10.5])
    monkeypatch.setattr(chat, "clock", lambda: moment + timedelta(seconds=next(times)))
    for _ in range(5):
        say(match, 0)
    with pytest.raises(exceptions.TooFast) as refused:
        say(match, 0)
    assert refused.value.retry_after == 1
    say(match, 0, "the first is ten seconds old")
    with pytest.raises(exceptions.TooFast) as refused:
        say(match, 0)
    assert refused.value.retry_after == 1
    assert Message.objects.count() == 6


def test_others_have_a_count_of_their_own_and_deleted_ones_count() -> None:
    match = Match.of()
    for _ in range(5):
        chat.delete_by_operator(message_id=say(match, 0)["message"], operator=PersonFactory())
    with pytest.raises(exceptions.TooFast) as refused:
        say(match, 0)
    assert 1 <= (refused.value.retry_after or 0) <= 10
    say(match, 1)


# The word filter


def beans(text: str) -> str | None:
    """A filter: no word of beans, and peas are a secret."""
    return None if "beans" in text else text.replace("peas", "****")


def nothing_left(text: str) -> str:
    """A filter that leaves nothing."""
    return " "


def test_a_word_filter_changes_and_refuses(settings: Any) -> None:
    settings.CHAT_FILTER = "tests.games.test_chat.beans"
    match = Match.of()
    say(match, 0, "peas, please")
    assert read(match, 1) == ["****, please"]
    with pytest.raises(exceptions.InvalidMessage) as refused:
        say(match, 0, "I've got beans")
    assert refused.value.errors[0]["code"] == "filtered"
    chat.say(table_id=match.id, player=match.people[0], phrase="hello")


def test_what_a_filter_makes_must_be_a_message_too(settings: Any) -> None:
    settings.CHAT_FILTER = "tests.games.test_chat.nothing_left"
    with pytest.raises(exceptions.InvalidMessage):
        say(Match.of(), 0, "hello")


def test_there_is_none_unless_it_is_set(settings: Any) -> None:
    assert settings.CHAT_FILTER == ""


# Mutes and blocks


def test_what_a_muted_person_writes_is_hidden_and_comes_back() -> None:
    match = Match.of()
    said = say(match, 1, "hidden")
    chat.mute(player=match.people[0], username=match.people[1].username)
    assert read(match, 0) == []
    [event] = heard(match, 0)
    assert (event["seq"], event["data"], "seat" in event) == (said["seq"], {}, False)
    assert [read(match, number) for number in (1, 2, 3)] == [["hidden"]] * 3
    chat.unmute(player=match.people[0], username=match.people[1].username)
    assert read(match, 0) == ["hidden"]


def test_an_operator_is_heard_whoever_has_muted_them_before() -> None:
    match = Match.of()
    assert chat.mute(player=match.people[0], username=match.people[1].username)[1]
    User.objects.filter(pk=match.people[1].pk).update(is_guest=False, is_staff=True)
    say(match, 1, "the server restarts at noon")
    assert read(match, 0) == ["the server restarts at noon"]
    Mute.objects.all().delete()
    with pytest.raises(exceptions.OperatorNotMuted):
        chat.mute(player=match.people[0], username=match.people[1].username)


def test_who_can_be_muted_and_how_often(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bea, cleo = PersonFactory(), PersonFactory(), PersonFactory()
    monkeypatch.setattr(chat, "MOST_MUTES", 1)
    with pytest.raises(Yourself):
        chat.mute(player=ana, username=ana.username)
    assert [chat.mute(player=ana, username=bea.username)[1] for _ in range(2)] == [True, False]
    with pytest.raises(TooMany):
        chat.mute(player=ana, username=cleo.username)
    with pytest.raises(exceptions.MuteNotFound):
        chat.unmute(player=ana, username=cleo.username)


# Reports and operators


def report(match: Match, number: int, message: str, reason: str = "abuse") -> dict[str, Any]:
    return told(
        chat.report(
            table_id=match.id,
            message_id=message,
            player=match.people[number],
            reason=reason,  # type: ignore[arg-type]
        )
    )


def test_a_report_is_one_for_each_person_and_message() -> None:
    match = Match.of()
    message = say(match, 1, "idiot")["message"]
    report(match, 0, message)
    assert report(match, 0, message, "spam")["reason"] == "abuse"
    report(match, 2, message)
    assert Report.objects.filter(message=message).count() == 2


def test_who_has_blocked_the_sender_can_still_report() -> None:
    match = Match.of()
    message = say(match, 1, "idiot")["message"]
    friends.block(person=match.people[0], username=match.people[1].username)
    report(match, 0, message)
    assert Report.objects.get().reporter == match.people[0]


def test_what_cannot_be_reported() -> None:
    match, other = Match.of(), Match.of()
    own, elsewhere = say(match, 0)["message"], say(other, 0)["message"]
    with pytest.raises(Yourself):
        report(match, 0, own)
    with pytest.raises(exceptions.MessageNotFound):
        report(match, 1, elsewhere)
    chat.delete_by_operator(message_id=own, operator=PersonFactory())
    with pytest.raises(exceptions.MessageNotFound):
        report(match, 1, own)


def test_a_deleted_message_is_gone_from_every_read() -> None:
    match = Match.of()
    message = say(match, 1, "idiot")
    assert chat.delete_by_operator(message_id=message["message"], operator=PersonFactory())
    assert not chat.delete_by_operator(message_id=message["message"], operator=PersonFactory())
    for number in range(4):
        assert read(match, number) == []
        [event] = heard(match, number)
        assert (event["seq"], event["data"]) == (message["seq"], {})


def test_who_is_silenced_is_told_until_when() -> None:
    match = Match.of()
    found = silence(match.people[0], 2)
    with pytest.raises(exceptions.Silenced) as refused:
        say(match, 0)
    assert refused.value.extra == {"until": selectors.iso(found.until)}
    Silence.objects.update(until=timezone.now())
    say(match, 0)


# The operators' pages


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator", "only-for-tests-x1"))
    return client


def act(client: Client, name: str, action: str, *rows: object) -> None:
    chosen = {"action": action, "_selected_action": [str(row) for row in rows]}
    assert client.post(reverse(f"admin:games_{name}_changelist"), chosen).status_code == 302


def audited(client: Client) -> str:
    return client.get(reverse("admin:admin_logentry_changelist")).content.decode()


def test_an_operator_deletes_a_message_and_silences_its_writer(operator: Client) -> None:
    match = Match.of()
    message = say(match, 1, "you idiot")["message"]
    assert "you idiot" in operator.get(reverse("admin:games_message_changelist")).content.decode()
    act(operator, "message", "delete_messages", message)
    act(operator, "message", "silence_for_a_day", message)
    assert read(match, 0) == []
    left = Silence.objects.get(person=match.people[1]).until - timezone.now()
    assert timedelta(hours=23) < left <= timedelta(days=1)
    log = audited(operator)
    assert "Deleted the message." in log
    assert "Silenced in the chat until" in log
    assert "you idiot" not in log
    act(operator, "silence", "lift", Silence.objects.get().pk)
    assert not Silence.objects.exists()
    assert "Lifted the silence in the chat." in audited(operator)


def test_reports_are_acted_upon(operator: Client) -> None:
    match = Match.of()
    message = say(match, 1, "you idiot")["message"]
    report(match, 0, message)
    report(match, 2, message)
    page = operator.get(reverse("admin:games_report_changelist")).content.decode()
    assert page.count("you idiot") == 2
    rows = Report.objects.values_list("pk", flat=True)
    act(operator, "report", "delete_messages", *rows)
    act(operator, "report", "silence_for_a_month", *rows)
    assert Message.objects.get().deleted_by == User.objects.get(username="operator")
    assert Silence.objects.get().person == match.people[1]


@pytest.mark.parametrize("name", ["message", "report"])
def test_nothing_can_be_added_or_changed_there(name: str, operator: Client) -> None:
    match = Match.of()
    report(match, 0, say(match, 1)["message"])
    row = {"message": Message, "report": Report}[name].objects.get()
    address = reverse(f"admin:games_{name}_change", args=[row.pk])
    assert operator.get(address).status_code == 200
    assert operator.post(address, {"text": "else"}).status_code == 403
    assert operator.get(reverse(f"admin:games_{name}_add")).status_code == 403
    assert operator.post(reverse(f"admin:games_{name}_delete", args=[row.pk])).status_code == 403


def test_without_the_permission_there_is_nothing_to_choose() -> None:
    match = Match.of()
    message = say(match, 1)["message"]
    client, helper = Client(), User.objects.create_user("helper", "only-for-tests-x1", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename="view_message"))
    client.force_login(helper)
    page = client.get(reverse("admin:games_message_changelist"))
    assert "delete_messages" not in page.content.decode()
    client.post(
        reverse("admin:games_message_changelist"),
        {"action": "delete_messages", "_selected_action": [message]},
    )
    assert Message.objects.get().deleted_at is None
