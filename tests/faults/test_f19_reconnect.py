"""F19, F20, F26: a reader drops, others act, the reader comes back: every event once, and a fresh view."""

from random import Random

import pytest

from tests.faults.webs import Message, Stream, Web, numbers
from tests.games.chance import any_legal
from tests.games.driver import Match
from tests.games.factories import SettingsFactory, token_of

STREAM = "/api/v1/tables/{}/stream"


def fresh(web: Web, match: Match, token: str) -> object:
    return web.ask("GET", f"/api/v1/tables/{match.id}", token)


def act(match: Match, rng: Random, times: int) -> tuple[int, int]:
    """Let whoever is asked act, and nobody end the match; the version before and after."""
    before = match.row().version
    for _ in range(times):
        number = match.asked()
        view = match.view(number)
        calm = [choice for choice in view["legal_actions"] if choice["type"] != "ordago"]
        match.send(number, any_legal({**view, "legal_actions": calm}, rng))
    return before, match.row().version


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("way", ["header", "after"])
def test_f19_f26_what_was_missed_comes_once_and_with_a_fresh_view(
    web: Web, rng: Random, number: int, way: str
) -> None:
    """`Last-Event-ID` and `after` say the same: a client that makes its EventSource anew has no header."""
    match = Match.dealt()
    path, token = STREAM.format(match.id), token_of(match.people[number])
    stream = Stream(web, path, token)
    first = next(stream)
    assert (first.event, first.id, first.data) == ("view", match.row().version, fresh(web, match, token))
    act(match, rng, 2)
    seen = stream.until_view(match.row().version)[-1].id
    stream.close()
    before, after = act(match, rng, 5)
    assert seen == before
    stream = Stream(web, path, token, **{way: seen})  # type: ignore[arg-type]
    missed = stream.until_view(after)
    stream.close()
    assert numbers(missed) == list(range(before + 1, after + 1))
    assert missed[-1].data == fresh(web, match, token)


def test_f20_an_event_between_the_snapshot_and_the_stream_is_in_the_stream(web: Web, rng: Random) -> None:
    match = Match.dealt()
    token = token_of(match.people[1])
    snapshot = web.ask("GET", f"/api/v1/tables/{match.id}", token)
    before, after = act(match, rng, 1)
    assert snapshot["version"] == before
    stream = Stream(web, STREAM.format(match.id), token, after=before)
    assert numbers(stream.until_view(after)) == list(range(before + 1, after + 1))
    act(match, rng, 1)
    more = stream.until_view(match.row().version)
    stream.close()
    assert numbers(more) == list(range(after + 1, match.row().version + 1))


def test_f26_the_header_goes_before_the_address_that_an_eventsource_keeps(web: Web, rng: Random) -> None:
    match = Match.dealt()
    _, version = act(match, rng, 3)
    stream = Stream(web, STREAM.format(match.id), token_of(match.people[0]), after=0, header=version - 1)
    assert numbers(stream.until_view(version)) == [version]
    stream.close()


def test_a_long_absence_is_told_page_by_page_with_one_view_at_the_end(web: Web, rng: Random) -> None:
    match = Match.of(SettingsFactory(alone=True))
    match.play_while(lambda row: row.version < 450, rng)
    version = match.row().version
    stream = Stream(web, STREAM.format(match.id), token_of(match.people[0]), after=0)
    told = stream.until_view(version)
    stream.close()
    assert numbers(told) == list(range(1, version + 1))
    assert [message.event for message in told].count("view") == 1


def test_f28_everybody_reads_the_same_numbers_and_nothing_of_the_others_cards(web: Web, rng: Random) -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    for number in range(4):
        cards = match.view(number)["hand"]["your_cards"][: number + 1]
        match.send(number, {"type": "discard", "cards": cards})
    version = match.row().version
    onlooker = Stream(web, STREAM.format(match.id), token_of(Match.dealt().people[0]), after=0)
    public = onlooker.until_view(version)
    onlooker.close()
    for number in range(4):
        stream = Stream(web, STREAM.format(match.id), token_of(match.people[number]), after=0)
        own = stream.until_view(version)
        stream.close()
        assert numbers(own) == numbers(public) == list(range(1, version + 1))
        for mine, shown in zip(own[:-1], public[:-1], strict=True):
            assert without_own_cards(mine, number) == shown.data
        assert any("cards" in message.data["data"] for message in own if message.event == "cards_exchanged")
    assert not any("cards" in message.data["data"] for message in public if message.event != "view")


def without_own_cards(message: Message, number: int) -> object:
    """An event without the cards that are the reader's own to see."""
    if message.event == "action" and message.data["seat"] != number:
        return message.data
    shown = {name: value for name, value in message.data["data"].items() if name != "cards"}
    return {**message.data, "data": shown}
