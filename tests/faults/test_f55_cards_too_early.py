"""F55: the four hands are shown exactly when the hand is over (R-END-5): by no bet, answer or declaration."""

import json
from collections.abc import Sequence

import pytest

from games import selectors
from games.engine.cards import DECK
from tests.engine.tables import PAIRED, PLAIN
from tests.games.driver import Match

pytestmark = pytest.mark.django_db

PASS = ["paso"] * 4
ACCEPTED = ["envido 2", "confirm", "quiero", "confirm"]
REFUSED = ["envido 2", "confirm", "no_quiero", "confirm"]
ORDAGO_REFUSED = ["ordago", "no_quiero", "confirm"]
STORIES = [
    pytest.param(PLAIN, ["no_mus", *ACCEPTED, *ACCEPTED, *PASS], id="accepted bets"),
    pytest.param(PLAIN, ["no_mus", *REFUSED, *REFUSED, *REFUSED], id="refused bets"),
    pytest.param(PAIRED, ["no_mus", *PASS, *PASS, *ACCEPTED, *REFUSED], id="declarations"),
    pytest.param(PLAIN, ["no_mus", *ORDAGO_REFUSED, *PASS, *PASS], id="refused órdago"),
    pytest.param(PLAIN, ["no_mus", "ordago", "quiero"], id="accepted órdago"),
    pytest.param(PAIRED, ["no_mus", *PASS, *ACCEPTED, *PASS, "ordago", "quiero"], id="órdago at the end"),
]


def shown(match: Match, number: int | None, since: int) -> set[str]:
    """The cards in a view and in the feed from here on; of the next hand's view, those of the last hand."""
    row, seats = match.row(), match.seats()
    view = match.view(number)
    feed = selectors.events_after(row, None if number is None else seats[number], since)
    of_this_hand = [event for event in feed if event["type"] != "hand_dealt"]
    text = json.dumps([view if row.hand_number == 1 else view["last_hand"], of_this_hand])
    return {card for card in DECK if f'"{card}"' in text}


@pytest.mark.parametrize(("hands", "words"), STORIES)
def test_cards_are_shown_with_the_last_word_of_the_hand_and_not_before(
    hands: Sequence[str], words: Sequence[str]
) -> None:
    match = Match.dealt(hands, score=(0, 0))
    since = match.row().version
    everything = {card for hand in hands for card in hand.split()}
    for place, word in enumerate(words, 1):
        match.say(word)
        over = place == len(words)
        for number in (0, 1, 2, 3, None):
            own = set(hands[number].split()) if number is not None else set()
            assert shown(match, number, since) & everything == (everything if over else own), (word, number)
    assert match.view(None)["last_hand"]["cards"] == [cards.split() for cards in hands]
