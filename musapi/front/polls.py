"""A waiting poll: the ordinary request, held while its answer would be that there is nothing new."""

from typing import Any

from musapi.front.bodies import Receive
from musapi.front.bridge import Answered
from musapi.front.hub import Ear
from musapi.front.listening import Listening
from musapi.front.waiting import Rooms, Sleeper, clock

LOOK = 15.0  # seconds; a wake-up that was lost costs at most so much


class Poll:
    """One poll: `answered` is what the application said when it was asked the first time."""

    def __init__(self, rooms: Rooms, environ: dict[str, Any], listening: Listening) -> None:
        self.rooms, self.environ, self.listening = rooms, environ, listening

    async def hold(self, answered: Answered, ear: Ear, receive: Receive, wait: float) -> Answered | None:
        """The answer that has something to tell, or the last one when `wait` is over; None: nobody is there.

        Where there is no place to wait, and for a refusal, the first answer is given.
        """
        places, person = self.rooms.places, self.listening.person
        refused = answered.status >= 400
        if refused or not self.listening.nothing_new or places.full or places.full_for(person):
            return answered
        with places.held(person):
            sleeper = Sleeper(self.rooms, ear, receive)
            try:
                return await self._wait(answered, sleeper, wait)
            finally:
                sleeper.rise()

    async def _wait(self, answered: Answered, sleeper: Sleeper, wait: float) -> Answered | None:
        now, last = clock(), False
        ends = now() + wait
        while self.listening.nothing_new and not last:
            if not await sleeper.ear.listen_to(self.listening.channels):
                self.listening.woken = await sleeper.sleep(min(LOOK, ends - now()))
            if sleeper.is_over():  # the server stops: what was true a moment ago will do
                return None if sleeper.is_gone() else answered
            last = now() >= ends
            sleeper.ear.forget()
            answered = await self.rooms.ask_again(self.environ, self.listening)
        return answered
