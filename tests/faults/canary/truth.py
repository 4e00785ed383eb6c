"""What was whose at each moment of a finished match, from what everybody may then read of it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.engine import shuffle
from games.engine.actions import Action
from games.engine.rules import Rules
from games.engine.shuffle import Shuffler
from games.engine.state import State
from games.engine.transitions import apply, deal, new_match

FIELDS = ("type", "amount", "cards")


class Truth:
    """A finished match played again: states by the number of the event that led to them."""

    def __init__(self, match: Mapping[str, Any], hands: Sequence[Mapping[str, Any]], table: str) -> None:
        """`match`: what /hands tells beside the hands; `hands`: all of them; `table`: where it was."""
        self.table = table
        self.master = bytes.fromhex(match["master"])
        self.hands = {hand["number"]: hand for hand in hands}
        self._seqs, self._states = [0], [self._first(match, hands[0])]
        for seq, state in self._replay(hands):
            self._seqs.append(seq)
            self._states.append(state)

    def state(self, seq: int) -> State:
        """Where the match stood after event `seq`."""
        return self._states[bisect_right(self._seqs, seq) - 1]

    def held(self, seat: int | None, seq: int) -> set[str]:
        """The cards of a seat after event `seq`."""
        return set() if seat is None else set(self.state(seq).hands[seat])

    def touched(self, seat: int | None, seq: int) -> set[str]:
        """The cards of a seat just before and after the step that event `seq` belongs to."""
        place = bisect_right(self._seqs, seq) - 1
        return self.held(seat, seq) | self.held(seat, self._seqs[max(place - 1, 0)])

    def finished(self, seq: int) -> int:
        """The number of the last hand that was over after event `seq`."""
        last = self.state(seq).last_hand
        return last["number"] if last else 0

    def secrets(self, seq: int) -> Iterator[bytes]:
        """The bytes that nobody may know after event `seq`: they give away cards still to be played."""
        if self.state(seq).match_over:
            return
        yield self.master
        for number in range(self.finished(seq) + 1, len(self.hands) + 3):
            seed = shuffle.hand_seed(self.master, number)
            yield seed
            yield Shuffler.start(seed, self._client_seeds()).key

    def _client_seeds(self) -> list[str | None]:
        seeds: list[str | None] = self.hands[1]["proof"]["client_seeds"]
        return seeds

    def _first(self, match: Mapping[str, Any], hand: Mapping[str, Any]) -> State:
        rules = Rules.from_json({"ruleset": hand["ruleset"], "options": hand["options"]})
        return self._deal(new_match(rules, match["first_mano"]), hand)

    def _deal(self, state: State, hand: Mapping[str, Any]) -> State:
        seed = bytes.fromhex(hand["proof"]["seed"])
        return deal(state, Shuffler.start(seed, self._client_seeds())).state

    def _replay(self, hands: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, State]]:
        state = self._states[0]
        for hand in hands:
            for said in hand["actions"]:
                wire = {name: said[name] for name in FIELDS if name in said}
                state = apply(state, said["seat"], Action.from_wire(wire)).state
                if state.needs_deal:
                    state = self._deal(state, self.hands[hand["number"] + 1])
                yield said["seq"], state
