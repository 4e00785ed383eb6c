"""Is the process alive, and can it do its work: for whatever watches over the server."""

import logging
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.timezone import now
from drf_spectacular.utils import extend_schema
from redis import Redis, RedisError
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.clock import lateness

logger = logging.getLogger(__name__)


class LiveSerializer(serializers.Serializer[Any]):
    status = serializers.CharField()


class ReadySerializer(serializers.Serializer[Any]):
    """`checks` names each thing the server needs; all must be true."""

    ready = serializers.BooleanField()
    checks = serializers.DictField(child=serializers.BooleanField())
    clock = serializers.FloatField(
        required=False,
        help_text="Seconds since the clock last ran, which it does twice a second. When it is late no turn "
        "runs out and bots do not answer people; that is given back to everybody's clock, and past 60 s the "
        "log has an error. It does not make the server unready. Absent while the database does not answer.",
    )


class LivezView(APIView):
    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]

    @extend_schema(operation_id="livez", tags=["operations"], responses={200: LiveSerializer})
    def get(self, request: Request) -> Response:
        """The process answers. Nothing else is asked, so that a database that is away kills no process."""
        return Response({"status": "ok"})


class ReadyzView(APIView):
    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="readyz", tags=["operations"], responses={200: ReadySerializer, 503: ReadySerializer}
    )
    def get(self, request: Request) -> Response:
        """Whether the server can take requests: database, Redis, and the migrations of this version."""
        checks = {name: _holds(name, check) for name, check in CHECKS.items()}
        ready = all(checks.values())
        answer = {"ready": ready, "checks": checks, **_clock()}
        return Response(answer, status=200 if ready else 503)


def _clock() -> dict[str, float]:
    try:
        late = lateness(now())
    except (Error, OSError):
        return {}
    if late > settings.CLOCK_ALERT:
        _alarm.ring(late)
    return {"clock": round(late, 3)}


class Alarm:
    """Tells the log that the clock is late, at most once a minute, however often it is asked."""

    SILENCE = 60.0

    def __init__(self) -> None:
        self._quiet_until = 0.0

    def ring(self, late: float) -> None:
        """Log an error unless that was done in the last minute."""
        moment = time.monotonic()
        if moment >= self._quiet_until:
            self._quiet_until = moment + self.SILENCE
            logger.error("The clock has not run for %d s: are a worker and beat running?", late)


_alarm = Alarm()


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (Error, RedisError, OSError) as error:
        logger.warning("Not ready, %s: %s", name, error)
        return False


def database_answers() -> bool:
    """Whether the database takes a query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def redis_answers() -> bool:
    """Whether Redis answers; it carries wake-ups and tasks, never facts."""
    return bool(_redis().ping())


def migrations_at_head() -> bool:
    """Whether every migration of this version has been applied."""
    return _heads() <= set(MigrationRecorder(connection).applied_migrations())


CHECKS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "redis": redis_answers,
    "migrations": migrations_at_head,
}


@lru_cache(maxsize=1)
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


@lru_cache(maxsize=1)
def _heads() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes())
