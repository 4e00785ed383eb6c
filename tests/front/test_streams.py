"""Streams that wait: what they send, what wakes them, and what ends them."""

import pytest

from musapi.front import answers, streams
from tests.front.calls import STREAM, Behind, Call, front_of, messages, opened, publish, run, until


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
