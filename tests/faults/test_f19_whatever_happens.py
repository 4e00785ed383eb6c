"""F19 to F22 as a machine: readers drop, resume and poll at random while Redis and web processes are killed.

Every reader gets every number once, and the view that comes with the last one is a fresh one. For longer:

    FEED_EXAMPLES=200 ./run test tests/faults/test_f19_whatever_happens.py
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.exceptions import SignRefused
from games.models import Table
from tests.faults.wakers import Waker, waker_of_our_own
from tests.faults.webs import Message, Stream, Web, numbers
from tests.games.chance import any_legal
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory, token_of

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLES = int(os.environ.get("FEED_EXAMPLES", "4"))
STEPS = 25
READERS = 5  # four seats and somebody who looks on
SEATS = st.integers(0, 3)
ANY_READER = st.integers(0, READERS - 1)


class Reader:
    """One who follows a table, by stream or by poll, and resumes at the last number seen."""

    def __init__(self, web: Web, match: Match, token: str) -> None:
        self.web, self.token = web, token
        self.path = f"/api/v1/tables/{match.id}"
        self.seen: list[int | None] = []
        self.view: Any = None
        self.stream: Stream | None = None

    @property
    def after(self) -> int:
        return self.seen[-1] or 0 if self.seen else 0

    def connect(self, *, by_header: bool) -> None:
        """Open a stream where the last one ended."""
        self.drop()
        place = {"header": self.after} if by_header else {"after": self.after}
        self.stream = Stream(self.web, f"{self.path}/stream", self.token, **place)  # type: ignore[arg-type]
        assert self.stream.answer.status_code == 200

    def drop(self) -> None:
        """The connection is gone; what was on its way is lost."""
        if self.stream is not None:
            self.stream.close()
            self.stream = None

    def read_to(self, version: int) -> None:
        """Read on until the view of that version has come."""
        while self.view is None or self.view["version"] < version:
            self.read_on()

    def read_on(self) -> None:
        """The next message; a connection that is broken is made anew."""
        try:
            if self.stream is None:
                self.connect(by_header=True)
            for message in self.stream or ():
                self._take(message)
                return
        except httpx.RemoteProtocolError:
            pass  # the process died in the middle of it
        self.drop()

    def poll_to(self, version: int) -> None:
        """Ask until that version is reached."""
        self.drop()
        while self.view is None or self.view["version"] < version:
            query = {"after": self.after, "wait": 20, "view": True}
            page = self.web.ask("GET", f"{self.path}/events", self.token, params=query)
            self.seen += [event["seq"] for event in page["events"]]
            if page["table"]["version"] == page["next"]:
                self.view = page["table"]

    def _take(self, message: Message) -> None:
        self.seen += numbers([message])
        if message.event == "view":
            self.view = message.data

    def fresh(self) -> Any:
        """The table as it is shown to this reader now."""
        return self.web.ask("GET", self.path, self.token)


class Feeds(RuleBasedStateMachine):
    """One table of four people with signs for the partner only, and five readers."""

    web: Web
    waker: Waker

    @initialize(seed=st.integers(0, 2**32 - 1))
    def sit_down(self, seed: int) -> None:
        self.rng, self.lives = Random(seed), 1
        self.match = Match.of(SettingsFactory(options={"signs_visible_to": "partner"}))
        people = [*(self.match.people[number] for number in range(4)), PersonFactory()]
        self.readers = [Reader(self.web, self.match, token_of(person)) for person in people]

    def is_playing(self) -> bool:
        return bool(self.match.row().status == Table.Status.PLAYING)

    @precondition(is_playing)
    @rule(times=st.integers(1, 4))
    def act(self, times: int) -> None:
        for _ in range(times):
            if self.is_playing():
                number = self.match.asked()
                self.match.send(number, any_legal(self.match.view(number), self.rng))

    @precondition(is_playing)
    @rule(number=SEATS)
    def sign(self, number: int) -> None:
        with suppress(SignRefused):  # not at this moment of the hand
            self.match.sign(number, self.rng.choice(["wink", "kiss"]))

    @precondition(is_playing)
    @rule(number=SEATS)
    def leave_and_return(self, number: int) -> None:
        self.match.leave(number)
        self.match.come_back(number)

    @rule(reader=ANY_READER, by_header=st.booleans())
    def connect(self, reader: int, by_header: bool) -> None:
        self.readers[reader].connect(by_header=by_header)

    @rule(reader=ANY_READER)
    def drop(self, reader: int) -> None:
        self.readers[reader].drop()

    @rule(reader=ANY_READER)
    def read(self, reader: int) -> None:
        self.readers[reader].read_to(self.match.row().version)
        self.check(self.readers[reader])

    @rule(reader=ANY_READER)
    def poll(self, reader: int) -> None:
        self.readers[reader].poll_to(self.match.row().version)
        self.check(self.readers[reader])

    @rule()
    def redis_dies(self) -> None:
        self.waker.restart()

    @rule()
    def redis_forgets(self) -> None:
        self.waker.flush()

    @precondition(lambda self: self.lives > 0)
    @rule()
    def the_web_process_dies(self) -> None:
        self.lives -= 1  # a new one takes seconds
        self.web.kill()
        self.web.start()
        self.web.ready()

    def check(self, reader: Reader) -> None:
        version = self.match.row().version
        assert reader.seen == list(range(1, version + 1))
        fresh = reader.fresh()
        while reader.view != fresh:  # a sign, or a seat that changed after the version did: it is on its way
            reader.read_on()
        assert reader.seen == list(range(1, version + 1))

    def teardown(self) -> None:
        for reader in getattr(self, "readers", []):
            reader.read_to(self.match.row().version)
            self.check(reader)
            reader.drop()


@pytest.fixture
def machine(transactional_db: None, tmp_path: Any) -> Iterator[type[Feeds]]:
    """The machine, with a Redis and a web process that nobody else uses."""
    with waker_of_our_own() as waker:
        web = Web(tmp_path, "mortal", REDIS_URL=waker.url)
        try:
            yield type("FeedsHere", (Feeds,), {"web": web.ready(), "waker": waker})
        finally:
            web.kill()


def test_every_reader_gets_every_number_once_and_a_fresh_view(machine: type[Feeds]) -> None:
    checks = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=checks)
