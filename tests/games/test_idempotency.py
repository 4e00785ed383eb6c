"""Idempotency keys: stored with what they answer, given back byte for byte, good for one request only."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from games import exceptions, moves, signs, tables
from games.engine.actions import Action
from games.idempotency import Keyed, Outcome
from games.models import Answer, Event, Table
from tests.games.driver import Match, keyed, stored
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


def test_a_stored_answer_comes_again_as_it_was_however_the_match_has_gone_on() -> None:
    match = Match.dealt()
    turn, key = match.turn().id, str(uuid4())
    first = match.send(0, {"type": "mus"}, key=key)
    match.say("mus", "mus", "no_mus")
    before = stored(match)
    again = match.send(0, {"type": "mus"}, turn=turn, key=key)
    assert (again.status, again.body, again.replayed) == (first.status, first.body, True)
    assert not first.replayed
    assert stored(match) == before


def test_an_answer_is_still_given_when_the_match_is_over() -> None:
    match = Match.dealt(settings=SettingsFactory(paired=True))
    turn, key = match.turn().id, str(uuid4())
    first = match.send(0, {"type": "no_mus"}, key=key)
    match.resign(0)
    match.resign(2)
    assert match.row().status == Table.Status.FINISHED
    assert match.send(0, {"type": "no_mus"}, turn=turn, key=key).body == first.body


def test_a_key_used_for_another_body_is_refused_and_nothing_is_played() -> None:
    match = Match.dealt()
    turn, key = match.turn().id, str(uuid4())
    match.send(0, {"type": "mus"}, key=key)
    before = stored(match)
    for wire, number in (({"type": "no_mus"}, turn), ({"type": "mus"}, turn + 1)):
        with pytest.raises(exceptions.KeyReused):
            match.send(0, wire, turn=number, key=key)
    assert stored(match) == before


def test_a_key_used_at_another_table_is_refused() -> None:
    person, key = PersonFactory(), str(uuid4())
    one, other = (Match.opened(SettingsFactory()) for _ in range(2))
    for match in (one, other):
        match.join(person=person)
    tables.leave(table_id=one.id, player=person, keyed=keyed(one.path("leave"), {}, key))
    with pytest.raises(exceptions.KeyReused):
        tables.leave(table_id=other.id, player=person, keyed=keyed(other.path("leave"), {}, key))
    assert other.seat(1).player == person


def test_a_key_is_its_callers_own() -> None:
    match = Match.dealt()
    key = str(uuid4())
    turn = match.turn().id
    mine = match.send(0, {"type": "mus"}, key=key)
    with pytest.raises(exceptions.StaleTurn):
        match.send(1, {"type": "mus"}, turn=turn, key=key)
    theirs = match.send(1, {"type": "mus"}, key=key)
    assert mine.body != theirs.body
    assert sorted(Answer.objects.values_list("player", flat=True)) == sorted(
        [match.people[0].id, match.people[1].id]
    )


REFUSED: list[tuple[int, dict[str, Any], type[Exception]]] = [
    (5, {"type": "mus"}, exceptions.StaleTurn),
    (0, {"type": "paso"}, exceptions.ActionRefused),
]


@pytest.mark.parametrize(("offset", "wire", "refusal"), REFUSED)
def test_a_refusal_is_not_stored_and_the_key_can_be_used(
    offset: int, wire: dict[str, Any], refusal: type[Exception]
) -> None:
    match = Match.dealt()
    key = str(uuid4())
    with pytest.raises(refusal):
        match.send(0, wire, turn=match.turn().id + offset, key=key)
    assert not Answer.objects.exists()
    assert match.send(0, {"type": "mus"}, key=key).status == 200


def test_a_fingerprint_covers_method_path_and_body() -> None:
    seen = {
        Keyed.of("k", method, path, body).fingerprint
        for method in ("POST", "PUT")
        for path in ("/a", "/b")
        for body in (b"", b"{}", b"{ }")
    }
    assert len(seen) == 12


def test_without_a_key_nothing_is_stored() -> None:
    match = Match.dealt()
    match.say("mus")
    assert not Answer.objects.exists()


# Every service that takes a key


Act = Callable[[Match, User, Keyed], Outcome]


def create(match: Match, person: User, key: Keyed) -> Outcome:
    return tables.create(creator=person, settings=SettingsFactory(), keyed=key)


OPEN_TABLE: list[tuple[str, Act]] = [
    ("create", create),
    ("add_bot", lambda match, person, key: tables.add_bot(
        table_id=match.id, player=person, number=2, level="novice", keyed=key
    )),
    ("leave", lambda match, person, key: tables.leave(table_id=match.id, player=person, keyed=key)),
]  # fmt: skip
PLAYED_TABLE: list[tuple[str, Act]] = [
    ("leave", lambda match, person, key: tables.leave(table_id=match.id, player=person, keyed=key)),
    ("return", lambda match, person, key: tables.return_to_seat(
        table_id=match.id, player=person, keyed=key
    )),
    ("resign", lambda match, person, key: tables.resign(table_id=match.id, player=person, keyed=key)),
    ("sign", lambda match, person, key: signs.make(
        table_id=match.id, player=person, gesture="wink", keyed=key
    )),
    ("play", lambda match, person, key: moves.play(
        table_id=match.id, player=person, turn=1, action=Action("mus"), keyed=key
    )),
]  # fmt: skip


def done_twice(match: Match, act: Act) -> tuple[Outcome, Outcome]:
    """The answers of one request sent twice; nothing may happen the second time."""
    person, key = match.people[0], Keyed.of(str(uuid4()), "POST", "/somewhere", b"{}")
    first = act(match, person, key)
    tables_, events = Table.objects.count(), Event.objects.count()
    second = act(match, person, key)
    assert (Table.objects.count(), Event.objects.count()) == (tables_, events)
    return first, second


@pytest.mark.parametrize(("name", "act"), OPEN_TABLE)
def test_at_an_open_table_a_request_sent_twice_is_done_once(name: str, act: Act) -> None:
    first, second = done_twice(Match.opened(SettingsFactory()), act)
    assert (second.status, second.body, second.replayed) == (first.status, first.body, True)


@pytest.mark.parametrize(("name", "act"), PLAYED_TABLE)
def test_in_a_match_a_request_sent_twice_is_done_once(name: str, act: Act) -> None:
    first, second = done_twice(Match.dealt(), act)
    assert (second.status, second.body, second.replayed) == (first.status, first.body, True)


def test_a_start_sent_twice_is_done_once() -> None:
    match = Match.of(SettingsFactory(auto_start=False))
    first, second = done_twice(
        match, lambda match, person, key: tables.start(table_id=match.id, player=person, keyed=key)
    )
    assert (second.body, second.replayed) == (first.body, True)


def test_a_rematch_sent_twice_is_opened_once_and_its_second_answer_is_201_again() -> None:
    match = Match.of(SettingsFactory(paired=True))
    match.resign(0)
    match.resign(2)
    first, second = done_twice(
        match, lambda match, person, key: tables.rematch(table_id=match.id, player=person, keyed=key)
    )
    assert (first.status, second.status, second.body) == (201, 201, first.body)


@pytest.mark.parametrize("by_code", [False, True])
def test_sitting_down_sent_twice_is_done_once(by_code: bool) -> None:
    match = Match.opened(SettingsFactory(private=by_code))
    person, code = PersonFactory(), match.row().join_code or ""

    def join(match: Match, creator: User, key: Keyed) -> Outcome:
        if by_code:
            return tables.join_by_code(code=code, player=person, keyed=key)
        return tables.join(table_id=match.id, player=person, keyed=key)

    first, second = done_twice(match, join)
    assert (second.body, second.replayed) == (first.body, True)
