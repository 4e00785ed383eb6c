"""Is the process alive, and can it work."""

import time
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.utils.timezone import now

from games.models import Clock
from musapi import health


def test_alive_asks_nobody(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        answer = client.get("/livez")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_ready(client, db):
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "checks": dict.fromkeys(health.CHECKS, True), "clock": 0}
    assert {"database", "redis", "migrations"} <= set(health.CHECKS)


def _not_ready(client) -> set[str]:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["ready"] is False
    return {name for name, holds in answer.json()["checks"].items() if not holds}


@pytest.fixture
def _no_redis_connection_is_kept():
    health._redis.cache_clear()
    yield
    health._redis.cache_clear()


@pytest.mark.usefixtures("_no_redis_connection_is_kept")
def test_not_ready_without_redis(client, db, settings):
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    assert _not_ready(client) == {"redis"}


def test_not_ready_without_the_database(client, db, monkeypatch):
    def away():
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setitem(health.CHECKS, "database", away)
    assert _not_ready(client) == {"database"}


def test_not_ready_while_a_migration_is_missing(client, db):
    MigrationRecorder.Migration.objects.filter(app="accounts").delete()
    assert _not_ready(client) == {"migrations"}


@pytest.fixture
def _alarm(monkeypatch):
    monkeypatch.setattr(health, "_alarm", health.Alarm())


def _clock_last_ran(ago: float) -> None:
    Clock.objects.create(pk=1, beat_at=now() - timedelta(seconds=ago))


@pytest.mark.usefixtures("_alarm")
def test_tells_how_long_ago_the_clock_ran(client, db, caplog):
    _clock_last_ran(50)
    assert client.get("/readyz").json()["clock"] >= 50
    assert caplog.records == []


@pytest.mark.usefixtures("_alarm")
def test_a_late_clock_is_an_error_in_the_log_once_a_minute_and_the_server_is_ready(
    client, db, caplog, monkeypatch
):
    _clock_last_ran(600)
    moment = time.monotonic()
    for seconds, alerts in ((0, 1), (1, 1), (59, 1), (60, 2), (61, 2), (120, 3)):
        monkeypatch.setattr(health.time, "monotonic", lambda later=moment + seconds: later)
        assert client.get("/readyz").status_code == 200
        assert [record.levelname for record in caplog.records] == ["ERROR"] * alerts
    assert "The clock has not run for 600 s" in caplog.text


def test_nothing_is_said_of_the_clock_without_the_database(client, db, monkeypatch):
    def away(moment):
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(health, "lateness", away)
    assert "clock" not in client.get("/readyz").json()
