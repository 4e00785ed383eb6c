"""The feed over a bad line: every event once and in order, by stream and by poll."""

from itertools import takewhile

import pytest

from musapi.play.api import Refused
from musapi.play.feed import VIEW, Feed, Told
from tests.play.conftest import Guest, four_at_a_table
from tests.play.weather import BadLine

pytestmark = pytest.mark.django_db

WHOLE = 1_000_000


def a_hand_begins(guests: list[Guest], table: str) -> None:
    """Twelve things happen."""
    for _ in range(2):
        for guest in guests:
            guest.api.post(f"/tables/{table}/messages", {"text": "good luck"})


def told_until(feed: Feed, version: int) -> list[Told]:
    """What a feed tells until its view is that new, that view the last."""
    told = list(takewhile(lambda one: one.type != VIEW or one.data["version"] < version, feed.messages()))
    return [*told, Told(VIEW, {"version": version})]


def test_every_event_comes_once_however_often_the_stream_breaks() -> None:
    line = BadLine(WHOLE, 300, 0, 900, 450, WHOLE)
    reader = Guest(line)
    table, guests = four_at_a_table(reader)
    feed = Feed(reader.api, table)
    begin = next(feed.messages())
    assert begin.type == VIEW
    a_hand_begins(guests, table)
    version = guests[1].api.get(f"/tables/{table}")["version"]
    events = [one.data["seq"] for one in told_until(feed, version) if one.type != VIEW]
    assert events == list(range(begin.data["version"] + 1, version + 1))
    assert line.polls == 0


def test_where_streams_do_not_get_through_polls_bring_the_same() -> None:
    line = BadLine()
    reader = Guest(line)
    table, guests = four_at_a_table(reader)
    feed = Feed(reader.api, table)
    messages = feed.messages()
    begin = next(messages)
    a_hand_begins(guests, table)
    version = guests[1].api.get(f"/tables/{table}")["version"]
    events = [one.data["seq"] for one in takewhile(lambda one: one.type != VIEW, messages)]
    assert events == list(range(begin.data["version"] + 1, version + 1))
    assert line.resumed == [None] * 3
    assert line.polls == 1


def test_a_place_that_is_lost_begins_anew_with_the_view() -> None:
    reader = Guest()
    table, _ = four_at_a_table(reader)
    feed = Feed(reader.api, table)
    feed.last = "999999"
    begin = next(feed.messages())
    assert begin.type == VIEW
    assert begin.data["id"] == table


def test_a_table_that_is_not_there_ends_the_feed() -> None:
    feed = Feed(Guest().api, "0198f3a2-7c00-7a11-8f2e-5b1d9c4e6a70")
    with pytest.raises(Refused) as refusal:
        next(feed.messages())
    assert refusal.value.code == "table.not_found"


def test_a_closed_feed_ends() -> None:
    reader = Guest()
    table, _ = four_at_a_table(reader)
    feed = Feed(reader.api, table)
    messages = feed.messages()
    next(messages)
    feed.close()
    assert list(messages) == []
