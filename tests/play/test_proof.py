"""The deal is checked by the recipe in docs/fair-deal.md, with none of the server's code."""

import json

import pytest

from games.schema.examples import example
from musapi.play.proof import DECK, check, commitment, shuffled, stream
from musapi.play.words import Words

SEED = bytes.fromhex("c432e059c378eef7fe2f1181a4050836f51e0856fd74937be81784fa0efa7a1c")


def hand() -> dict:
    return json.loads(json.dumps(example("finished_hand")))


def test_the_known_answers_of_the_recipe() -> None:
    table = "0193c6ab-0000-7000-8000-000000000001"
    assert commitment(table, 1, SEED) == "069f02def60e2159e11019883122cd1aa0902d9a85c9373ab560c068ecefe740"
    deck = shuffled(DECK, stream(SEED, ["ana", None, "", "ñandú"]))
    assert deck[:10] == ["1c", "3e", "6o", "10c", "11c", "3c", "5o", "10o", "2b", "5c"]
    assert deck[-10:] == ["12e", "7e", "3b", "6b", "7o", "1b", "4c", "12c", "7b", "12b"]


def test_a_recorded_hand_holds(words: Words) -> None:
    lines = check(hand(), hand()["proof"]["commitment"], None, words)
    assert [line[0] for line in lines] == ["✓"] * 3


def other_seed(told: dict) -> None:
    told["proof"]["seed"] = "00" * 32


def other_deck(told: dict) -> None:
    deck = told["proof"]["deck"]
    deck[0], deck[39] = deck[39], deck[0]


def other_cards(told: dict) -> None:
    told["dealt"][0], told["dealt"][1] = told["dealt"][1], told["dealt"][0]


@pytest.mark.parametrize(("forge", "marks"), [(other_seed, "✗✗✓"), (other_deck, "✓✗✗"), (other_cards, "✓✓✗")])
def test_a_forged_hand_does_not(words: Words, forge, marks: str) -> None:
    forged = hand()
    forge(forged)
    assert "".join(line[0] for line in check(forged, None, None, words)) == marks


def test_what_was_promised_before_counts_and_ones_own_seed(words: Words) -> None:
    lines = check(hand(), "00" * 32, "mine", words)
    assert "".join(line[0] for line in lines) == "✗✓✓✗"
    mixed = hand()
    mixed["proof"]["client_seeds"][2] = "mine"
    assert check(mixed, None, "mine", words)[-1] == f"✓ Hand {mixed['number']}: your own seed is among them"
