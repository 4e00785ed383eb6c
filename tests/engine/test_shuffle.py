"""The fair deal: known answers, a second implementation, bias, independence (docs/fair-deal.md, F56-F59)."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.chance import chi_square, p_value
from bench.dealer import Tally, count_deals, verdicts
from games.engine.cards import DECK
from games.engine.shuffle import (
    Shuffler,
    first_mano,
    hand_commitment,
    hand_seed,
    master_commitment,
)

MASTER = bytes(range(32))
TABLE = "0193c6ab-0000-7000-8000-000000000001"
CLIENT_SEEDS = ("ana", None, "", "ñandú")
NOBODY = (None, None, None, None)
RECIPE = Path(__file__).parents[2] / "docs" / "fair-deal.md"
# Seeds are fixed, so a run never differs from the last one; the bound is for whoever changes them.
SUSPICIOUS = 1e-6

seeds = st.binary(min_size=32, max_size=32)
given_seeds = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=64)
client_seeds = st.tuples(given_seeds, given_seeds, given_seeds, given_seeds)


def deck_of(number: int, master: bytes = MASTER) -> tuple[str, ...]:
    return Shuffler.start(hand_seed(master, number), NOBODY).shuffled(DECK)[0]


def many_decks(count: int) -> list[tuple[str, ...]]:
    return [deck_of(number) for number in range(1, count + 1)]


class TestKnownAnswers:
    """The figures of docs/fair-deal.md: a change of any of them breaks every proof ever given."""

    def test_master(self) -> None:
        assert master_commitment(MASTER) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        assert first_mano(MASTER) == 3

    def test_hand(self) -> None:
        seed = hand_seed(MASTER, 1)
        assert seed.hex() == "c432e059c378eef7fe2f1181a4050836f51e0856fd74937be81784fa0efa7a1c"
        expected = "069f02def60e2159e11019883122cd1aa0902d9a85c9373ab560c068ecefe740"
        assert hand_commitment(TABLE, 1, seed) == expected

    def test_deck_and_rebuilt_stock(self) -> None:
        shuffler = Shuffler.start(hand_seed(MASTER, 1), CLIENT_SEEDS)
        deck, after = shuffler.shuffled(DECK)
        assert " ".join(deck) == (
            "1c 3e 6o 10c 11c 3c 5o 10o 2b 5c 6c 11b 12o 4b 4o 5b 5e 2c 10e 2e "
            "6e 4e 10b 3o 2o 11o 11e 1o 7c 1e 12e 7e 3b 6b 7o 1b 4c 12c 7b 12b"
        )
        assert after.position == 41
        stock, _ = after.rebuilt(deck[:18])
        assert " ".join(stock) == "12o 3c 5o 6o 11c 10o 10c 2b 5e 2c 4b 3e 11b 5c 6c 5b 4o 1c"

    def test_the_page_says_the_same(self) -> None:
        deck, _ = Shuffler.start(hand_seed(MASTER, 1), CLIENT_SEEDS).shuffled(DECK)
        page = " ".join(RECIPE.read_text(encoding="utf-8").split())
        assert master_commitment(MASTER) in page
        assert hand_commitment(TABLE, 1, hand_seed(MASTER, 1)) in page
        assert " ".join(deck) in page


@pytest.fixture(scope="module")
def stranger() -> dict[str, object]:
    found = re.search(r"```python\n(.*?)```", RECIPE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    names: dict[str, object] = {}
    exec(found.group(1), names)  # noqa: S102 - our own page
    return names


class TestTheRecipe:
    """The thirty lines printed in docs/fair-deal.md, run as they stand, deal the same cards."""

    @given(seed=seeds, clients=client_seeds, thrown=st.permutations(DECK), many=st.integers(0, 40))
    def test_same_cards(
        self,
        stranger: dict[str, object],
        seed: bytes,
        clients: Sequence[str | None],
        thrown: list[str],
        many: int,
    ) -> None:
        deck, shuffler = Shuffler.start(seed, clients).shuffled(DECK)
        numbers = stranger["stream"](seed, clients)  # type: ignore[operator]
        assert list(deck) == stranger["shuffle"](DECK, numbers)  # type: ignore[operator]
        in_order = sorted(thrown[:many], key=DECK.index)
        again = stranger["shuffle"](in_order, numbers)  # type: ignore[operator]
        assert list(shuffler.rebuilt(thrown[:many])[0]) == again

    @given(table=st.text(max_size=80), number=st.integers(1, 2**63), seed=seeds)
    def test_same_commitment(self, stranger: dict[str, object], table: str, number: int, seed: bytes) -> None:
        theirs = stranger["commitment"](table, number, seed)  # type: ignore[operator]
        assert hand_commitment(table, number, seed) == theirs


class TestShuffler:
    @given(seed=seeds, clients=client_seeds)
    def test_a_shuffle_is_a_permutation(self, seed: bytes, clients: Sequence[str | None]) -> None:
        deck, after = Shuffler.start(seed, clients).shuffled(DECK)
        assert sorted(deck) == sorted(DECK)
        assert after.position >= 39

    @given(seed=seeds, position=st.integers(0, 10_000))
    def test_json_round_trip(self, seed: bytes, position: int) -> None:
        shuffler = Shuffler(seed, position)
        assert Shuffler.from_json(shuffler.to_json()) == shuffler

    @pytest.mark.parametrize(
        "broken",
        [
            {"key": "00" * 31, "position": 0},
            {"key": "zz" * 32, "position": 0},
            {"key": "00" * 32, "position": -1},
            {"key": "00" * 32, "position": True},
            {"key": "00" * 32, "position": "0"},
            {"key": None, "position": 0},
        ],
    )
    def test_broken_json_is_refused(self, broken: dict[str, object]) -> None:
        with pytest.raises(ValueError, match=r"shuffler|bytes|hexadecimal"):
            Shuffler.from_json(broken)

    def test_nothing_to_shuffle_uses_nothing(self) -> None:
        shuffler = Shuffler.start(MASTER, NOBODY)
        assert shuffler.shuffled(()) == ((), shuffler)
        assert shuffler.shuffled(("1o",)) == (("1o",), shuffler)

    def test_the_stream_goes_on_where_it_stopped(self) -> None:
        """Two shuffles one after the other use up one stream, across its blocks."""
        stream = stream_of(Shuffler.start(MASTER, NOBODY).key)
        shuffler = Shuffler.start(MASTER, NOBODY)
        for _ in range(20):
            expected = fisher_yates(DECK, stream)
            deck, shuffler = shuffler.shuffled(DECK)
            assert deck == expected

    def test_the_key_is_not_printed(self) -> None:
        shuffler = Shuffler(b"\xab" * 32, 7)
        assert "ab" * 8 not in repr(shuffler) + str(shuffler)
        assert r"\xab" not in repr(shuffler) + f"{shuffler}"

    def test_rebuilding_forgets_who_threw_what_when(self) -> None:
        shuffler = Shuffler.start(MASTER, NOBODY)
        assert shuffler.rebuilt(("7b", "1o", "4c")) == shuffler.rebuilt(("4c", "7b", "1o"))


def stream_of(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        block += 1


def fisher_yates(cards: Sequence[str], stream: Iterator[int]) -> tuple[str, ...]:
    pile = list(cards)
    for left in range(len(pile), 1, -1):
        byte = next(number for number in stream if number < 256 - 256 % left)
        pile[left - 1], pile[byte % left] = pile[byte % left], pile[left - 1]
    return tuple(pile)


class TestBadSecrets:
    @pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
    def test_a_secret_has_32_bytes(self, secret: bytes) -> None:
        for use in (master_commitment, first_mano):
            with pytest.raises(ValueError, match="32 bytes"):
                use(secret)
        with pytest.raises(ValueError, match="32 bytes"):
            hand_seed(secret, 1)
        with pytest.raises(ValueError, match="32 bytes"):
            Shuffler.start(secret, NOBODY)

    @pytest.mark.parametrize("number", [0, -1])
    def test_hands_are_numbered_from_one(self, number: int) -> None:
        with pytest.raises(ValueError, match="from 1"):
            hand_seed(MASTER, number)

    def test_client_seeds(self) -> None:
        with pytest.raises(ValueError, match="four"):
            Shuffler.start(MASTER, (None, None, None))
        with pytest.raises(ValueError, match="64"):
            Shuffler.start(MASTER, ("x" * 65, None, None, None))
        Shuffler.start(MASTER, ("ñ" * 64, None, None, None))


class TestF56TheDeckCannotBeGuessed:
    def test_every_byte_of_the_master_counts(self) -> None:
        plain = deck_of(1)
        for place in range(32):
            other = bytes(byte ^ (index == place) for index, byte in enumerate(MASTER))
            assert deck_of(1, other) != plain

    def test_near_seeds_give_unrelated_decks(self) -> None:
        """One bit changed: a card keeps its place one time in forty, as between strangers."""
        kept = 0
        for number in range(1, 2001):
            seed = hand_seed(MASTER, number)
            near = bytes([seed[0] ^ 1]) + seed[1:]
            decks = (Shuffler.start(one, NOBODY).shuffled(DECK)[0] for one in (seed, near))
            kept += sum(map(str.__eq__, *decks))
        assert abs(kept - 2000) < 5 * 2000**0.5

    def test_consecutive_hands_are_independent(self) -> None:
        decks = many_decks(20_000)
        pairs = Counter(
            (one.index("12o"), other.index("12o")) for one, other in zip(decks[::2], decks[1::2], strict=True)
        )
        cells = [pairs[row, column] for row in range(40) for column in range(40)]
        assert p_value(chi_square(cells, [10_000 / 1600] * 1600), 1599) > SUSPICIOUS

    def test_first_mano_is_uniform_and_apart_from_the_hands(self) -> None:
        masters = [hand_seed(MASTER, number) for number in range(1, 8001)]
        seats = Counter((first_mano(one), hand_seed(one, 1)[0] % 4) for one in masters)
        cells = [seats[mano, other] for mano in range(4) for other in range(4)]
        assert p_value(chi_square(cells, [500] * 16), 15) > SUSPICIOUS


class TestF57TheShuffleIsNotBiased:
    def test_card_by_place(self) -> None:
        decks = many_decks(20_000)
        places = Counter(cell for deck in decks for cell in enumerate(deck))
        cells = [places[place, card] for place in range(40) for card in DECK]
        statistic = chi_square(cells, [500] * 1600) * 39 / 40
        assert p_value(statistic, 39 * 39) > SUSPICIOUS

    def test_the_check_sees_a_modulo_bias(self) -> None:
        """The control: without the rejection the same statistic is beyond any chance."""
        places: Counter[tuple[int, str]] = Counter()
        for number in range(1, 20_001):
            pile = list(DECK)
            stream = stream_of(hand_seed(MASTER, number))
            for left in range(40, 1, -1):
                chosen = next(stream) % left
                pile[left - 1], pile[chosen] = pile[chosen], pile[left - 1]
            places.update(enumerate(pile))
        cells = [places[place, card] for place in range(40) for card in DECK]
        statistic = chi_square(cells, [500] * 1600) * 39 / 40
        assert p_value(statistic, 39 * 39) < SUSPICIOUS

    def test_the_long_check_on_a_few_deals(self) -> None:
        found = list(verdicts(count_deals((MASTER, 1, 20_000))))
        assert len(found) == 12
        assert min(verdict.p for verdict in found) > SUSPICIOUS

    def test_the_long_check_sees_a_shuffle_that_stops_early(self) -> None:
        """The control: one deck in four has its first two cards back in deck order."""
        tally = Tally()
        for number, deck in enumerate(many_decks(20_000)):
            sorted_top = tuple(sorted(deck[:2], key=DECK.index)) + deck[2:]
            tally.add(sorted_top if number % 4 == 0 else deck)
        assert next(verdicts(tally)).p < SUSPICIOUS

    def test_every_order_of_a_small_pile(self) -> None:
        pile = DECK[:5]
        shuffler = Shuffler.start(MASTER, NOBODY)
        orders: Counter[tuple[str, ...]] = Counter()
        for _ in range(24_000):
            order, shuffler = shuffler.shuffled(pile)
            orders[order] += 1
        cells = [orders[order] for order in permutations(pile)]
        assert p_value(chi_square(cells, [200] * 120), 119) > SUSPICIOUS


class TestF58TheDealCannotBeDrawnAgain:
    @given(seed=seeds, clients=client_seeds)
    def test_nothing_but_the_seeds_decides(self, seed: bytes, clients: Sequence[str | None]) -> None:
        assert Shuffler.start(seed, clients).shuffled(DECK) == Shuffler.start(seed, clients).shuffled(DECK)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (("a", None, None, None), (None, "a", None, None)),
            (("ab", "c", None, None), ("a", "bc", None, None)),
            (("", None, None, None), NOBODY),
            (("\x00", None, None, None), ("", "", None, None)),
            (("é", None, None, None), ("e\u0301", None, None, None)),
        ],
    )
    def test_each_client_seed_counts_and_none_is_mistaken(
        self, one: tuple[str | None, ...], other: tuple[str | None, ...]
    ) -> None:
        assert Shuffler.start(MASTER, one).key != Shuffler.start(MASTER, other).key


class TestF59CommitmentsGiveNothingAway:
    def test_it_binds_table_hand_and_seed(self) -> None:
        seed = hand_seed(MASTER, 1)
        commitments = {
            hand_commitment(TABLE, 1, seed),
            hand_commitment(TABLE, 2, seed),
            hand_commitment(TABLE[:-1] + "2", 1, seed),
            hand_commitment(TABLE, 1, hand_seed(MASTER, 2)),
            hand_commitment("", 1, seed),
        }
        assert len(commitments) == 5

    def test_it_does_not_depend_on_the_cards(self) -> None:
        """A hash of the deck could be searched for after seeing four cards; this one hides 256 bits."""
        seed = hand_seed(MASTER, 1)
        deck = " ".join(Shuffler.start(seed, NOBODY).shuffled(DECK)[0])
        committed = hand_commitment(TABLE, 1, seed)
        guesses = (f"{tag}{deck}" for tag in ("", "musapi-deal-1", f"musapi-deal-1{TABLE}1"))
        assert committed not in {hashlib.sha256(guess.encode()).hexdigest() for guess in guesses}
        assert seed.hex() not in committed

    def test_a_revealed_seed_opens_no_other_hand(self) -> None:
        """What is public after hand 1 leads to none of the other seeds by the steps of the recipe."""
        revealed = hand_seed(MASTER, 1)
        secret = {hand_seed(MASTER, number) for number in range(2, 1001)}
        derived = {hand_seed(revealed, number) for number in range(1, 1001)}
        derived |= {Shuffler.start(revealed, NOBODY).key, hashlib.sha256(revealed).digest()}
        assert len(secret) == 999
        assert not secret & derived
