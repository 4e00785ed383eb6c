"""R-END, R-MATCH: how games and matches end."""

from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.errors import IllegalAction
from games.engine.events import Events
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.transitions import apply, deal, legal_actions, resign
from games.engine.view import observe
from tests.engine.tables import (
    PAIRED,
    PLAIN,
    SHUFFLER,
    asked,
    at_grande,
    at_lance,
    dealt,
    finished,
    pass_lance,
    play,
    rows,
    rules,
    told,
    with_score,
)

ALONE = rules(partner_confirmation="none")
CLUB = rules("traditional", partner_confirmation="none")
REFUSED = [(0, "envido 2"), (1, "no_quiero")]
ORDAGO = [(0, "ordago"), (1, "quiero")]


def passed_out(state: State) -> State:
    while state.turn is not None:
        state = pass_lance(state)
    return state


def of_type(events: Events, kind: str) -> Any:
    return next(event.data for event in events if event.type == kind)


@pytest.mark.parametrize("target", [25, 30, 35, 40])
def test_r_end_1_target(target: int) -> None:
    """Team 0 needs one point and takes the grande: equal hands, seat 0 is mano."""
    state = passed_out(at_grande(rules(target=target), score=(target - 1, 0)))
    assert (state.winner, finished(state)["score_after"]) == (0, [target, 0])
    assert [row["counted"] for row in finished(state)["result"]] == [True, False, False, False]
    short = passed_out(at_grande(rules(target=target), score=(target - 5, 0)))
    assert short.winner is None


def test_r_end_1_scores_are_not_capped() -> None:
    state = play(at_grande(ALONE, score=(39, 0)), [(0, "envido 40"), (1, "quiero")])
    assert finished(passed_out(state))["score_after"] == [79, 0]


@pytest.mark.parametrize("of", [ALONE, CLUB])
def test_r_end_2_an_accepted_ordago_decides_the_game_by_that_lance(of: Rules) -> None:
    state = play(
        at_grande(of, score=(3, 39)), [(0, "envido 30"), (1, "quiero"), (0, "ordago"), (1, "quiero")]
    )
    hand = finished(state)
    assert (hand["ended_by"], hand["score_after"], state.games_won) == ("ordago", [3, 39], (1, 0))
    assert rows(state)["grande"]["counted"] is False
    assert (rows(state)["chica"]["status"], rows(state)["chica"]["team"]) == ("ordago", 0)
    assert list(rows(state)) == ["grande", "chica"]


