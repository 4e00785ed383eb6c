"""R-INV: whole random matches with every check on. `python -m bench.playouts` plays a million hands."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import playouts
from bench.invariants import (
    BrokenInvariant,
    check_comparison,
    check_hand,
    check_secrecy,
    check_state,
    check_step,
    check_stored,
)
from bench.random_play import random_action, random_rules, random_shuffler
from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.events import Event, Step
from games.engine.rules import RULESETS, Rules
from games.engine.state import State
from games.engine.transitions import apply, deal, legal_actions, new_match
from tests.engine.tables import PAIRED, at_grande, play, rules


@pytest.mark.parametrize("start", range(1, 401, 50))
def test_r_inv_random_matches(start: int) -> None:
    for number in range(start, start + 50):
        playouts.play_match(number, seed=2026)


@pytest.mark.parametrize("start", range(1, 201, 25))
def test_f51_f52_f55_nobody_is_sent_a_card_of_somebody_else(start: int) -> None:
    for number in range(start, start + 25):
        playouts.play_match(number, seed=51, canary=True)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_r_inv_whatever_players_choose(data: st.DataObject) -> None:
    """Hypothesis plays: each state is stored and read back, and the log alone leads to the same end."""
    rng = Random(data.draw(st.integers(0, 2**32), label="rules and deals"))
    state = first = new_match(random_rules(rng), data.draw(st.integers(0, 3), label="mano"))
    log: list[Any] = []
    for _ in range(2):
        if state.match_over:
            break
        log.append(random_shuffler(rng))
        state = deal(state, log[-1]).state
        while state.turn is not None:
            seat = data.draw(st.sampled_from(state.turn.seats), label="seat")
            action = choose(data, state, seat)
            step = apply(state, seat, action)
            check_step(state, step)
            check_stored(step.state)
            log.append((seat, str(action)))
            state = step.state
    assert replayed(first, log) == state


def choose(data: st.DataObject, state: State, seat: int) -> Action:
    # Hypothesis tries the first first: the last on the list is the quickest way to the end of a hand.
    listed = legal_actions(state, seat)[::-1]
    kind, least, most = data.draw(st.sampled_from(listed), label="action")
    if kind == "envido":
        return Action(kind, data.draw(st.integers(least or 0, most or 0), label="amount"))
    if kind == "discard":
        out = data.draw(st.lists(st.sampled_from(state.hands[seat]), min_size=1, unique=True), label="cards")
        return Action(kind, cards=tuple(out))
    return Action(kind)


def replayed(state: State, log: list[Any]) -> State:
    for entry in log:
        if len(entry) == 2 and isinstance(entry[1], str):
            state = apply(state, entry[0], Action.parse(entry[1])).state
        else:
            state = deal(state, entry).state
    return state


# The checks themselves notice what they are for.


def broken(what: str) -> Any:
    return pytest.raises(BrokenInvariant, match=what)


def test_control_a_card_too_many() -> None:
    state = at_grande(rules(), PAIRED)
    twice = state.deal._replace(stock=state.deal.hands[0] + state.deal.stock[4:])
    with broken("forty cards"):
        check_state(state._replace(deal=twice))


def test_control_nobody_is_asked_f45() -> None:
    state = at_grande(rules(), PAIRED)
    assert state.turn is not None
    turn = state.turn._replace(seats=())
    with broken("nobody is asked"):
        check_state(state._replace(turn=turn))


def test_control_the_question_keeps_its_number() -> None:
    state = at_grande(rules(), PAIRED)
    step = apply(state, 0, Action("paso"))
    assert state.turn is not None
    assert step.state.turn is not None
    same = step.state.turn._replace(id=state.turn.id)
    with broken("number of the question"):
        check_step(state, Step(step.state._replace(turn=same), step.events))


def passed_out() -> list[Event]:
    """A hand in which everybody passes."""
    state, events = at_grande(rules(), PAIRED), list[Event]()
    while state.turn is not None:
        state, told = apply(state, state.turn.seats[0], Action("paso"))
        events += told
    return events


def test_control_points_from_nowhere() -> None:
    events = passed_out()
    check_hand(rules(), events, Random(1))
    finished = events[-1]
    wrong = finished.data | {"score_after": [9, 9]}
    with broken("does not add up"):
        check_hand(rules(), [*events[:-1], finished._replace(data=wrong)], Random(1))


def test_control_a_lance_twice() -> None:
    events = passed_out()
    again = next(event for event in events if event.type == "lance_closed")
    with broken("closed twice"):
        check_hand(rules(), [*events, again], Random(1))


def test_control_an_event_with_a_card() -> None:
    state = at_grande(rules(), PAIRED)
    with broken("shows cards"):
        check_secrecy(state, [Event("action", 1, {"type": "paso", "hint": ["12o"]})])


def test_control_another_s_new_card() -> None:
    state = at_grande(rules(), PAIRED)
    with broken("somebody else"):
        check_secrecy(state, [Event("hand_dealt", None, {}, {1: {"cards": ["12o"]}})])


def test_control_the_comparison_of_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that looks at the first card's suit does not pass."""
    monkeypatch.setattr("bench.invariants.best_seat", lambda lance, worths, mano: 0)
    with broken("depends on"):
        for seed in range(20):
            check_comparison(
                rules(), tuple(DECK[place : place + 4] for place in range(0, 16, 4)), 0, Random(seed)
            )


def test_a_failed_match_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "check_hand", lambda *_: pytest.fail("on purpose"))
    with pytest.raises(BaseException, match="on purpose"):
        playouts.play_match(1, seed=1)
    monkeypatch.setattr(playouts, "check_hand", raise_broken)
    with pytest.raises(playouts.FailedMatch, match="match 1 "):
        playouts.play_match(1, seed=1)


def raise_broken(*_: object) -> None:
    raise BrokenInvariant("on purpose")


def test_random_play_reaches_everything() -> None:
    """A tally of a few hundred matches has every ending of every lance in it."""
    tally = sum((playouts.play_match(number, seed=5) for number in range(1, 301)), start=Counter[str]())
    for lance in ("grande", "chica", "pares", "punto"):
        for status in ("paso", "accepted", "declined", "ordago"):
            assert tally[f"{lance} {status}"], f"{lance} {status}"
    for what in (
        "pares none",
        "pares single",
        "juego single",
        "juego paso",
        "juego accepted",
        "rebuilt stocks",
    ):
        assert tally[what], what
    for ended_by in ("count", "deje", "ordago"):
        assert tally[f"ended by {ended_by}"], ended_by


def test_random_rules_change_every_option() -> None:
    rng = Random(1)
    seen: list[Rules] = [random_rules(rng) for _ in range(400)]
    assert {each.ruleset for each in seen} == set(RULESETS)
    for name in RULESETS["gametwist"].options():
        assert len({str(each.options()[name]) for each in seen}) > 1, name


def test_random_actions_are_legal() -> None:
    rng = Random(1)
    state = play(at_grande(rules(), PAIRED), [(0, "envido 39")])
    words = {str(random_action(state, 2, rng)) for _ in range(400)}
    assert words == {"confirm", "envido 40", "ordago"}
