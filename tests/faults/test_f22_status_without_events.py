"""F22: what has changed without an event, or while a reader was away, is in the view that a stream sends."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from accounts.models import Token
from games import events
from games.models import Seat, Table
from tests.faults.webs import Message, Stream, Web
from tests.games.driver import Match
from tests.games.factories import SettingsFactory, token_of


def an_hour_more(match: Match) -> None:
    """As the clock gives back time that was the server's fault."""
    Table.objects.filter(pk=match.id).update(deadline=F("deadline") + timedelta(hours=1))


def turns_missed(match: Match) -> None:
    Seat.objects.filter(table_id=match.id, number=1).update(missed_turns=1)


def partner_leaves(match: Match) -> None:
    match.leave(2)


def partner_signs(match: Match) -> None:
    match.sign(2, "wink")


CHANGES = [an_hour_more, turns_missed, partner_leaves, partner_signs]


def signing_match() -> Match:
    return Match.dealt(settings=SettingsFactory(options={"signs_visible_to": "partner"}))


def path_of(match: Match) -> str:
    return f"/api/v1/tables/{match.id}"


def view_in(messages: list[Message]) -> object:
    return messages[-1].data


@pytest.mark.parametrize("change", CHANGES)
def test_it_is_there_after_a_reconnection(web: Web, change: Callable[[Match], None]) -> None:
    match = signing_match()
    token, seen = token_of(match.people[0]), match.row().version
    change(match)
    stream = Stream(web, path_of(match) + "/stream", token, header=seen)
    view = view_in(stream.until_view(match.row().version))
    stream.close()
    assert view == web.ask("GET", path_of(match), token)


@pytest.mark.parametrize("change", CHANGES)
def test_an_open_stream_shows_it_too(web: Web, change: Callable[[Match], None]) -> None:
    match = signing_match()
    token = token_of(match.people[0])
    stream = Stream(web, path_of(match) + "/stream", token)
    before = next(stream).data
    change(match)
    events.wakeups().publish(events.channel(match.id), 1)
    fresh = web.ask("GET", path_of(match), token)
    assert fresh != before
    while next(stream).data != fresh:
        pass
    stream.close()


def test_a_sign_for_the_partner_has_no_number_and_leaves_no_trace_in_what_rivals_read(web: Web) -> None:
    match = signing_match()
    streams = {
        number: Stream(web, path_of(match) + "/stream", token_of(match.people[number])) for number in range(4)
    }
    version = match.row().version
    for stream in streams.values():
        stream.until_view(version)
    match.sign(2, "wink")
    told = next(streams[0])
    assert (told.id, told.event) == (None, "sign")
    assert (told.data["seat"], told.data["data"]["gesture"]) == (2, "wink")
    shown = next(streams[0])
    assert (shown.event, shown.id, [sign["for_you"] for sign in shown.data["signs"]]) == (
        "view",
        version,
        [True],
    )
    match.say("mus")
    for number, stream in streams.items():
        told_next = stream.until_view(version + 1)
        kinds = [message.event for message in told_next if message.id != version]
        assert kinds == ["action", "view"], f"seat {number}"
        if number in (1, 3):
            assert len(told_next) == 2
            assert told_next[-1].data["signs"] == []
        stream.close()


def test_a_stream_ends_when_its_token_does(web: Web) -> None:
    match = Match.dealt()
    person = match.people[0]
    stream = Stream(web, path_of(match) + "/stream", token_of(person))
    next(stream)
    Token.objects.filter(user=person).delete()
    match.say("mus")
    assert list(stream) == [], "nothing more is told"
    stream.close()
