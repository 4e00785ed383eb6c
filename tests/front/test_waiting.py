"""All who wait: they have a place, free it when they go, and hold nothing meanwhile."""

import json
from typing import Any

import pytest

from musapi import guide as guide_page
from musapi.front import app
from tests.front.calls import CHANNEL, EVENTS, STREAM, Behind, Call, front_of, opened, run, until


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


def test_the_guide_tells_how_many_places_one_person_has() -> None:
    guide = guide_page.SOURCE.read_text("utf-8")
    assert f"One person has {app.WAITING_EACH} places for streams and waiting polls" in guide


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
