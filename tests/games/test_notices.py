"""What people are told of: once, in order, in the transaction of what it tells of."""

from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import redis
from django.db import transaction
from django.utils.timezone import now

from accounts import friends
from accounts.models import User
from games import events, invitations, notices, tables
from games.idempotency import Keyed
from games.models import Notice, NoticeCount
from tests.engine.tables import PAIRED
from tests.faults.races import Racer, gate_at, meet
from tests.games import driver
from tests.games.company import befriend
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db

PASS = ["paso"] * 4


def told(person: User, after: int = 0) -> list[dict[str, Any]]:
    """What a person reads, without the times."""
    rows = notices.after(person, after)
    return [{name: row[name] for name in row if name not in {"at", "deadline"}} for row in rows]


def friend_of(person: User) -> User:
    friend = PersonFactory()
    befriend(person, friend)
    return friend


def kinds(person: User) -> list[str]:
    return [row["type"] for row in told(person)]


def test_a_person_is_told_of_the_beginning_of_every_question_and_of_the_end() -> None:
    match = Match.dealt(score=(39, 39))
    first = match.people[0]
    start = notices.last_seq(first)
    match.say("no_mus", *PASS, *PASS, *PASS)
    rows = told(first, start)
    assert kinds(first)[:1] == ["table_started"]
    assert [row["seq"] for row in told(first)] == list(range(1, notices.last_seq(first) + 1))
    assert rows[-1] == {
        "seq": notices.last_seq(first),
        "type": "table_finished",
        "table": str(match.id),
        "winner": match.row().winner,
    }
    turns = [row["turn"] for row in rows if row["type"] == "your_turn"]
    asked = [event.seq for event in match.log("action") if event.seat == 0]
    assert len(turns) >= len(asked) - 1 > 0
    assert turns == sorted(set(turns))


def test_only_who_is_asked_is_told_and_a_standing_question_has_its_deadline() -> None:
    match = Match.dealt(PAIRED)
    before = notices.last_seq(match.people[2])
    match.say("mus")
    row = notices.after(match.people[1], 0)[-1]
    assert (row["type"], row["turn"], row["table"]) == ("your_turn", match.turn().id, str(match.id))
    assert row["deadline"] == match.view(1)["turn"]["deadline"]
    assert notices.last_seq(match.people[2]) == before
    match.say("mus")
    assert "deadline" not in notices.after(match.people[1], 0)[-1]


def test_all_four_are_told_of_a_discard_once_and_its_deadline_is_gone_with_the_answer() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    turn = match.turn().id
    match.send(2, {"type": "discard", "cards": ["7e"]})
    for number, person in match.people.items():
        last = notices.after(person, 0)[-1]
        assert (last["type"], last["turn"]) == ("your_turn", turn)
        assert ("deadline" in last) == (number != 2)


def test_a_stand_in_is_told_nothing_and_who_is_away_hears_of_the_end() -> None:
    match = Match.dealt(score=(39, 39))
    match.leave(1)
    before = notices.last_seq(match.people[1])
    match.say("no_mus")
    assert match.asked() != 1 or match.bots()
    match.resign(0)
    match.resign(2)
    assert [row["type"] for row in told(match.people[1], before)] == ["table_finished"]


def test_bots_alone_are_told_nothing() -> None:
    table = tables.create_for_bots(settings=SettingsFactory(seats=("novice",) * 4))
    assert table.status == "playing"
    assert not Notice.objects.exists()


def test_an_invitation_and_the_rematch_are_told_with_who_asks() -> None:
    match = Match.opened(SettingsFactory())
    friend = friend_of(match.people[0])
    before = notices.last_seq(friend)
    for number in (1, 2):
        invitations.invite(table_id=match.id, player=match.people[0], number=number, username=friend.username)
    assert told(friend, before) == [
        {
            "seq": before + 1,
            "type": "invitation",
            "player": {"username": match.people[0].username},
            "table": str(match.id),
        }
    ]
    over = Match.dealt()
    over.resign(0)
    over.resign(2)
    again = over.rematch(0)
    assert [told(over.people[number])[-1]["type"] for number in (1, 2, 3)] == ["invitation"] * 3
    assert told(over.people[1])[-1]["table"] == str(again.id)
    assert told(over.people[0])[-1]["type"] == "table_finished"


