"""The levels as players: always legal, never mad, each better than the one below."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.bots import BOTS, play_match
from games.bots import LEVELS, choose
from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.rules import RULESETS, Rules, resolve
from games.engine.shuffle import Shuffler, first_mano, hand_seed
from games.engine.state import State
from games.engine.transitions import apply, deal, is_legal, new_match
from games.engine.view import observe

RANDOM_OPTIONS: dict[str, Callable[[Random], object]] = {
    "kings": lambda rng: rng.choice((4, 8)),
    "target": lambda rng: rng.choice((25, 30, 35, 40)),
    "games_to_win": lambda rng: rng.randint(1, 2),
    "mus_corrido": lambda rng: rng.random() < 0.5,
    "mus_corrido_scope": lambda rng: rng.choice(("game", "match")),
    "max_mus_rounds": lambda rng: rng.choice((None, 1, 2)),
    "simultaneous_discards": lambda rng: rng.random() < 0.5,
    "raise_mode": lambda rng: rng.choice(("to", "by")),
    "min_envido": lambda rng: rng.randint(1, 8),
    "min_raise": lambda rng: rng.randint(1, 8),
    "max_envido": lambda rng: rng.choice(("target", None, 8, 15)),
    "partner_confirmation": lambda rng: rng.choice(("all", "decline_only", "none")),
    "first_deje": lambda rng: rng.randint(1, 3),
    "extra_deje": lambda rng: rng.randint(0, 1),
    "deje_ends_game": lambda rng: rng.random() < 0.5,
    "paso_stake": lambda rng: [1, *(rng.randint(0, 2) for _ in range(4))],
    "uncontested_stake": lambda rng: rng.randint(0, 1),
    "bonus_to": lambda rng: rng.choice(("lance_winner", "every_holder")),
    "la_real": lambda rng: rng.choice(("off", "sota", "king", "figure")),
}


def random_rules(rng: Random) -> Rules:
    chosen = {name: pick(rng) for name, pick in RANDOM_OPTIONS.items() if rng.random() < 0.5}
    return resolve(rng.choice(list(RULESETS)), chosen)


ROOT = Path(__file__).parents[2]

Decision = tuple[State, int, Mapping[str, Any], Action]


def decisions(rules: Rules, levels: tuple[str, str], seed: int) -> Iterator[Decision]:
    """A match of two levels, decision by decision."""
    rng = Random(seed)
    master = rng.randbytes(32)
    state = new_match(rules, first_mano(master))
    while not state.match_over:
        if state.needs_deal:
            state = deal(state, Shuffler.start(hand_seed(master, state.hand_number + 1), (None,) * 4)).state
            continue
        assert state.turn
        seat = rng.choice(state.turn.seats)
        view = observe(state, seat)
        action = choose(levels[seat % 2], view, rng)
        yield state, seat, view, action
        state = apply(state, seat, action).state


@pytest.fixture(scope="module")
def played() -> list[Decision]:
    """Every decision of forty matches, casual against novice, both rulesets."""
    return [
        decision
        for seed in range(20)
        for rules in RULESETS.values()
        for decision in decisions(rules, ("casual", "novice"), seed)
    ]


class TestAlwaysLegal:
    @pytest.mark.parametrize("seed", range(100))
    def test_under_random_options(self, seed: int) -> None:
        rules = random_rules(Random(seed))
        for levels in (("casual", "novice"), ("casual", "casual")):
            for state, seat, _, action in decisions(rules, levels, seed):
                assert is_legal(state, seat, action), (rules, action)
                assert Action.from_wire(json.loads(json.dumps(action.to_wire()))) == action

    def test_thousands_of_hands(self) -> None:
        """`play_match` raises for anything illegal; the two rulesets as they are."""
        hands = 0
        for rules in RULESETS.values():
            for seed in range(45):
                hands += play_match(rules, (LEVELS["casual"], LEVELS["novice"]) * 2, seed).hands
                hands += play_match(rules, (LEVELS["casual"],) * 4, seed).hands
                hands += play_match(rules, (LEVELS["novice"],) * 4, seed).hands
        assert hands > 3000

    def test_nobody_asked(self) -> None:
        state = deal(new_match(RULESETS["gametwist"], 0), Shuffler(bytes(32), 0)).state
        for level in LEVELS:
            with pytest.raises(ValueError, match="not asked"):
                choose(level, observe(state, 1), Random(1))

    def test_unknown_level(self) -> None:
        state = deal(new_match(RULESETS["gametwist"], 0), Shuffler(bytes(32), 0)).state
        with pytest.raises(KeyError):
            choose("cheat", observe(state, 0), Random(1))


class TestNothingButTheView:
    def test_plain_json_is_enough(self, played: list[Decision]) -> None:
        """The view as it comes over the wire leads to the same word, so nothing hides in it."""
        for _, seat, view, _ in played[::40]:
            level = ("casual", "novice")[seat % 2]
            sent = json.loads(json.dumps({**view, "id": "0193", "signs": [], "seats": [{}] * 4}))
            assert choose(level, sent, Random(7)) == choose(level, view, Random(7))

    def test_hidden_cards_do_not_matter(self, played: list[Decision]) -> None:
        """The other hands exchanged for others of the stock: not a word changes."""
        for state, seat, _, _ in played[::40]:
            hand = state.deal
            hidden = [card for card in DECK if card not in hand.hands[seat]]
            Random(3).shuffle(hidden)
            hands = tuple(
                hand.hands[seat] if other == seat else tuple(hidden[4 * other : 4 * other + 4])
                for other in range(4)
            )
            changed = hand._replace(hands=hands, stock=tuple(hidden[16:]))
            other_state = state._replace(deal=changed)
            level = ("casual", "novice")[seat % 2]
            assert choose(level, observe(other_state, seat), Random(7)) == choose(
                level, observe(state, seat), Random(7)
            )

    def test_no_django(self) -> None:
        """The bots run in a bare interpreter."""
        check = "import sys, games.bots; sys.exit('django' in sys.modules or 'celery' in sys.modules)"
        assert subprocess.run([sys.executable, "-c", check], cwd=ROOT, check=False).returncode == 0

    def test_the_generator_decides(self, played: list[Decision]) -> None:
        for _, seat, view, _ in played[::40]:
            level = ("casual", "novice")[seat % 2]
            assert choose(level, view, Random(11)) == choose(level, view, Random(11))


def wins(strong: str, weak: str, rules: Rules, matches: int) -> int:
    """How often the first pair of bots wins; every deal is played twice, with the seats changed."""
    one, other = BOTS[strong], BOTS[weak]
    won = 0
    for number in range(matches):
        first = number % 2
        bots = (other, one, other, one) if first else (one, other, one, other)
        won += play_match(rules, bots, number // 2).winner == first
    return won


class TestStrength:
    """Fixed seeds; each bound is four standard deviations above a fair coin."""

    @pytest.mark.parametrize(
        ("ruleset", "matches", "least"), [("gametwist", 300, 185), ("traditional", 100, 70)]
    )
    def test_casual_beats_novice(self, ruleset: str, matches: int, least: int) -> None:
        assert wins("casual", "novice", RULESETS[ruleset], matches) >= least

    @pytest.mark.parametrize("ruleset", RULESETS)
    def test_novice_beats_pure_chance(self, ruleset: str) -> None:
        assert wins("novice", "pure chance", RULESETS[ruleset], 200) >= 129

    def test_casual_knows_four_kings_from_eight(self) -> None:
        assert wins("casual", "novice", resolve("traditional", {"kings": 4}), 100) >= 70


class TestTemper:
    """How often the levels do what, over some hundred hands."""

    def test_novice_is_sane(self, played: list[Decision]) -> None:
        words: Counter[str] = Counter()
        for state, seat, view, action in played:
            if seat % 2 == 0:
                continue
            words[action.type] += 1
            if action.type == "envido":
                least = next(legal["min"] for legal in view["legal_actions"] if legal["type"] == "envido")
                assert action.amount is not None
                assert action.amount <= least + 3
            if action.type == "discard":
                kept = set(state.hands[seat]) - set(action.cards)
                assert len(kept) <= 3
        assert words["paso"] > words["envido"] > 20 * words["ordago"]
        assert words["mus"] > words["no_mus"] > 0
        assert words["quiero"] > 0 < words["no_quiero"]

    def test_casual_speaks_every_word_in_measure(self, played: list[Decision]) -> None:
        by_kind: dict[str, Counter[str]] = {
            kind: Counter() for kind in ("speak", "open", "respond", "confirm")
        }
        for _, seat, view, action in played:
            if seat % 2 == 0 and view["turn"]["kind"] in by_kind:
                by_kind[view["turn"]["kind"]][action.type] += 1

        def share(kind: str, word: str) -> float:
            return by_kind[kind][word] / by_kind[kind].total()

        assert 0.2 < share("speak", "no_mus") < 0.5
        assert 0.15 < share("open", "envido") < 0.4
        assert 0 < share("open", "ordago") < 0.05
        assert 0.3 < share("respond", "quiero") < 0.6
        assert 0.85 < share("confirm", "confirm") < 1
