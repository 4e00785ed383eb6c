"""The numbers that tips tell are those of the engine: what refusing pays, bonuses, how hands compare."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import DECK, RANKS
from games.engine.combos import LANCES, worth_table
from games.engine.events import Events
from games.engine.scoring import best_seat, worths_of
from games.engine.signs import check_sign
from games.engine.state import State
from games.engine.transitions import apply
from games.hints import RULES, Tip
from games.hints.situation import Situation
from games.hints.texts import text_of
from games.hints.texts.none_worse import NONE_WORSE
from games.hints.tip import Cards, Points, Sign
from tests.engine.tables import pass_lance, rows
from tests.hints.cases import CASES
from tests.hints.matches import questions
from tests.hints.positions import Position

GIVING_IN = {
    "deje.costs_now",
    "deje.costs_what_stood",
    "ordago.refusing_costs",
    "confirm.refusal",
    "score.refusal_ends_game",
    "score.refusal_gives_target",
}
THEIR_REFUSAL = {"deje.first_refusal", "score.deje_wins", "score.deje_leads", "ordago.little_if_refused"}
THEIR_REFUSAL_OF_OURS = {"confirm.raise", "confirm.lifting_accepts_nothing"}


def moments(seed: int, matches: int, codes: set[str]) -> Iterator[tuple[State, int, dict[str, Any]]]:
    """Where one of these tips fits, given or not: the state, the seat, the tip's numbers."""
    for state, seat, view in questions(Random(seed), matches):
        situation = Situation.of(view)
        for code in sorted(codes):
            tip = RULES[code].at(situation)
            if tip is not None:
                yield state, seat, {"code": code, **numbers_of(tip)}


def numbers_of(tip: Tip) -> dict[str, Any]:
    """What the tip's text is told with, points as plain numbers."""
    return {name: value.number if isinstance(value, Points) else value for name, value in tip.params.items()}


def said(state: State, word: str) -> tuple[State, Events]:
    """The state after whoever is asked has said a word and a partner who is asked has confirmed it."""
    assert state.turn is not None
    events: Events = ()
    state, events = apply(state, state.turn.seats[0], Action.parse(word))
    while state.turn is not None and state.turn.kind == "confirm":
        state, more = apply(state, state.turn.seats[0], Action("confirm"))
        events += more
    return state, events


def refused(state: State, word: str) -> dict[str, Any]:
    """What is told of the lance after a refusal."""
    _, events = said(state, word)
    return next(event.data for event in events if event.type == "lance_closed")


def test_r_bet_7_what_giving_in_costs() -> None:
    seen: Counter[str] = Counter()
    for state, seat, tip in moments(1, 40, GIVING_IN):
        assert state.turn is not None
        closed = refused(state, "confirm" if state.turn.kind == "confirm" else "no_quiero")
        assert (closed["deje"], closed["team"]) == (tip["deje"], 1 - seat % 2)
        seen[tip["code"]] += 1
    assert set(seen) == GIVING_IN


def test_r_bet_7_what_the_rivals_pay_for_refusing() -> None:
    seen: Counter[str] = Counter()
    for state, seat, tip in moments(2, 40, THEIR_REFUSAL):
        state, _ = said(state, "ordago")
        closed = refused(state, "no_quiero")
        assert (closed["deje"], closed["team"]) == (tip["deje"], seat % 2)
        seen[tip["code"]] += 1
    assert set(seen) == THEIR_REFUSAL


def test_r_bet_7_what_the_rivals_pay_for_refusing_what_the_pair_agrees_on() -> None:
    seen: Counter[str] = Counter()
    for state, seat, tip in moments(3, 40, THEIR_REFUSAL_OF_OURS):
        state, _ = said(state, "confirm")
        closed = refused(state, "no_quiero")
        assert (closed["deje"], closed["team"]) == (tip["deje"], seat % 2)
        seen[tip["code"]] += 1
    assert set(seen) == THEIR_REFUSAL_OF_OURS


def test_a_refusal_that_ends_the_game_ends_it_and_one_that_gives_the_target_gives_it() -> None:
    for state, seat, tip in moments(4, 40, {"score.refusal_ends_game", "score.refusal_gives_target"}):
        assert state.turn is not None
        after, events = said(state, "confirm" if state.turn.kind == "confirm" else "no_quiero")
        kinds = [event.type for event in events]
        if tip["code"] == "score.refusal_ends_game":
            assert next(event.data["winner"] for event in events if event.type == "game_finished") != seat % 2
        else:
            assert "game_finished" in kinds or after.provisional_winner == 1 - seat % 2


