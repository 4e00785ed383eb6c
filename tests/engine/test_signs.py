"""R-SIGN: what each gesture means, when it may be made, and whether it is true."""

import pytest

from games.engine.errors import IllegalAction, MalformedAction
from games.engine.rules import Rules
from games.engine.signs import GESTURES, check_sign, sees_sign
from games.engine.state import State
from games.engine.transitions import new_match
from tests.engine.tables import PLAIN, at_grande, at_lance, dealt, pass_lance, play, rules

CLUB = rules("traditional", mus_corrido=False)
FREE = rules()
OTHERS = ("7c 6c 5c 4c", "7e 6e 5e 4e", "7b 6b 5b 4b")

TRUE = {
    "two_kings": ["12o 3o 10o 7o", "12o 3o 6o 7o"],
    "three_kings": ["12o 3o 3c 7o", "12o 3o 3c 1o"],
    "two_aces": ["1o 2o 10o 7o"],
    "three_aces": ["1o 2o 2c 7o"],
    "three_kings_ace": ["12o 3o 3c 2o"],
    "medias": ["12o 3o 3c 7o", "7o 1o 2o 1c", "10o 10c 10e 4o"],
    "duples": ["12o 3o 1o 2o", "12o 3o 12c 3c", "10o 10c 11o 11c"],
    "juego_31": ["12o 11o 10o 1o", "12o 3o 7o 4o", "10o 10c 6o 5o"],
    "nothing": ["12o 3o 1o 2o"],
    "want_mus": ["12o 11o 10o 1o"],
}
FALSE = {
    "two_kings": ["12o 11o 10o 7o", "12o 3o 3c 7o", "12o 3o 1o 2o", "12o 3o 10o 10c"],
    "three_kings": ["12o 3o 10o 7o", "12o 3o 3c 12c"],
    "two_aces": ["1o 2o 2c 7o", "1o 2o 10o 10c", "1o 10o 11o 7o"],
    "three_aces": ["1o 2o 1c 2c", "1o 2o 10o 7o"],
    "three_kings_ace": ["12o 3o 3c 7o", "12o 3o 1o 2o"],
    "medias": ["12o 3o 10o 7o", "12o 3o 12c 3c", "10o 10c 11o 11c"],
    "duples": ["12o 3o 3c 7o", "12o 3o 10o 7o"],
    "juego_31": ["12o 11o 7o 5o", "12o 11o 6o 4o"],
}
GESTURE = {meaning: gesture for gesture, meaning in GESTURES.items()}


def after_grande(of: Rules, hand: str) -> State:
    return at_lance(at_grande(of, (hand, *OTHERS)), "chica")


def refused(state: State, seat: int, gesture: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        check_sign(state, seat, gesture)
    return refusal.value.code


def test_r_sign_twelve_gestures() -> None:
    assert GESTURES == {
        "mouth_straight": "nothing",
        "eyes_shut": "want_mus",
        "lip_bite_centre": "two_kings",
        "lip_bite_left": "three_kings",
        "lip_bite_right": "three_kings",
        "tongue_out": "two_aces",
        "tongue_left": "three_aces",
        "tongue_right": "three_aces",
        "brows_up": "duples",
        "mouth_twist": "medias",
        "wink": "juego_31",
        "kiss": "three_kings_ace",
    }


@pytest.mark.parametrize("gesture", ["", "shrug", "WINK", "two_kings", "wink "])
def test_unknown_gestures_are_malformed(gesture: str) -> None:
    with pytest.raises(MalformedAction) as refusal:
        check_sign(dealt(FREE), 0, gesture)
    assert refusal.value.pointer == "/gesture"


@pytest.mark.parametrize("gesture", GESTURES)
def test_r_sign_1_anything_at_any_time_of_the_hand(gesture: str) -> None:
    state = dealt(FREE)
    talking = play(state, [(seat, "mus") for seat in range(4)])
    for moment in (state, talking, at_grande(FREE), at_lance(at_grande(FREE), "punto")):
        for seat in range(4):
            check_sign(moment, seat, gesture)


@pytest.mark.parametrize(("meaning", "hand"), [(meaning, hand) for meaning in TRUE for hand in TRUE[meaning]])
def test_r_sign_3_true(meaning: str, hand: str) -> None:
    check_sign(after_grande(CLUB, hand), 0, GESTURE[meaning])


@pytest.mark.parametrize(
    ("meaning", "hand"), [(meaning, hand) for meaning in FALSE for hand in FALSE[meaning]]
)
def test_r_sign_2_false_ones_are_refused_where_signs_are_truthful(meaning: str, hand: str) -> None:
    assert refused(after_grande(CLUB, hand), 0, GESTURE[meaning]) == "sign_not_true"
    check_sign(after_grande(FREE, hand), 0, GESTURE[meaning])


def test_r_sign_3_by_effective_rank() -> None:
    hand = "12o 3o 10o 7o"
    assert (
        refused(after_grande(rules("traditional", mus_corrido=False, kings=4), hand), 0, "lip_bite_centre")
        == "sign_not_true"
    )


def test_r_sign_4_no_signs_before_the_cut_under_mus_corrido() -> None:
    for ruleset in ("gametwist", "traditional"):
        state = dealt(rules(ruleset, mus_corrido=True))
        assert refused(state, 2, "mouth_straight") == "sign_not_now"
        state = play(state, [(seat, "mus") for seat in range(4)])
        assert refused(state, 2, "mouth_straight") == "sign_not_now"
        check_sign(play(dealt(rules(ruleset, mus_corrido=True)), [(0, "no_mus")]), 2, "mouth_straight")


def test_r_sign_4_not_while_cards_are_exchanged() -> None:
    state = play(dealt(CLUB), [(seat, "mus") for seat in range(4)])
    assert refused(state, 1, "eyes_shut") == "sign_not_now"


def test_r_sign_4_medias_only_after_grande() -> None:
    hands = ("12o 3o 3c 7o", *OTHERS)
    for early in (dealt(CLUB, hands), at_grande(CLUB, hands)):
        assert refused(early, 0, "mouth_twist") == "sign_not_now"
        check_sign(early, 0, "lip_bite_left")
    check_sign(at_lance(at_grande(CLUB, hands), "chica"), 0, "mouth_twist")


def test_no_signs_without_a_hand_or_a_seat() -> None:
    assert refused(new_match(FREE, 0), 0, "wink") == "sign_not_now"
    assert refused(dealt(FREE), 4, "wink") == "not_seated"
    between = at_grande(FREE, PLAIN)
    while between.turn is not None:
        between = pass_lance(between)
    assert refused(between, 0, "wink") == "sign_not_now"


@pytest.mark.parametrize("seat", range(4))
def test_r_sign_1_who_sees_them(seat: int) -> None:
    viewers = [None, 0, 1, 2, 3]
    seen = [
        [viewer for viewer in viewers if sees_sign(rules.signs_visible_to, seat, viewer)]
        for rules in (FREE, CLUB)
    ]
    assert seen == [viewers, [seat % 2, seat % 2 + 2]]