def test_who_has_blocked_somebody_at_the_table_hears_of_no_invitation() -> None:
    match = Match.opened(SettingsFactory())
    friend, other = friend_of(match.people[0]), match.join()
    before = notices.last_seq(friend)
    friends.block(person=friend, username=other.username)
    invitations.invite(table_id=match.id, player=match.people[0], number=3, username=friend.username)
    assert told(friend, before) == []


def kick(match: Match, number: int, ban: bool = False) -> None:
    invitations.kick(table_id=match.id, player=match.people[0], number=number, ban=ban)


def test_who_is_sent_away_is_told_so_each_time_and_nobody_else_is() -> None:
    match = Match.opened(SettingsFactory())
    person, other = match.join(1), match.join(2)
    kick(match, 1)
    sent_away = {"seq": 1, "type": "table_kicked", "table": str(match.id), "banned": False}
    assert told(person) == [sent_away]
    kick(match, 1)
    assert told(person) == [sent_away], "the seat is empty by now"
    match.join(1, person=person)
    kick(match, 1)
    assert told(person) == [sent_away, {**sent_away, "seq": 2}]
    assert notices.last_seq(other) == notices.last_seq(match.people[0]) == 0


def test_a_ban_is_told_with_the_kick_and_to_who_has_blocked_the_creator_too() -> None:
    match = Match.opened(SettingsFactory())
    person = match.join(1)
    friends.block(person=person, username=match.people[0].username)
    kick(match, 1, ban=True)
    assert told(person) == [{"seq": 1, "type": "table_kicked", "table": str(match.id), "banned": True}]


def test_a_ban_from_another_table_is_not_told_with_a_kick() -> None:
    banned, match = Match.opened(SettingsFactory()), Match.opened(SettingsFactory())
    person = banned.join(1)
    match.join(1, person=person)
    kick(banned, 1, ban=True)
    kick(match, 1)
    assert [row["banned"] for row in told(person)] == [True, False]


def test_neither_a_bot_nor_who_was_only_invited_is_sent_away() -> None:
    match = Match.opened(SettingsFactory(seats=(None, "novice", None, None)))
    friend = friend_of(match.people[0])
    invitations.invite(table_id=match.id, player=match.people[0], number=2, username=friend.username)
    kick(match, 1)
    kick(match, 2)
    assert not Notice.objects.filter(kind=Notice.Kind.TABLE_KICKED).exists()


def test_a_kick_with_a_key_is_told_once_however_often_it_comes() -> None:
    match = Match.opened(SettingsFactory())
    person = match.join(1)
    for _ in range(2):
        invitations.kick(
            table_id=match.id, player=match.people[0], number=1, keyed=Keyed(key="once", fingerprint="f")
        )
    assert [row["seq"] for row in told(person)] == [1]


def test_friends_are_told_and_a_block_takes_the_name_out_of_the_past() -> None:
    ana, bea = PersonFactory(), PersonFactory()
    request = friends.ask(sender=ana, username=bea.username).request
    assert request
    friends.accept(person=bea, request_id=request.pk)
    assert told(bea) == [{"seq": 1, "type": "friend_request", "player": {"username": ana.username}}]
    assert told(ana) == [{"seq": 1, "type": "friend_accepted", "player": {"username": bea.username}}]
    friends.block(person=bea, username=ana.username)
    assert told(bea) == [{"seq": 1, "type": "friend_request"}]
    assert told(ana) == [{"seq": 1, "type": "friend_accepted"}]


def test_who_is_blocked_asks_in_vain_and_no_number_says_so() -> None:
    ana, bea = PersonFactory(), PersonFactory()
    friends.block(person=bea, username=ana.username)
    friends.ask(sender=ana, username=bea.username)
    assert notices.last_seq(bea) == 0


def test_old_notices_are_forgotten_from_the_front() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    person = match.people[match.asked()]
    count = notices.last_seq(person)
    assert notices.first_kept(person) == 1
    Notice.objects.filter(person=person, seq=2).update(at=now() - notices.KEPT - timedelta(seconds=1))
    assert notices.prune(now()) == 2
    assert notices.first_kept(person) == 3
    Notice.objects.filter(person=person).update(at=now() - 2 * notices.KEPT)
    notices.prune(now())
    assert (notices.first_kept(person), notices.last_seq(person)) == (count + 1, count)