def test_the_score_that_is_told_is_the_score() -> None:
    codes = {"score.count_in_order", "score.rivals_nearly_there", "ordago.not_when_ahead", "score.far_behind"}
    for state, seat, tip in moments(5, 20, codes):
        mine, theirs = (state.rules.target - state.score[team] for team in (seat % 2, 1 - seat % 2))
        if tip["code"] == "score.count_in_order":
            assert (tip["need"], tip["rivals_need"]) == (mine, theirs)
        elif tip["code"] == "score.rivals_nearly_there":
            assert tip["need"] == theirs
        else:
            assert abs(mine - theirs) == tip.get("lead", tip.get("gap"))


def test_r_count_what_a_small_bet_costs_and_brings() -> None:
    """The bet is accepted and everything else passed: the result list shows what it was worth."""
    won = lost = 0
    for state, seat, tip in moments(6, 60, {"stake.small_bet", "stake.plays_for"}):
        lance = str(state.phase)
        deje = refused(state, "no_quiero")["deje"]
        after, _ = said(state, "quiero")
        while after.turn is not None and after.hand_number == state.hand_number:
            after = pass_lance(after)
        row = rows(after)[lance]
        assert row["stake"] - deje == tip["more"]
        if row["team"] == seat % 2:
            assert row["stake"] + row["bonus"][seat % 2] >= tip.get("gain", 0)
            won += 1
        else:
            lost += 1
    assert won > 20
    assert lost > 20


BONUS = {
    "mus.cut_with_31_and_pares",
    "mus.cut_with_31",
    "mus.three_kings_and_ace",
    "bonus.partner_holds_too",
    "bonus.of_the_lance",
    "bonus.of_punto",
    "bonus.goes_with_the_lance",
    "confirm.bonus_goes_too",
}


def test_r_count_1_the_bonus_of_a_hand() -> None:
    seen: Counter[str] = Counter()
    for state, seat, tip in moments(8, 80, BONUS):
        rules, hand = state.rules, [RANKS[state.rules.kings][card] for card in state.hands[seat]]
        alike = sorted(Counter(hand).values())
        pares = {(1, 1, 2): 0, (1, 3): 1, (2, 2): 2, (4,): 2}.get(tuple(alike))
        total = sum(min(rank, 10) for rank in hand)
        bonuses = {
            "pares": 0 if pares is None else rules.pares_bonus[pares],
            "juego": 0 if total < 31 else rules.juego_bonus[total != 31],
            "punto": rules.punto_bonus,
        }
        lances = [state.phase] if state.phase in bonuses else ["pares", "juego"]
        assert sum(bonuses[lance] for lance in lances) == tip["bonus"]
        seen[tip["code"]] += 1
    assert set(seen) == BONUS


def test_who_cannot_lose_does_not_lose() -> None:
    found = 0
    for state, seat, _ in moments(9, 150, {"lance.cannot_lose"}):
        winner = best_seat(state.betting.lance, worths_of(state.rules, state.hands), state.mano)
        assert winner % 2 == seat % 2
        found += 1
    assert found > 50


@pytest.mark.parametrize(
    ("position", "cannot_lose"),
    [
        (Position("12o 12c 12e 3o", "no_mus"), True),
        (Position("12o 12c 12e 3o", "no_mus, paso", mano=3), False),
        (Position("12o 12c 12e 3o", "no_mus, paso", mano=3, options={"kings": 4}), True),
        (Position("12o 11c 10e 1o", "no_mus, juego", others="pj - pj"), True),
        (Position("12o 11c 10e 1o", "no_mus, juego", others="pj - pj", options={"la_real": "king"}), False),
        (Position("12o 11c 10e 1o", "no_mus, juego, paso", mano=3, others="- - j"), False),
    ],
)
def test_when_a_lance_cannot_be_lost(position: Position, cannot_lose: bool) -> None:
    assert Situation.of(position.view()).cannot_lose is cannot_lose


