"""Public ids: UUIDv7, forward only."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor

from musapi import ids


def test_an_id_is_a_uuid_of_version_7_made_now():
    before = time.time_ns() // 1_000_000
    made = ids.uuid7()
    after = time.time_ns() // 1_000_000
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert before <= made.int >> 80 <= after + 1


def test_each_id_sorts_after_the_one_before():
    made = [ids.uuid7() for _ in range(20_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


def test_threads_share_no_id():
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: ids.uuid7(), range(4000)))
    assert len(set(made)) == len(made)


def test_a_clock_that_is_set_back_changes_no_order(monkeypatch):
    clock = ids._Clock()
    first = clock.tick()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert clock.tick() == (first[0], first[1] + 1)


def test_a_counter_that_is_full_takes_the_next_millisecond(monkeypatch):
    clock = ids._Clock()
    monkeypatch.setattr(time, "time_ns", lambda: 5_000_000)
    assert clock.tick()[0] == 5
    clock._counter = (1 << 42) - 1
    assert clock.tick()[0] == 6
