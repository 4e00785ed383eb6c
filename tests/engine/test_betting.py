"""R-BET: the betting machine."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.errors import IllegalAction
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.transitions import apply, default_action, is_legal, legal_actions
from games.engine.view import observe
from tests.engine.tables import (
    PAIRED,
    PLAIN,
    asked,
    at_grande,
    at_lance,
    dealt,
    play,
    rules,
    told,
)

TRADITIONAL = rules("traditional")
ALONE = rules(partner_confirmation="none")


def grande(of: Rules, *words: tuple[int, str]) -> State:
    return play(at_grande(of), words)


def listed(state: State) -> list[dict[str, object]]:
    return [action.to_wire() for action in legal_actions(state, asked(state)[0])]


def refusal_of(state: State, seat: int, word: str) -> str:
    action = Action.parse(word)
    assert not is_legal(state, seat, action)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, seat, action)
    assert refusal.value.message
    return refusal.value.code


def closed(state: State) -> tuple[str, int, int | None]:
    """How the grande ended."""
    assert state.phase == "chica"
    _, status, stake, team = state.record.lances[0]
    return status, stake, team


RAISES = {"type": "envido", "min": 2, "max": 40}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], [{"type": "paso"}, RAISES, {"type": "ordago"}]),
        ([(0, "envido 5")], [{"type": "confirm"}, {**RAISES, "min": 6}, {"type": "ordago"}]),
        (
            [(0, "envido 5"), (2, "confirm")],
            [{"type": "no_quiero"}, {"type": "quiero"}, {**RAISES, "min": 6}, {"type": "ordago"}],
        ),
        (
            [(0, "envido 5"), (2, "confirm"), (1, "no_quiero")],
            [{"type": "confirm"}, {"type": "quiero"}, {**RAISES, "min": 6}, {"type": "ordago"}],
        ),
        (
            [(0, "envido 5"), (2, "confirm"), (1, "quiero")],
            [{"type": "confirm"}, {**RAISES, "min": 6}, {"type": "ordago"}],
        ),
        (
            [(0, "envido 5"), (2, "confirm"), (1, "envido 9")],
            [{"type": "confirm"}, {**RAISES, "min": 10}, {"type": "ordago"}],
        ),
        ([(0, "ordago")], [{"type": "no_quiero"}, {"type": "quiero"}]),
        ([(0, "ordago"), (1, "no_quiero")], [{"type": "confirm"}, {"type": "quiero"}]),
        ([(0, "envido 40")], [{"type": "confirm"}, {"type": "ordago"}]),
        (
            [(0, "envido 40"), (2, "confirm")],
            [{"type": "no_quiero"}, {"type": "quiero"}, {"type": "ordago"}],
        ),
    ],
)
def test_r_bet_what_may_be_said(words: Sequence[tuple[int, str]], expected: list[object]) -> None:
    assert listed(grande(rules(), *words)) == expected


@pytest.mark.parametrize(
    ("words", "seat", "word", "code"),
    [
        ([], 1, "paso", "not_your_turn"),
        ([], 7, "paso", "not_your_turn"),
        ([], -1, "paso", "not_your_turn"),
        ([], 0, "quiero", "nothing_to_answer"),
        ([], 0, "no_quiero", "nothing_to_answer"),
        ([], 0, "confirm", "nothing_to_answer"),
        ([], 0, "mus", "wrong_phase"),
        ([], 0, "no_mus", "wrong_phase"),
        ([], 0, "discard 7o", "wrong_phase"),
        ([], 0, "envido 1", "amount_too_low"),
        ([], 0, "envido 0", "amount_too_low"),
        ([], 0, "envido -3", "amount_too_low"),
        ([], 0, "envido 41", "amount_too_high"),
        ([], 0, f"envido {10**40}", "amount_too_high"),
        ([(0, "envido 5")], 2, "envido 4", "lower_than_partner"),
        ([(0, "envido 5")], 2, "quiero", "lower_than_partner"),
        ([(0, "envido 5")], 2, "no_quiero", "lower_than_partner"),
        ([(0, "envido 5")], 2, "paso", "wrong_phase"),
        ([(0, "envido 5")], 1, "quiero", "not_your_turn"),
        ([(0, "envido 5"), (2, "confirm")], 1, "envido 5", "amount_too_low"),
        ([(0, "envido 5"), (2, "confirm")], 1, "paso", "wrong_phase"),
        ([(0, "envido 5"), (2, "confirm")], 1, "confirm", "wrong_phase"),
        ([(0, "envido 5"), (2, "confirm"), (1, "quiero")], 3, "no_quiero", "lower_than_partner"),
        ([(0, "envido 5"), (2, "confirm"), (1, "no_quiero")], 3, "envido 5", "amount_too_low"),
        ([(0, "envido 40"), (2, "confirm")], 1, "envido 41", "amount_too_high"),
        ([(0, "ordago")], 1, "envido 40", "ordago_standing"),
        ([(0, "ordago")], 1, "ordago", "ordago_standing"),
        ([(0, "ordago"), (1, "no_quiero")], 3, "envido 40", "ordago_standing"),
    ],
)
def test_r_bet_what_may_not(words: Sequence[tuple[int, str]], seat: int, word: str, code: str) -> None:
    assert refusal_of(grande(rules(), *words), seat, word) == code


@pytest.mark.parametrize(
    ("words", "seat", "word"),
    [
        ([], 0, "envido 2"),
        ([], 0, "envido 40"),
        ([(0, "envido 5")], 2, "envido 5"),
        ([(0, "envido 5")], 2, "envido 6"),
        ([(0, "envido 5"), (2, "confirm"), (1, "quiero")], 3, "quiero"),
        ([(0, "ordago"), (1, "no_quiero")], 3, "quiero"),
    ],
)
def test_r_bet_what_may_just_be_said(words: Sequence[tuple[int, str]], seat: int, word: str) -> None:
    state = grande(rules(), *words)
    assert is_legal(state, seat, Action.parse(word))
    assert not is_legal(state, (seat + 1) % 4, Action.parse(word))


def test_r_bet_an_envido_without_amount() -> None:
    with pytest.raises(IllegalAction) as refusal:
        apply(at_grande(rules()), 0, Action("envido"))
    assert refusal.value.code == "amount_missing"


def test_r_bet_1_who_passed_still_answers_and_confirms() -> None:
    state = grande(rules(), (0, "paso"), (1, "paso"), (2, "envido 2"))
    assert asked(state) == (0,)
    state = play(state, [(0, "confirm"), (3, "quiero")])
    assert asked(state) == (1,)


def test_r_bet_passing_is_not_confirmed() -> None:
    assert closed(grande(rules(), *[(seat, "paso") for seat in range(4)])) == ("paso", 1, None)


def test_r_bet_2_the_partner_s_word_is_final() -> None:
    state = grande(rules(), (0, "envido 2"), (2, "envido 6"))
    assert state.turn is not None
    assert (state.turn.kind, asked(state)) == ("respond", (3,))


def test_r_bet_2_the_same_again_is_a_confirm() -> None:
    base = grande(rules(), (0, "envido 5"))
    assert apply(base, 2, Action.parse("envido 5")) == apply(base, 2, Action("confirm"))
    for word in ("quiero", "no_quiero"):
        state = grande(rules(), (0, "envido 5"), (2, "confirm"), (1, word))
        assert apply(state, 3, Action.parse(word)) == apply(state, 3, Action("confirm"))


def test_r_bet_2_a_refusal_turned_into_a_raise() -> None:
    state = grande(rules(), (0, "envido 5"), (2, "confirm"), (1, "no_quiero"), (3, "envido 9"))
    betting = state.betting
    assert (betting.bet, betting.bettor, betting.accepted, asked(state)) == (9, 3, 5, (0,))


HOLDERS_0_2_3 = ("12o 12c 5o 4o", "7c 6c 5c 4c", "10o 10c 6e 4e", "11b 11e 5b 4b")


def test_r_bet_3_a_lone_partner_decides() -> None:
    state = at_lance(at_grande(rules(), HOLDERS_0_2_3), "pares")
    state = play(state, [(0, "envido 2"), (2, "confirm")])
    assert asked(state) == (3,)
    state = play(state, [(3, "envido 4")])
    assert asked(state) == (0,), "seat 1 has no pares and is not asked; seat 0 is the next rival"
    state = play(state, [(0, "quiero")])
    assert asked(state) == (2,), "but seat 0's partner is"


def test_r_bet_3_the_next_rival_who_can_play() -> None:
    """After seat 2 comes seat 3, after seat 0 seat 1 would come, who has no pares: again seat 3."""
    state = play(at_lance(at_grande(ALONE, HOLDERS_0_2_3), "pares"), [(0, "envido 2")])
    assert asked(state) == (3,)


def test_r_bet_4_a_partner_who_can_only_confirm_is_not_asked() -> None:
    state = grande(rules(), (0, "ordago"))
    assert asked(state) == (1,)
    assert play(state, [(1, "quiero")]).match_over


def test_r_bet_5_the_bettor_is_whose_amount_stands() -> None:
    lifted = grande(rules(), (0, "envido 2"), (2, "envido 6"))
    kept = grande(rules(), (0, "envido 2"), (2, "confirm"))
    assert (asked(lifted), asked(kept)) == ((3,), (1,))


@pytest.mark.parametrize(
    ("options", "least", "most"),
    [
        ({"min_raise": 3}, 8, 40),
        ({"max_envido": 20}, 6, 20),
        ({"max_envido": None}, 6, 1000),
        ({"raise_mode": "by"}, 6, 40),
        ({"target": 25}, 6, 25),
    ],
)
def test_r_bet_6_amounts_are_totals(options: dict[str, Any], least: int, most: int) -> None:
    state = grande(rules(partner_confirmation="none", **options), (0, "envido 5"))
    raising = {action.type: action for action in legal_actions(state, 1)}["envido"]
    assert (raising.min, raising.max) == (least, most)
    assert refusal_of(state, 1, f"envido {least - 1}") == "amount_too_low"
    assert refusal_of(state, 1, f"envido {most + 1}") == "amount_too_high"


def test_r_bet_6_no_number_left_above_the_bet() -> None:
    state = grande(rules(partner_confirmation="none", min_raise=3), (0, "envido 38"))
    assert [action["type"] for action in listed(state)] == ["no_quiero", "quiero", "ordago"]
    assert refusal_of(state, 1, "envido 40") == "amount_too_high"


def test_r_bet_6_over_a_pending_envido_one_more_is_enough() -> None:
    state = grande(rules(min_raise=5), (0, "envido 5"))
    assert listed(state)[1] == {"type": "envido", "min": 6, "max": 40}


@pytest.mark.parametrize("min_envido", [1, 2, 5])
def test_r_bet_6_the_first_bet(min_envido: int) -> None:
    state = at_grande(rules(min_envido=min_envido))
    assert listed(state)[1] == {"type": "envido", "min": min_envido, "max": 40}


@pytest.mark.parametrize(
    ("words", "deje"),
    [
        ([(0, "envido 12"), (1, "no_quiero")], 1),
        ([(0, "ordago"), (1, "no_quiero")], 1),
        ([(0, "envido 5"), (1, "envido 20"), (0, "no_quiero")], 5),
        ([(0, "envido 5"), (1, "ordago"), (0, "no_quiero")], 5),
        ([(0, "envido 2"), (1, "envido 7"), (0, "envido 17"), (1, "envido 27"), (0, "no_quiero")], 17),
    ],
)
def test_r_bet_7_deje(words: list[tuple[int, str]], deje: int) -> None:
    state = at_grande(ALONE)
    for _, word in words:
        state = play(state, [(asked(state)[0], word)])
    bettor = len(words) % 2
    assert closed(state) == ("declined", deje, bettor)


def test_r_bet_7_lifting_one_s_own_side_accepts_nothing() -> None:
    words = [(0, "envido 5"), (2, "envido 9"), (3, "no_quiero"), (1, "confirm")]
    assert closed(grande(rules(), *words)) == ("declined", 1, 0)


def test_r_bet_7_first_deje_is_an_option() -> None:
    of = rules(partner_confirmation="none", first_deje=3)
    assert closed(grande(of, (0, "envido 5"), (1, "no_quiero"))) == ("declined", 3, 0)


@pytest.mark.parametrize(("lance", "extra"), [("grande", 0), ("chica", 0), ("pares", 2), ("punto", 2)])
def test_r_bet_8_extra_deje(lance: str, extra: int) -> None:
    state = at_lance(at_grande(rules(partner_confirmation="none", extra_deje=2), PAIRED), lance)
    before = sum(state.score)
    state = play(state, [(0, "envido 5"), (1, "envido 9")])
    raised = play(state, [(asked(state)[0], "no_quiero")])
    won = raised.last_hand["result"][-1]["points"] if raised.last_hand else raised.score
    assert sum(won) - before == 5 + extra


def test_r_bet_8_not_for_a_first_bet() -> None:
    state = at_lance(at_grande(rules(partner_confirmation="none", extra_deje=2), PAIRED), "pares")
    state = play(state, [(0, "envido 5"), (1, "no_quiero")])
    assert state.score == (1, 0)


def test_r_bet_9_a_deje_is_paid_at_once_and_an_accepted_stake_is_not() -> None:
    refused = grande(ALONE, (0, "envido 5"), (1, "no_quiero"))
    accepted = grande(ALONE, (0, "envido 5"), (1, "quiero"))
    assert (refused.score, accepted.score) == ((1, 0), (0, 0))


def test_r_bet_9_what_is_told_as_a_lance_closes() -> None:
    refused = told(at_grande(ALONE), [(0, "envido 5"), (1, "no_quiero")])
    accepted = told(at_grande(ALONE), [(0, "envido 5"), (1, "quiero")])
    passed = told(at_grande(ALONE), [(seat, "paso") for seat in range(4)])
    assert refused[-1].data == {"lance": "grande", "status": "declined", "deje": 1, "team": 0}
    assert accepted[-1].data == {"lance": "grande", "status": "accepted", "stake": 5}
    assert passed[-1].data == {"lance": "grande", "status": "paso", "stake": 1}


def test_r_bet_10_what_waits_for_the_partner_is_public() -> None:
    state = grande(rules(), (0, "envido 5"), (2, "confirm"), (1, "envido 9"))
    for viewer in (None, 0, 1, 2, 3):
        hand = observe(state, viewer)["hand"]
        assert hand["proposal"] == {"seat": 1, "type": "envido", "amount": 9}
        assert hand["standing"] == {"lance": "grande", "bet": 5, "ordago": False, "seat": 0, "accepted": 0}
        assert hand["lances"] == [{"lance": "grande", "status": "open", "stake": 5, "deje": 0}]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], "paso"),
        ([(0, "envido 2")], "confirm"),
        ([(0, "envido 2"), (2, "confirm")], "no_quiero"),
        ([(0, "envido 2"), (2, "confirm"), (1, "quiero")], "confirm"),
    ],
)
def test_r_bet_11_defaults(words: list[tuple[int, str]], expected: str) -> None:
    state = grande(rules(), *words)
    assert default_action(state, asked(state)[0]) == Action.parse(expected)


def test_r_bet_11_default_in_the_talk() -> None:
    assert default_action(dealt(rules()), 0) == Action("no_mus")


@pytest.mark.parametrize(
    ("kings", "hand", "discarded"),
    [
        (8, "2c 1o 12o 7o", "1o"),
        (8, "2o 1c 12o 7o", "2o"),
        (8, "3o 12c 11c 11o", "11o"),
        (4, "2o 1c 12o 7o", "1c"),
        (4, "3o 12c 11c 11e", "3o"),
        (8, "7b 7o 12o 12c", "7o"),
    ],
)
def test_r_bet_11_default_discard_is_the_lowest_card(kings: int, hand: str, discarded: str) -> None:
    others = ("4b 5b 6b 4e", "5e 6e 4o 5o", "6c 5c 4c 6o")
    state = play(dealt(rules(kings=kings), (hand, *others)), [(seat, "mus") for seat in range(4)])
    assert default_action(state, 0) == Action("discard", cards=(discarded,))


def test_r_bet_11_no_default_for_a_seat_not_asked() -> None:
    with pytest.raises(IllegalAction) as refusal:
        default_action(at_grande(rules()), 1)
    assert refusal.value.code == "not_your_turn"


@pytest.mark.parametrize("of", [rules(), TRADITIONAL, ALONE])
def test_r_bet_11_defaults_are_legal_to_the_end_of_the_hand(of: Rules) -> None:
    state = dealt(of, PAIRED)
    while state.turn is not None:
        seat = asked(state)[0]
        state = apply(state, seat, default_action(state, seat)).state
    assert state.last_hand is not None


def test_c17_traditional_only_a_refusal_is_put_to_the_partner() -> None:
    bet = grande(TRADITIONAL, (0, "envido 2"))
    assert asked(bet) == (1,)
    assert closed(play(bet, [(1, "quiero")])) == ("accepted", 2, None)
    assert asked(play(bet, [(1, "no_quiero")])) == (3,)
    assert asked(play(bet, [(1, "envido 4")])) == (2,)
    assert asked(grande(TRADITIONAL, (0, "ordago"), (1, "no_quiero"))) == (3,)


def test_c17_none_the_first_answer_counts() -> None:
    bet = grande(ALONE, (0, "envido 2"))
    assert closed(play(bet, [(1, "no_quiero")])) == ("declined", 1, 0)


def test_said_is_the_last_word_in_this_lance() -> None:
    state = grande(rules(), (0, "paso"), (1, "envido 5"))
    assert observe(state, None)["said"] == [{"type": "paso"}, {"type": "envido", "amount": 5}, None, None]
    state = play(state, [(3, "confirm"), (2, "quiero")])
    assert observe(state, None)["said"][2:] == [{"type": "quiero"}, {"type": "confirm"}]
    assert observe(play(state, [(0, "confirm")]), None)["said"] == [None] * 4


@pytest.mark.parametrize("hands", [PLAIN, PAIRED])
def test_r_bet_one_question_at_a_time(hands: Sequence[str]) -> None:
    state = at_grande(rules(), hands)
    last = state.turn
    assert last is not None
    while state.turn is not None:
        state = play(state, [(asked(state)[0], "paso")])
        if state.turn is not None:
            assert state.turn.id == last.id + 1
            last = state.turn
