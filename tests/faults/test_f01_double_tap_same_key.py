"""F01: the same request posted twice at once under one key is done once, and both get its answer."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from accounts.models import User
from games import exceptions, signs, tables
from games.idempotency import Keyed, Outcome
from games.models import Event, Seat, Table
from tests.faults.races import Racer, at_once, gate_at, meet, overtake
from tests.games.driver import Match, stored
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[Match, User, Keyed], Outcome]


def same(first: Outcome, second: Outcome) -> bool:
    """Both got one answer, and one of them is told that it is a repeat."""
    return (first.status, first.body) == (second.status, second.body) and first.replayed != second.replayed


def test_an_action_tapped_twice_is_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    match, key = Match.dealt(), str(uuid4())
    turn, version = match.turn().id, match.row().version

    def tap() -> Outcome:
        return match.send(0, {"type": "mus"}, turn=turn, key=key)

    first, second = meet(monkeypatch, "games.moves.apply", tap, tap)
    assert same(first, second)
    assert second.replayed
    assert match.row().version == version + 1


def test_control_without_the_lock_the_double_tap_is_played_twice_and_breaks_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, key = Match.dealt(), str(uuid4())
    turn = match.turn().id

    def tap() -> Outcome:
        return match.send(0, {"type": "mus"}, turn=turn, key=key)

    first, second = overtake(monkeypatch, "games.moves.apply", tap, tap)
    assert not second.replayed
    assert isinstance(first, exceptions.NotPlaying)
    assert "event_seq_once" in match.row().parked_reason


def test_eight_taps_at_once_are_one_event() -> None:
    match, key = Match.dealt(), str(uuid4())
    turn, version = match.turn().id, match.row().version
    outcomes = at_once(*[lambda: match.send(0, {"type": "mus"}, turn=turn, key=key)] * 8)
    assert len({outcome.body for outcome in outcomes}) == 1
    assert [outcome.replayed for outcome in outcomes].count(False) == 1
    assert match.row().version == version + 1


# The other requests that take a key; each is held in its transaction, before its answer is stored


def add_bot(match: Match, person: User, key: Keyed) -> Outcome:
    return tables.add_bot(table_id=match.id, player=person, number=2, level="novice", keyed=key)


def leave(match: Match, person: User, key: Keyed) -> Outcome:
    return tables.leave(table_id=match.id, player=person, keyed=key)


def start(match: Match, person: User, key: Keyed) -> Outcome:
    return tables.start(table_id=match.id, player=person, keyed=key)


def resign(match: Match, person: User, key: Keyed) -> Outcome:
    return tables.resign(table_id=match.id, player=person, keyed=key)


def come_back(match: Match, person: User, key: Keyed) -> Outcome:
    return tables.return_to_seat(table_id=match.id, player=person, keyed=key)


def sign(match: Match, person: User, key: Keyed) -> Outcome:
    return signs.make(table_id=match.id, player=person, gesture="wink", keyed=key)


def rematch(match: Match, person: User, key: Keyed) -> Outcome:
    return tables.rematch(table_id=match.id, player=person, keyed=key)


def opened() -> Match:
    return Match.opened(SettingsFactory())


def full() -> Match:
    return Match.of(SettingsFactory(auto_start=False))


def over() -> Match:
    match = Match.of(SettingsFactory(paired=True))
    match.resign(0)
    match.resign(2)
    return match


REQUESTS = [
    pytest.param(opened, add_bot, id="bot"),
    pytest.param(opened, leave, id="leave an open table"),
    pytest.param(full, start, id="start"),
    pytest.param(Match.dealt, leave, id="leave a match"),
    pytest.param(Match.dealt, come_back, id="return"),
    pytest.param(Match.dealt, resign, id="resign"),
    pytest.param(Match.dealt, sign, id="sign"),
    pytest.param(over, rematch, id="rematch"),
]


@pytest.mark.parametrize(("situation", "act"), REQUESTS)
def test_a_request_tapped_twice_is_done_once(
    monkeypatch: pytest.MonkeyPatch, situation: Callable[[], Match], act: Act
) -> None:
    match = situation()
    key = Keyed.of(str(uuid4()), "POST", "/somewhere", b"{}")

    def tap() -> Outcome:
        return act(match, match.people[0], key)

    first, second = meet(monkeypatch, "games.idempotency.remember", tap, tap)
    assert same(first, second)
    before = stored(match), Table.objects.count(), Event.objects.count()
    assert tap().body == first.body
    assert (stored(match), Table.objects.count(), Event.objects.count()) == before


@pytest.mark.parametrize("by_code", [False, True])
def test_sitting_down_tapped_twice_is_done_once(monkeypatch: pytest.MonkeyPatch, by_code: bool) -> None:
    match = Match.opened(SettingsFactory(private=by_code))
    person, code = PersonFactory(), match.row().join_code or ""
    key = Keyed.of(str(uuid4()), "POST", "/somewhere", b"{}")

    def tap() -> Outcome:
        if by_code:
            return tables.join_by_code(code=code, player=person, keyed=key)
        return tables.join(table_id=match.id, player=person, keyed=key)

    first, second = meet(monkeypatch, "games.idempotency.remember", tap, tap)
    assert same(first, second)


def test_opening_a_table_tapped_twice_opens_one(monkeypatch: pytest.MonkeyPatch) -> None:
    person, key = PersonFactory(), Keyed.of(str(uuid4()), "POST", "/api/v1/tables", b"{}")

    def tap() -> Outcome:
        return tables.create(creator=person, settings=SettingsFactory(), keyed=key)

    first, second = meet(monkeypatch, "games.idempotency.remember", tap, tap)
    assert same(first, second)
    assert Table.objects.count() == 1


def test_control_without_the_key_two_tables_are_opened() -> None:
    person = PersonFactory()
    outcomes = at_once(*[lambda: tables.create(creator=person, settings=SettingsFactory())] * 2)
    assert [outcome.status for outcome in outcomes] == [201, 201]
    assert Table.objects.count() == 2


def test_one_key_for_two_tables_at_once_serves_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = Match.opened(SettingsFactory()), Match.opened(SettingsFactory())
    person, key = PersonFactory(), str(uuid4())

    def sit(match: Match) -> Outcome:
        keyed = Keyed.of(key, "POST", match.path("join"), b"{}")
        return tables.join(table_id=match.id, player=person, keyed=keyed)

    first, second = meet(monkeypatch, "games.idempotency.remember", lambda: sit(one), lambda: sit(other))
    assert first.status == 200
    assert isinstance(second, exceptions.KeyReused)
    assert (one.seat(1).player, other.seat(1).player) == (person, None)


def test_one_key_for_moves_at_two_tables_at_once_plays_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    person, key = PersonFactory(), str(uuid4())
    one, other = Match.dealt(), Match.dealt()
    for match in (one, other):
        match.people[0] = person
        Seat.objects.filter(table_id=match.id, number=0).update(player=person)

    def play(match: Match) -> Outcome:
        return match.send(0, {"type": "mus"}, turn=1, key=key)

    before = stored(one)
    with gate_at(monkeypatch, "games.moves.remember") as gate:
        slow = Racer(lambda: play(one))
        gate.until_reached()
        quick = Racer(lambda: play(other)).outcome()
        gate.open()
        assert isinstance(slow.outcome(), exceptions.KeyReused)
    assert quick.status == 200
    assert stored(one) == before
    assert other.turn().id == 2
