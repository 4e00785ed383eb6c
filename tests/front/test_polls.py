"""Polls that wait: what wakes them, and what ends them."""

import pytest
import redis
from django.conf import settings

from musapi.front import polls
from musapi.front.listening import KEY
from tests.front.calls import EVENTS, Behind, Call, front_of, opened, publish, run, until


def break_connections() -> None:
    """Cut every connection that listens for wake-ups."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


@pytest.mark.usefixtures("never")
def test_a_poll_is_held_until_there_is_something_new() -> None:
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, f"{EVENTS}?wait=25") as call:
            await until(lambda: front.rooms.places.taken)
            behind.tell("news")
            assert publish() == 1
            await call.end()
        assert call.body == b"news"
        assert front.rooms.places.taken == 0

    run(test)
    assert [environ[KEY].repeated for environ in behind.asked] == [True, True]  # one object, asked twice


@pytest.mark.usefixtures("never")
def test_a_wake_up_without_news_ends_no_poll() -> None:
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, f"{EVENTS}?wait=25") as call:
            await until(lambda: front.rooms.places.taken)
            publish()
            await until(lambda: len(behind.asked) == 2)
            assert not call.complete

    run(test)


def test_a_poll_ends_with_its_time() -> None:
    async def test() -> None:
        async with opened(front_of(Behind())) as front, Call(front, f"{EVENTS}?wait=0.2") as call:
            await call.end()
        assert call.status == 200

    run(test)


def test_a_lost_wake_up_costs_no_more_than_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polls, "LOOK", 0.2)
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, f"{EVENTS}?wait=25") as call:
            await until(lambda: front.rooms.places.taken)
            behind.tell("news")
            await call.end()
        assert call.body == b"news"

    run(test)


@pytest.mark.usefixtures("never")
def test_everybody_looks_again_when_the_connection_to_redis_was_lost() -> None:
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, f"{EVENTS}?wait=25") as call:
            await until(lambda: front.rooms.places.taken)
            behind.tell("news")
            break_connections()
            await call.end()
            assert call.body == b"news"
        async with opened(front_of(again := Behind())) as front, Call(front, f"{EVENTS}?wait=25") as call:
            await until(lambda: front.rooms.places.taken)
            break_connections()
            await until(lambda: len(again.asked) > 1)
            again.tell("heard")
            await until(publish)
            await call.end()

    run(test)


@pytest.mark.usefixtures("never")
def test_a_channel_that_only_the_view_knows_is_listened_to_and_what_came_before_is_found() -> None:
    behind = Behind()
    behind.channels = frozenset(["person:ana"])

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, "/api/v1/me/events?wait=25") as call:
            await until(lambda: len(behind.asked) == 2)
            behind.tell("an invitation")
            await until(lambda: publish("person:ana"))
            await call.end()
        assert call.body == b"an invitation"

    run(test)


@pytest.mark.parametrize("query", ["", "?wait=0", "?wait=26", "?wait=x", "?wait=nan", "?wait=-1"])
def test_what_cannot_wait_is_the_views_to_answer(query: str) -> None:
    behind = Behind()

    async def test() -> None:
        async with Call(front_of(behind), EVENTS + query) as call:
            await call.end()

    run(test)
    assert KEY not in behind.asked[0]


@pytest.mark.parametrize(("most", "each"), [(0, 20), (5, 0)])
def test_without_a_place_to_wait_a_poll_is_answered_at_once(most: int, each: int) -> None:
    behind = Behind()

    async def test() -> None:
        front = front_of(behind)
        front.rooms.places.most, front.rooms.places.each = most, each
        async with opened(front), Call(front, f"{EVENTS}?wait=25") as call:
            await call.end()

    run(test)
    assert len(behind.asked) == 1


@pytest.mark.usefixtures("never")
def test_a_refusal_is_not_held() -> None:
    behind = Behind()
    behind.status = "412 Precondition Failed"

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, f"{EVENTS}?wait=25") as call:
            await call.end()
        assert call.status == 412

    run(test)
    assert len(behind.asked) == 1


@pytest.mark.usefixtures("never")
def test_a_condition_is_the_clients_and_not_asked_again() -> None:
    """If-Match was true when the client asked; what it waits for makes it false."""
    behind = Behind()
    headers = [("if-match", '"1"'), ("if-none-match", '"2"')]

    async def test() -> None:
        async with (
            opened(front_of(behind)) as front,
            Call(front, f"{EVENTS}?wait=25", headers=headers) as call,
        ):
            await until(lambda: front.rooms.places.taken)
            behind.tell("news")
            publish()
            await call.end()

    run(test)
    first, second = behind.asked
    assert first["HTTP_IF_MATCH"] == '"1"'
    assert "HTTP_IF_MATCH" not in second
    assert second["HTTP_IF_NONE_MATCH"] == '"2"'
