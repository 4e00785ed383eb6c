"""Which messages the chat takes: where, which texts, how fast, and what is left of them by a word filter."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import chat, exceptions
from games.models import Message, Table
from tests.games.chat.talk import read, say
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


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
        ("a" + "\u0301" * 5, "characters"),
        ("z" + "\u0336\u0489" * 100 + "!", "characters"),
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
    "text",
    [
        "x" * 280,
        "👩‍👩‍👧‍👦",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "<b>&amp;</b>",
        "¿qué?",
        "č š ž",
        "!",
        "مرحبا",
        "a\u0301\u0302\u0323\u0304b",
        "בְּרֵאשִׁ֖ית",
    ],
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
    settings.CHAT_FILTER = "tests.games.chat.test_what_is_taken.beans"
    match = Match.of()
    say(match, 0, "peas, please")
    assert read(match, 1) == ["****, please"]
    with pytest.raises(exceptions.InvalidMessage) as refused:
        say(match, 0, "I've got beans")
    assert refused.value.errors[0]["code"] == "filtered"
    chat.say(table_id=match.id, player=match.people[0], phrase="hello")


def test_what_a_filter_makes_must_be_a_message_too(settings: Any) -> None:
    settings.CHAT_FILTER = "tests.games.chat.test_what_is_taken.nothing_left"
    with pytest.raises(exceptions.InvalidMessage):
        say(Match.of(), 0, "hello")


def test_there_is_none_unless_it_is_set(settings: Any) -> None:
    assert settings.CHAT_FILTER == ""
