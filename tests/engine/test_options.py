"""R-OPT: the options, their limits and their contradictions."""

import json
from typing import Any

import pytest

from games.engine.errors import InvalidOption
from games.engine.options import OPTIONS
from games.engine.rules import RULESETS, Rules, resolve

DIFFERENCES = {
    "games_to_win": (1, 2),
    "mus_corrido": (False, True),
    "simultaneous_discards": (True, False),
    "raise_mode": ("to", "by"),
    "min_raise": (1, 2),
    "max_envido": (40, None),
    "partner_confirmation": ("all", "decline_only"),
    "deje_ends_game": (False, True),
    "paso_stake": ([1, 1, 1, 1, 0], [1, 1, 0, 0, 0]),
    "signs_truthful": (False, True),
    "signs_visible_to": ("all", "partner"),
}


def test_r_opt_what_the_rulesets_differ_in() -> None:
    gametwist, traditional = (resolve(name, {}).options() for name in ("gametwist", "traditional"))
    assert list(gametwist) == list(OPTIONS)
    differing = {
        name: (gametwist[name], traditional[name]) for name in OPTIONS if gametwist[name] != traditional[name]
    }
    assert differing == DIFFERENCES


def test_r_opt_common_defaults() -> None:
    common = {
        name: value for name, value in resolve("gametwist", {}).options().items() if name not in DIFFERENCES
    }
    assert common == {
        "kings": 8,
        "target": 40,
        "mus_corrido_scope": "game",
        "reshuffle_keeps_last_own_apart": True,
        "max_mus_rounds": None,
        "min_envido": 2,
        "first_deje": 1,
        "extra_deje": 0,
        "uncontested_stake": 0,
        "bonus_to": "lance_winner",
        "pares_bonus": [1, 2, 3],
        "juego_bonus": [3, 2],
        "punto_bonus": 1,
        "la_real": "off",
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_named_rulesets_are_what_resolves_without_options(ruleset: str) -> None:
    assert resolve(ruleset, {}) == RULESETS[ruleset]
    assert resolve(ruleset, RULESETS[ruleset].options()) == RULESETS[ruleset]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rules_come_back_from_json(ruleset: str) -> None:
    rules = resolve(ruleset, {"target": 30, "pares_bonus": [2, 3, 4]})
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_r_bet_6_the_cap_follows_the_target() -> None:
    assert resolve("gametwist", {"target": 25}).max_envido == 25
    assert resolve("traditional", {"max_envido": "target", "target": 30}).max_envido == 30
    assert resolve("gametwist", {"max_envido": None}).max_envido is None
    assert resolve("gametwist", {"target": 25, "max_envido": 99}).max_envido == 99


GOOD: dict[str, list[Any]] = {
    "kings": [4, 8],
    "target": [25, 30, 35, 40],
    "games_to_win": [1, 5],
    "max_mus_rounds": [None, 0, 100],
    "min_envido": [1, 40],
    "max_envido": [None, "target", 2, 1000],
    "paso_stake": [[1, 0, 0, 0, 0], (10, 10, 10, 10, 10)],
    "la_real": ["off", "sota", "king", "figure"],
    "mus_corrido": [True, False],
}
BAD: dict[str, list[Any]] = {
    "kings": [6, "8", True, 8.0, None],
    "target": [0, 41, 40.0, "40"],
    "games_to_win": [0, 6, -1, True, "1", None, 2.0],
    "mus_corrido": [0, 1, "true", None],
    "mus_corrido_scope": ["hand", None, True],
    "max_mus_rounds": [-1, 101, "none", False],
    "min_envido": [0, 41, None],
    "max_envido": [0, 1001, "none", True, 5.5],
    "paso_stake": [
        [0, 1, 1, 1, 0],
        [1, 1, 1, 1],
        [1, 1, 1, 1, -1],
        [1, 1, 1, 1, True],
        "11110",
        1,
        [11, 0, 0, 0, 0],
    ],
    "juego_bonus": [[3], [3, 2, 1], [3, "2"]],
    "first_deje": [0, 11],
    "la_real": ["caballo", 7],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in GOOD.items() for value in values]
)
def test_values_taken(name: str, value: object) -> None:
    resolved = resolve("gametwist", {name: value}).options()[name]
    assert resolved == (40 if value == "target" else list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values]
)
def test_values_refused(name: str, value: object) -> None:
    with pytest.raises(InvalidOption) as refusal:
        resolve("gametwist", {name: value})
    assert refusal.value.option == name
    assert refusal.value.reason


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("target", 39, "target must be one of 25, 30, 35, 40."),
        ("mus_corrido", 1, "mus_corrido must be true or false."),
        ("games_to_win", 9, "games_to_win must be from 1 to 5."),
        ("games_to_win", "3", "games_to_win must be a whole number."),
        ("pares_bonus", [1, 2], "pares_bonus must be a list of 3 whole numbers."),
        ("pares_bonus", [1, 2, 11], "duples in pares_bonus must be from 0 to 10."),
        ("king", 8, "There is no option king."),
    ],
)
def test_the_reason_is_a_sentence(name: str, value: object, reason: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        resolve("gametwist", {name: value})
    assert refusal.value.reason == str(refusal.value) == reason


@pytest.mark.parametrize("name", ["king", "", "ruleset", "__class__", "cap"])
def test_unknown_options(name: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        resolve("gametwist", {name: 1})
    assert refusal.value.option == name


def test_unknown_ruleset() -> None:
    with pytest.raises(InvalidOption) as refusal:
        resolve("nine_kings", {})
    assert refusal.value.option == "ruleset"


@pytest.mark.parametrize(
    ("option", "options"),
    [
        ("min_envido", {"min_envido": 26, "target": 25}),
        ("min_envido", {"min_envido": 3, "max_envido": 2}),
        ("max_mus_rounds", {"mus_corrido": True, "max_mus_rounds": 0}),
    ],
)
def test_contradictions(option: str, options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption) as refusal:
        resolve("gametwist", options)
    assert refusal.value.option == option


def test_options_describe_themselves() -> None:
    described = {name: option.describe() for name, option in OPTIONS.items()}
    assert json.loads(json.dumps(described)) == described
    assert described["kings"] == {"type": "choice", "choices": [8, 4]}
    assert described["mus_corrido"] == {"type": "boolean"}
    assert described["games_to_win"] == {"type": "integer", "min": 1, "max": 5}
    assert described["max_envido"] == {"type": "integer", "min": 1, "max": 1000, "words": ["target", None]}
    assert described["juego_bonus"] == {
        "type": "integers",
        "items": ["31", "other"],
        "min": [0, 0],
        "max": 10,
    }
