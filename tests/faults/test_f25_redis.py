"""F25: Redis is killed, started anew and flushed under open streams: the feed is complete without it."""

from collections.abc import Iterator

import pytest

from tests.faults.wakers import Waker, waker_of_our_own
from tests.faults.webs import Stream, Web, numbers
from tests.games.driver import Match
from tests.games.factories import token_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def waker() -> Iterator[Waker]:
    with waker_of_our_own() as waker:
        yield waker


@pytest.fixture(scope="module")
def web(django_db_setup: None, waker: Waker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    made = Web(tmp_path_factory.mktemp("web"), "woken", REDIS_URL=waker.url)
    yield made
    made.kill()


def opened(web: Web, match: Match) -> Stream:
    stream = Stream(web.ready(), f"/api/v1/tables/{match.id}/stream", token_of(match.people[0]))
    next(stream)
    return stream


def test_streams_go_on_over_a_kill_and_a_flush(web: Web, waker: Waker) -> None:
    match = Match.dealt()
    stream, first = opened(web, match), match.row().version
    waker.kill()
    match.say("mus")
    waker.start()
    match.say("mus")
    waker.flush()
    match.say("mus")
    told = stream.until_view(first + 3)
    stream.close()
    assert numbers(told) == [first + 1, first + 2, first + 3]
    assert told[-1].data == web.ask("GET", f"/api/v1/tables/{match.id}", token_of(match.people[0]))


def test_without_redis_moves_are_taken_and_feeds_are_read(web: Web, waker: Waker) -> None:
    match = Match.dealt()
    token, path, first = token_of(match.people[0]), f"/api/v1/tables/{match.id}", match.row().version
    web.ready()
    waker.kill()
    try:
        body = {"turn": match.turn().id, "type": "mus"}
        assert web.ask("POST", f"{path}/actions", token, json=body)["accepted"]["seq"] == first + 1
        page = web.ask("GET", f"{path}/events?after={first}&wait=5", token)
        assert [event["seq"] for event in page["events"]] == [first + 1]
        stream = Stream(web, f"{path}/stream", token, after=first)
        assert numbers(stream.until_view(first + 1)) == [first + 1]
        stream.close()
    finally:
        waker.start()
