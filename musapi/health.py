"""Is the process alive, and can it do its work: for whatever watches over the server."""

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from drf_spectacular.utils import extend_schema
from redis import Redis, RedisError
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

logger = logging.getLogger(__name__)


class LiveSerializer(serializers.Serializer[Any]):
    status = serializers.CharField()


class ReadySerializer(serializers.Serializer[Any]):
    """`checks` names each thing the server needs; all must be true."""

    ready = serializers.BooleanField()
    checks = serializers.DictField(child=serializers.BooleanField())


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
        return Response({"ready": ready, "checks": checks}, status=200 if ready else 503)


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