@pytest.mark.parametrize(("mano", "winner"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_r_end_2_equal_hands_by_the_mano(mano: int, winner: int) -> None:
    state = at_grande(ALONE, PLAIN, mano)
    state = play(state, [(mano, "ordago"), ((mano + 1) % 4, "quiero")])
    assert state.winner == winner


def test_r_end_2_a_refused_ordago_is_an_ordinary_refusal() -> None:
    state = play(at_grande(ALONE), [(0, "ordago"), (1, "no_quiero")])
    assert (state.phase, state.score) == ("chica", (1, 0))


def test_r_end_3_an_accepted_bet_decides_nothing_before_its_turn() -> None:
    state = play(
        at_grande(CLUB, PLAIN, mano=1, score=(39, 39)), [(1, "paso"), (2, "paso"), (3, "paso"), (0, "paso")]
    )
    state = play(state, [(1, "envido 60"), (2, "quiero")])
    assert state.phase == "punto"
    state = passed_out(state)
    assert (state.games_won, finished(state)["score_after"]) == ((0, 1), [39, 40])


def test_r_end_4_traditional_ends_on_the_deje() -> None:
    state = play(at_grande(CLUB, score=(39, 0)), REFUSED)
    assert (state.games_won, finished(state)["ended_by"], state.needs_deal) == ((1, 0), "deje", True)
    assert [row["lance"] for row in finished(state)["result"]] == ["grande"]
    assert finished(state)["cards"] == [hand.split() for hand in PLAIN]


def test_r_end_4_gametwist_plays_on_and_counts_nothing() -> None:
    state = play(at_grande(ALONE, PAIRED, score=(39, 38)), REFUSED)
    assert (state.phase, state.provisional_winner, state.score) == ("chica", 0, (40, 38))
    assert observe(state, 1)["match"]["provisional_winner"] == 0
    state = play(state, [(0, "paso"), (1, "envido 30"), (2, "quiero")])
    state = passed_out(state)
    assert (state.winner, finished(state)["ended_by"]) == (0, "deje")
    assert finished(state)["score_after"] == [40, 38]
    assert [row["counted"] for row in finished(state)["result"]] == [True, False, False, False]


def test_r_end_4_the_second_to_get_there_changes_nothing() -> None:
    state = play(at_grande(ALONE, score=(39, 39)), REFUSED)
    state = play(state, [(0, "paso"), (1, "envido 2"), (2, "no_quiero")])
    assert (state.provisional_winner, state.score) == (0, (40, 40))
    state = passed_out(state)
    assert (state.winner, finished(state)["score_after"]) == (0, [40, 40])


@pytest.mark.parametrize(("lance", "winner"), [("chica", 1), ("pares", 0), ("punto", 1)])
def test_r_end_4_an_ordago_won_in_a_remaining_lance_wins(lance: str, winner: int) -> None:
    """Team 0 has the target; chica and punto are team 1's, pares its own. An órdago is accepted there."""
    hands = ("12o 12c 5o 4o", "7o 7c 6o 1o", "11o 11c 5c 4c", "10o 10c 6c 4e")
    state = at_lance(play(at_grande(ALONE, hands, score=(39, 0)), REFUSED), lance)
    state = play(state, ORDAGO)
    assert (state.winner, finished(state)["ended_by"]) == (winner, "ordago")
    assert finished(state)["score_after"] == [40, 0]


def test_r_end_4_a_refused_ordago_does_not_save_them() -> None:
    state = play(at_grande(ALONE, score=(39, 0)), REFUSED)
    state = play(state, [(0, "paso"), (1, "ordago"), (2, "no_quiero")])
    assert passed_out(state).winner == 0


def test_r_end_4_a_deje_in_the_last_lance() -> None:
    state = at_lance(at_grande(ALONE, score=(39, 0)), "punto")
    state = play(state, REFUSED)
    assert (state.winner, finished(state)["ended_by"]) == (0, "deje")


def test_r_end_4_forgotten_with_the_hand() -> None:
    of = rules(partner_confirmation="none", games_to_win=2)
    state = passed_out(play(at_grande(of, score=(39, 0)), REFUSED))
    assert (state.games_won, state.provisional_winner, state.score) == ((1, 0), None, (0, 0))


ENDINGS = {
    "count": (ALONE, (0, 0), [(seat, "paso") for _ in range(3) for seat in range(4)]),
    "deje": (CLUB, (39, 0), REFUSED),
    "ordago": (ALONE, (0, 0), ORDAGO),
}


@pytest.mark.parametrize("ended_by", ENDINGS)
def test_r_end_5_f55_cards_appear_exactly_when_the_hand_is_over(ended_by: str) -> None:
    of, score, words = ENDINGS[ended_by]
    events = told(at_grande(of, score=score), words)
    shown = [event.type for event in events if "cards" in event.data]
    assert shown == ["hand_finished"]
    hand = of_type(events, "hand_finished")
    assert (hand["ended_by"], hand["cards"]) == (ended_by, [held.split() for held in PLAIN])


def test_r_end_5_the_whole_finished_hand() -> None:
    state = play(
        dealt(rules("traditional"), PLAIN, 1, (3, 4)), [(1, "mus"), (2, "mus"), (3, "mus"), (0, "mus")]
    )
    for seat in (1, 2, 3, 0):
        state = play(state, [(seat, f"discard {state.hands[seat][0]}")])
    before = state
    state = passed_out(play(state, [(2, "no_mus")]))
    hand = dict(finished(state))
    result = hand.pop("result")
    assert hand == {
        "number": 1,
        "game": 1,
        "mano_dealt": 1,
        "mano": 2,
        "dealer": 1,
        "cards": [list(held) for held in before.hands],
        "dealt": [held.split() for held in PLAIN],
        "deck": list(before.deal.deck),
        "score_before": [3, 4],
        "score_after": list(state.score),
        "ended_by": "count",
    }
    assert [row["lance"] for row in result][:2] == ["grande", "chica"]


def test_r_end_6_resigning_shows_the_hand_and_counts_nothing() -> None:
    state = play(at_grande(ALONE, score=(5, 6)), [*REFUSED, (0, "envido 9"), (1, "quiero")])
    state, events = resign(state, 0)
    hand = of_type(events, "hand_finished")
    assert (hand["ended_by"], hand["score_before"], hand["score_after"]) == ("resign", [5, 6], [6, 6])
    assert [(row["lance"], row["counted"]) for row in hand["result"]] == [
        ("grande", True),
        ("chica", False),
        ("pares", False),
    ]
    assert of_type(events, "match_finished") == {"winner": 1, "games_won": [0, 0], "by": "resign"}
    assert [event.type for event in events] == ["hand_finished", "match_finished"]
    assert (state.winner, state.match_over, state.turn, state.last_hand) == (1, True, None, hand)
    assert state.last_hand is not hand, "who adds to what is told does not change the state"


def test_r_end_6_resigning_between_hands() -> None:
    state, events = resign(passed_out(at_grande(rules())), 1)
    assert [event.type for event in events] == ["match_finished"]
    assert state.winner == 0


def test_r_end_6_nothing_to_resign_after_the_end() -> None:
    over = play(at_grande(ALONE), ORDAGO)
    with pytest.raises(IllegalAction) as refusal:
        resign(over, 0)
    assert refusal.value.code == "match_over"


def test_nothing_is_played_after_the_end() -> None:
    over = play(at_grande(ALONE), ORDAGO)
    assert (over.match_over, over.needs_deal, over.phase) == (True, False, "over")
    assert all(legal_actions(over, seat) == () for seat in range(4))
    with pytest.raises(IllegalAction) as refusal:
        apply(over, 0, Action("paso"))
    assert refusal.value.code == "match_over"
    with pytest.raises(IllegalAction) as refusal:
        deal(over, SHUFFLER)
    assert refusal.value.code == "no_deal"


def test_nothing_is_played_between_hands() -> None:
    between = passed_out(at_grande(rules()))
    assert (between.needs_deal, between.phase, between.hands) == (True, "between", ((), (), (), ()))
    with pytest.raises(IllegalAction) as refusal:
        apply(between, asked_never(between), Action("paso"))
    assert refusal.value.code == "no_hand"


def asked_never(state: State) -> int:
    assert asked(state) == ()
    return 0


def test_r_match_games_restart_at_nothing_and_the_mano_moves_on() -> None:
    state, events = apply(play(at_grande(CLUB, PLAIN, 3, (10, 20)), [(3, "ordago")]), 0, Action("quiero"))
    assert of_type(events, "game_finished") == {
        "game": 1,
        "winner": 1,
        "score": [10, 20],
        "games_won": [0, 1],
        "by": "ordago",
    }
    assert "match_finished" not in {event.type for event in events}
    assert (state.score, state.games_won, state.game, state.needs_deal) == ((0, 0), (0, 1), 2, True)
    state, events = deal(state, SHUFFLER)
    assert events[0].data == {"number": 2, "game": 2, "mano": 0, "dealer": 3}


@pytest.mark.parametrize("games", [1, 2, 3])
def test_r_match_games_to_win(games: int) -> None:
    state = at_grande(rules(partner_confirmation="none", games_to_win=games))
    for won in range(1, games + 1):
        mano = state.mano
        state = play(state, [(mano, "ordago"), ((mano + 1) % 4, "quiero")])
        assert max(state.games_won) >= won / 2
        if state.match_over:
            break
        state = play(deal(state, SHUFFLER).state, [(state.mano, "no_mus")])
    while not state.match_over:
        state = play(state, [(state.mano, "ordago"), ((state.mano + 1) % 4, "quiero")])
        if state.needs_deal:
            state = play(deal(state, SHUFFLER).state, [(state.mano, "no_mus")])
    assert max(state.games_won) == games
    assert state.winner == state.games_won.index(games)


def test_r_match_the_last_score_stays_to_be_seen() -> None:
    state, events = apply(play(at_grande(ALONE, score=(7, 9)), [(0, "ordago")]), 1, Action("quiero"))
    assert (state.score, state.winner) == ((7, 9), 0)
    assert of_type(events, "match_finished") == {"winner": 0, "games_won": [1, 0], "by": "ordago"}
    view = observe(state, 2)
    assert (view["hand"], view["turn"], view["legal_actions"], view["said"]) == (None, None, [], [None] * 4)
    assert view["match"]["winner"] == 0
    assert view["last_hand"]["number"] == 1


def test_turn_ids_go_on_through_the_match() -> None:
    state = at_grande(rules())
    last = 0
    for _ in range(3):
        while state.turn is not None:
            assert state.turn.id > last
            last = state.turn.id
            state = play(state, [(asked(state)[0], "paso" if state.phase != "mus" else "no_mus")])
        state = deal(state, SHUFFLER).state
        assert state.turn is not None
        assert state.turn.id == last + 1


def test_score_helper_starts_a_hand_there() -> None:
    assert with_score(at_grande(rules()), (3, 4)).score == (3, 4)
