"""Brokers that are not there: a socket nobody listens on, and one that takes a call and never answers."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import redis
from kombu.simple import SimpleQueue

from games import events
from musapi.celery import app
from musapi.settings import _broker

BOTS = app.conf.task_default_queue


@contextmanager
def broken_broker(monkeypatch: pytest.MonkeyPatch, *, silent: bool = False) -> Iterator[None]:
    """Everything that this process sends to the broker goes to a dead socket (or a silent one)."""
    with (
        TemporaryDirectory() as folder,
        socket.socket(socket.AF_UNIX) as dead,
        monkeypatch.context() as patch,
    ):
        address = Path(folder) / "broker.sock"
        dead.bind(str(address))
        if silent:
            dead.listen(16)
        url = f"unix://{address}"
        wakeups = redis.Redis.from_url(url, socket_timeout=0.2, socket_connect_timeout=0.2)
        patch.setattr(events, "wakeups", lambda: wakeups)
        patch.setitem(app.conf.broker_transport_options, "socket_timeout", 0.2)
        patch.setenv("CELERY_BROKER_URL", _broker(url))
        _forget_connections()
        try:
            yield
        finally:
            wakeups.close()
            _forget_connections()
    _forget_connections()


def _forget_connections() -> None:
    """Celery keeps its connections: let it open new ones, to wherever its settings now point."""
    app._pool = None
    app.amqp._producer_pool = None


def queued() -> list[list[Any]]:
    """The arguments of the bots' tasks that wait in the queue, taken out of it."""
    with app.connection_for_read() as connection, connection.SimpleQueue(BOTS) as queue:
        return list(_taken_from(queue))


def _taken_from(queue: SimpleQueue) -> Iterator[list[Any]]:
    with suppress(queue.Empty):
        while True:
            message = queue.get(block=False)
            message.ack()
            yield message.payload[0]
