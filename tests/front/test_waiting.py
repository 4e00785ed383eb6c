"""Polls and streams that wait: what wakes them, what ends them, and that they hold nothing meanwhile."""

import asyncio
import json
from typing import Any

import pytest
import redis
from django.conf import settings

from musapi.front import answers, app, polls, streams
from musapi.front.listening import KEY
from tests.front.calls import EVENTS, STREAM, TABLE, Behind, Call, front_of, opened, run, until

CHANNEL = f"table:{TABLE}"


def publish(channel: str = CHANNEL) -> int:
    """Wake who listens; gives how many connections heard it."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return int(client.publish(channel, 1))


def break_connections() -> None:
    """Cut every connection that listens for wake-ups."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks of their own accord: only wake-ups wake."""
    monkeypatch.setattr(polls, "LOOK", 1000.0)
    monkeypatch.setattr(streams, "HEARTBEAT", 1000.0)


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
@pytest.mark.parametrize("path", [f"{EVENTS}?wait=25", STREAM])
def test_who_hangs_up_frees_the_place_at_once(path: str) -> None:
    async def test() -> None:
        async with opened(front_of(Behind())) as front:
            async with Call(front, path) as call:
                await until(lambda: front.rooms.places.taken)
                call.hang_up()
                await until(lambda: front.rooms.places.taken == 0)
            assert call.task.done()

    run(test)


@pytest.mark.usefixtures("never")
def test_when_the_server_stops_polls_are_answered_and_streams_say_goodbye() -> None:
    async def test() -> None:
        async with (
            opened(front_of(Behind())) as front,
            Call(front, f"{EVENTS}?wait=25") as poll,
            Call(front, STREAM) as stream,
        ):
            await until(lambda: front.rooms.places.taken == 2)
            front.say_goodbye()
            await poll.end()
            await stream.end()
            assert stream.body.endswith(b": goodbye\n\n")
            async with Call(front, STREAM) as late:
                await late.end()
            assert (late.status, late.headers["retry-after"]) == (503, "5")

    run(test)


def messages(call: Call) -> list[str]:
    """What a stream has sent, but for `retry` and signs of life."""
    parts = call.body.decode().split("\n\n")
    return [part for part in parts if part and not part.startswith((":", "retry:"))]


@pytest.mark.usefixtures("never")
def test_a_stream_sends_what_each_question_brings() -> None:
    behind = Behind()
    behind.tell("data: 1\n\n")
    behind.headers = [("Content-Type", "text/event-stream"), ("Content-Length", "9")]

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, STREAM) as call:
            await call.until(lambda: messages(call) == ["data: 1"])
            behind.tell("data: 2\n\n")
            publish()
            await call.until(lambda: messages(call) == ["data: 1", "data: 2"])
            behind.tell("")
            publish()
            await until(lambda: len(behind.asked) == 3)
        assert call.body.startswith(b"retry: ")
        assert call.headers == {"content-type": "text/event-stream"}

    run(test)


def test_a_stream_gives_signs_of_life_and_looks_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.3)
    monkeypatch.setattr(streams, "_dice", Constant(0.3))
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, STREAM) as call:
            await call.until(lambda: call.body.count(b":\n\n") == 2)
            behind.tell("data: found\n\n")
            await call.until(lambda: messages(call))
        assert messages(call)[0] == "data: found"

    run(test)


class Constant:
    """Chance that is none."""

    def __init__(self, number: float) -> None:
        self.number = number

    def uniform(self, least: float, most: float) -> float:
        return self.number if most < 500 else most


