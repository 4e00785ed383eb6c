"""Storage: a state comes back as it was, and only under the rules it was played by (F79)."""

import json
from random import Random

import pytest

from bench.invariants import check_stored
from bench.random_play import random_action, random_rules, random_shuffler
from games.engine.errors import UnsupportedRulesVersion
from games.engine.rules import RULES_VERSION
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match
from tests.engine.tables import PAIRED, at_grande, dealt, pass_lance, play, rules


def test_every_state_of_some_matches_comes_back_as_it_was() -> None:
    rng = Random(11)
    for _ in range(12):
        state = new_match(random_rules(rng), rng.randrange(4))
        check_stored(state)
        for _ in range(2):
            if state.match_over:
                break
            state = deal(state, random_shuffler(rng)).state
            check_stored(state)
            while state.turn is not None:
                seat = rng.choice(state.turn.seats)
                state = apply(state, seat, random_action(state, seat, rng)).state
                check_stored(state)


def test_a_state_that_came_back_plays_on_the_same() -> None:
    state = play(dealt(rules(), PAIRED), [(seat, "mus") for seat in range(4)])
    again = State.from_json(json.loads(json.dumps(state.to_json())))
    for seat in range(4):
        word = [(seat, f"discard {' '.join(state.hands[seat])}")]
        state, again = play(state, word), play(again, word)
    assert state == again


def test_a_state_takes_about_two_kilobytes() -> None:
    state = at_grande(rules("traditional"), PAIRED)
    while state.turn is not None:
        state = pass_lance(state)
    state = deal(state, random_shuffler(Random(1))).state
    assert len(json.dumps(state.to_json())) < 4_000


@pytest.mark.parametrize("version", [0, RULES_VERSION + 1, None, "1"])
def test_f79_states_of_other_rules_are_refused(version: object) -> None:
    stored = at_grande(rules()).to_json()
    assert stored["rules_version"] == RULES_VERSION
    with pytest.raises(UnsupportedRulesVersion) as refusal:
        State.from_json({**stored, "rules_version": version})
    assert refusal.value.version == version


def test_states_are_never_changed() -> None:
    state = at_grande(rules(), PAIRED)
    before = json.dumps(state.to_json())
    play(state, [(0, "envido 5"), (2, "confirm"), (1, "no_quiero"), (3, "confirm")])
    assert json.dumps(state.to_json()) == before
    with pytest.raises(AttributeError):
        state.match = None  # type: ignore[misc, assignment]
    with pytest.raises(AttributeError):
        state.rules.target = 30  # type: ignore[misc]
