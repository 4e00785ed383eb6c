"""Actions: the wire form, the text notation, and what cannot be read at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import TYPES, Action
from games.engine.cards import DECK
from games.engine.errors import MalformedAction

actions = st.one_of(
    st.sampled_from([kind for kind in TYPES if kind not in ("envido", "discard")]).map(Action),
    st.integers().map(lambda amount: Action("envido", amount)),
    st.lists(st.sampled_from(DECK), max_size=6).map(lambda cards: Action("discard", cards=tuple(cards))),
)


@given(actions)
def test_wire_form_and_notation_read_back(action: Action) -> None:
    assert Action.from_wire(action.to_wire()) == action
    assert Action.parse(str(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("paso", Action("paso")),
        ("envido 5", Action("envido", 5)),
        ("envido -5", Action("envido", -5)),
        ("discard 7b 4c", Action("discard", cards=("7b", "4c"))),
        ("discard", Action("discard")),
    ],
)
def test_notation(text: str, action: Action) -> None:
    assert Action.parse(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (None, ""),
        ("paso", ""),
        (["paso"], ""),
        ({}, "/type"),
        ({"type": "pass"}, "/type"),
        ({"type": "PASO"}, "/type"),
        ({"type": "órdago"}, "/type"),
        ({"type": None}, "/type"),
        ({"type": ["paso"]}, "/type"),
        ({"type": "paso", "amount": 5}, "/amount"),
        ({"type": "paso", "seat": 2}, "/seat"),
        ({"type": "quiero", "cards": []}, "/cards"),
        ({"type": "envido"}, "/amount"),
        ({"type": "envido", "amount": None}, "/amount"),
        ({"type": "envido", "amount": True}, "/amount"),
        ({"type": "envido", "amount": 5.0}, "/amount"),
        ({"type": "envido", "amount": "5"}, "/amount"),
        ({"type": "envido", "amount": float("nan")}, "/amount"),
        ({"type": "envido", "amount": 5, "cards": ["1o"]}, "/cards"),
        ({"type": "discard"}, "/cards"),
        ({"type": "discard", "cards": "1o"}, "/cards"),
        ({"type": "discard", "cards": {"1o": 1}}, "/cards"),
        ({"type": "discard", "cards": ["1o", "9o"]}, "/cards/1"),
        ({"type": "discard", "cards": [["1o"]]}, "/cards/0"),
        ({"type": "discard", "cards": ["1o"], "amount": 1}, "/amount"),
    ],
)
def test_malformed_on_the_wire(data: object, pointer: str) -> None:
    with pytest.raises(MalformedAction) as refusal:
        Action.from_wire(data)
    assert refusal.value.pointer == pointer
    assert refusal.value.reason in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    ["", " ", "pass", "paso 1", "envido", "envido x", "envido 1 2", "envido 5.0", "envido ٥", "discard 9o"],
)
def test_malformed_notation(text: str) -> None:
    with pytest.raises(MalformedAction):
        Action.parse(text)


@pytest.mark.parametrize("amount", [-1, 0, 10**30])
@pytest.mark.parametrize("cards", [[], ["1o"] * 5])
def test_nonsense_is_well_formed(amount: int, cards: list[str]) -> None:
    """It can be read; that it is illegal is for the state to say."""
    assert Action.from_wire({"type": "envido", "amount": amount}).amount == amount
    assert Action.from_wire({"type": "discard", "cards": cards}).cards == tuple(cards)
