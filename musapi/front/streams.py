"""Server-sent events: the same request asked again and again, what it answers sent down one long answer."""

import math
from random import Random
from typing import Any

from musapi.errors import Answer
from musapi.front import HEARTBEAT
from musapi.front.answers import Sender, refuse, send_answer
from musapi.front.bodies import Receive
from musapi.front.bridge import Answered
from musapi.front.hub import Ear
from musapi.front.listening import Listening
from musapi.front.waiting import Rooms, Sleeper, clock

BEATS_PER_LOOK = 8  # and at every eighth the feed is looked at, whatever the answer
TICK = 3.0  # heartbeats fall on ticks, so that one question is about many of them and few others meet one
LIFE = (600.0, 900.0)  # then a stream ends, and who still reads it resumes it
RETRY = (1.0, 4.0)  # seconds after which a client comes back, not all in the same moment

_dice = Random()  # noqa: S311 - it only spreads load


def _tick(moment: float) -> float:
    return math.ceil(moment / TICK) * TICK


class Stream:
    """One stream. The heartbeats keep their own time, so that a wake-up which tells nothing does not show."""

    def __init__(self, rooms: Rooms, environ: dict[str, Any], listening: Listening) -> None:
        self.rooms, self.environ, self.listening = rooms, environ, listening
        self._pulse: str | None = listening.pulse  # the front has asked once
        self._beats = 0

    async def open(self, answered: Answered, ear: Ear, receive: Receive, sender: Sender) -> None:
        """Send a first answer and all that follow it, until the client goes, the server stops, or life ends.

        A refusal is sent as it is. Raises StuckReader.
        """
        places, person = self.rooms.places, self.listening.person
        if answered.status != 200:
            await send_answer(sender, self.rooms.bridge, answered)
        elif places.full or self.rooms.closing:
            await refuse(sender, self.environ, Answer("server.unavailable", retry_after=5))
        elif places.full_for(person):
            full = Answer("request.throttled", extra={"limit": "streams"}, retry_after=30)
            await refuse(sender, self.environ, full)
        else:
            with places.held(person):
                sleeper = Sleeper(self.rooms, ear, receive)
                try:
                    await self._begin(answered, sender)
                    await self._go_on(sleeper, sender)
                finally:
                    sleeper.rise()

    async def _begin(self, answered: Answered, sender: Sender) -> None:
        headers = [header for header in answered.headers if header[0].lower() != "content-length"]
        await sender.head(200, headers)
        retry = f"retry: {round(1000 * _dice.uniform(*RETRY))}\n\n".encode()
        await sender.body(retry + answered.body, more=True)

    async def _go_on(self, sleeper: Sleeper, sender: Sender) -> None:
        now = clock()
        ends, beat = now() + _dice.uniform(*LIFE), _tick(now() + _dice.uniform(1.0, HEARTBEAT))
        while not sleeper.is_over() and now() < ends:
            await self._sleep(sleeper, min(beat, ends) - now())
            if sleeper.is_over():
                break
            sleeper.ear.forget()
            news = await self._news()
            if news is None:
                break
            if now() >= beat:
                news, beat = news or b":\n\n", _tick(beat + HEARTBEAT)
            if news:
                await sender.body(news, more=True)
        if not sleeper.is_gone():
            await sender.body(b": goodbye\n\n", more=False)

    async def _news(self) -> bytes | None:
        """What there is to send; None when the stream may not go on."""
        if not self.listening.woken and await self._is_unchanged():
            return b""
        answered = await self.rooms.ask_again(self.environ, self.listening)
        if 400 <= answered.status < 500:
            return None
        return answered.body if answered.status == 200 else b""

    async def _is_unchanged(self) -> bool:
        """Whether all is as it was at the last heartbeat. Now and then it is looked at nevertheless."""
        watched = self.listening.watched
        if watched is None:
            return False
        before, self._pulse = self._pulse, await self.rooms.pulse.of(watched)
        self._beats += 1
        return self._pulse is not None and self._pulse == before and self._beats % BEATS_PER_LOOK != 0

    async def _sleep(self, sleeper: Sleeper, seconds: float) -> None:
        """Until there may be news; not at all while there is more, or a channel that was not listened to."""
        self.listening.woken = True
        if not self.listening.more and not await sleeper.ear.listen_to(self.listening.channels):
            self.listening.woken = await sleeper.sleep(seconds)