def test_reading_costs_the_same_however_much_there_is(django_assert_num_queries: Any) -> None:
    match = Match.dealt()
    match.say("no_mus", *PASS)
    friends.ask(sender=PersonFactory(), username=match.people[0].username)
    with django_assert_num_queries(3):
        assert len(notices.after(match.people[0], 0)) > 3


def turned_round(match: Match) -> Match:
    """Another table with the same people, each on their partner's seat."""
    settings = SettingsFactory(auto_start=False)
    body = driver.told(tables.create(creator=match.people[2], settings=settings))
    other = Match(UUID(body["id"]), {0: match.people[2]})
    for number in (1, 2, 3):
        other.join(number, person=match.people[(number + 2) % 4])
    tables.start(table_id=other.id, player=match.people[2])
    return other


class Undone(Exception):
    """The transaction is taken back."""


@pytest.mark.django_db(transaction=True)
class TestTogether:
    def test_what_is_rolled_back_is_not_told_and_leaves_no_hole(self) -> None:
        ana, bea = PersonFactory(), PersonFactory()
        with suppress(Undone), transaction.atomic():
            friends.ask(sender=ana, username=bea.username)
            assert notices.last_seq(bea) == 1
            raise Undone
        assert notices.last_seq(bea) == 0
        friends.ask(sender=PersonFactory(), username=bea.username)
        assert [row["seq"] for row in told(bea)] == [1]

    def test_a_kick_that_is_taken_back_is_not_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        match = Match.opened(SettingsFactory())
        person = match.join(1)

        def broken(*args: object) -> None:
            raise Undone

        monkeypatch.setattr("games.tables.view_outcome", broken)
        with suppress(Undone):
            kick(match, 1)
        assert match.seat(1).player == person
        assert notices.last_seq(person) == 0

    def test_who_waits_is_woken_by_a_kick(self) -> None:
        match = Match.opened(SettingsFactory())
        person = match.join(1)
        with events.wakeups().pubsub() as listener:
            listener.subscribe(notices.channel(person.pk))
            assert listener.get_message(timeout=30)["type"] == "subscribe"
            kick(match, 1)
            assert woken(listener)

    def test_numbers_appear_in_their_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The second waits for the first: nobody reads number 2 and misses number 1."""
        ana, bea, cleo = PersonFactory(), PersonFactory(), PersonFactory()
        monkeypatch.setattr("accounts.friends.hold", lambda *people: people[0])
        meet(
            monkeypatch,
            "accounts.friends.Asked",
            lambda: friends.ask(sender=ana, username=bea.username),
            lambda: friends.ask(sender=cleo, username=bea.username),
        )
        assert [row["player"]["username"] for row in told(bea)] == [ana.username, cleo.username]
        assert NoticeCount.objects.get(person=bea).last == 2

    def test_two_tables_with_the_same_people_do_not_wait_for_each_other(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Both ask all four at once; the second begins in the middle of the first one's transaction."""
        one = Match.dealt()
        other = turned_round(one)
        for match in (one, other):
            match.say("mus", "mus", "mus")
        first, second = meet(
            monkeypatch, "games.record.wake", lambda: one.say("mus"), lambda: other.say("mus")
        )
        assert first["table"]["turn"]["kind"] == second["table"]["turn"]["kind"] == "discard"
        for person in one.people.values():
            assert [row["seq"] for row in told(person)] == list(range(1, notices.last_seq(person) + 1))

    def test_before_the_commit_nobody_reads_it_and_after_it_listeners_are_woken(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = Match.dealt(PAIRED)
        person = match.people[1]
        before = notices.last_seq(person)
        with events.wakeups().pubsub() as listener:
            listener.subscribe(notices.channel(person.pk))
            assert listener.get_message(timeout=30)["type"] == "subscribe"
            with gate_at(monkeypatch, "games.record.wake") as gate:
                mover = Racer(lambda: match.say("mus"))
                gate.until_reached()
                assert notices.last_seq(person) == before
                gate.open()
                mover.outcome()
            assert woken(listener)
        assert notices.last_seq(person) == before + 1


def woken(listener: redis.client.PubSub) -> bool:
    message = listener.get_message(timeout=30)
    return message is not None and message["type"] == "message"
