"""Limits: each person, address and seat at a table has its own; a flood uses up nobody else's."""

import logging
from threading import Barrier
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from redis import ConnectionError as NoRedis
from rest_framework.test import APIClient

from musapi import limits
from musapi.limits import Counters, Limit, counters
from musapi.settings import _limit
from tests.api.phones import ALONE, Phone, Sitting
from tests.faults.races import at_once
from tests.games.factories import token_of

pytestmark = pytest.mark.django_db
OFF = {"address": None, "person": None, "table": None}


@pytest.fixture
def clock(monkeypatch):
    """The time by which windows are counted; it stands still at the beginning of one."""
    moment = SimpleNamespace(now=1_000_000.0)
    monkeypatch.setattr(
        limits, "time", SimpleNamespace(time=lambda: moment.now, monotonic=lambda: moment.now)
    )
    counters().storage.reset()
    counters().silent_until = 0.0
    yield moment
    counters().storage.reset()
    counters().silent_until = 0.0


def refused(answer) -> str | None:
    """Which limit an answer names, if it is a refusal by one."""
    if answer.status_code != 429:
        return None
    assert answer.json()["code"] == "request.throttled"
    return str(answer.json()["limit"])


def turns(phone):
    return phone.get("/api/v1/me/turns")


def test_a_person_has_so_many_requests_in_a_window(settings, clock):
    settings.LIMITS = {**OFF, "person": (3, 10)}
    ana, bea = Phone(), Phone()
    assert [refused(turns(ana)) for _ in range(5)] == [None, None, None, "person", "person"]
    assert refused(turns(bea)) is None
    clock.now += 4
    late = turns(ana)
    assert (refused(late), late["Retry-After"]) == ("person", "6")
    clock.now += 6
    assert refused(turns(ana)) is None


def test_where_one_stands_is_told_in_every_answer(settings, clock):
    settings.LIMITS = {"address": (50, 20), "person": (3, 10), "table": None}
    ana = Phone()
    clock.now += 3
    seen = [turns(ana)["RateLimit"] for _ in range(4)]
    assert seen[0] == '"address";r=49;t=17, "person";r=2;t=7'
    assert seen[3] == '"address";r=46;t=17, "person";r=0;t=7'
    assert turns(ana)["RateLimit-Policy"] == '"address";q=50;w=20, "person";q=3;w=10'


def test_where_one_stands_is_told_of_what_has_not_changed(settings, clock):
    settings.LIMITS = {"address": (50, 20), "person": (3, 10), "table": None}
    ana = Phone()
    first = ana.get("/api/v1/me")
    again = ana.get("/api/v1/me", headers={"If-None-Match": first["ETag"], "Accept-Language": "es"})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["RateLimit"] == '"address";r=48;t=20, "person";r=1;t=10'
    assert again["RateLimit-Policy"] == first["RateLimit-Policy"]
    for name in ("Vary", "Cache-Control"):
        assert again[name] == first[name]


def test_a_devices_token_changes_nothing_for_its_person(settings, clock):
    settings.LIMITS = {**OFF, "person": (2, 10)}
    ana = Phone()
    other_device = Phone.__new__(Phone)
    APIClient.__init__(other_device, headers={"Authorization": f"Bearer {token_of(ana.person)}"})
    assert [refused(turns(phone)) for phone in (ana, other_device, ana)] == [None, None, "person"]


def test_at_one_table_a_person_has_so_many_and_another_as_many(settings, clock):
    settings.LIMITS = OFF
    here, there = Sitting.of(seats=[None, {"bot": "novice"}] * 2), Sitting.of(**ALONE)
    settings.LIMITS = {**OFF, "table": (2, 10)}
    ana, rival = here.phones[0], here.phones[2]
    path = f"/api/v1{here.path()}"
    assert [refused(ana.get(path)) for _ in range(3)] == [None, None, "table"]
    assert refused(rival.get(path)) is None, "another player's share was used up"
    assert refused(ana.get(f"/api/v1{there.path()}")) is None
    assert refused(turns(ana)) is None


