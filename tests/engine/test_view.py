"""R-INV-5, F51-F55: what a seat may see, and that it depends on nothing else."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.random_play import random_action, random_rules, random_shuffler
from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.errors import IllegalAction
from games.engine.events import Event
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match
from games.engine.view import observe, redact
from tests.engine.tables import PAIRED, SHUFFLER, at_grande, at_lance, dealt, pass_lance, play, rules

VIEWERS = (None, 0, 1, 2, 3)

VIEW = {"ruleset", "options", "rules_version", "match", "hand", "turn", "legal_actions", "said", "last_hand"}
MATCH = {"games_to_win", "games_won", "game", "score", "provisional_winner", "winner"}
HAND = {
    "number",
    "mano",
    "dealer",
    "phase",
    "mus_round",
    "cards_held",
    "stock_count",
    "discard_count",
    "declarations",
    "lances",
    "standing",
    "proposal",
}


def test_the_view_has_these_names_and_no_other() -> None:
    state = at_grande(rules(), PAIRED)
    for viewer in VIEWERS:
        view = observe(state, viewer)
        assert set(view) == VIEW
        assert set(view["match"]) == MATCH
        assert set(view["hand"]) == HAND | (set() if viewer is None else {"your_cards"})
        assert set(view["turn"]) == {"id", "seats", "kind"}
        assert json.loads(json.dumps(view)) == view


def test_the_view_of_a_bet_that_waits_for_the_partner() -> None:
    state = play(at_grande(rules(), PAIRED, mano=1), [(1, "envido 5"), (3, "confirm"), (2, "no_quiero")])
    view = observe(state, 0)
    assert view["hand"] == {
        "number": 1,
        "mano": 1,
        "dealer": 0,
        "phase": "grande",
        "mus_round": 0,
        "your_cards": ["12o", "12c", "5o", "4o"],
        "cards_held": [4, 4, 4, 4],
        "stock_count": 24,
        "discard_count": 0,
        "declarations": None,
        "lances": [{"lance": "grande", "status": "open", "stake": 5, "deje": 0}],
        "standing": {"lance": "grande", "bet": 5, "ordago": False, "seat": 1, "accepted": 0},
        "proposal": {"seat": 2, "type": "no_quiero"},
    }
    assert view["turn"] == {"id": 5, "seats": [0], "kind": "confirm"}
    assert view["legal_actions"] == [
        {"type": "confirm"},
        {"type": "quiero"},
        {"type": "envido", "min": 6, "max": 40},
        {"type": "ordago"},
    ]
    assert observe(state, 1)["legal_actions"] == observe(state, None)["legal_actions"] == []


def test_the_view_of_an_ordago() -> None:
    state = play(at_grande(rules(), PAIRED), [(0, "envido 5"), (2, "confirm"), (1, "ordago")])
    standing = observe(state, 3)["hand"]["standing"]
    assert standing == {"lance": "grande", "bet": 0, "ordago": True, "seat": 1, "accepted": 5}


def test_the_view_of_the_lances_reached() -> None:
    alone = rules(partner_confirmation="none")
    state = play(at_grande(alone, PAIRED), [(0, "envido 5"), (1, "envido 9"), (2, "no_quiero")])
    state = play(state, [(0, "envido 3"), (1, "quiero")])
    state = pass_lance(state)
    assert observe(state, 0)["hand"]["lances"] == [
        {"lance": "grande", "status": "declined", "stake": 5, "deje": 5},
        {"lance": "chica", "status": "accepted", "stake": 3, "deje": 0},
        {"lance": "pares", "status": "paso", "stake": 1, "deje": 0},
        {"lance": "punto", "status": "open", "stake": 0, "deje": 0},
    ]


def test_c16_nobody_is_told_who_has_won_a_lance() -> None:
    """Neither view nor event differs if the winner's cards were somebody else's."""
    one = at_lance(at_grande(rules(), PAIRED), "pares")
    other = at_lance(at_grande(rules(), (PAIRED[1], PAIRED[0], *PAIRED[2:])), "pares")
    assert observe(one, None) == observe(other, None)


def test_a_discard_in_turn_is_seen_as_fewer_cards() -> None:
    state = play(dealt(rules(simultaneous_discards=False), PAIRED), [(seat, "mus") for seat in range(4)])
    state = play(state, [(0, "discard 5o 4o")])
    assert observe(state, 0)["hand"]["your_cards"] == ["12o", "12c"]
    for viewer in VIEWERS:
        hand = observe(state, viewer)["hand"]
        assert (hand["cards_held"], hand["discard_count"]) == ([2, 4, 4, 4], 2)
    assert observe(state, 1)["said"] == [{"type": "discard"}, None, None, None]


def test_between_hands_there_is_only_the_last_one() -> None:
    state = at_grande(rules(), PAIRED)
    assert observe(state, 0)["last_hand"] is None
    while state.turn is not None:
        state = pass_lance(state)
    for viewer in VIEWERS:
        view = observe(state, viewer)
        assert (view["hand"], view["turn"], view["legal_actions"]) == (None, None, [])
        assert set(view["last_hand"]) == {
            "number", "cards", "result", "score_before", "score_after", "ended_by",
        }  # fmt: skip


def test_redact_gives_a_copy() -> None:
    event = deal(new_match(rules(), 0), SHUFFLER).events[0]
    redact(event, None)["number"] = 99
    redact(event, 1)["number"] = 99
    assert event.data["number"] == 1


# R-INV-5: change everything a seat cannot see, and not a byte of what it is sent changes.


def reach(rng: Random, words: int) -> State:
    """Some moment of some match."""
    state = deal(new_match(random_rules(rng), rng.randrange(4)), random_shuffler(rng)).state
    for _ in range(words):
        if state.match_over:
            break
        if state.turn is None:
            state = deal(state, random_shuffler(rng)).state
        else:
            seat = rng.choice(state.turn.seats)
            state = apply(state, seat, random_action(state, seat, rng)).state
    return state


def with_other_secrets(state: State, viewer: int | None, rng: Random) -> State:
    """The same to this viewer: other cards in other hands, another stock, other discards, other chance.

    What the others have chosen to discard so far changes with their cards, and where choices are made
    all at once in number too.
    """
    mine = () if viewer is None else state.hands[viewer]
    hidden = [card for card in DECK if card not in mine]
    rng.shuffle(hidden)
    hands = tuple(mine if seat == viewer else take(hidden, 4) for seat in range(4))
    here = state.deal._replace(
        hands=hands,
        dealt=tuple(
            held if seat == viewer else tuple(rng.sample(DECK, 4))
            for seat, held in enumerate(state.deal.dealt)
        ),
        deck=tuple(rng.sample(DECK, 40)),
        stock=take(hidden, len(state.deal.stock)),
        discards=take(hidden, len(state.deal.discards)),
        shuffler=Shuffler(rng.randbytes(32), rng.randrange(999)),
    )
    chosen = tuple(
        held if seat == viewer or not held else other_choice(state, hands[seat], len(held), rng)
        for seat, held in enumerate(state.chosen)
    )
    return state._replace(deal=here, chosen=chosen)


def take(cards: list[str], number: int) -> tuple[str, ...]:
    taken = tuple(cards[:number])
    del cards[:number]
    return taken


def other_choice(state: State, hand: Sequence[str], number: int, rng: Random) -> tuple[str, ...]:
    if state.rules.simultaneous_discards:
        number = rng.randint(1, 4)
    return tuple(rng.sample(hand, number))


def sent(state: State, viewer: int | None) -> str:
    return json.dumps(observe(state, viewer))


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**48), words=st.integers(0, 60), viewer=st.sampled_from(VIEWERS))
def test_r_inv_5_f51_the_view_depends_on_nothing_hidden(seed: int, words: int, viewer: int | None) -> None:
    rng = Random(seed)
    state = reach(rng, words)
    if state.turn is not None:
        assert sent(state, viewer) == sent(with_other_secrets(state, viewer, rng), viewer)


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**48), words=st.integers(0, 60), viewer=st.sampled_from(VIEWERS))
def test_r_inv_5_f51_what_is_told_depends_on_nothing_hidden(
    seed: int, words: int, viewer: int | None
) -> None:
    """The same word of the same seat, in two worlds that look alike to the viewer."""
    rng = Random(seed)
    state = reach(rng, words)
    if state.turn is None or state.turn is None:
        return
    other = with_other_secrets(state, viewer, rng)
    seat = rng.choice(state.turn.seats)
    action = random_action(state, seat, rng)
    try:
        here, there = (
            apply(state, seat, action),
            apply(other, seat, in_other_cards(action, other, seat, viewer)),
        )
    except IllegalAction as refusal:  # pragma: no cover
        pytest.fail(f"legal in one world only: {refusal}")
    told = until_something_is_shown(here.events, viewer)
    assert told == until_something_is_shown(there.events, viewer)[: len(told)]


def in_other_cards(action: Action, state: State, seat: int, viewer: int | None) -> Action:
    """A discard of another seat names its own cards there; where all choose at once, any number of them."""
    if action.type != "discard" or seat == viewer:
        return action
    number = 1 if state.rules.simultaneous_discards else len(action.cards)
    return Action("discard", cards=state.hands[seat][:number])


def until_something_is_shown(events: Sequence[Event], viewer: int | None) -> list[Any]:
    """What is sent up to a point where the rules themselves show something of the others' cards."""
    told = []
    for event in events:
        if event.type in ("declared", "cards_exchanged", "hand_finished"):
            break
        told.append((event.type, event.seat, redact(event, viewer)))
    return told


@pytest.mark.parametrize("viewer", VIEWERS)
def test_f51_the_property_notices_a_leak(viewer: int | None) -> None:
    """The control: a view with one hidden card in it does change."""
    rng = Random(3)
    state = reach(rng, 7)
    other = with_other_secrets(state, viewer, rng)
    leaks = [
        json.dumps({**observe(each, viewer), "oops": hidden_card(each, viewer)}) for each in (state, other)
    ]
    assert leaks[0] != leaks[1]


def hidden_card(state: State, viewer: int | None) -> str:
    return state.hands[0 if viewer != 0 else 1][0]