def share_worse(cards: str, lance: str) -> int:
    """By counting all hands: of 100 that can play the lance, how many are worse."""
    table = worth_table(8, "off")
    mine = table.of(tuple(cards.split()))  # type: ignore[arg-type]
    place = LANCES.index(lance)  # type: ignore[arg-type]
    plays = {
        "pares": lambda w: w.has_pares,
        "juego": lambda w: w.has_juego,
        "punto": lambda w: not w.has_juego,
    }
    able = [w for w in map(table.of, combinations(DECK, 4)) if plays.get(lance, lambda _: True)(w)]
    return min(99, round(100 * sum(w[place] < mine[place] for w in able) / len(able)))


@pytest.mark.parametrize(
    ("code", "lance"),
    [
        ("grande.strong", "grande"),
        ("chica.weak", "chica"),
        ("pares.high_pareja", "pares"),
        ("juego.not_31", "juego"),
    ],
)
def test_of_a_hundred_hands_so_many_are_worse(code: str, lance: str) -> None:
    here, _ = CASES[code]
    tip = RULES[code].at(Situation.of(here.view()))
    assert tip is not None
    assert tip.params["percent"] == share_worse(here.cards, lance)


def test_of_the_lowest_juego_it_is_said_that_none_is_worse() -> None:
    here, _ = CASES["mus.weak_juego"]
    tip = RULES["mus.weak_juego"].at(Situation.of(here.view()))
    assert tip is not None
    assert tip.params == {"total": 33, "percent": 0}
    assert text_of(tip).startswith("33 is a weak juego: of 100 hands with juego, none is worse. ")


@pytest.mark.parametrize("code", NONE_WORSE)
def test_no_tip_counts_hands_that_are_not_there(code: str) -> None:
    here, _ = CASES[code]
    tip = RULES[code].at(Situation.of(here.view()))
    assert tip is not None
    none = text_of(tip._replace(params={**tip.params, "percent": 0}))
    some = text_of(tip._replace(params={**tip.params, "percent": 7}))
    assert "none is worse" in none
    assert "about 7 are worse" in some


def test_of_the_cards_not_in_the_hand_so_many_make_31() -> None:
    here, _ = CASES["discard.one_card_from_31"]
    tip = RULES["discard.one_card_from_31"].at(Situation.of(here.view()))
    assert tip is not None
    [thrown] = tip.params["thrown"].ranks  # type: ignore[union-attr]
    kept = [card for card in here.cards.split() if RANKS[8][card] != thrown]
    others = [card for card in DECK if card not in here.cards.split()]
    points = [sum(min(RANKS[8][card], 10) for card in (*kept, other)) for other in others]
    assert (tip.params["hits"], tip.params["unseen"]) == (points.count(31), len(others))


def test_two_kings_are_as_frequent_as_told() -> None:
    here, _ = CASES["grande.two_kings"]
    tip = RULES["grande.two_kings"].at(Situation.of(here.view()))
    hands = [sum(RANKS[8][card] == 12 for card in hand) >= 2 for hand in combinations(DECK, 4)]
    assert tip == Tip("grande.two_kings", "strength", {"percent": round(100 * sum(hands) / len(hands))})


def test_the_sign_that_is_told_may_be_made_and_is_true() -> None:
    gestures = set()
    for state, seat, tip in moments(10, 150, {"signs.only_partner_sees", "signs.everybody_sees"}):
        sign = tip["sign"]
        assert isinstance(sign, Sign)
        check_sign(state, seat, sign.gesture)
        check_sign(
            state._replace(rules=replace(state.rules, signs_truthful=True), phase="chica"), seat, sign.gesture
        )
        gestures.add(sign.gesture)
    assert len(gestures) == 8


def test_r_mus_5_mus_corrido_is_known_from_the_view() -> None:
    for state, seat, view in questions(Random(12), 40):
        corrido = state.deal.corrido and state.phase in ("mus", "discard")
        assert Situation.of(view).is_corrido is corrido, (state.phase, seat)


def test_what_is_best_kept_is_held() -> None:
    for state, seat, tip in moments(13, 10, {"discard.best_keep"}):
        kept = tip["kept"]
        assert isinstance(kept, Cards)
        held = Counter(RANKS[state.rules.kings][card] for card in state.hands[seat])
        assert not Counter(kept.ranks) - held
