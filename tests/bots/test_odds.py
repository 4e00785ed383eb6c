"""What the bots believe of a hand, against counting it out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from games.bots.mus import best_discard, gain_of_mus, keeper
from games.bots.odds import Keeper, odds_table, pair_wins, race
from games.engine.cards import DECK, RANKS
from games.engine.combos import Worth, worth_table

HANDS = 91_390


@pytest.fixture(scope="module")
def all_worths() -> list[Worth]:
    table = worth_table(8, "off")
    return [table.of(hand) for hand in combinations(DECK, 4)]


class TestOddsTable:
    @pytest.mark.parametrize(
        "ranks", [(12, 12, 12, 12), (12, 11, 7, 1), (7, 6, 5, 4), (10, 7, 7, 7), (1, 1, 1, 1)]
    )
    def test_a_hand_against_all_others(self, all_worths: list[Worth], ranks: tuple[int, ...]) -> None:
        mine = next(worth for worth in all_worths if worth.ranks == ranks)
        odds = odds_table(8, "off")[ranks]
        for lance in ("grande", "chica"):
            keys = Counter(getattr(worth, lance) for worth in all_worths)
            own = getattr(mine, lance)
            assert odds[lance].worse == pytest.approx(sum(n for key, n in keys.items() if key < own) / HANDS)
            assert odds[lance].equal == pytest.approx(keys[own] / HANDS)

    def test_pares_and_juego_among_those_who_play_them(self, all_worths: list[Worth]) -> None:
        odds = odds_table(8, "off")[12, 12, 7, 1]
        players = [worth.pares for worth in all_worths if worth.has_pares]
        mine = next(worth.pares for worth in all_worths if worth.ranks == (12, 12, 7, 1))
        assert odds["pares"].plays == pytest.approx(51_710 / HANDS)
        assert odds["pares"].worse == pytest.approx(sum(key < mine for key in players) / len(players))
        assert odds["juego"].plays == pytest.approx(24_444 / HANDS)
        assert odds["juego"].worse == odds["juego"].equal == 0
        assert odds["punto"].equal == pytest.approx(
            sum(worth.punto == 28 and not worth.has_juego for worth in all_worths) / (HANDS - 24_444)
        )

    @pytest.mark.parametrize(("kings", "pares", "juego"), [(8, 51_710, 24_444), (4, 37_630, 11_719)])
    def test_exact_shares(self, kings: int, pares: int, juego: int) -> None:
        odds = next(iter(odds_table(kings, "off").values()))
        assert Fraction(odds["pares"].plays * HANDS).limit_denominator(10) == pares
        assert Fraction(odds["juego"].plays * HANDS).limit_denominator(10) == juego

    def test_la_real_beats_every_31(self) -> None:
        assert odds_table(8, "sota")[10, 7, 7, 7]["juego"].place(0) > 0.99
        assert odds_table(8, "off")[10, 7, 7, 7]["juego"].place(0) < 0.7

    def test_ties(self) -> None:
        share = odds_table(8, "off")[12, 11, 10, 1]["juego"]
        assert share.place(1) == pytest.approx(1)
        assert share.place(0.5) == pytest.approx((share.place(0) + share.place(1)) / 2)


class TestPairWins:
    @pytest.mark.parametrize("place", [0, 0.25, 0.5, 0.9, 1])
    def test_two_rivals_and_a_partner(self, place: float) -> None:
        """Four equal hands: mine wins with its square, the partner's with the rest that he beats."""
        assert pair_wins(place, 2, 1) == pytest.approx((1 + 2 * place**3) / 3)

    def test_alone(self) -> None:
        assert pair_wins(0.7, 2, 0) == pytest.approx(0.49)
        assert pair_wins(0.7, 1, 0) == pytest.approx(0.7)
        assert pair_wins(0.0, 0, 0) == 1

    def test_strong_words_frighten_and_cheer(self) -> None:
        assert pair_wins(0.8, 3, 1) < pair_wins(0.8, 2, 1) < pair_wins(0.8, 2, 2)


class TestRace:
    def test_it_is_fair_and_certain_at_the_end(self) -> None:
        for mine in range(1, 41):
            for theirs in range(1, 41):
                assert race(mine, theirs) + race(theirs, mine) == pytest.approx(1)
        assert (race(0, 5), race(5, 0), race(0, 0)) == (1, 0, 0.5)

    def test_fewer_points_to_make_is_better(self) -> None:
        chances = [race(mine, 10) for mine in range(1, 41)]
        assert chances == sorted(chances, reverse=True)


class TestDiscards:
    def test_the_mean_is_exact(self) -> None:
        """One card to draw: the mean over the 37 cards that are left."""
        judge = keeper(8, "off")
        kept = ("12o", "12c", "1e")
        hands = [judge.value(judge.ranks_of((*kept, card))) for card in DECK if card not in kept]
        assert judge.value(judge.ranks_of(kept)) == pytest.approx(sum(hands) / 37)

    def test_two_cards_drawn_are_two_different_cards(self) -> None:
        keep = Keeper(4, lambda ranks: float(ranks.count(12)))
        pairs = [RANKS[4][one] == 12 for one in DECK if one not in ("12o", "11o", "10o")]
        assert keep.value((12, 11, 10)) == pytest.approx(1 + sum(pairs) / 37)
        assert keep.value((12, 12, 12)) == pytest.approx(3 + 1 / 37)
        assert keep.value(()) == pytest.approx(4 * 4 / 40)

    @pytest.mark.parametrize(
        ("cards", "thrown"),
        [
            ("12o 3c 7b 4c", "7b 4c"),  # two kings
            ("12o 12c 3e 7b", "7b"),  # three kings
            ("1o 2c 10e 6b", "10e 6b"),  # two aces
            ("12o 3c 1e 5b", "5b"),  # two kings and an ace
            ("7o 6c 5e 4b", "7o 6c 5e 4b"),  # nothing
            ("12o 7c 6e 4b", "7c 6e 4b"),  # a king
        ],
    )
    def test_what_is_kept(self, cards: str, thrown: str) -> None:
        view = {"options": {"kings": 8, "la_real": "off"}, "hand": {"your_cards": cards.split()}}
        assert set(best_discard(view)[0]) == set(thrown.split())

    def test_with_four_kings_a_three_is_a_three(self) -> None:
        view = {"options": {"kings": 4, "la_real": "off"}, "hand": {"your_cards": ["12o", "3c", "3b", "12c"]}}
        assert set(best_discard(view)[0]) == {"3c", "3b"}

    def test_good_hands_lose_by_mus(self) -> None:
        def gain(cards: str) -> float:
            return gain_of_mus(
                {"options": {"kings": 8, "la_real": "off"}, "hand": {"your_cards": cards.split()}}
            )

        assert gain("12o 3c 11e 11b") < 0 < gain("7o 6c 5e 4b")
