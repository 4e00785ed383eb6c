"""`python -m games.engine.shuffle --verify`: true proofs pass, and every lie is found (F57, F58)."""

import copy
import json
import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.rules import RULESETS, Rules, resolve
from games.engine.shuffle import (
    ALGORITHM,
    Shuffler,
    first_mano,
    hand_commitment,
    hand_seed,
    master_commitment,
)
from games.engine.state import State
from games.engine.transitions import apply, deal, legal_actions, new_match, resign
from games.engine.verify import main, verify

TABLE = "0193c6ab-0000-7000-8000-000000000001"
CLIENT_SEEDS = ["ana", None, "", None]

Document = dict[str, Any]
Tampering = Callable[[Document], None]


class Table:
    """Plays a random match and keeps what a server would publish of it."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rng = random.Random(seed)
        self.master = self.rng.randbytes(32)
        self.rules = rules
        self.state = new_match(rules, first_mano(self.master))
        self.hands: list[Document] = []
        self.actions: list[Document] = []

    def play(self, give_up_at: int | None = None) -> Document:
        while not self.state.match_over:
            if self.state.needs_deal:
                self._deal()
            elif give_up_at is not None and self.state.hand_number == give_up_at:
                self._follow(resign(self.state, 1))
            else:
                self._act()
        return json.loads(
            json.dumps(
                {
                    "table": TABLE,
                    "ruleset": self.rules.ruleset,
                    "options": self.rules.options(),
                    "master": self.master.hex(),
                    "master_commitment": master_commitment(self.master),
                    "first_mano": first_mano(self.master),
                    "hands": self.hands,
                }
            )
        )

    def _deal(self) -> None:
        self.actions = []
        seed = hand_seed(self.master, self.state.hand_number + 1)
        self._follow(deal(self.state, Shuffler.start(seed, CLIENT_SEEDS)))

    def _act(self) -> None:
        assert self.state.turn
        seat = self.rng.choice(self.state.turn.seats)
        action = random_action(self.state, seat, self.rng)
        row = {"seq": len(self.actions), "seat": seat, "by": "bot", **action.to_wire()}
        if action.cards:
            row["count"] = len(action.cards)
        self.actions.append(row)
        self._follow(apply(self.state, seat, action))

    def _follow(self, step: Any) -> None:
        self.state = step.state
        for event in step.events:
            if event.type == "hand_finished":
                self.hands.append(self._published(dict(event.data)))

    def _published(self, account: Document) -> Document:
        number, deck = account["number"], account.pop("deck")
        seed = hand_seed(self.master, number)
        proof = {
            "algorithm": ALGORITHM,
            "commitment": hand_commitment(TABLE, number, seed),
            "seed": seed.hex(),
            "client_seeds": CLIENT_SEEDS,
            "deck": deck,
        }
        named = {"table": TABLE, "ruleset": self.rules.ruleset, "options": self.rules.options()}
        return {**named, **account, "actions": self.actions, "proof": proof}


def random_action(state: State, seat: int, rng: random.Random) -> Action:
    """Mus half of the time and few órdagos, so that hands are long and stocks run short."""
    legal = [option for option in legal_actions(state, seat) if option.type != "ordago" or rng.random() < 0.1]
    option = rng.choice(legal)
    if option.type == "mus" or (option.type == "no_mus" and rng.random() < 0.6):
        return Action("mus")
    if option.type == "discard":
        return Action("discard", cards=tuple(rng.sample(state.hands[seat], rng.randint(1, 4))))
    return Action(option.type, amount=option.min)


@pytest.fixture(scope="module")
def match() -> Document:
    """A match of both games and mus corrido, with a stock rebuilt in some hand."""
    return Table(resolve("traditional", {"target": 25}), 3).play()


@pytest.fixture(scope="module")
def hand(match: Document) -> Document:
    """Its hand with the most exchanges of cards."""
    return max(match["hands"], key=lambda hand: str(hand["actions"]).count("discard"))


def faults(document: Document, table: str | None = None) -> list[str]:
    return [f"{check.where}: {check.what}" for check in verify(document, table) if check.fault]


def command(tmp_path: Path, document: object, *options: str) -> int:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return main(["--verify", str(path), *options])


class TestTrueProofs:
    @pytest.mark.parametrize("ruleset", RULESETS)
    @pytest.mark.parametrize("seed", range(10))
    def test_a_match_and_each_of_its_hands(self, ruleset: str, seed: int) -> None:
        match = Table(RULESETS[ruleset], seed).play()
        assert faults(match) == []
        assert [fault for hand in match["hands"] for fault in faults(hand)] == []

    def test_a_stock_rebuilt_from_discards_is_checked_too(self, hand: Document) -> None:
        drawn = sum(len(row.get("cards", ())) for row in hand["actions"])
        assert drawn > 24
        assert faults(hand) == []

    def test_options(self) -> None:
        options = {"kings": 4, "simultaneous_discards": True, "games_to_win": 2, "mus_corrido_scope": "match"}
        match = Table(resolve("traditional", options), 5).play()
        assert faults(match) == []
        assert [fault for hand in match["hands"] for fault in faults(hand)] == []

    def test_a_match_given_up(self) -> None:
        match = Table(RULESETS["gametwist"], 1).play(give_up_at=1)
        assert match["hands"][-1]["ended_by"] == "resign"
        assert faults(match) == []
        assert faults(match["hands"][-1]) == []

    def test_the_newest_hand_may_come_first(self, match: Document) -> None:
        assert faults({**match, "hands": match["hands"][::-1]}) == []

    def test_hands_of_a_match_that_goes_on(self, match: Document) -> None:
        """The master is not known yet: each hand stands for itself."""
        so_far = {
            "table": TABLE,
            "master_commitment": match["master_commitment"],
            "hands": match["hands"][1:3],
        }
        assert len(list(verify(so_far))) == 2 * len(list(verify(match["hands"][1])))
        assert faults(so_far) == []

    def test_the_command(
        self, match: Document, hand: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert command(tmp_path, match) == 0
        assert capsys.readouterr().out.endswith("checks, 0 failed\n")
        assert command(tmp_path, hand) == 0
        del hand["table"]
        assert command(tmp_path, hand, "--table", TABLE) == 0
        hand["table"] = TABLE

    def test_the_module_is_a_command(
        self, hand: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "hand.json"
        path.write_text(json.dumps(hand), encoding="utf-8")
        monkeypatch.setattr("sys.argv", ["shuffle", "--verify", str(path)])
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(Path(__file__).parents[2] / "games/engine/shuffle.py"), run_name="__main__")
        assert end.value.code == 0


def swap(cards: list[Any], one: int = 0, other: int = 1) -> None:
    cards[one], cards[other] = cards[other], cards[one]


HAND_LIES: dict[str, tuple[Tampering, str]] = {
    "another table": (lambda hand: hand.update(table=TABLE[:-1] + "2"), "commitment"),
    "another number": (lambda hand: hand.update(number=hand["number"] + 1), "commitment"),
    "another commitment": (lambda hand: hand["proof"].update(commitment="00" * 32), "commitment"),
    "another seed": (lambda hand: hand["proof"].update(seed="00" * 32), "commitment"),
    "a client seed changed": (lambda hand: swap(hand["proof"]["client_seeds"]), "deck"),
    "two cards of the deck": (lambda hand: swap(hand["proof"]["deck"], 38, 39), "deck"),
    "a card of the deck missing": (lambda hand: hand["proof"]["deck"].pop(), "deck"),
    "hands of two seats": (lambda hand: swap(hand["dealt"]), "dealt"),
    "another mano": (lambda hand: hand.update(mano_dealt=(hand["mano_dealt"] + 1) % 4), "dealt"),
    "the mano at the end": (lambda hand: hand.update(mano=(hand["mano"] + 1) % 4), "mano"),
    "a card at the end": (lambda hand: swap(hand["cards"]), "cards"),
    "the result": (lambda hand: hand["result"][0].update(points=[9, 9]), "result"),
    "a row of the result": (lambda hand: hand["result"].pop(), "result"),
    "the score": (lambda hand: hand["score_after"].reverse(), "score after"),
    "how it ended": (lambda hand: hand.update(ended_by="ordago"), "ended by"),
    "an action left out": (lambda hand: hand["actions"].pop(0), "actions"),
    "the last action left out": (lambda hand: hand["actions"].pop(), "actions"),
    "an action too many": (lambda hand: hand["actions"].append(hand["actions"][-1]), "actions"),
    "an action of another seat": (lambda hand: hand["actions"][0].update(seat=9), "actions"),
}


class TestLies:
    @pytest.mark.parametrize(("tamper", "found"), HAND_LIES.values(), ids=HAND_LIES)
    def test_in_a_hand(self, hand: Document, tamper: Tampering, found: str) -> None:
        changed = copy.deepcopy(hand)
        tamper(changed)
        assert f"hand {changed['number']}: {found}" in faults(changed)

    def test_another_discard(self, hand: Document) -> None:
        """The exchange is part of the proof: other cards thrown would have brought other cards."""
        changed = copy.deepcopy(hand)
        row = next(row for row in changed["actions"] if row["type"] == "discard")
        held = changed["dealt"][row["seat"]]
        row["cards"] = [card for card in held if card not in row["cards"]] or held[:1]
        assert {"cards", "actions"} & {fault.split(": ")[1] for fault in faults(changed)}

    @pytest.mark.parametrize(
        ("tamper", "found"),
        [
            (lambda match: match.update(master="00" * 32), "match: master commitment"),
            (lambda match: match.update(master="00" * 32), "hand 1: seed of the master"),
            (lambda match: match.update(master_commitment="00" * 32), "match: master commitment"),
            (lambda match: match.update(first_mano=match["first_mano"] ^ 1), "match: first mano"),
            (lambda match: match["hands"].pop(), "match: whole"),
            (lambda match: match["hands"].pop(0), "hand 1: number"),
            (lambda match: match["hands"].pop(2), "hand 3: seed of the master"),
            (lambda match: match["hands"][0].update(number=2), "hand 1: number"),
            (lambda match: match["hands"].append(match["hands"][-1]), "hand {last}: number"),
            (lambda match: match["hands"][1].update(score_before=[30, 0]), "hand 2: score before"),
            (lambda match: match["hands"][1].update(game=7), "hand 2: game"),
        ],
    )
    def test_in_a_match(self, match: Document, tamper: Tampering, found: str) -> None:
        changed = copy.deepcopy(match)
        tamper(changed)
        assert found.format(last=len(changed["hands"])) in faults(changed)

    def test_a_seed_of_ones_own_making(self, match: Document) -> None:
        """A hand whose commitment, deck and cards all fit another seed is still not the master's."""
        changed = copy.deepcopy(match)
        forged = bytes(32)
        changed["hands"][0]["proof"].update(seed=forged.hex(), commitment=hand_commitment(TABLE, 1, forged))
        assert "hand 1: seed of the master" in faults(changed)
        assert "hand 1: commitment" not in faults(changed)

    def test_the_command_says_so(
        self, hand: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        changed = copy.deepcopy(hand)
        changed["score_after"] = [99, 0]
        assert command(tmp_path, changed) == 1
        out = capsys.readouterr().out
        assert "FAILED: the file has [99, 0], it should be" in out
        assert out.endswith(", 1 failed\n")


UNREADABLE: dict[str, tuple[Tampering, str]] = {
    "no table": (lambda hand: hand.pop("table"), "table: missing"),
    "no proof": (lambda hand: hand.pop("proof"), "proof: missing"),
    "proof no object": (lambda hand: hand.update(proof=[]), "proof: not an object"),
    "another algorithm": (lambda hand: hand["proof"].update(algorithm=2), "algorithm 2"),
    "seed no text": (lambda hand: hand["proof"].update(seed=7), "seed: not a text"),
    "seed not hexadecimal": (lambda hand: hand["proof"].update(seed="zz"), "not hexadecimal"),
    "seed too short": (lambda hand: hand["proof"].update(seed="00"), "not 32 bytes"),
    "client seed a number": (lambda hand: hand["proof"].update(client_seeds=[1, 2, 3, 4]), "client_seeds"),
    "three client seeds": (lambda hand: hand["proof"]["client_seeds"].pop(), "four"),
    "number a text": (lambda hand: hand.update(number="1"), "number: not a whole number"),
    "number a truth": (lambda hand: hand.update(number=True), "number: not a whole number"),
    "number zero": (lambda hand: hand.update(number=0), "from 1"),
    "no such seat": (lambda hand: hand.update(mano_dealt=4), "mano_dealt"),
    "no ruleset": (lambda hand: hand.pop("ruleset"), "ruleset: missing"),
    "unknown ruleset": (lambda hand: hand.update(ruleset="poker"), "ruleset"),
    "unknown option": (lambda hand: hand["options"].update(jokers=2), "jokers"),
    "no score": (lambda hand: hand.update(score_before=[0]), "score_before"),
    "an action that is none": (
        lambda hand: hand["actions"].insert(0, {"type": "fly", "seat": 0}),
        "actions/0",
    ),
    "an action without seat": (lambda hand: hand["actions"][1].pop("seat"), "actions/1: seat: missing"),
    "an action of a text": (lambda hand: hand["actions"].append(7), "actions/"),
    "hands no list": (lambda hand: hand.update(hands={}), "hands: not a list"),
}


class TestUnreadableFiles:
    @pytest.mark.parametrize(("tamper", "said"), UNREADABLE.values(), ids=UNREADABLE)
    def test_a_hand(
        self,
        hand: Document,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        tamper: Tampering,
        said: str,
    ) -> None:
        changed = copy.deepcopy(hand)
        tamper(changed)
        assert command(tmp_path, changed) == 2
        captured = capsys.readouterr()
        assert said in captured.err
        assert captured.out == ""

    @pytest.mark.parametrize("hands", [[], [7]])
    def test_a_match(
        self, match: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str], hands: list[object]
    ) -> None:
        assert command(tmp_path, {**match, "hands": hands}) == 2
        assert "not a list of finished hands" in capsys.readouterr().err

    @pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b"7"])
    def test_not_json(self, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
        path = tmp_path / "file.json"
        path.write_bytes(content)
        assert main(["--verify", str(path)]) == 2
        assert "JSON" in capsys.readouterr().err

    def test_no_such_file(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--verify", str(tmp_path / "nowhere.json")]) == 2
        assert "No such file" in capsys.readouterr().err
