"""F53: of a running hand everybody is told his own part only; all of it is open after its end."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.engine.tables import PLAIN
from tests.games.driver import Match
from tests.games.factories import PersonFactory, token_of

pytestmark = pytest.mark.django_db

OTHERS_CARDS = {card for hand in PLAIN[1:] for card in hand.split()}


@pytest.fixture
def match() -> Match:
    """The cards have been dealt over the log's head, so that all of them are known."""
    return Match.dealt()


def client_of(match: Match, number: int | None) -> APIClient:
    person = PersonFactory() if number is None else match.people[number]
    return APIClient(headers={"Authorization": f"Bearer {token_of(person)}"})


def read(match: Match, number: int | None, name: str) -> Any:
    return client_of(match, number).get(match.path(name)).json()


def tells(body: Any) -> set[str]:
    """Which of the cards of seats 1 to 3 are in this."""
    text = json.dumps(body)
    return {card for card in OTHERS_CARDS if f'"{card}"' in text}


def test_discards_of_a_running_hand_are_told_to_who_made_them(match: Match) -> None:
    match.say("mus", "mus", "mus", "mus")
    for number, card in enumerate(("7o", "7c", "7e", "7b")):
        match.send(number, {"type": "discard", "cards": [card]})
    since = match.log("action")[-4].seq - 1
    assert tells(read(match, 1, f"events?after={since}")) >= {"7c"}
    for number in (0, None):
        feed = read(match, number, f"events?after={since}")
        assert tells(feed) == set()
        assert feed["events"][-1]["data"]["counts"] == [1, 1, 1, 1]
    assert all("cards" not in event["data"] for event in read(match, None, f"events?after={since}")["events"])


@pytest.mark.parametrize("number", [0, None])
def test_a_running_hand_is_not_among_the_finished_ones(match: Match, number: int | None) -> None:
    match.say("no_mus")
    assert read(match, number, "hands")["hands"] == []
    answer = client_of(match, number).get(match.path("hands/1"))
    assert (answer.status_code, answer.json()["code"]) == (404, "hand.not_found")


@pytest.mark.parametrize("number", [0, 2, None])
def test_when_it_is_over_everybody_may_read_all_of_it(match: Match, number: int | None) -> None:
    match.say("mus", "mus", "mus", "mus")
    for seat, card in enumerate(("7o", "7c", "7e", "7b")):
        match.send(seat, {"type": "discard", "cards": [card]})
    match.say("no_mus")
    while match.state().hand_number == 1:
        match.say("paso")
    hand = read(match, number, "hands/1")
    assert hand["dealt"] == [cards.split() for cards in PLAIN]
    said = [action for action in hand["actions"] if action["type"] == "discard"]
    assert [action["cards"] for action in said] == [["7o"], ["7c"], ["7e"], ["7b"]]
    assert read(match, number, "hands")["hands"] == [hand]
    assert client_of(match, number).get(match.path("hands/2")).status_code == 404
