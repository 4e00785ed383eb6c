"""F84: the chat of who is blocked or muted is hidden at read time everywhere, and they are not told."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError

from accounts import friends
from accounts.models import User
from games import chat, exceptions
from games.idempotency import Outcome
from games.models import Message
from tests.api.phones import API, Phone, Sitting
from tests.faults.races import at_once, meet, overtake
from tests.games.driver import Match

pytestmark = pytest.mark.django_db

WRITTEN = "you play like a goat"


def block(who: User, whom: User) -> None:
    friends.block(person=who, username=whom.username)


def mute(who: User, whom: User) -> None:
    chat.mute(player=who, username=whom.username)


def write(sitting: Sitting, number: int, text: str = WRITTEN) -> Any:
    return sitting.phones[number].do(sitting.path("messages"), {"text": text})


def everything_read_by(sitting: Sitting, number: int) -> str:
    """All that a seat can read of a table, and the person's own export."""
    phone = sitting.phones[number]
    paths = ("", "messages", "events?after=0", "events?after=0&view=true", "hands")
    told = [phone.get(API + sitting.path(path)).content.decode() for path in paths]
    return json.dumps([*told, phone.get(f"{API}/me/export").getvalue().decode()])


@pytest.mark.parametrize("hide", [block, mute])
@pytest.mark.parametrize("before", [True, False], ids=["what was written before", "what is written after"])
def test_it_is_hidden_everywhere_from_who_does_not_want_it(
    hide: Callable[[User, User], None], before: bool
) -> None:
    sitting = Sitting.of()
    ana, bea = sitting.phones[0].person, sitting.phones[1].person
    if before:
        write(sitting, 1)
    hide(ana, bea)
    if not before:
        write(sitting, 1)
    assert WRITTEN not in everything_read_by(sitting, 0)
    assert all(WRITTEN in everything_read_by(sitting, number) for number in (1, 2, 3))


@pytest.mark.parametrize("hide", [block, mute])
def test_the_numbers_stay_contiguous(hide: Callable[[User, User], None]) -> None:
    sitting = Sitting.of()
    hide(sitting.phones[0].person, sitting.phones[1].person)
    write(sitting, 1)
    write(sitting, 2, "kaixo")
    events = sitting.phones[0].read(sitting.path("events"), after=0)["events"]
    assert [event["seq"] for event in events] == list(range(1, sitting.row().version + 1))
    assert [event["data"].get("text") for event in events if event["type"] == "message"] == [None, "kaixo"]


@pytest.mark.parametrize("hide", [block, mute])
def test_who_is_hidden_is_answered_like_everybody(hide: Callable[[User, User], None]) -> None:
    """Two worlds: in one bea is hidden from ana, in the other not. What she reads is the same."""
    told = []
    for hidden in (True, False):
        sitting = Sitting.of()
        if hidden:
            hide(sitting.phones[0].person, sitting.phones[1].person)
        accepted = write(sitting, 1)["accepted"]
        page = sitting.phones[1].read(sitting.path("messages"))["results"]
        report = sitting.phones[1].send(
            sitting.path(f"messages/{accepted['message']}/report"), {"reason": "spam"}
        )
        mutes = sitting.phones[1].read("/mutes")["results"]
        told.append((accepted["seq"], [row["text"] for row in page], report.json()["code"], mutes))
    assert told[0] == told[1]


def test_an_unwanted_operator_is_read_all_the_same() -> None:
    sitting = Sitting.of()
    ana, bea = sitting.phones[0].person, sitting.phones[1].person
    block(ana, bea)
    mute(ana, bea)
    User.objects.filter(pk=bea.pk).update(is_guest=False, is_staff=True)
    write(sitting, 1)
    assert WRITTEN in everything_read_by(sitting, 0)
    answer = sitting.phones[0].send("/mutes", {"username": bea.username})
    assert (answer.status_code, answer.json()["code"]) == (403, "mute.operator")


def test_a_message_of_somebody_who_has_left_is_a_number_only() -> None:
    sitting = Sitting.of()
    write(sitting, 1)
    assert sitting.phones[1].delete(f"{API}/me", {}, format="json").status_code == 204
    for number in (0, 2, 3):
        assert WRITTEN not in everything_read_by(sitting, number)
        events = sitting.phones[number].read(sitting.path("events"), after=0)["events"]
        assert [event["data"] for event in events if event["type"] == "message"] == [{}]


def test_who_looks_on_reads_no_chat() -> None:
    sitting, stranger = Sitting.of(), Phone()
    write(sitting, 1)
    assert WRITTEN not in json.dumps(stranger.read(sitting.path("events"), after=0, view=True))
    assert stranger.get(API + sitting.path("messages")).json()["code"] == "table.not_seated"


@pytest.mark.django_db(transaction=True)
class TestManyAtOnce:
    """The limit of five is exact, however many are sent at the same moment."""

    def _all_at_once(self, match: Match) -> list[Any]:
        person = match.people[0]
        return at_once(*[lambda: chat.say(table_id=match.id, player=person, text="!")] * 12)

    def test_five_are_written(self) -> None:
        match = Match.of()
        outcomes = self._all_at_once(match)
        assert sum(isinstance(outcome, Outcome) for outcome in outcomes) == 5
        assert sum(isinstance(outcome, exceptions.TooFast) for outcome in outcomes) == 7
        assert Message.objects.count() == 5
        assert [row.seq for row in match.log()] == list(range(1, match.row().version + 1))

    def _two(self, match: Match) -> list[Callable[[], Outcome]]:
        """Four are written; two who want to write the fifth."""
        person = match.people[0]
        for _ in range(4):
            chat.say(table_id=match.id, player=person, text="!")
        return [lambda: chat.say(table_id=match.id, player=person, text="!")] * 2

    def test_who_waits_for_the_lock_counts_the_fifth(self, monkeypatch: pytest.MonkeyPatch) -> None:
        first, second = meet(monkeypatch, "games.chat._write", *self._two(Match.of()))
        assert isinstance(first, Outcome)
        assert isinstance(second, exceptions.TooFast)

    def test_control_without_the_lock_it_does_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        first, second = overtake(monkeypatch, "games.chat._write", *self._two(Match.of()))
        assert isinstance(second, Outcome)
        assert isinstance(first, IntegrityError)
