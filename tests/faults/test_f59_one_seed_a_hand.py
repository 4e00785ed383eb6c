"""F59: each hand has a seed of its own, shown when it is over, which tells nothing of hands to come."""

import hashlib
import json
from random import Random
from typing import Any

import pytest

from games import selectors
from games.engine import shuffle
from games.engine.verify import verify
from games.models import Hand
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

SEEDS = ("suerte", "", "zorte on", "ñandú")


@pytest.fixture
def match(rng: Random) -> Match:
    """Two hands are over, the third is being played."""
    match = Match.of(SettingsFactory(options={"games_to_win": 5}), SEEDS)
    match.play_hand(rng)
    match.play_hand(rng)
    return match


def hands_of(match: Match) -> list[dict[str, Any]]:
    row = match.row()
    return selectors.hands_in_full(row, list(Hand.objects.filter(table=row)))


def test_the_seeds_of_hands_that_are_over_are_shown_and_fit_what_was_promised(match: Match) -> None:
    dealt = {event.data["number"]: event.data for event in match.log("hand_dealt")}
    for hand in hands_of(match):
        proof, number = hand["proof"], hand["number"]
        table, seed = str(match.id).encode(), bytes.fromhex(proof["seed"])
        message = b"musapi-deal-1" + len(table).to_bytes(2, "big") + table + number.to_bytes(8, "big") + seed
        assert hashlib.sha256(message).hexdigest() == proof["commitment"] == dealt[number]["commitment"]
        assert proof["client_seeds"] == ["suerte", None, "zorte on", "ñandú"]
        if number > 1:
            assert dealt[number - 1]["next_commitment"] == proof["commitment"]


def test_the_seeds_of_this_hand_and_the_next_and_the_master_are_not_shown(match: Match) -> None:
    master = bytes(match.row().master)
    told = json.dumps([hands_of(match), match.view(0), selectors.proof_of(match.row())])
    assert shuffle.hand_seed(master, 2).hex() in told
    for secret in (shuffle.hand_seed(master, 3), shuffle.hand_seed(master, 4), master):
        assert secret.hex() not in told


def test_a_shown_seed_is_no_key_to_another_hand(match: Match) -> None:
    shown = [bytes.fromhex(hand["proof"]["seed"]) for hand in hands_of(match)]
    master = bytes(match.row().master)
    third = shuffle.hand_seed(master, 3)
    assert len({*shown, third, master}) == 4
    for seed in shown:
        assert third not in {shuffle.hand_seed(seed, number) for number in (1, 2, 3)}


def test_a_promise_does_not_fit_the_seed_of_another_hand_or_table(match: Match) -> None:
    seed = bytes.fromhex(hands_of(match)[0]["proof"]["seed"])
    promised = hands_of(match)[0]["proof"]["commitment"]
    assert shuffle.hand_commitment(str(match.id), 1, seed) == promised
    assert shuffle.hand_commitment(str(match.id), 2, seed) != promised
    assert shuffle.hand_commitment(str(Match.of().id), 1, seed) != promised


def test_the_master_is_shown_when_the_match_is_over_and_everything_fits_it(rng: Random) -> None:
    match = Match.of(SettingsFactory(quick=True), SEEDS)
    assert "master" not in match.view(0)["match"]
    match.play_out(rng)
    row = match.row()
    proof = selectors.proof_of(row)
    assert proof["master"] == match.view(None)["match"]["master"] == bytes(row.master).hex()
    assert hashlib.sha256(bytes.fromhex(proof["master"])).hexdigest() == proof["master_commitment"]
    checks = list(verify({**proof, "hands": hands_of(match)}))
    assert len(checks) > 2
    assert [check for check in checks if check.fault] == []


@pytest.mark.parametrize("end", ["resigned", "parked"])
def test_a_match_that_was_cut_short(match: Match, end: str) -> None:
    master = bytes(match.row().master)
    if end == "resigned":
        match.resign(0)
        match.resign(2)
    else:
        row = match.row()
        row.status = "parked"
        row.stop_clock()
        row.save()
    told = json.dumps([match.view(0), selectors.proof_of(match.row()), hands_of(match)])
    assert (master.hex() in told) == (end == "resigned")
    assert (shuffle.hand_seed(master, 3).hex() in told) == (end == "resigned")
