"""The casual level at the table: single decisions, hands as dealt by the engine."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.bots import choose
from games.bots.reading import Reading
from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.rules import resolve
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match
from games.engine.view import observe

MOODS = 200

KINGS = "12o 12c 12e 3o"
KINGS_AND_ACE = "12o 12c 3e 1b"
JUEGO_31 = "12o 11c 10e 1b"
FIGURES = "11o 11e 10o 12b"
RAGS = "7o 6c 5e 4b"
ACES = "1o 1c 2e 2b"
MIDDLING = "12o 7c 6e 4b"


def dealt(
    hands: dict[int, str],
    *words: str,
    mano: int = 0,
    score: tuple[int, int] = (0, 0),
    ruleset: str = "gametwist",
    **options: object,
) -> State:
    """A hand in which these seats hold these cards and the words were said by whoever was asked."""
    state = new_match(resolve(ruleset, options), mano)
    state = state._replace(match=state.match._replace(score=score))
    state = deal(state, Shuffler(bytes(32), 0), _deck(hands, mano)).state
    for word in words:
        assert state.turn
        state = apply(state, state.turn.seats[0], Action.parse(word)).state
    return state


def _deck(hands: dict[int, str], mano: int) -> tuple[str, ...]:
    held = {seat: cards.split() for seat, cards in hands.items()}
    rest = [card for card in DECK if all(card not in cards for cards in held.values())]
    Random(5).shuffle(rest)
    four = [held.get(seat) or [rest.pop() for _ in range(4)] for seat in range(4)]
    return (*(four[(mano + place) % 4][place // 4] for place in range(16)), *rest)


def answers(state: State, seat: int | None = None) -> Counter[str]:
    """What the seat in turn says in many moods."""
    assert state.turn
    if seat is not None:
        assert state.turn.seats == (seat,)
    view = observe(state, state.turn.seats[0])
    return Counter(choose("casual", view, Random(mood)).type for mood in range(MOODS))


class TestMus:
    @pytest.mark.parametrize("cards", [KINGS, JUEGO_31, "12o 3c 11e 11b", "12o 3c 1e 2b", "12o 12c 11e 1b"])
    def test_it_cuts_with_a_good_hand(self, cards: str) -> None:
        assert answers(dealt({0: cards}))["no_mus"] == MOODS

    @pytest.mark.parametrize("cards", [RAGS, MIDDLING, "11o 7c 6e 5b", "12o 5c 4e 1b"])
    def test_it_wants_mus_with_a_bad_one(self, cards: str) -> None:
        assert answers(dealt({0: cards}))["mus"] > 0.95 * MOODS

    def test_it_keeps_its_kings(self) -> None:
        state = dealt({0: "12o 3c 7b 4c"}, "mus", "mus", "mus", "mus", simultaneous_discards=False)
        view = observe(state, 0)
        assert set(choose("casual", view, Random(1)).cards) == {"7b", "4c"}

    def test_it_discards_while_the_others_do(self) -> None:
        """All four are asked at once, and the seat is not named in the question."""
        state = dealt({2: "12o 3c 7b 4c"}, "mus", "mus", "mus", "mus")
        assert state.turn
        assert len(state.turn.seats) == 4
        assert set(choose("casual", observe(state, 2), Random(1)).cards) == {"7b", "4c"}


class TestOpening:
    def test_it_bets_good_hands_and_sometimes_lies_in_wait(self) -> None:
        said = answers(dealt({0: KINGS}, "no_mus"))
        assert said["envido"] > 0.6 * MOODS
        assert 0 < said["paso"] < 0.3 * MOODS

    @pytest.mark.parametrize("hand", [RAGS, "6o 6c 5e 4b", "7o 7c 5e 4b"])
    def test_it_bluffs_a_little(self, hand: str) -> None:
        """Bluffs at the grande with nothing: they happen, and seldom."""
        state = dealt({0: hand}, "no_mus")
        bets = MOODS - answers(state)["paso"]
        assert 0 < bets < 0.15 * MOODS
        amounts = [choose("casual", observe(state, 0), Random(mood)).amount for mood in range(MOODS)]
        assert all(amount is None or amount <= 6 for amount in amounts)

    def test_position_counts(self) -> None:
        """The same cards bet more often after three passes than before anybody spoke."""
        hand = "12o 11c 10e 7b"
        first = answers(dealt({0: hand}, "no_mus", mano=0))["envido"]
        last = answers(dealt({0: hand}, "no_mus", "paso", "paso", "paso", mano=1), 0)["envido"]
        assert last > first

    def test_aces_are_for_the_chica(self) -> None:
        grande = answers(dealt({0: ACES}, "no_mus"))
        chica = answers(dealt({0: ACES}, "no_mus", *["paso"] * 4))
        assert grande["envido"] < 0.15 * MOODS < 0.6 * MOODS < chica["envido"] + chica["ordago"]

    def test_no_ordago_on_nothing(self) -> None:
        for score in ((0, 0), (30, 5), (20, 20)):
            assert answers(dealt({0: RAGS}, "no_mus", score=score))["ordago"] == 0


class TestAnswering:
    @pytest.mark.parametrize("amount", [6, 10, 30])
    def test_it_folds_a_weak_hand_to_a_big_bet(self, amount: int) -> None:
        state = dealt({1: RAGS}, "no_mus", f"envido {amount}", "confirm")
        assert answers(state, 1)["no_quiero"] == MOODS

    def test_it_seldom_raises_a_small_bet_on_nothing(self) -> None:
        said = answers(dealt({1: RAGS}, "no_mus", "envido 2", "confirm"), 1)
        assert said["no_quiero"] + said["envido"] == MOODS
        assert 0 < said["envido"] < 0.06 * MOODS

    @pytest.mark.parametrize("amount", [2, 5])
    def test_it_keeps_a_strong_one(self, amount: int) -> None:
        state = dealt({1: KINGS}, "no_mus", f"envido {amount}", "confirm")
        assert answers(state, 1)["no_quiero"] == 0

    def test_the_more_is_asked_the_less_it_keeps(self) -> None:
        hands = [" ".join(Random(seed).sample(DECK, 4)) for seed in range(60)]
        folds = []
        for amount in (2, 6, 20):
            states = (dealt({1: hand}, "no_mus", f"envido {amount}", "confirm") for hand in hands)
            folds.append(
                sum(choose("casual", observe(state, 1), Random(0)).type == "no_quiero" for state in states)
            )
        assert 0 < folds[0] < folds[1] <= folds[2] < 60

    def test_it_raises_with_the_best(self) -> None:
        said = answers(dealt({1: KINGS}, "no_mus", "envido 2", "confirm"), 1)
        assert said["envido"] > 0.5 * MOODS


class TestOrdago:
    def test_mediocre_cards_refuse_when_ahead(self) -> None:
        state = dealt({1: "12o 3c 7e 4b"}, "no_mus", "ordago", score=(5, 30))
        assert answers(state, 1)["no_quiero"] == MOODS

    def test_the_same_cards_accept_when_all_is_lost_otherwise(self) -> None:
        state = dealt({1: "12o 3c 7e 4b"}, "no_mus", "ordago", score=(39, 5))
        assert answers(state, 1)["quiero"] == MOODS

    def test_unbeatable_cards_accept_at_any_score(self) -> None:
        for score in ((0, 0), (5, 35), (35, 5)):
            assert answers(dealt({1: KINGS}, "no_mus", "ordago", score=score), 1)["quiero"] == MOODS

    def test_nothing_refuses(self) -> None:
        assert answers(dealt({1: RAGS}, "no_mus", "ordago"), 1)["no_quiero"] == MOODS

    def test_only_an_ordago_helps_against_a_provisional_winner(self) -> None:
        """R-END-4: the rivals have reached the target by a deje, and the hand is played out."""
        words = ("no_mus", "envido 2", "confirm", "no_quiero", "confirm")
        state = dealt({1: RAGS}, *words, "paso", score=(39, 20))
        assert state.provisional_winner == 0
        assert answers(state, 1)["ordago"] == MOODS
        asked = dealt({1: RAGS}, *words, "envido 2", "confirm", score=(39, 20))
        assert answers(asked, 1)["ordago"] == MOODS

    def test_a_provisional_winner_takes_none(self) -> None:
        words = ("no_mus", "envido 2", "confirm", "no_quiero", "confirm", "paso", "ordago")
        state = dealt({2: ACES}, *words, score=(39, 20))
        assert state.provisional_winner == 0
        assert answers(state, 2)["no_quiero"] == MOODS


class TestPartner:
    """The word of the human across the table stands unless this hand is clearly strong (kind "confirm")."""

    @pytest.mark.parametrize("cards", [RAGS, MIDDLING, "12o 11c 6e 4b", "11o 10c 6e 1b"])
    @pytest.mark.parametrize(
        ("words", "seat"),
        [
            (("envido 2",), 2),
            (("envido 9",), 2),
            (("envido 4", "confirm", "quiero"), 3),
            (("envido 4", "confirm", "no_quiero"), 3),
            (("ordago", "no_quiero"), 3),
        ],
    )
    def test_it_confirms_with_a_hand_that_is_not_strong(
        self, cards: str, words: tuple[str, ...], seat: int
    ) -> None:
        assert answers(dealt({seat: cards}, "no_mus", *words), seat)["confirm"] == MOODS

    def test_it_overrules_a_refusal_with_a_strong_hand(self) -> None:
        said = answers(dealt({3: KINGS}, "no_mus", "envido 2", "confirm", "no_quiero"), 3)
        assert said["confirm"] == 0
        assert said["quiero"] > 0 < said["envido"]

    def test_it_raises_over_a_weak_word_with_the_best(self) -> None:
        said = answers(dealt({3: KINGS}, "no_mus", "envido 2", "confirm", "quiero"), 3)
        assert said["confirm"] < 0.5 * MOODS
        assert said["envido"] > 0.3 * MOODS

    def test_alone_in_the_pares_the_pair_is_one_hand(self) -> None:
        """R-BET-3: with one holder a pair, nobody confirms, and the bot counts on nobody."""
        holders = {0: "12o 3c 7b 4c", 1: RAGS, 2: "7c 6b 5o 1e", 3: "6o 6e 4e 2o"}
        state = dealt(holders, "no_mus", *["paso"] * 8, "envido 2", ruleset="traditional", mus_corrido=False)
        assert state.turn
        assert state.turn.kind == "respond"
        assert answers(state, 3)["confirm"] == 0


class TestReading:
    def reading(self, state: State) -> Reading:
        assert state.turn
        return Reading.of(observe(state, state.turn.seats[0]))

    def test_what_is_declared_is_known(self) -> None:
        hands = {0: KINGS, 1: RAGS, 2: "7c 6b 5o 1e", 3: "6o 6e 4e 2o"}
        reading = self.reading(dealt(hands, "no_mus", *["paso"] * 8))
        assert [reading.plays(seat, "pares") for seat in range(4)] == [1, 0, 0, 1]
        assert reading.bonuses("pares") == (3, pytest.approx(1.22))
        assert reading.plays(1, "juego") == pytest.approx(0.267, abs=0.01)

    def test_ties_go_by_the_mano(self) -> None:
        cards = {0: JUEGO_31}
        places = [self.reading(_asked_first(cards, mano)).place("juego") for mano in (0, 3, 1)]
        assert places == sorted(places, reverse=True)
        assert places[0] == pytest.approx(1)
        assert places[2] < places[1] < places[0]

    def test_a_bet_frightens_and_a_paso_does_not(self) -> None:
        quiet = self.reading(dealt({3: MIDDLING}, "no_mus", "paso", "paso", "paso"))
        bold: Any = self.reading(dealt({3: MIDDLING}, "no_mus", "paso", "paso", "envido 9", "confirm"))
        assert bold.chance("grande") < quiet.chance("grande")

    def test_mus_makes_the_others_stronger(self) -> None:
        """No card known has changed, but everybody has chosen."""
        view = observe(dealt({0: MIDDLING}, "no_mus"), 0)
        later = {**view, "hand": {**view["hand"], "mus_round": 2}}
        for lance in ("grande", "pares", "juego"):
            assert Reading.of(later).chance(lance) <= Reading.of(view).chance(lance) + 1e-9
        assert Reading.of(later).chance("grande") < Reading.of(view).chance("grande")

    def test_the_outlook_counts_what_is_won_already(self) -> None:
        words = ("no_mus", "envido 8", "confirm", "quiero", "confirm")
        accepted = self.reading(dealt({0: KINGS}, *words)).outlook()
        passed = self.reading(dealt({0: KINGS}, "no_mus", *["paso"] * 4)).outlook()
        assert accepted[0] > passed[0] + 3

    def test_near_the_target_a_point_is_worth_more(self) -> None:
        even = self.reading(dealt({0: MIDDLING}, "no_mus"))
        close = self.reading(dealt({0: MIDDLING}, "no_mus", score=(36, 36)))
        gain = [each.prospect((0, 0), ours=1) - each.prospect((0, 0)) for each in (even, close)]
        assert gain[1] > gain[0] > 0


def _asked_first(cards: dict[int, str], mano: int) -> State:
    """Seat 0 asked to open the grande, whoever is mano."""
    return dealt(cards, "no_mus", *["paso"] * ((0 - mano) % 4), mano=mano)
