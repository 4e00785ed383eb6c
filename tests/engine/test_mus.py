"""R-MUS, R-SEAT: the deal, mus, discards and the exchange."""

from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.errors import IllegalAction
from games.engine.events import Event
from games.engine.mus import serve
from games.engine.shuffle import Shuffler
from games.engine.state import PLAYING_ORDER, State
from games.engine.transitions import apply, deal, legal_actions, new_match
from games.engine.view import observe, redact
from tests.engine.tables import PLAIN, SHUFFLER, asked, cards, dealt, finished, pass_lance, play, rules, told

ALL_MUS = [(0, "mus"), (1, "mus"), (2, "mus"), (3, "mus")]
IN_TURN = {"simultaneous_discards": False}


def discards(state: State, *texts: str) -> State:
    """Each seat from the mano on discards these cards."""
    for text in texts:
        state = play(state, [(asked(state)[0], f"discard {text}")])
    return state


def one_each(state: State) -> State:
    """Everybody discards his first card."""
    while state.phase == "discard":
        seat = asked(state)[0]
        state = play(state, [(seat, f"discard {state.hands[seat][0]}")])
    return state


def passed_out(state: State) -> State:
    while state.turn is not None:
        state = pass_lance(state)
    return state


@pytest.mark.parametrize("mano", range(4))
def test_r_seat_4_one_card_at_a_time_from_the_mano(mano: int) -> None:
    state = deal(new_match(rules(), mano), SHUFFLER, DECK).state
    for place in range(4):
        seat = (mano + place) % 4
        assert state.hands[seat] == (DECK[place], DECK[place + 4], DECK[place + 8], DECK[place + 12])
    assert state.deal.stock == DECK[16:]
    assert (state.mano, state.dealer) == (mano, (mano + 3) % 4)


def test_r_seat_4_the_deck_comes_from_the_shuffler() -> None:
    state = deal(new_match(rules(), 1), SHUFFLER).state
    deck, after = SHUFFLER.shuffled(DECK)
    assert (state.deal.deck, state.deal.shuffler) == (deck, after)


def test_deal_tells_each_seat_its_own_cards() -> None:
    state, events = deal(new_match(rules(), 2), SHUFFLER)
    assert events[0].data == {"number": 1, "game": 1, "mano": 2, "dealer": 1}
    for seat in range(4):
        assert redact(events[0], seat)["cards"] == list(state.hands[seat])


def test_deal_wants_a_moment_between_hands_and_a_whole_deck() -> None:
    state = new_match(rules(), 0)
    with pytest.raises(ValueError, match="forty cards"):
        deal(state, SHUFFLER, DECK[1:])
    with pytest.raises(IllegalAction) as refusal:
        deal(deal(state, SHUFFLER).state, SHUFFLER)
    assert refusal.value.code == "no_deal"
    with pytest.raises(ValueError, match="seat"):
        new_match(rules(), 4)


@pytest.mark.parametrize("mano", range(4))
def test_r_seat_3_the_old_mano_deals(mano: int) -> None:
    state = passed_out(play(dealt(rules(), PLAIN, mano), [(mano, "no_mus")]))
    state = deal(state, SHUFFLER).state
    assert (state.mano, state.dealer, asked(state)) == ((mano + 1) % 4, mano, ((mano + 1) % 4,))


@pytest.mark.parametrize("cutter", range(4))
def test_r_mus_1_the_first_no_cuts_and_the_mano_begins(cutter: int) -> None:
    state = dealt(rules())
    state = play(state, [*ALL_MUS[:cutter], (cutter, "no_mus")])
    assert (state.phase, asked(state)) == ("grande", (0,))
    assert state.hands == dealt(rules()).hands


def test_r_mus_1_asked_from_the_mano_on() -> None:
    state = dealt(rules(), mano=2)
    for seat in (2, 3, 0, 1):
        assert (asked(state), state.phase) == ((seat,), "mus")
        assert [action.type for action in legal_actions(state, seat)] == ["mus", "no_mus"]
        state = play(state, [(seat, "mus")])
    assert state.phase == "discard"


def test_r_mus_2_in_turn_from_the_mano() -> None:
    state = play(dealt(rules(**IN_TURN), mano=1), [(1, "mus"), (2, "mus"), (3, "mus"), (0, "mus")])
    first = state.turn
    assert first is not None
    for place, seat in enumerate((1, 2, 3, 0)):
        assert state.turn is not None
        assert (state.turn.seats, state.turn.id) == ((seat,), first.id + place)
        state = play(state, [(seat, f"discard {state.hands[seat][0]}")])
    assert (state.phase, asked(state)) == ("mus", (1,))


def test_r_mus_2_all_at_once_keeps_one_question_for_all() -> None:
    state = play(dealt(rules()), ALL_MUS)
    first = state.turn
    assert first is not None
    for seat in (2, 0, 3):
        state = play(state, [(seat, f"discard {state.hands[seat][0]}")])
        assert state.turn is not None
        assert state.turn.id == first.id
        assert seat not in state.turn.seats
    assert asked(state) == (1,)