def test_wake_ups_without_news_do_not_move_the_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else the rivals could see by them that a sign was made which only the partner may see."""
    monkeypatch.setattr(streams, "HEARTBEAT", 0.5)
    monkeypatch.setattr(streams, "_dice", Constant(0.5))
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, STREAM) as call:
            while b":\n\n" not in call.body:  # never as long as a heartbeat without a wake-up
                publish()
                await asyncio.sleep(0.05)
        assert len(behind.asked) > 3

    run(test)


@pytest.mark.usefixtures("never")
@pytest.mark.parametrize("status", ["401 Unauthorized", "404 Not Found"])
def test_a_stream_that_may_not_go_on_ends(status: str) -> None:
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, STREAM) as call:
            await until(lambda: front.rooms.places.taken)
            behind.tell("a refusal is not sent down a stream")
            behind.refuse(status)
            publish()
            await call.end()
            assert messages(call) == []

    run(test)


@pytest.mark.usefixtures("never")
def test_a_stream_outlives_a_moment_without_a_database() -> None:
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, STREAM) as call:
            await until(lambda: front.rooms.places.taken)
            behind.status = "503 Service Unavailable"
            publish()
            await until(lambda: len(behind.asked) == 2)
            behind.status = "200 OK"
            behind.tell("data: back\n\n")
            publish()
            await call.until(lambda: messages(call) == ["data: back"])

    run(test)


def test_a_first_refusal_is_the_answer() -> None:
    behind = Behind()
    behind.tell("no")
    behind.refuse("410 Gone")

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, STREAM) as call:
            await call.end()
        assert (call.status, call.body) == (410, b"no")

    run(test)


@pytest.mark.parametrize(
    ("most", "each", "status", "code", "limit"),
    [(1, 20, 503, "server.unavailable", None), (9, 1, 429, "request.throttled", "streams")],
)
def test_there_are_so_many_streams_and_no_more(
    most: int, each: int, status: int, code: str, limit: str | None
) -> None:
    async def test() -> None:
        front = front_of(Behind())
        front.rooms.places.most, front.rooms.places.each = most, each
        async with opened(front), Call(front, STREAM):
            await until(lambda: front.rooms.places.taken)
            async with Call(front, STREAM) as refused:
                await refused.end()
        assert refused.status == status
        told = json.loads(refused.body)
        assert (told["code"], told.get("limit")) == (code, limit)
        assert int(refused.headers["retry-after"]) > 0

    run(test)


def test_a_reader_who_is_stuck_loses_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "SEND_SECONDS", 0.3)
    behind = Behind()

    async def test() -> None:
        async with opened(front_of(behind)) as front, Call(front, STREAM) as call:
            await until(lambda: front.rooms.places.taken)
            call.reads.clear()
            behind.tell("data: unread\n\n")
            publish()
            await until(lambda: front.rooms.places.taken == 0)

    run(test)


def test_a_stream_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LIFE", (0.2, 0.3))

    async def test() -> None:
        async with opened(front_of(Behind())) as front, Call(front, STREAM) as call:
            await call.end()
        assert call.body.endswith(b": goodbye\n\n")

    run(test)


def test_while_the_pulse_is_the_same_a_heartbeat_asks_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "TICK", 0.1)
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)
    monkeypatch.setattr(streams, "BEATS_PER_LOOK", 1000)
    monkeypatch.setattr(streams, "_dice", Constant(0.1))
    behind, pulse, asked = Behind(), {"it": "as it was"}, []
    behind.watched = "it"

    def pulses(watched: Any) -> dict[str, str]:
        asked.append(watched)
        return pulse

    async def test() -> None:
        async with opened(front_of(behind, pulses)) as front, Call(front, STREAM) as call:
            await call.until(lambda: call.body.count(b":\n\n") == 5)
            assert len(behind.asked) == 2, "once at first, and once when the pulse was new"
            behind.tell("data: changed\n\n")
            pulse["it"] = "another"
            await call.until(lambda: messages(call))
            pulse.clear()
            behind.refuse("401 Unauthorized")
            await call.end()
        assert asked[0] == ["it"]

    run(test)


def test_now_and_then_the_feed_is_looked_at_whatever_the_pulse_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "TICK", 0.1)
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)
    monkeypatch.setattr(streams, "BEATS_PER_LOOK", 3)
    behind = Behind()
    behind.watched = "it"

    async def test() -> None:
        pulses = {"it": "as it always is"}
        async with opened(front_of(behind, lambda watched: pulses)) as front, Call(front, STREAM) as call:
            await until(lambda: len(behind.asked) == 3)
            behind.tell("data: found\n\n")
            await call.until(lambda: messages(call))

    run(test)


@pytest.mark.usefixtures("never")
def test_many_who_wait_hold_no_thread() -> None:
    behind = Behind()

    async def test() -> None:
        front = front_of(behind)
        front.rooms.places.each = 1000
        waiting: list[Any] = [Call(front, STREAM) for _ in range(20 * app.THREADS)]
        async with opened(front):
            for number, call in enumerate(waiting, 1):
                await call.__aenter__()
                await until(lambda taken=number: front.rooms.places.taken == taken)  # type: ignore[misc]
            async with Call(front, "/livez") as quick:
                await quick.end()
            front.say_goodbye()
            for call in waiting:
                await call.end()
        assert front.hub._ears.get(CHANNEL, set()) == set()

    run(test)
