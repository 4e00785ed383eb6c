"""F51: in whole matches over HTTP nobody is told a hidden card; and a server that tells one is found out.

Ten matches here; `python -m tests.faults.canary --matches 300` plays as many as one likes.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import pytest

from games import chat_reads, freshness, hinting, personal, record, selectors
from games.engine import view
from games.engine.events import Event
from games.engine.state import State
from musapi.wsgi import application
from tests.faults.canary.__main__ import answer_with_bots
from tests.faults.canary.play import Recording, Setting, guest, play_match
from tests.faults.canary.run import SETTINGS, look_for_leaks

pytestmark = pytest.mark.django_db(transaction=True)

ONE_HAND = Setting("gametwist", {}, bots=True, hands=1)
TWO_HANDS = Setting("gametwist", {"games_to_win": 5}, bots=True, hands=2)  # outlasts an órdago in the first
SIGNS_FOR_THE_PARTNER = Setting("gametwist", {"signs_visible_to": "partner"}, bots=False, hands=1)


def client_of(app: Callable[..., Any]) -> httpx.Client:
    return httpx.Client(transport=httpx.WSGITransport(app), base_url="http://localhost")


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with client_of(application) as client:
        yield client


def played(client: httpx.Client, setting: Setting, rng: Random) -> Recording:
    viewers = [guest(client) for _ in range(3 if setting.bots else 5)]
    return play_match(viewers, setting, rng, answer_with_bots)


@pytest.mark.parametrize("number", range(10))
def test_nobody_is_told_a_hidden_card(client: httpx.Client, number: int, rng: Random) -> None:
    setting = SETTINGS[number % len(SETTINGS)]
    recording = played(client, setting, rng)
    found = look_for_leaks(recording)
    assert found.leaks == ()
    assert found.hands >= 1
    assert {message.status for message in recording.messages} >= {200, 201}
    assert not [message for message in recording.messages if message.status >= 500]
    for_the_partner = setting.ruleset == "traditional" or "signs_visible_to" in setting.options
    assert bool(recording.signed) == for_the_partner
    read = {message.request.partition("?")[0].rpartition("/")[2] for message in recording.messages}
    assert read >= {"hints", "messages", "export", "events", "hands"}


# Controls: servers that tell too much


def neighbours(state: State, seat: int | None) -> str:
    """A card of the next seat."""
    return state.hands[((seat or 0) + 1) % 4][0]


def a_view_that_shows_the_neighbours_card(patch: pytest.MonkeyPatch) -> None:
    observe = view.observe

    def peeking(state: State, seat: int | None) -> dict[str, Any]:
        seen = observe(state, seat)
        if seen["hand"]:
            seen["hand"]["your_neighbour"] = neighbours(state, seat)
        return seen

    patch.setattr(view, "observe", peeking)


def a_last_hand_that_shows_this_one(patch: pytest.MonkeyPatch) -> None:
    observe = view.observe

    def peeking(state: State, seat: int | None) -> dict[str, Any]:
        seen = observe(state, seat)
        if seen["hand"] and seen["last_hand"]:
            seen["last_hand"] = {**seen["last_hand"], "cards": [list(cards) for cards in state.hands]}
        return seen

    patch.setattr(view, "observe", peeking)


def events_that_show_everybodys_part(patch: pytest.MonkeyPatch) -> None:
    def unredacted(event: Event, seat: int | None) -> dict[str, Any]:
        return {**event.data, "all": [*event.private.values()]}

    patch.setattr(view, "redact", unredacted)


def refusals_that_tell_who_holds_what(patch: pytest.MonkeyPatch) -> None:
    turn_of = selectors.turn_of

    def chatty(table: Any, state: State | None) -> dict[str, Any] | None:
        turn = turn_of(table, state)
        return turn and {**turn, "debug": f"asked while they hold {neighbours(state, 0)}"} if state else turn

    patch.setattr(selectors, "turn_of", chatty)
    patch.setattr("tests.faults.canary.play.REFUSALS", 1.0)


def promises_that_tell_the_seed(patch: pytest.MonkeyPatch) -> None:
    commitments = record.commitments

    def indiscreet(table: Any, number: int) -> dict[str, str]:
        seed = record.shuffle.hand_seed(bytes(table.master), number)
        return {**commitments(table, number), "seed": seed.hex()}

    patch.setattr(selectors, "commitments", indiscreet)


def tips_that_name_a_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hinting, "text_of", lambda _: "somebody holds 12o")


def a_chat_that_names_a_card(patch: pytest.MonkeyPatch) -> None:
    said = chat_reads.said
    patch.setattr(chat_reads, "said", lambda message: {**said(message), "held": "12o"})
    patch.setattr("tests.faults.canary.beside.TALKS", 0.2)


def exports_that_name_a_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(personal, "_signs", lambda table, seat: ["12o"])


def signs_that_everybody_sees(patch: pytest.MonkeyPatch) -> None:
    for module in (selectors, freshness):
        patch.setattr(module, "may_see_sign", lambda table, seat, viewer: True)


CONTROLS = [
    (a_view_that_shows_the_neighbours_card, ["in the view"]),
    (a_last_hand_that_shows_this_one, ["cards beside hand"]),
    (events_that_show_everybodys_part, ["in a hand_dealt"]),
    (refusals_that_tell_who_holds_what, ["in a refusal"]),
    (promises_that_tell_the_seed, ["a seed"]),
    (tips_that_name_a_card, ["in a tip box"]),
    (a_chat_that_names_a_card, ["12o beside what may hold cards"]),
    (exports_that_name_a_card, ["12o beside an exported table"]),
    (signs_that_everybody_sees, ["for the partner", "a trace of a sign"]),
]


CONTROLLED = {
    a_last_hand_that_shows_this_one: TWO_HANDS,
    signs_that_everybody_sees: SIGNS_FOR_THE_PARTNER,
}


@pytest.mark.parametrize(("plant", "cries"), CONTROLS, ids=lambda value: getattr(value, "__name__", ""))
def test_control_a_server_that_tells_too_much_is_found_out(
    client: httpx.Client, plant: Callable[[pytest.MonkeyPatch], None], cries: list[str], rng: Random
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        recording = played(client, CONTROLLED.get(plant, ONE_HAND), rng)
    leaks = look_for_leaks(recording).leaks
    assert [cry for cry in cries if not any(cry in leak for leak in leaks)] == []


def test_control_a_header_that_tells_is_found_out(rng: Random) -> None:
    def telling(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        def start(status: str, headers: list[tuple[str, str]], *args: Any) -> Any:
            return start_response(status, [*headers, ("X-Debug", "seat 3 holds 12o")], *args)

        return application(environ, start)

    with client_of(telling) as client:
        found = look_for_leaks(played(client, ONE_HAND, rng))
    assert [leak for leak in found.leaks if "12o in the headers" in leak]