def test_a_refused_move_changes_nothing(settings, clock):
    settings.LIMITS = OFF
    table = Sitting.of(**ALONE)
    number, view = table.asked()
    word = {"type": view["legal_actions"][0]["type"]}  # mus, or what there is to say where a bot has cut it
    before = table.events()
    settings.LIMITS = {**OFF, "table": (1, 10)}
    table.phones[number].read(table.path())
    assert refused(table.act(number, word, key="a-key-of-mine")) == "table"
    assert table.events() == before
    clock.now += 10
    again = table.act(number, word, key="a-key-of-mine")
    assert (again.status_code, again.get("Idempotency-Replayed")) == (200, None)


def test_an_address_is_counted_whoever_asks_and_however(settings, clock):
    settings.LIMITS = {**OFF, "address": (4, 10)}
    home, elsewhere = APIClient(REMOTE_ADDR="198.51.100.7"), APIClient(REMOTE_ADDR="198.51.100.8")
    dead = {"Authorization": "Bearer dead"}
    asked = [
        home.get("/api/v1/rulesets"),
        home.get("/api/v1/me", headers=dead),
        home.get("/api/v1/nowhere"),
        home.get("/admin/login/"),
        home.post("/api/v1/auth/guest"),
        home.get("/admin/login/"),
    ]
    assert [refused(answer) for answer in asked] == [None] * 4 + ["address"] * 2
    assert refused(elsewhere.post("/api/v1/auth/guest")) is None
    assert home.get("/livez").status_code == 200


def test_the_answer_is_told_in_the_readers_language(settings, clock):
    settings.LIMITS = {**OFF, "address": (1, 10)}
    home = APIClient(headers={"Accept-Language": "es"})
    home.get("/api/v1/rulesets")
    answer = home.get("/api/v1/rulesets")
    assert (refused(answer), answer["Content-Language"]) == ("address", "es")
    assert answer.json()["title"] == "Demasiadas peticiones"


def test_many_at_once_are_no_more_than_the_limit(clock):
    limit = Limit("person", 10, 3600)
    standings = at_once(*[lambda: counters().count(limit, "ana")] * 30)
    assert sorted(standing.left for standing in standings) == list(range(-20, 10))


def test_control_counting_in_two_steps_lets_more_through(clock):
    """What makes the test above worth something: read and write apart, and many read the same number."""
    storage = counters().storage.storage

    def in_two_steps() -> int:
        count = int(storage.get("control") or 0) + 1
        barrier.wait(60)
        storage.set("control", count)
        return count

    barrier = Barrier(10)
    assert at_once(*[in_two_steps] * 10) == [1] * 10


class Gone:
    """A Redis that does not answer."""

    asked = 0

    def incr(self, *args, **kwargs) -> int:
        self.asked += 1
        raise NoRedis("nobody there")


def test_while_redis_is_away_nobody_is_refused_and_it_is_left_alone(settings, clock, monkeypatch, caplog):
    settings.LIMITS = {"address": (1, 10), "person": (1, 10), "table": (1, 10)}
    gone = Gone()
    away = Counters(gone)  # type: ignore[arg-type]
    monkeypatch.setattr(limits, "counters", lambda: away)
    ana = Phone()
    with caplog.at_level(logging.WARNING, "musapi.limits"):
        assert [turns(ana).status_code for _ in range(5)] == [200] * 5
    assert (gone.asked, len(caplog.records)) == (1, 1)
    clock.now += limits.NOT_ASKED_AGAIN
    turns(ana)
    assert gone.asked == 2


@pytest.mark.parametrize("text", ["5", "5/", "/5", "0/10", "10/0", "-1/10", "1.5/10", "many"])
def test_a_limit_that_cannot_be_read_stops_the_server(monkeypatch, text):
    monkeypatch.setenv("LIMIT_PERSON", text)
    with pytest.raises(ImproperlyConfigured, match="LIMIT_PERSON"):
        _limit("LIMIT_PERSON", "1000/10")


def test_a_limit_is_read_from_the_environment(monkeypatch):
    monkeypatch.delenv("LIMIT_PERSON", raising=False)
    assert _limit("LIMIT_PERSON", "1000/10") == (1000, 10)
    monkeypatch.setenv("LIMIT_PERSON", "7/60")
    assert _limit("LIMIT_PERSON", "1000/10") == (7, 60)
    monkeypatch.setenv("LIMIT_PERSON", "off")
    assert _limit("LIMIT_PERSON", "1000/10") is None
