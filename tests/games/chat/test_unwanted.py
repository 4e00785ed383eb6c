"""What a person need not read: mutes, reports, deleted messages and silenced writers."""

import pytest
from django.utils import timezone

from accounts import friends
from accounts.exceptions import TooMany, Yourself
from accounts.models import User
from games import chat, exceptions, selectors
from games.models import Mute, Report, Silence
from tests.games.chat.talk import heard, read, report, say
from tests.games.driver import Match
from tests.games.factories import PersonFactory

pytestmark = pytest.mark.django_db


# Mutes


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


def silence(person: User, days: int = 1) -> Silence:
    return chat.silence(person=person, operator=PersonFactory(), days=days)


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
