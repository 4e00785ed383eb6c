"""The body of a request, read to its end before a thread is troubled: a stalled upload costs none."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Receive = Callable[[], Awaitable[dict[str, Any]]]


class BodyRefused(Exception):
    """The body cannot be had; `code` tells why. What is left of it on the connection will not be read."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def read_body(scope: Mapping[str, Any], receive: Receive, limit: int, patience: float) -> bytes:
    """At most `limit` + 1 bytes: the one too many tells that there is more. Nobody waits for the rest.

    Raises BodyRefused: at once when a longer one is announced, when it does not come within `patience`
    seconds, and when it ends before its end or cannot be read.
    """
    if _declared(scope) > limit:  # before the first `receive`, which asks the client to continue
        raise BodyRefused("request.too_large")
    try:
        async with asyncio.timeout(patience):
            return await _read(receive, limit) if _has_body(scope) else b""
    except TimeoutError as late:
        raise BodyRefused("request.timeout") from late


def _has_body(scope: Mapping[str, Any]) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


def _declared(scope: Mapping[str, Any]) -> int:
    """The length that a request says its body has, 0 when it says none; the server has looked at its form."""
    return max((int(value) for name, value in scope["headers"] if name == b"content-length"), default=0)


async def _read(receive: Receive, limit: int) -> bytes:
    body = bytearray()
    while len(body) <= limit:
        message = await receive()
        if message["type"] == "http.disconnect":  # gone, or still there and writing what is no body
            raise BodyRefused("request.malformed")
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body[: limit + 1])