def test_r_mus_2_served_from_the_mano_each_completely() -> None:
    state = play(
        dealt(rules(), PLAIN, 1, rest="1o 2o 3o 10o 11o 12o 1c"),
        [(1, "mus"), (2, "mus"), (3, "mus"), (0, "mus")],
    )
    state = play(state, [(0, "discard 7o"), (1, "discard 7c 6c 5c"), (2, "discard 7e"), (3, "discard 7b 4b")])
    assert state.hands == (
        cards("6o 5o 4o 1c"),
        cards("4c 1o 2o 3o"),
        cards("6e 5e 4e 10o"),
        cards("6b 5b 11o 12o"),
    )


def test_r_mus_2_counts_are_told_when_all_have_chosen() -> None:
    state = play(dealt(rules()), ALL_MUS)
    events = told(state, [(0, "discard 7o 6o"), (1, "discard 7c"), (2, "discard 7e"), (3, "discard 7b")])
    assert [event.data for event in events[:4]] == [{"type": "discard"}] * 4
    assert events[4].data == {
        "counts": [2, 1, 1, 1],
        "mano": 0,
        "dealer": 3,
        "stock_count": 19,
        "discard_count": 5,
        "mus_round": 1,
    }


def test_r_mus_2_in_turn_counts_are_told_at_once() -> None:
    state = play(dealt(rules(**IN_TURN)), ALL_MUS)
    event = told(state, [(0, "discard 7o 6o")])[0]
    assert event.data == {"type": "discard", "count": 2}
    assert redact(event, 0) == {"type": "discard", "count": 2, "cards": ["7o", "6o"]}
    view = observe(play(state, [(0, "discard 7o 6o")]), 0)["hand"]
    assert (view["your_cards"], view["cards_held"], view["discard_count"]) == (["5o", "4o"], [2, 4, 4, 4], 2)


def pending(choice: str) -> tuple[State, Event]:
    state, events = apply(play(dealt(rules()), ALL_MUS), 0, Action.parse(choice))
    return state, events[0]


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_r_mus_2_a_choice_is_invisible_before_all_have_chosen(viewer: int | None) -> None:
    """Neither cards nor their number can be told from view and event."""
    few, many = pending("discard 7o"), pending("discard 4o 5o 6o")
    assert observe(few[0], viewer) == observe(many[0], viewer)
    assert redact(few[1], viewer) == redact(many[1], viewer) == {"type": "discard"}


def test_r_mus_2_one_s_own_cards_stay_until_all_have_chosen() -> None:
    state, event = pending("discard 7o")
    view = observe(state, 0)["hand"]
    assert view["your_cards"] == ["7o", "6o", "5o", "4o"]
    assert view["cards_held"] == [4, 4, 4, 4]
    assert redact(event, 0) == {"type": "discard", "cards": ["7o"]}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("discard", "wrong_card_count"),
        ("discard 7o 6o 5o 4o 7c", "wrong_card_count"),
        ("discard 7o 7o", "duplicate_card"),
        ("discard 7c", "card_not_held"),
        ("discard 12o", "card_not_held"),
        ("mus", "wrong_phase"),
        ("paso", "wrong_phase"),
        ("confirm", "wrong_phase"),
    ],
)
def test_r_mus_2_illegal_discards(text: str, code: str) -> None:
    state = play(dealt(rules()), ALL_MUS)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, 0, Action.parse(text))
    assert refusal.value.code == code


def test_r_mus_2_a_choice_cannot_be_changed() -> None:
    state = play(dealt(rules()), [*ALL_MUS, (0, "discard 7o")])
    with pytest.raises(IllegalAction) as refusal:
        apply(state, 0, Action.parse("discard 6o"))
    assert refusal.value.code == "already_discarded"


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_c4_max_mus_rounds(rounds: int) -> None:
    state = dealt(rules(max_mus_rounds=rounds))
    for _ in range(rounds):
        assert state.phase == "mus"
        state = one_each(play(state, ALL_MUS))
    assert (state.phase, asked(state)) == ("grande", (0,))


def served(stock: str, old: str, mine: list[str], mano: int = 0, keep: bool = True) -> Any:
    return serve(PLAYING_ORDER[mano], tuple(map(cards, mine)), cards(stock), cards(old), SHUFFLER, keep)


def test_r_mus_3_an_empty_stock_waits_until_a_card_is_needed() -> None:
    result = served("1o 2o 3o 4o", "12o", ["7o", "7c", "7e", "7b"])
    assert (result.stock, result.rebuild) == ((), None)
    assert result.discards == cards("12o 7o 7c 7e 7b")


def test_r_mus_3_the_last_seat_s_own_stay_out() -> None:
    result = served("1o 2o 3o", "12o 11o", ["7o", "7c", "7e", "7b 6b"])
    assert result.rebuild.seat == 3
    assert result.discards == cards("7b 6b")
    assert set(result.rebuild.pool) == set(cards("12o 11o 7o 7c 7e"))
    assert not set(result.given[3]) & set(cards("7b 6b"))


