"""The twelve gestures, and what they mean."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

GESTURES: Mapping[str, Any] = {
    "mouth_straight": _("straight face"),
    "eyes_shut": _("both eyes shut"),
    "lip_bite_centre": _("biting the lower lip"),
    "lip_bite_left": _("biting the lower lip on the left"),
    "lip_bite_right": _("biting the lower lip on the right"),
    "tongue_out": _("tongue out"),
    "tongue_left": _("tongue out to the left"),
    "tongue_right": _("tongue out to the right"),
    "brows_up": _("raised eyebrows"),
    "mouth_twist": _("twisted mouth"),
    "wink": _("a wink"),
    "kiss": _("a kiss"),
}
"""By the gesture's code, in the order they are shown in."""

MEANINGS: Mapping[str, Any] = {
    "nothing": _("no message"),
    "want_mus": _("I want mus"),
    "two_kings": _("two kings"),
    "three_kings": _("three kings"),
    "two_aces": _("two aces"),
    "three_aces": _("three aces"),
    "duples": _("duples"),
    "medias": _("medias"),
    "juego_31": _("31"),
    "three_kings_ace": _("three kings and an ace"),
}
"""By the meaning's code."""


def gesture_text(gesture: str) -> str:
    """What a gesture looks like. Raises KeyError for a code that is none."""
    return str(GESTURES[gesture])


def meaning_text(meaning: str) -> str:
    """What is said by it. Raises KeyError for a code that is none."""
    return str(MEANINGS[meaning])


def sign_texts(gesture: str, meaning: str) -> dict[str, str]:
    """What a list of the signs shows of one."""
    return {"gesture_text": gesture_text(gesture), "meaning_text": meaning_text(meaning)}
