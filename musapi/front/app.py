"""The ASGI application: sends each request its way."""

import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any
from urllib.parse import parse_qs

from django.utils.translation import gettext_lazy as _

from musapi.errors import Answer, answer_to
from musapi.front.answers import Sender, StuckReader, refuse, send_answer
from musapi.front.bodies import BodyRefused, Receive, read_body
from musapi.front.bridge import Answered, Application, Bridge
from musapi.front.environ import Scope, environ_of
from musapi.front.gate import Crowded, Gate
from musapi.front.hub import Ear, Hub
from musapi.front.listening import KEY, Listening
from musapi.front.places import Places
from musapi.front.polls import Poll
from musapi.front.pulse import Ask, Pulse
from musapi.front.streams import Stream
from musapi.front.turned_away import TurnedAway
from musapi.front.waiting import Rooms
from musapi.limits import refusal_of

log = logging.getLogger(__name__)

THREADS = 4  # in each worker process; each keeps a database connection
BODY_SECONDS = 20.0  # in which a body must have come
WAITING = 2000  # who may wait in a process; below granian's backpressure, so that REST has room
WAITING_EACH = 20  # of one person
LONGEST_WAIT = 25.0

# Of all addresses: which of them takes what, Django knows, and it is not asked.
METHODS = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"

_TABLE = re.compile(r"/api/v1/tables/([0-9a-fA-F-]{36})(?:/.*)?")
_STREAM = re.compile(r"/api/v1/(?:me|tables/[0-9a-fA-F-]{36})/stream")
_EVENTS = re.compile(r"/api/v1/(?:me|tables/[0-9a-fA-F-]{36})/events")


class Front:
    """One worker process: its bridge to `application`, its ear for wake-ups, and who waits in it.

    `pulses` tells, for all that is watched at once, whether it has changed (see `musapi.front.pulse`).
    """

    def __init__(self, application: Application, redis_url: str, body_limit: int, pulses: Ask) -> None:
        self.body_limit = body_limit
        self.bridge = Bridge(application, THREADS)
        self.hub = Hub(redis_url)
        # A flood at one table leaves threads to the others, whatever it waits for there.
        self.tables = Gate("table.busy", inside=THREADS // 2, waiting=32, patience=3)
        self.threads = Gate("server.unavailable", inside=THREADS, waiting=512, patience=10)
        lane = Gate("server.unavailable", inside=THREADS // 2, waiting=10 * WAITING)
        places, pulse = Places(WAITING, WAITING_EACH), Pulse(self.bridge, pulses)
        self.turned_away = TurnedAway()
        self.rooms = Rooms(self.bridge, self.hub, places, lane, pulse)

    async def open(self) -> None:
        """Begin to listen; called within the loop."""
        self.hub.start()

    async def close(self) -> None:
        """The end, once nobody waits."""
        await self.hub.end()
        self.bridge.end()

    def say_goodbye(self) -> None:
        """Let streams and polls come to an end, so that the process can."""
        self.rooms.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Callable[..., Awaitable[None]]) -> None:
        """One request, from its body to the last byte of its answer."""
        sender = Sender(send, scope["method"])
        try:
            body = await read_body(scope, receive, self.body_limit, BODY_SECONDS)
        except BodyRefused as refused:
            # There may be more of the request on the connection that nobody has read.
            await refuse(sender, environ_of(scope, b""), Answer(refused.code), Connection="close")
            return
        environ = environ_of(scope, body)
        if scope["method"] != scope["method"].upper():
            await _refuse_method(sender, environ)
            return
        if standings := self.turned_away.find(environ, _table(environ)):
            await refuse(sender, environ, answer_to(refusal_of(standings[-1])), standings)
            return
        try:
            await self._answer(environ, receive, sender)
        except Crowded as crowded:
            await refuse(sender, environ, Answer(crowded.code, retry_after=1))
        except StuckReader:
            log.info("A reader of %s was stuck", scope["path"])

    async def _answer(self, environ: dict[str, Any], receive: Receive, sender: Sender) -> None:
        wait, stream = _wait(environ), _is_stream(environ)
        if not wait and not stream:
            await send_answer(sender, self.bridge, await self._ask(environ))
            return
        listening = Listening()
        with self.hub.ear() as ear:
            answered = await self._ask_first(environ, listening, ear)
            if stream:
                await Stream(self.rooms, environ, listening).open(answered, ear, receive, sender)
                return
            held = await Poll(self.rooms, environ, listening).hold(answered, ear, receive, wait)
            if held is not None:
                await send_answer(sender, self.bridge, held)

    async def _ask_first(self, environ: dict[str, Any], listening: Listening, ear: Ear) -> Answered:
        """The client's own question; the channel that its path names is listened to before."""
        if table := _table(environ):
            await ear.listen_to([f"table:{table}"])
        ear.forget()
        answered = await self._ask({**environ, KEY: listening})
        while not answered.complete:
            answered.body += await self.bridge.more(answered)
        return answered

    async def _ask(self, environ: dict[str, Any]) -> Answered:
        """Through the doors that the request must pass. Raises Crowded."""
        table = _table(environ)
        async with AsyncExitStack() as doors:
            if table:
                await doors.enter_async_context(self.tables.passed(table))
            await doors.enter_async_context(self.threads.passed(""))
            answered = await self.bridge.ask(environ)
        self.turned_away.note(environ, table)
        return answered


async def _refuse_method(sender: Sender, environ: dict[str, Any]) -> None:
    """Methods are case-sensitive (RFC 9110, 9.1). Django takes `get` for GET; here it would be no stream."""
    answer = Answer("request.method_not_allowed", _("Methods are written in capital letters."))
    await refuse(sender, {**environ, "REQUEST_METHOD": "GET"}, answer, Allow=METHODS)


def _table(environ: dict[str, Any]) -> str:
    """The table that the path names, or nothing."""
    found = _TABLE.fullmatch(environ["PATH_INFO"])
    return found[1].lower() if found else ""


def _is_stream(environ: dict[str, Any]) -> bool:
    return environ["REQUEST_METHOD"] == "GET" and bool(_STREAM.fullmatch(environ["PATH_INFO"]))


def _wait(environ: dict[str, Any]) -> float:
    """The seconds that a poll wants to wait; 0 for any other request, and where that cannot be read."""
    if environ["REQUEST_METHOD"] != "GET" or not _EVENTS.fullmatch(environ["PATH_INFO"]):
        return 0.0
    try:
        wait = float(parse_qs(environ["QUERY_STRING"]).get("wait", ["0"])[-1])
    except ValueError:
        return 0.0
    return wait if 0 < wait <= LONGEST_WAIT else 0.0
