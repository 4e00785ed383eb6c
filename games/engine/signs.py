"""Señas: the twelve gestures, when they may be made and whether they are true (R-SIGN)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.engine.cards import ACE, KING
from games.engine.combos import DUPLES, MEDIAS, Worth, worth_table
from games.engine.errors import IllegalAction, MalformedAction
from games.engine.state import State

GESTURES: Mapping[str, str] = MappingProxyType(
    {
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
)
"""What each gesture means (R-SIGN)."""


def check_sign(state: State, seat: int, gesture: str) -> None:
    """Whether this seat may make this sign now.

    Raises MalformedAction for an unknown gesture; IllegalAction `sign_not_now` for a moment when it is not
    allowed (R-SIGN-4), `sign_not_true` where signs must be true and this one is not (R-SIGN-2).
    """
    if gesture not in GESTURES:
        raise MalformedAction("is not a known gesture", "/gesture")
    if seat not in range(4):
        raise IllegalAction("not_seated", "signs are made by the four at the table")
    if state.turn is None:
        raise IllegalAction("sign_not_now", "no hand is being played")
    _check_moment(state, GESTURES[gesture])
    if state.rules.signs_truthful and not _is_true(state, seat, GESTURES[gesture]):
        raise IllegalAction("sign_not_true", "the hand does not hold what the sign says")


def sees_sign(visible_to: str, maker: int, viewer: int | None) -> bool:
    """Whether a seat (None: who looks on) sees a sign: everybody does, or the pair alone (R-SIGN-1, C24)."""
    return visible_to == "all" or (viewer is not None and viewer % 2 == maker % 2)


def _check_moment(state: State, meaning: str) -> None:
    """R-SIGN-4; the wait for the cut belongs to mus corrido itself (R-MUS-5)."""
    truthful, phase = state.rules.signs_truthful, state.phase
    if state.deal.corrido and phase in ("mus", "discard"):
        raise IllegalAction("sign_not_now", "no signs before the cut")
    if truthful and phase == "discard":
        raise IllegalAction("sign_not_now", "no signs while cards are exchanged")
    if truthful and meaning == "medias" and phase in ("mus", "grande"):
        raise IllegalAction("sign_not_now", "medias only after grande")


def _is_true(state: State, seat: int, meaning: str) -> bool:
    worth = worth_table(state.rules.kings, state.rules.la_real).of(state.deal.hands[seat])
    return _TRUE[meaning](worth)


def _pair_of(rank: int) -> Callable[[Worth], bool]:
    """Exactly two, and not half of duples, which are a better thing to tell."""
    return lambda worth: worth.ranks.count(rank) == 2 and worth.pares_kind != DUPLES


def _three_of(rank: int) -> Callable[[Worth], bool]:
    return lambda worth: worth.ranks.count(rank) == 3


_TRUE: Mapping[str, Callable[[Worth], bool]] = MappingProxyType(
    {
        "nothing": lambda _: True,
        "want_mus": lambda _: True,
        "two_kings": _pair_of(KING),
        "three_kings": _three_of(KING),
        "two_aces": _pair_of(ACE),
        "three_aces": _three_of(ACE),
        "three_kings_ace": lambda worth: worth.ranks.count(KING) == 3 and worth.ranks.count(ACE) == 1,
        "medias": lambda worth: worth.pares_kind == MEDIAS,
        "duples": lambda worth: worth.pares_kind == DUPLES,
        "juego_31": lambda worth: worth.punto == 31,
    }
)
"""R-SIGN-3, by effective rank."""
