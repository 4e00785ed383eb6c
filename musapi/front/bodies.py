"""The body of a request, read to its end before a thread is troubled: a stalled upload costs none."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Receive = Callable[[], Awaitable[dict[str, Any]]]


class ClientGone(Exception):
    """The client closed the connection before its request was whole."""


def has_body(scope: Mapping[str, Any]) -> bool:
    """Whether a request says that it has a body."""
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


async def read_body(receive: Receive, limit: int, patience: float) -> bytes:
    """At most `limit` + 1 bytes: the one too many tells that there is more. Nobody waits for the rest.

    Raises TimeoutError when it does not come within `patience` seconds, and ClientGone.
    """
    body = bytearray()
    async with asyncio.timeout(patience):
        while len(body) <= limit:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
    return bytes(body[: limit + 1])