def test_r_mus_3_without_the_exception_everything_goes_in() -> None:
    result = served("1o 2o 3o", "12o 11o", ["7o", "7c", "7e", "7b 6b"], keep=False)
    assert result.discards == ()
    assert set(result.rebuild.pool) == set(cards("12o 11o 7o 7c 7e 7b 6b"))


def test_r_mus_3_the_new_stock_is_shuffled_by_the_same_stream() -> None:
    result = served("1o", "12o 11o", ["7o", "7c", "7e", "7b"])
    stock, after = SHUFFLER.rebuilt(cards("12o 11o 7o 7c 7e 7b"))
    assert result.given[1:] == (stock[:1], stock[1:2], stock[2:3])
    assert (result.stock, result.shuffler) == (stock[3:], after)
    assert isinstance(after, Shuffler)
    assert after.position > SHUFFLER.position


@pytest.mark.parametrize("keep", [True, False])
def test_r_mus_4_always_enough_cards(keep: bool) -> None:
    """Everybody throws away everything, again and again."""
    state = dealt(rules(reshuffle_keeps_last_own_apart=keep, **IN_TURN))
    for round_number in range(1, 13):
        state = play(state, ALL_MUS)
        state = discards(state, *(" ".join(hand) for hand in state.hands))
        after = state.deal
        everything = [*after.stock, *after.discards, *(card for hand in after.hands for card in hand)]
        assert sorted(everything) == sorted(DECK)
        assert after.mus_round == round_number


CORRIDO = {"mus_corrido": True, **IN_TURN}


def test_r_mus_5_the_mano_moves_before_the_cards_are_served() -> None:
    state = play(dealt(rules(**CORRIDO), PLAIN, rest="1o 2o 3o 10o"), ALL_MUS)
    for seat in (0, 1, 2, 3):
        assert asked(state) == (seat,), "discards are chosen from the old mano on"
        state = play(state, [(seat, f"discard {state.hands[seat][0]}")])
    assert (state.mano, state.dealer, asked(state), state.phase) == (1, 0, (1,), "mus")
    assert [hand[-1] for hand in state.hands] == ["10o", "1o", "2o", "3o"], "served from the new mano on"


def test_r_mus_5_the_exchange_names_the_new_mano() -> None:
    state = play(dealt(rules(**CORRIDO)), ALL_MUS)
    events = told(state, [(0, "discard 7o"), (1, "discard 7c"), (2, "discard 7e"), (3, "discard 7b")])
    assert (events[-1].data["mano"], events[-1].data["dealer"]) == (1, 0)


def test_r_mus_5_who_cuts_becomes_mano() -> None:
    state = play(dealt(rules(**CORRIDO)), [(0, "mus"), (1, "mus"), (2, "no_mus")])
    assert (state.mano, state.dealer, asked(state), state.phase) == (2, 1, (2,), "grande")


def test_r_mus_5_the_exception_is_for_the_old_mano_who_is_served_last() -> None:
    state = dealt(rules(**CORRIDO))
    state = discards(play(state, ALL_MUS), *(" ".join(hand) for hand in state.hands))
    assert len(state.deal.stock) == 8
    state = play(state, [(1, "mus"), (2, "mus"), (3, "mus"), (0, "mus")])
    old_mano = state.hands[1]
    choices = [" ".join(old_mano), " ".join(state.hands[2][:3]), state.hands[3][0], " ".join(state.hands[0])]
    state = discards(state, *choices)
    assert state.deal.discards == old_mano, "the eight of the stock went to seats 2, 3 and 0"
    assert state.mano == 2


@pytest.mark.parametrize(("cutter", "following"), [(0, 1), (2, 3), (3, 0)])
def test_r_mus_5_the_next_mano_follows_the_one_this_hand_ended_with(cutter: int, following: int) -> None:
    state = play(dealt(rules(**CORRIDO)), [*ALL_MUS[:cutter], (cutter, "no_mus")])
    state = passed_out(state)
    assert finished(state)["mano_dealt"] == 0
    assert (finished(state)["mano"], finished(state)["dealer"]) == (cutter, (cutter + 3) % 4)
    assert deal(state, SHUFFLER).state.mano == following


def test_r_mus_5_only_the_first_hand() -> None:
    state = passed_out(play(dealt(rules(**CORRIDO)), [(0, "no_mus")]))
    state = deal(state, SHUFFLER).state
    state = play(state, [(1, "mus"), (2, "no_mus")])
    assert (state.mano, asked(state)) == (1, (1,))


@pytest.mark.parametrize(("scope", "corrido"), [("game", True), ("match", False)])
def test_r_mus_5_scope(scope: str, corrido: bool) -> None:
    of = rules(**CORRIDO, mus_corrido_scope=scope, games_to_win=2)
    state = play(dealt(of), [(0, "no_mus"), (0, "ordago"), (1, "quiero")])
    assert state.game == 2
    state = deal(state, SHUFFLER).state
    assert state.deal.corrido is corrido
