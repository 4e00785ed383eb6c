"""Is the process alive, and can it work."""

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder

from musapi import health


def test_alive_asks_nobody(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        answer = client.get("/livez")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_ready(client, db):
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "checks": dict.fromkeys(health.CHECKS, True)}
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
