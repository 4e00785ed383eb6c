"""The queue: four of similar rating, partners together, blocked people apart, nobody at two tables."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import now

from accounts.exceptions import Yourself
from accounts.models import Friendship, User
from games import clock, exceptions, idempotency, matchmaking
from games.idempotency import Keyed
from games.models import QueueEntry, Seat, Table
from tests.faults.races import Racer, gate_at, meet, overtake
from tests.games.company import befriend, block, rate
from tests.games.factories import PersonFactory
from tests.games.test_access import open_some

pytestmark = pytest.mark.django_db


def people(count: int) -> list[User]:
    return [PersonFactory() for _ in range(count)]


def enter(*waiting: User, **wish: Any) -> None:
    for person in waiting:
        matchmaking.enter(player=person, **{"ruleset": "gametwist", "turn_seconds": 60, **wish})


def match(seconds: float = 0) -> int:
    """What the sweep does, so many seconds later."""
    return matchmaking.match_all(now() + timedelta(seconds=seconds))


def table_of(person: User) -> Table:
    return Table.objects.get(seats__player=person)


def team_of(person: User) -> int:
    return Seat.objects.get(player=person).number % 2


def test_four_who_want_the_same_are_seated_and_the_match_begins() -> None:
    four = people(4)
    enter(*four[:3])
    assert match() == 0
    enter(four[3])
    clock.sweep()
    [table] = Table.objects.filter(seats__player__in=four).distinct()
    assert table.status == Table.Status.PLAYING
    assert [matchmaking.status_of(person)["table"] for person in four] == [str(table.id)] * 4
    assert match() == 0


@pytest.mark.parametrize("wish", [{"ruleset": "traditional"}, {"turn_seconds": 30}])
def test_who_wants_something_else_is_not_seated(wish: dict[str, Any]) -> None:
    *three, other = people(4)
    enter(*three)
    enter(other, **wish)
    assert match(600) == 0


def test_the_longer_one_waits_the_less_similar_the_others_may_be() -> None:
    *three, strong = people(4)
    rate(strong, 1800)
    enter(*three, strong)
    assert match(19) == 0
    assert match(21) == 1


def test_the_nearest_are_seated() -> None:
    first, *others = people(5)
    for person, shown in zip(others, (1590, 1510, 1520, 1530), strict=True):
        rate(person, shown)
    enter(first, *others)
    assert match() == 1
    assert matchmaking.status_of(others[0])["waiting"] is True


def test_partners_who_have_named_each_other_sit_opposite() -> None:
    one, other, *two = people(4)
    enter(one, partner=other.username)
    enter(*two)
    enter(other)
    assert match() == 0
    enter(other, partner=one.username)
    assert match() == 1
    assert team_of(one) == team_of(other) != team_of(two[0])


def test_who_would_like_to_play_with_a_friend_does_if_both_are_there() -> None:
    four = people(4)
    befriend(four[0], four[2])
    Friendship.objects.filter(person=four[2], friend=four[0]).update(partner=True)
    for person, shown in zip(four, (1500, 1510, 1520, 1530), strict=True):
        rate(person, shown)
    enter(*four)
    match()
    assert team_of(four[0]) == team_of(four[2])


def test_blocked_people_are_never_seated_together() -> None:
    *four, fifth = people(5)
    block(four[2], four[0])
    enter(*four)
    assert match(600) == 0
    enter(fifth)
    assert match(600) == 1
    assert Seat.objects.filter(player__in=(four[0], four[2])).count() == 1


def test_bots_are_offered_after_half_a_minute_and_fill_the_seats() -> None:
    one, other = people(2)
    enter(one, partner=other.username)
    assert matchmaking.status_of(one)["bots_offered"] is False
    QueueEntry.objects.update(since=now() - timedelta(seconds=30))
    assert matchmaking.status_of(one)["bots_offered"] is True
    enter(other, partner=one.username)
    told = matchmaking.fill_with_bots(player=other)
    assert told["table"] == str(table_of(one).id)
    assert table_of(one).status == Table.Status.PLAYING
    assert team_of(one) == team_of(other)
    assert matchmaking.fill_with_bots(player=one)["table"] == told["table"]
    [stranger] = people(1)
    with pytest.raises(exceptions.NotWaiting):
        matchmaking.fill_with_bots(player=stranger)


def test_who_sits_at_enough_tables_is_told_so_when_asking_for_bots() -> None:
    [person] = people(1)
    enter(person)
    open_some(person, 3)
    with pytest.raises(exceptions.TooManyTables):
        matchmaking.fill_with_bots(player=person)


def since_of(person: User) -> Any:
    return QueueEntry.objects.get(person=person).since


def test_the_same_wish_again_does_not_begin_the_wait_anew_and_another_does() -> None:
    [person] = people(1)
    enter(person)
    since = since_of(person)
    enter(person)
    assert since_of(person) == since
    enter(person, turn_seconds=90)
    assert since_of(person) > since


def test_the_same_key_seats_nobody_twice_and_brings_nobody_back() -> None:
    four = people(4)
    asked, other = Keyed("a-key-of-mine", "f" * 64), Keyed("another-key", "e" * 64)
    enter(*four, keyed=asked)
    assert match() == 1
    enter(*four, keyed=asked)
    assert match() == 0
    enter(*four, keyed=other)
    enter(*four, keyed=asked)
    assert match() == 1
    matchmaking.leave(player=four[0])
    enter(*four, keyed=other)
    assert matchmaking.status_of(four[0])["waiting"] is False
    with pytest.raises(exceptions.KeyReused):
        enter(four[0], keyed=other._replace(fingerprint="0" * 64))


def test_a_stored_answer_about_no_table_is_kept_for_a_day() -> None:
    [person] = people(1)
    enter(person, keyed=Keyed("a-key-of-mine", "f" * 64))
    assert idempotency.prune(now() + timedelta(hours=23)) == 0
    assert idempotency.prune(now() + timedelta(hours=25)) == 1


def test_those_who_wait_for_nobody_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """They came first, are more than a batch, and their partner never comes; others want something rare."""
    monkeypatch.setattr(matchmaking, "BATCH", 5)
    absent, *early = people(8)
    enter(*early, partner=absent.username)
    for place, person in enumerate(people(8)):
        enter(person, turn_seconds=100 + place)
    four = people(4)
    enter(*four)
    assert match() == 1
    assert {table_of(person).id for person in four} == {table_of(four[0]).id}


def test_who_has_waited_too_long_has_gone() -> None:
    four = people(4)
    enter(*four)
    QueueEntry.objects.filter(person=four[0]).update(since=now() - timedelta(seconds=matchmaking.LONGEST + 1))
    assert match() == 0
    assert matchmaking.status_of(four[0])["waiting"] is False
    enter(four[0])
    assert match() == 1


def test_a_partner_who_does_not_come_is_not_waited_for_with_bots() -> None:
    one, other = people(2)
    enter(one, partner=other.username)
    table = matchmaking.fill_with_bots(player=one)["table"]
    kinds = [seat.kind for seat in Table.objects.get(pk=table).seats.all()]
    assert sorted(kinds) == ["bot", "bot", "bot", "player"]


def test_who_has_left_is_not_seated() -> None:
    four = people(4)
    enter(*four)
    matchmaking.leave(player=four[0])
    assert match() == 0
    assert matchmaking.status_of(four[0]) == {"waiting": False, "bots_offered": False}


def test_who_sits_at_enough_tables_waits_no_longer_and_holds_up_nobody() -> None:
    *four, fifth = people(5)
    enter(*four)
    open_some(four[0], 3)
    assert match() == 0
    assert matchmaking.status_of(four[0])["waiting"] is False
    enter(fifth)
    assert match() == 1
    with pytest.raises(exceptions.TooManyTables):
        enter(four[0])


def test_nobody_waits_with_themselves_or_for_nothing() -> None:
    [person] = people(1)
    with pytest.raises(Yourself):
        enter(person, partner=person.username)
    with pytest.raises(exceptions.InvalidTable):
        enter(person, turn_seconds=5)


def seats_of(four: list[User]) -> list[int]:
    return [Seat.objects.filter(player=person).count() for person in four]


HELD_AT = "games.matchmaking._places"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_match_at_once_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people(4)
    enter(*four)
    assert meet(monkeypatch, HELD_AT, match, match) == (1, 0)
    assert seats_of(four) == [1] * 4


@pytest.mark.django_db(transaction=True)
def test_without_the_locks_all_sit_at_two_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people(4)
    enter(*four)
    assert overtake(monkeypatch, HELD_AT, match, match) == (1, 1)
    assert seats_of(four) == [2] * 4


def leaving(person: User) -> Callable[[], None]:
    return lambda: matchmaking.leave(player=person)


@pytest.mark.django_db(transaction=True)
def test_who_leaves_while_being_seated_waits_and_is_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people(4)
    enter(*four)
    assert meet(monkeypatch, HELD_AT, match, leaving(four[0])) == (1, None)
    assert seats_of(four) == [1] * 4


@pytest.mark.django_db(transaction=True)
def test_who_left_before_the_lock_is_not_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people(4)
    enter(*four)
    with gate_at(monkeypatch, "games.matchmaking.hold_who_is_there") as gate:
        matching = Racer(match)
        gate.until_reached()
        matchmaking.leave(player=four[0])
        gate.open()
        assert matching.outcome() == 0
    assert seats_of(four) == [0] * 4


@pytest.mark.django_db(transaction=True)
def test_without_the_locks_one_is_seated_who_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people(4)
    enter(*four)
    assert overtake(monkeypatch, HELD_AT, match, leaving(four[0])) == (1, None)
    assert not QueueEntry.objects.filter(person=four[0]).exists()
    assert seats_of(four) == [1] * 4
