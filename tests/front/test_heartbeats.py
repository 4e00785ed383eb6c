"""Signs of life of a stream, and what is looked at when one falls due."""

import asyncio
from typing import Any

import pytest

from musapi.front import streams
from tests.front.calls import STREAM, Behind, Call, front_of, messages, opened, publish, run, until


class Constant:
    """Chance that is none."""

    def __init__(self, number: float) -> None:
        self.number = number

    def uniform(self, least: float, most: float) -> float:
        return self.number if most < 500 else most


def test_a_stream_gives_signs_of_life_and_looks_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "TICK", 0.1)
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


def test_wake_ups_without_news_do_not_move_the_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else the rivals could see by them that a sign was made which only the partner may see."""
    monkeypatch.setattr(streams, "TICK", 0.5)
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


def test_what_was_so_at_the_first_look_is_not_looked_at_by_the_first_heartbeat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "TICK", 0.1)
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)
    monkeypatch.setattr(streams, "BEATS_PER_LOOK", 1000)
    monkeypatch.setattr(streams, "_dice", Constant(0.1))
    behind, pulse = Behind(), {"it": "as it was"}
    behind.watched, behind.pulse = "it", "as it was"

    async def test() -> None:
        async with opened(front_of(behind, lambda watched: pulse)) as front, Call(front, STREAM) as call:
            await call.until(lambda: call.body.count(b":\n\n") == 3)
            assert len(behind.asked) == 1
            behind.tell("data: changed\n\n")
            pulse["it"] = "another"
            await call.until(lambda: messages(call))

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
