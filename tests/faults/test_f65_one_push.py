"""F65: two that look at what is due, at the same moment: the row comes first, and one push."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.utils.timezone import now

from push import planning, sender
from push.models import Delivery
from tests.faults.races import Racer, gate_at, without_locks
from tests.games.driver import Match
from tests.push import scene
from tests.push.services import Firebase

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_here")]

LOOK = "push.planning._carry_out"


@pytest.fixture
def match(firebase: Firebase) -> Match:
    """A turn is due to be told to one phone."""
    match = scene.slow()
    scene.with_phone(match.people[1], "phone-1")
    match.say("mus")
    scene.later(3)
    return match


@contextmanager
def rows_may_repeat() -> Iterator[None]:
    """For the control: a second message of the same step to the same device is stored."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE push_delivery DROP CONSTRAINT push_delivery_once")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE push_delivery")
            once = "CONSTRAINT push_delivery_once UNIQUE (push_id, device_id, step)"
            cursor.execute(f"ALTER TABLE push_delivery ADD {once}")


def both_look(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Two look at what is due, the second while the first one is about to write it down."""
    with gate_at(monkeypatch, LOOK) as gate:
        first = Racer(lambda: planning.plan(now()))
        gate.until_reached()
        second = Racer(lambda: planning.plan(now())).outcome()
        gate.open()
        return first.outcome(), second


def test_the_second_one_passes_over_what_the_first_one_looks_at(
    match: Match, firebase: Firebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = both_look(monkeypatch)
    assert first > second
    sender.run()
    assert len(firebase.to("phone-1")) == Delivery.objects.count() == 1


def test_and_without_that_the_row_is_still_there_only_once(
    match: Match, firebase: Firebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    with without_locks(monkeypatch):
        assert both_look(monkeypatch)[1] > 0
    sender.run()
    assert len(firebase.to("phone-1")) == Delivery.objects.count() == 1


def test_control_with_neither_there_are_two(
    match: Match, firebase: Firebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rows_may_repeat():
        with without_locks(monkeypatch):
            both_look(monkeypatch)
        sender.run()
    assert len(firebase.to("phone-1")) == 2


def test_a_message_is_claimed_by_one(match: Match) -> None:
    planning.plan(now())
    assert [len(Racer(lambda: sender.claim(now())).outcome()) for _ in range(2)] == [1, 0]


def test_there_is_one_sender(match: Match, firebase: Firebase, monkeypatch: pytest.MonkeyPatch) -> None:
    with gate_at(monkeypatch, "push.sender.deliver") as gate:
        first = Racer(sender.run)
        gate.until_reached()
        assert Racer(sender.run).outcome() == 0
        gate.open()
        assert first.outcome() == 1
    assert len(firebase.to("phone-1")) == 1
