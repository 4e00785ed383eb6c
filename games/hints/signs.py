"""Tips on señas: what the player could tell his partner now (R-SIGN)."""

from games.engine.cards import ACE, KING
from games.engine.combos import DUPLES, MEDIAS
from games.hints.situation import Situation
from games.hints.tip import Params, Shelf, Sign

tip = Shelf("speak", "open")


@tip("signs.only_partner_sees", "signs", 47)
def _only_partner_sees(at: Situation) -> bool | Params:
    return at.options["signs_visible_to"] == "partner" and _told(at)


@tip("signs.everybody_sees", "signs", 27)
def _everybody_sees(at: Situation) -> bool | Params:
    return at.options["signs_visible_to"] == "all" and _told(at)


@tip("signs.none_before_the_cut", "signs", 46, "speak")
def _none_before_the_cut(at: Situation) -> bool:
    return at.is_corrido


@tip("signs.need_not_be_true", "signs", 25)
def _need_not_be_true(at: Situation) -> bool:
    return not at.options["signs_truthful"] and at.is_early and at.hand["number"] % 2 == 0


def _told(at: Situation) -> bool | Params:
    """The best true sign of the hand, if one may be made now (R-SIGN-3, R-SIGN-4)."""
    gesture = _best_sign(at)
    too_early = gesture == "mouth_twist" and at.options["signs_truthful"] and at.lance in ("mus", "grande")
    return bool(gesture) and not at.is_corrido and not too_early and {"sign": Sign(gesture)}


def _best_sign(at: Situation) -> str:
    kind = at.pares[0]
    signs = (
        ("kiss", at.kings == 3 and at.aces == 1),
        ("wink", at.points == 31),
        ("brows_up", kind == DUPLES),
        ("lip_bite_left", at.kings == 3),
        ("tongue_left", at.aces == 3),
        ("mouth_twist", kind == MEDIAS),
        ("lip_bite_centre", at.ranks.count(KING) == 2),
        ("tongue_out", at.ranks.count(ACE) == 2),
    )
    return next((gesture for gesture, fits in signs if fits), "")
