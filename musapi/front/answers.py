"""Sending answers to a client: those of the application, and the few refusals of the front's own."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, cast

from corsheaders.middleware import CorsMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from musapi.errors import Answer, plain_response
from musapi.front.bridge import Answered, Bridge
from musapi.languages import ACCEPTED, without_refused
from musapi.limits import Standing, tell

Send = Callable[[dict[str, Any]], Awaitable[None]]

SEND_SECONDS = 30.0  # a reader that takes nothing for so long is stuck, and loses its place


class StuckReader(Exception):
    """The client takes nothing of what is sent."""


class Sender:
    """The way to one client. Raises StuckReader rather than wait for ever."""

    def __init__(self, send: Send, method: str) -> None:
        self._send = send
        self.bodiless = method == "HEAD"

    async def head(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        """Status and headers."""
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        await self._send({"type": "http.response.start", "status": status, "headers": encoded})

    async def body(self, piece: bytes, more: bool) -> None:
        """A piece of the body, and whether more will follow."""
        shown = b"" if self.bodiless else piece
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send({"type": "http.response.body", "body": shown, "more_body": more})
        except TimeoutError as stuck:
            raise StuckReader from stuck


async def send_answer(sender: Sender, bridge: Bridge, answered: Answered) -> None:
    """Send what the application answered, a long answer piece by piece."""
    try:
        await sender.head(answered.status, answered.headers)
        await sender.body(answered.body, more=not answered.complete)
        while not answered.complete:
            piece = await bridge.more(answered)
            await sender.body(piece, more=not answered.complete)
    finally:
        await bridge.drop(answered)


async def refuse(
    sender: Sender,
    environ: dict[str, Any],
    answer: Answer,
    standings: Sequence[Standing] = (),
    **headers: str,
) -> None:
    """A problem document in the reader's language, with the headers that all answers of the API have.

    `standings` are where the reader stands in the limits, `headers` further ones.
    """
    request = WSGIRequest({**environ, ACCEPTED: without_refused(environ.get(ACCEPTED, ""))})
    with translation.override(translation.get_language_from_request(request)):
        found = CorsMiddleware(lambda asked: _headed(plain_response(answer)))(request)
    response = cast(HttpResponse, found)  # what is asked at once is answered at once
    tell(response, standings)
    await sender.head(response.status_code, [*response.items(), *headers.items()])
    await sender.body(response.content, more=False)


def _headed(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["Authorization", "Accept-Language"])
    response["Cache-Control"] = "private, no-cache"
    response["Content-Language"] = translation.get_language()
    response["Content-Length"] = str(len(response.content))
    return response
