"""R-INV-5: a tip depends on nothing that its reader cannot see."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.view import observe
from games.hints import RULES, tips
from games.hints.situation import Situation
from tests.engine.test_view import reach, with_other_secrets


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**48), words=st.integers(0, 60))
def test_other_cards_in_other_hands_change_no_tip(seed: int, words: int) -> None:
    rng = Random(seed)
    state = reach(rng, words)
    if state.turn is None:
        return
    seat = rng.choice(state.turn.seats)
    other = with_other_secrets(state, seat, rng)
    assert tips(observe(state, seat)) == tips(observe(other, seat))


def test_the_control_a_tip_that_looked_at_another_hand_would_change() -> None:
    """The same comparison on views into which the partner's cards were put does find a difference."""
    rng = Random(11)
    changed = 0
    for _ in range(30):
        state = reach(rng, 3)
        if state.turn is None or len(state.turn.seats) > 1:
            continue
        seat = state.turn.seats[0]
        views = [observe(each, seat) for each in (state, with_other_secrets(state, seat, rng))]
        for view, each in zip(views, (state, with_other_secrets(state, seat, rng)), strict=True):
            view["hand"]["your_cards"] = list(each.hands[(seat + 2) % 4])
        changed += tips(views[0]) != tips(views[1])
    assert changed


def test_no_condition_needs_more_than_the_view() -> None:
    """Whoever's view it is, every condition can be asked about it."""
    rng = Random(2)
    for _ in range(60):
        state = reach(rng, rng.randrange(60))
        for seat in state.turn.seats if state.turn else ():
            situation = Situation.of(observe(state, seat))
            assert any(rule.at(situation) for rule in RULES.values())
