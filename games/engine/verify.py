"""Check a finished hand, or a whole match, the way a stranger would (docs/fair-deal.md).

    python -m games.engine.shuffle --verify FILE [--table ID]

Nothing in the file is believed but what was promised beforehand (the commitments) and what people did
(client seeds and actions): everything else is worked out again and compared.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from games.engine import shuffle
from games.engine.actions import Action
from games.engine.cards import DECK
from games.engine.errors import EngineError
from games.engine.rules import Rules, resolve
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import Step, apply, deal, new_match, resign

COMPARED = ("game", "mano_dealt", "mano", "cards", "result", "score_before", "score_after", "ended_by")
Wanted = TypeVar("Wanted", str, int, list[Any], dict[str, Any])
_SHAPES: dict[type, str] = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}


class UnreadableFile(Exception):
    """What was given is not a finished hand or match."""


class Check(NamedTuple):
    """One thing looked at: where, what, and why it does not hold ("" if it does)."""

    where: str
    what: str
    fault: str


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints a line a check. Returns 0 if all hold, 1 if not, 2 if the file is unreadable."""
    parser = argparse.ArgumentParser(
        prog="python -m games.engine.shuffle", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--verify", metavar="FILE", required=True, help="a finished hand or a match, JSON")
    parser.add_argument("--table", metavar="ID", help="the table, if the file does not name it")
    args = parser.parse_args(arguments)
    try:
        checks = list(verify(_read(Path(args.verify)), args.table))
    except UnreadableFile as error:
        sys.stderr.write(f"{args.verify}: {error}\n")
        return 2
    sys.stdout.writelines(f"{_line(check)}\n" for check in checks)
    failed = sum(bool(check.fault) for check in checks)
    sys.stdout.write(f"{len(checks)} checks, {failed} failed\n")
    return 1 if failed else 0


def _line(check: Check) -> str:
    return f"{check.where:<10} {check.what:<18} " + (f"FAILED: {check.fault}" if check.fault else "ok")


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise UnreadableFile(error.strerror or "cannot be read") from error
    except ValueError as error:
        raise UnreadableFile(f"not JSON ({error})") from error
    if not isinstance(document, dict):
        raise UnreadableFile("not a JSON object")
    return document


def verify(document: Mapping[str, Any], table: str | None = None) -> Iterator[Check]:
    """Every check of a hand, of some hands, or of a match (with its master), in order.

    Raises UnreadableFile if something needed is missing or of the wrong kind.
    """
    table = table or _need(document, "table", str)
    if "hands" not in document:
        yield from _verify_hand(document, table)
    elif "master" in document:
        yield from _verify_match(document, _hands(document), table)
    else:
        for hand in _hands(document):
            yield from _verify_hand(hand, table)


def _verify_hand(hand: Mapping[str, Any], table: str) -> Iterator[Check]:
    rules = _rules(hand)
    before = _before(rules, hand)
    yield from _verify_proof(hand, table)
    yield from Replay(rules, before).checks(hand)


def _hands(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The hands of a document, which may list the newest first."""
    hands = _need(document, "hands", list)
    if not hands or not all(isinstance(hand, dict) for hand in hands):
        raise UnreadableFile("hands: not a list of finished hands")
    return sorted(hands, key=_hand_number)


def _verify_match(document: Mapping[str, Any], hands: list[dict[str, Any]], table: str) -> Iterator[Check]:
    """A match from its master on: the hands are replayed one after the other, so none can be left out."""
    master = _bytes(document, "master")
    commitment = shuffle.master_commitment(master)
    yield _compare("match", "master commitment", _need(document, "master_commitment", str), commitment)
    mano = shuffle.first_mano(master)
    yield _compare("match", "first mano", _need(document, "first_mano", int), mano)
    replay = Replay(_rules({**hands[0], **document}), None, mano)
    for number, hand in enumerate(hands, 1):
        yield _compare(f"hand {number}", "number", _need(hand, "number", int), number)
        seed = shuffle.hand_seed(master, number)
        yield _compare(f"hand {number}", "seed of the master", _seed(hand).hex(), seed.hex())
        yield from _verify_proof(hand, table)
        yield from replay.checks(hand)
    missing = "" if replay.state.match_over else "nobody has won it after the last hand"
    yield Check("match", "whole", missing)


def _verify_proof(hand: Mapping[str, Any], table: str) -> Iterator[Check]:
    """The seed belongs to the commitment, and gives the deck; the deck gives the hands (R-SEAT-4)."""
    proof = _need(hand, "proof", dict)
    number, mano = _hand_number(hand), _mano_dealt(hand)
    where = f"hand {number}"
    if _need(proof, "algorithm", int) != shuffle.ALGORITHM:
        raise UnreadableFile(f"proof: algorithm {proof['algorithm']} is unknown here")
    commitment = shuffle.hand_commitment(table, number, _seed(hand))
    yield _compare(where, "commitment", _need(proof, "commitment", str), commitment)
    deck, _ = _shuffler(hand).shuffled(DECK)
    yield _compare(where, "deck", _need(proof, "deck", list), list(deck))
    dealt = [list(deck[(seat - mano) % 4 : 16 : 4]) for seat in range(4)]
    yield _compare(where, "dealt", _need(hand, "dealt", list), dealt)


class Replay:
    """Plays hands again by the rules, from what the seats did."""

    def __init__(self, rules: Rules, before: State | None, first_mano: int = 0) -> None:
        """`before` is the state that waits for the deal; without it, the beginning of a match."""
        self.state = before or new_match(rules, first_mano)

    def checks(self, hand: Mapping[str, Any]) -> Iterator[Check]:
        """The hand in the file against the hand played again."""
        where = f"hand {_hand_number(hand)}"
        try:
            account = self._play(hand)
        except Stopped as error:
            yield Check(where, "actions", str(error))
            return
        yield Check(where, "actions", "")
        for name in COMPARED:
            yield _compare(
                where, name.replace("_", " "), _need(hand, name, type(account[name])), account[name]
            )

    def _play(self, hand: Mapping[str, Any]) -> dict[str, Any]:
        """The account of the hand; raises Stopped where the actions do not lead through it."""
        if not self.state.needs_deal:
            raise Stopped("no hand can follow: the match is over, or the hand before does not end")
        step = deal(self.state, _shuffler(hand))
        account = _account(step)
        for place, (seat, action) in enumerate(_actions(hand), 1):
            if account:
                raise Stopped(f"the hand is over before action {place}")
            try:
                step = apply(step.state, seat, action)
            except EngineError as error:
                raise Stopped(f"action {place}, seat {seat} {action}: {error}") from error
            account = _account(step)
        if not account and _need(hand, "ended_by", str) == "resign":
            # Who gave up is not part of a hand: it is revealed as it stands and not counted.
            step = resign(step.state, 0)
            account = _account(step)
        if not account:
            raise Stopped("the hand does not end with the last action")
        self.state = step.state
        return account


class Stopped(Exception):
    """The actions of a hand do not lead from its deal to its end."""


def _account(step: Step) -> dict[str, Any] | None:
    """The finished hand among the events of a step, as JSON has it."""
    for event in step.events:
        if event.type == "hand_finished":
            return dict(json.loads(json.dumps(event.data)))
    return None


def _before(rules: Rules, hand: Mapping[str, Any]) -> State:
    """The state in which a hand was dealt, as far as one hand tells.

    The first hand of a game (mus corrido) is known by its 0-0; games won before do not matter to a hand.
    """
    number, score = _hand_number(hand), _score(hand)
    state = new_match(rules, _mano_dealt(hand))
    return state._replace(
        match=state.match._replace(
            score=score,
            game=_need(hand, "game", int),
            game_began=number if score == (0, 0) else number - 1,
            hand_number=number - 1,
        )
    )


def _rules(document: Mapping[str, Any]) -> Rules:
    try:
        return resolve(_need(document, "ruleset", str), _need(document, "options", dict))
    except EngineError as error:
        raise UnreadableFile(f"options: {error}") from error


def _actions(hand: Mapping[str, Any]) -> Iterator[tuple[int, Action]]:
    """The log of the hand; of each row only what its player said."""
    for place, row in enumerate(_need(hand, "actions", list)):
        try:
            said = {name: row[name] for name in ("type", "amount", "cards") if name in row}
            yield _need(row, "seat", int), Action.from_wire(said)
        except (EngineError, TypeError, UnreadableFile) as error:
            raise UnreadableFile(f"actions/{place}: {error}") from error


def _shuffler(hand: Mapping[str, Any]) -> Shuffler:
    client_seeds = _need(_need(hand, "proof", dict), "client_seeds", list)
    if not all(seed is None or isinstance(seed, str) for seed in client_seeds):
        raise UnreadableFile("proof/client_seeds: not texts or nulls")
    try:
        return Shuffler.start(_seed(hand), client_seeds)
    except ValueError as error:
        raise UnreadableFile(f"proof/client_seeds: {error}") from error


def _seed(hand: Mapping[str, Any]) -> bytes:
    return _bytes(_need(hand, "proof", dict), "seed")


def _bytes(document: Mapping[str, Any], name: str) -> bytes:
    text = _need(document, name, str)
    try:
        value = bytes.fromhex(text)
    except ValueError as error:
        raise UnreadableFile(f"{name}: not hexadecimal") from error
    if len(value) != shuffle.SEED_BYTES:
        raise UnreadableFile(f"{name}: not {shuffle.SEED_BYTES} bytes")
    return value


def _score(hand: Mapping[str, Any]) -> tuple[int, int]:
    score = _need(hand, "score_before", list)
    if len(score) != 2 or not all(type(points) is int for points in score):
        raise UnreadableFile("score_before: not two whole numbers")
    return score[0], score[1]


def _hand_number(hand: Mapping[str, Any]) -> int:
    number = _need(hand, "number", int)
    if not 1 <= number < 2**63:
        raise UnreadableFile("number: hands are numbered from 1")
    return number


def _mano_dealt(hand: Mapping[str, Any]) -> int:
    mano = _need(hand, "mano_dealt", int)
    if not 0 <= mano <= 3:
        raise UnreadableFile("mano_dealt: seats are 0 to 3")
    return mano


def _need(document: Mapping[str, Any], name: str, kind: type[Wanted]) -> Wanted:
    if name not in document:
        raise UnreadableFile(f"{name}: missing")
    value = document[name]
    if type(value) is not kind:
        raise UnreadableFile(f"{name}: not {_SHAPES[kind]}")
    return value


def _compare(where: str, what: str, given: object, found: object) -> Check:
    return Check(where, what, "" if given == found else f"the file has {given}, it should be {found}")
