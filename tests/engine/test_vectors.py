"""The worked cases of `vectors/rules.jsonl`, each with its why, played by the engine.

The cases give the spoken number: under `raise_mode=by` that is the increment, and the engine takes totals.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.combos import JUEGO_ORDER, worth_table
from games.engine.mus import serve
from games.engine.rules import Rules, resolve
from games.engine.scoring import best_seat, worths_of
from games.engine.state import PLAYING_ORDER, State
from games.engine.transitions import apply, is_legal
from tests.engine.tables import (
    PLAIN,
    SHUFFLER,
    answer_all,
    asked,
    at_grande,
    at_lance,
    dealt,
    finished,
    pass_lance,
    play,
)

Case = Mapping[str, Any]

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "rules.jsonl").read_text(encoding="utf-8").splitlines()
]
KINDS = ("none", "pareja", "medias", "duples")
WITH_PARES = ("12o 12c 5o 4o", "11o 11c 5c 4c", "10o 10c 6c 4e", "7o 7c 6o 4b")
STEPS = {"open": "opening", "respond": "response", "confirm": "confirm"}


def of_type(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in VECTORS if case["type"] == kind]


def rules_of(case: Case) -> Rules:
    return resolve(case["ruleset"], case["options"])


def hands_of(case: Case) -> list[str]:
    return [" ".join(case["hands"][str(seat)]) for seat in range(4)]


def test_there_are_284_cases() -> None:
    assert len(VECTORS) == len({case["id"] for case in VECTORS}) == 284
    assert {case["type"] for case in VECTORS} == {"compare", "bet", "count", "stock"}


# R-LANCE, R-DECL, R-COUNT-1


@pytest.mark.parametrize("case", of_type("compare"))
def test_compare(case: Case) -> None:
    rules, mano, expected = rules_of(case), case["mano"], case["expect"]
    state = dealt(rules, hands_of(case), mano)
    worths = worths_of(rules, state.hands)
    assert [KINDS[worth.pares_kind] for worth in worths] == expected["pares_kind"]
    assert [worth.punto for worth in worths] == expected["totals"]
    for lance in ("grande", "chica"):
        assert best_seat(lance, worths, mano) == expected[lance]
    check_contest(state, "pares", expected["pares"])
    check_contest(state, "juego" if "juego" in expected else "punto", expected)


def check_contest(state: State, lance: str, expected: Mapping[str, Any]) -> None:
    """Who may play a lance, who has won it, and the bonus, as a hand of passes shows them."""
    expected = expected.get(lance, expected)
    end = passed_out(state)
    rows = {row["lance"]: row for row in finished(end)["result"]}
    row = rows[lance]
    contest = row["status"] if row["status"] in ("none", "single") else "open"
    assert (contest, row["seat"], sum(row["bonus"])) == (
        expected["contest"],
        expected["winner"],
        expected["bonus"],
    )
    assert ("punto" in rows) != ("juego" in rows)


def passed_out(state: State) -> State:
    """The mano cuts and everybody passes to the end."""
    state = play(state, [(asked(state)[0], "no_mus")])
    while state.turn is not None:
        state = pass_lance(state)
    return state


def test_compare_cases_use_every_juego() -> None:
    totals = {total for case in VECTORS if case["type"] == "compare" for total in case["expect"]["totals"]}
    assert set(JUEGO_ORDER) <= totals


# R-BET


def hands_for(lance: str, eligible: Sequence[int]) -> Sequence[str]:
    """Hands of which exactly these seats may play the lance."""
    if lance in ("grande", "chica"):
        return PLAIN
    assert lance == "pares"
    unpaired = ("7e 6e 5e 1o", "7b 6b 5b 1c", "7e 6e 5e 1o", "7b 6b 5b 1c")
    return [WITH_PARES[seat] if seat in eligible else unpaired[seat] for seat in range(4)]


def action_of(state: State, word: Sequence[Any]) -> Action:
    """A spoken word as an action: an increment becomes a total."""
    kind, *amount = word
    if not amount:
        return Action(kind)
    said_before = state.betting.bet if state.rules.raise_mode == "by" else 0
    return Action(kind, said_before + amount[0])


def say(state: State, words: Iterable[Sequence[Any]]) -> State:
    for seat, *word in words:
        state = apply(state, seat, action_of(state, word)).state
    return state


@pytest.mark.parametrize("case", of_type("bet"))
def test_bet(case: Case) -> None:
    hands = hands_for(case["lance"], case["eligible"])
    state = at_lance(at_grande(rules_of(case), hands, case["mano"]), case["lance"])
    assert sorted(state.betting.seats) == case["eligible"]
    expected = case["expect"]
    if "illegal_at" in expected:
        check_refusal(state, case)
    elif "result" in expected:
        check_result(say(state, case["actions"]), case["lance"], expected)
    else:
        check_question(say(state, case["actions"]), expected)


def check_refusal(state: State, case: Case) -> None:
    state = say(state, case["actions"][: case["expect"]["illegal_at"]])
    seat, *word = case["actions"][case["expect"]["illegal_at"]]
    assert not is_legal(state, seat, action_of(state, word))
    assert asked(state) == (case["expect"]["turn"],)


def check_question(state: State, expected: Mapping[str, Any]) -> None:
    assert state.turn is not None
    assert (asked(state), STEPS[state.turn.kind]) == ((expected["turn"],), expected["phase"])


def check_result(state: State, lance: str, expected: Mapping[str, Any]) -> None:
    if state.turn is None:
        row = {row["lance"]: row for row in finished(state)["result"]}[lance]
        closed = (row["status"], row["stake"], row["team"])
    else:
        assert state.phase != lance
        closed = next(
            (each.status, each.stake, each.team) for each in state.record.lances if each.lance == lance
        )
    assert closed[0] == expected["result"]
    if "stake" in expected:
        assert closed[1] == expected["stake"]
    if "deje" in expected:
        assert closed[1:] == (expected["deje"], expected["team"])


# R-COUNT, R-END


@pytest.mark.parametrize("case", of_type("count"))
def test_count(case: Case) -> None:
    state = at_grande(rules_of(case), hands_of(case), case["mano"], case["score"])
    for lance, result in case["results"].items():
        assert state.phase == lance
        state = say(state, case["betting"][lance]) if "betting" in case else reach(state, result)
    hand, expected = finished(state), case["expect"]
    assert state.turn is None, "the hand goes on"
    assert hand["score_after"] == expected["score"]
    assert (game_winner(state), hand["ended_by"] if expected["by"] else None) == (
        expected["winner"],
        expected["by"],
    )
    assert ledger(hand) == expected["ledger"]


def reach(state: State, result: Mapping[str, Any]) -> State:
    """Bet so that the lance ends like this."""
    kind = result["result"]
    if kind == "paso":
        return pass_lance(state)
    if kind == "ordago":
        return answer_all(answer_all(state, "ordago"), "quiero")
    if kind == "accepted":
        return answer_all(answer_all(state, f"envido {result['stake']}"), "quiero")
    return refuse(state, result["team"], result["deje"])


def refuse(state: State, team: int, deje: int) -> State:
    """A first bet of the team, or a raise of theirs over a bet of the deje, refused."""
    opener = team if deje == 1 else 1 - team
    while asked(state)[0] % 2 != opener:
        state = play(state, [(asked(state)[0], "paso")])
    if deje > 1:
        state = answer_all(state, f"envido {deje}")
    state = answer_all(state, f"envido {deje + 2}")
    return answer_all(state, "no_quiero")


def game_winner(state: State) -> int | None:
    """The winner of the first game."""
    won = state.games_won
    return won.index(1) if 1 in won else None


def ledger(hand: Mapping[str, Any]) -> list[list[Any]]:
    """The result list as the cases give it: dejes when they happened, then the count, payment by payment."""
    rows = [row for row in hand["result"] if row["counted"]]
    dejes = [
        [row["lance"], row["team"], sum(row["points"]), "deje"] for row in rows if row["status"] == "declined"
    ]
    return dejes + [entry for row in rows for entry in payments(row)]


def payments(row: Mapping[str, Any]) -> list[list[Any]]:
    lance, team, status = row["lance"], row["team"], row["status"]
    entries: list[list[Any]] = []
    if status == "ordago" or (status != "declined" and sum(row["points"])):
        entries.append([lance, team, sum(row["points"]), status])
    if team is not None:
        entries += [
            [lance, side, row["bonus"][side], "bonus"] for side in (team, 1 - team) if row["bonus"][side]
        ]
    return entries


# R-MUS-3


@pytest.mark.parametrize("case", of_type("stock"))
def test_stock_served(case: Case) -> None:
    chosen = [tuple(case["discards"][str(seat)]) for seat in range(4)]
    served = serve(
        PLAYING_ORDER[case["mano"]],
        (chosen[0], chosen[1], chosen[2], chosen[3]),
        tuple(case["stock"]),
        tuple(case["old"]),
        SHUFFLER,
        rules_of(case).reshuffle_keeps_last_own_apart,
    )
    rebuild = served.rebuild
    rebuilds = (
        []
        if rebuild is None
        else [
            {
                "seat": rebuild.seat,
                "had": rebuild.had,
                "pool_size": len(rebuild.pool),
                "apart_size": len(rebuild.apart),
            }
        ]
    )
    assert [len(cards) for cards in served.given] == case["expect"]["given_counts"]
    assert len(served.stock) == case["expect"]["stock_left"]
    assert rebuilds == case["expect"]["rebuilds"]


@pytest.mark.parametrize("case", of_type("stock"))
def test_stock_in_a_hand(case: Case) -> None:
    """The same exchange as four players' discards."""
    state = before_discards(case)
    for seat in PLAYING_ORDER[case["mano"]]:
        state = play(state, [(seat, " ".join(("discard", *case["discards"][str(seat)])))])
    after = state.deal
    apart = sum(rebuild["apart_size"] for rebuild in case["expect"]["rebuilds"])
    everything = len(case["old"]) + sum(case["expect"]["given_counts"])
    assert len(after.stock) == case["expect"]["stock_left"]
    assert len(after.discards) == (apart if case["expect"]["rebuilds"] else everything)
    assert sorted((*chain.from_iterable(after.hands), *after.stock, *after.discards)) == sorted(DECK)


def before_discards(case: Case) -> State:
    """A hand that stands as the case says, four times mus said."""
    state = dealt(rules_of(case), PLAIN, case["mano"])
    state = play(state, [(seat, "mus") for seat in PLAYING_ORDER[case["mano"]]])
    hands = [list(case["discards"][str(seat)]) for seat in range(4)]
    used = {*case["stock"], *case["old"], *chain.from_iterable(hands)}
    kept = [card for card in DECK if card not in used]
    for hand in hands:
        while len(hand) < 4:
            hand.append(kept.pop())
    assert not kept
    deal = state.deal._replace(
        hands=(tuple(hands[0]), tuple(hands[1]), tuple(hands[2]), tuple(hands[3])),
        stock=tuple(case["stock"]),
        discards=tuple(case["old"]),
    )
    return state._replace(deal=deal)


def test_the_table_of_worths_is_made_once() -> None:
    assert worth_table(8, "off") is worth_table(8, "off")
