"""F05: all four discard in the same moment, in any order, and all four are accepted."""

import json
from itertools import permutations

import pytest

from games.idempotency import Outcome
from tests.faults.races import at_once, meet
from tests.games.driver import Match

CARDS = (["7o"], ["7c", "6c"], ["7e"], ["7b", "6b", "5b"])


def asked_to_discard() -> Match:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    return match


def discards(match: Match, turn: int) -> list[Outcome | Exception]:
    return at_once(
        *[
            lambda number=number: match.send(  # type: ignore[misc]
                number, {"type": "discard", "cards": CARDS[number]}, turn=turn
            )
            for number in range(4)
        ]
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(5))
def test_all_four_are_accepted_with_the_turn_they_all_saw(round_: int) -> None:
    match = asked_to_discard()
    turn, version = match.turn().id, match.row().version
    outcomes = discards(match, turn)
    assert [getattr(outcome, "status", outcome) for outcome in outcomes] == [200] * 4
    types = [event.type for event in match.log()[version:]]
    assert types == ["action"] * 4 + ["cards_exchanged"]
    assert match.log("cards_exchanged")[0].data["counts"] == [1, 2, 1, 3]
    assert (match.state().phase, match.turn().id) == ("mus", turn + 1)


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_another_discard_is_accepted_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = asked_to_discard()
    turn = match.turn().id
    first, second = meet(
        monkeypatch,
        "games.moves.apply",
        lambda: match.send(0, {"type": "discard", "cards": ["7o"]}, turn=turn),
        lambda: match.send(3, {"type": "discard", "cards": ["7b"]}, turn=turn),
    )
    assert (first.status, second.status) == (200, 200)
    assert json.loads(second.body)["table"]["turn"]["seats"] == [1, 2]


@pytest.mark.django_db
def test_the_order_of_discards_does_not_change_the_cards_that_come() -> None:
    dealt = set()
    for order in list(permutations(range(4)))[::5]:
        match = asked_to_discard()
        turn = match.turn().id
        for number in order:
            match.send(number, {"type": "discard", "cards": CARDS[number]}, turn=turn)
        dealt.add(match.state().hands)
    assert len(dealt) == 1
