"""Tips for choosing what to discard."""

from collections import Counter

from games.bots.mus import best_discard
from games.engine.cards import RANKS
from games.engine.combos import DUPLES, MEDIAS, PAREJA, Ranks
from games.hints.situation import Situation
from games.hints.tip import Cards, Params, Pares, Shelf

tip = Shelf("discard")

UNSEEN = 36
WORTH_A_TRY = 8
"""So many of the unseen cards should make 31 before one is told to hope for it."""


@tip("discard.duples_must_break", "discard", 94)
def _duples_must_break(at: Situation) -> bool | Params:
    return at.pares[0] == DUPLES and {"pares": Pares(at.pares)}


@tip("discard.juego_must_break", "discard", 93)
def _juego_must_break(at: Situation) -> bool | Params:
    return at.worth.has_juego and {"total": at.points}


@tip("discard.keep_medias", "pares", 92)
def _keep_medias(at: Situation) -> bool | Params:
    return at.pares[0] == MEDIAS and {"pares": Pares(at.pares)}


@tip("discard.keep_pair", "pares", 90)
def _keep_pair(at: Situation) -> bool | Params:
    return at.pares[0] == PAREJA and {"pares": Pares(at.pares)}


@tip("discard.three_sevens", "juego", 88)
def _three_sevens(at: Situation) -> bool | Params:
    return at.ranks.count(7) == 3 and not at.worth.has_juego and {"hits": _unseen(at, 10), "unseen": UNSEEN}


@tip("discard.nothing_to_keep", "discard", 85)
def _nothing_to_keep(at: Situation) -> bool:
    return not _kept(at)


@tip("discard.keep_kings", "grande", 80)
def _keep_kings(at: Situation) -> bool:
    return at.kings in (1, 2, 3) and not at.worth.has_juego


@tip("discard.one_card_from_31", "juego", 70)
def _one_card_from_31(at: Situation) -> bool | Params:
    if at.holds_something:
        return False
    hits, thrown = max((_unseen(at, 31 - at.points + min(rank, 10)), rank) for rank in set(at.ranks))
    return hits >= WORTH_A_TRY and {"thrown": Cards((thrown,)), "hits": hits, "unseen": UNSEEN}


@tip("discard.king_and_ace", "juego", 66)
def _king_and_ace(at: Situation) -> bool:
    return at.kings >= 1 and at.aces >= 1 and not at.worth.has_juego and at.pares[0] != DUPLES


@tip("discard.not_only_for_juego", "juego", 62)
def _not_only_for_juego(at: Situation) -> bool:
    return at.pares[0] == PAREJA and 25 <= at.points <= 30


@tip("discard.best_keep", "discard", 60)
def _best_keep(at: Situation) -> bool | Params:
    kept = _kept(at)
    return bool(kept) and {"kept": Cards(kept)}


@tip("discard.partner_keeps_three", "partner", 58)
def _partner_keeps_three(at: Situation) -> bool:
    return _keeps_three(at, at.partner)


@tip("discard.rival_keeps_three", "rivals", 57)
def _rival_keeps_three(at: Situation) -> bool:
    return any(_keeps_three(at, rival) for rival in at.rivals)


@tip("discard.aces_for_chica", "chica", 72)
def _aces_for_chica(at: Situation) -> bool:
    return at.aces == 2 and not at.kings


@tip("discard.stock_runs_short", "customs", 82)
def _stock_runs_short(at: Situation) -> bool | Params:
    """Sixteen is what four players can ask for at most (R-MUS-4)."""
    return at.hand["stock_count"] < 16 and {"stock": at.hand["stock_count"]}


@tip("discard.not_all_four", "discard", 64)
def _not_all_four(at: Situation) -> bool:
    """With one good card among three bad ones it is tempting to change them all."""
    return len(_kept(at)) == 1


@tip("discard.count_is_public", "customs", 20)
def _count_is_public(at: Situation) -> bool:
    return not at.options["simultaneous_discards"]


@tip("discard.count_is_hidden", "customs", 20)
def _count_is_hidden(at: Situation) -> bool:
    return bool(at.options["simultaneous_discards"])


def _kept(at: Situation) -> Ranks:
    """What the best discard leaves, highest first."""
    cards = at.hand["your_cards"]
    thrown, _ = best_discard({"options": at.options, "hand": at.hand})
    ranks = RANKS[at.options["kings"]]
    return tuple(sorted((ranks[card] for card in cards if card not in thrown), reverse=True))


def _unseen(at: Situation, points: int) -> int:
    """How many of the cards that I do not hold count so much for juego (R-DECK-4)."""
    deck = Counter(min(rank, 10) for rank in RANKS[at.options["kings"]].values())
    return deck[points] - sum(min(rank, 10) == points for rank in at.ranks)


def _keeps_three(at: Situation, seat: int) -> bool:
    """Where discards are made in turn everybody sees how many a seat keeps (R-MUS-2)."""
    return at.said[seat] == "discard" and bool(at.hand["cards_held"][seat] == 3)
