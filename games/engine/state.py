"""Where a match stands: immutable values, nested by how often they change."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Self

from games.engine.actions import Action
from games.engine.cards import Hand, join_cards, split_cards
from games.engine.combos import Lance
from games.engine.errors import UnsupportedRulesVersion
from games.engine.question import NO_BETTING, Betting, menu_of
from games.engine.question import Turn as Turn
from games.engine.rules import RULES_VERSION, Rules
from games.engine.shuffle import Shuffler

Phase = Literal["mus", "discard", "grande", "chica", "pares", "juego", "punto", "between", "over"]
LanceStatus = Literal["paso", "accepted", "declined", "ordago", "single", "none"]
EndedBy = Literal["count", "deje", "ordago", "resign"]

Hands = tuple[Hand, ...]
"""One for each seat, as `Holders` and `Said` are."""
Holders = tuple[bool, ...]
Said = tuple[Action | None, ...]
Score = tuple[int, int]
"""One for each team."""

PLAYING_ORDER = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""R-SEAT-2: the seats from each possible mano on."""

SILENCE: Said = (None, None, None, None)
NOBODY_S: Hands = ((), (), (), ())
"""No cards of any seat."""


def with_word(said: Said, seat: int, word: Action) -> Said:
    """What was said, and now this."""
    words = list(said)
    words[seat] = word
    return tuple(words)


class ClosedLance(NamedTuple):
    """A lance that has been played: what it is worth without bonus, and who was left with it if refused."""

    lance: Lance
    status: LanceStatus
    stake: int
    team: int | None = None


class Record(NamedTuple):
    """What has been settled in a hand: the lances closed, and who declared pares and juego."""

    lances: tuple[ClosedLance, ...] = ()
    pares: Holders | None = None
    juego: Holders | None = None


NOTHING_SETTLED = Record()


class Deal(NamedTuple):
    """The cards of a hand in play, and from which seat it goes round."""

    mano_dealt: int
    mano: int
    deck: Hand
    dealt: Hands
    hands: Hands
    stock: Hand
    discards: Hand
    shuffler: Shuffler
    corrido: bool
    mus_round: int
    score_before: Score

    @property
    def dealer(self) -> int:
        """The postre, last to speak (R-SEAT-2)."""
        return (self.mano + 3) % 4


NO_DEAL = Deal(0, 0, (), NOBODY_S, NOBODY_S, (), (), Shuffler(bytes(32), 0), False, 0, (0, 0))


class Match(NamedTuple):
    """What outlives a hand. `turns` is the last turn id of the finished hands; `mano` that of the next."""

    mano: int
    score: Score = (0, 0)
    games_won: Score = (0, 0)
    game: int = 1
    game_began: int = 1
    hand_number: int = 0
    turns: int = 0
    provisional_winner: int | None = None
    winner: int | None = None
    last_hand: dict[str, Any] | None = None


class State(NamedTuple):
    """A match at one moment. Never changed: a transition gives a new one.

    `phase` is what is being played, "between" when a hand is needed, "over" when the match is finished; in
    these two nobody is asked (`turn` is None) and `deal` is `NO_DEAL`. `betting` is `NO_BETTING` before the
    lances. `chosen` are the discards of an exchange that is not complete.
    """

    rules: Rules
    match: Match
    phase: Phase
    turn: Turn | None = None
    deal: Deal = NO_DEAL
    record: Record = NOTHING_SETTLED
    betting: Betting = NO_BETTING
    said: Said = SILENCE
    chosen: Hands = NOBODY_S

    @property
    def score(self) -> Score:
        """Points of the two teams in this game, dejes included."""
        return self.match.score

    @property
    def games_won(self) -> Score:
        """Games won by the two teams."""
        return self.match.games_won

    @property
    def game(self) -> int:
        """Number of the game in the match, from 1."""
        return self.match.game

    @property
    def hand_number(self) -> int:
        """Number of the hand in the match, from 1; 0 before the first."""
        return self.match.hand_number

    @property
    def mano(self) -> int:
        """The mano of this hand; between hands that of the next."""
        return self.match.mano if self.turn is None else self.deal.mano

    @property
    def dealer(self) -> int:
        """The seat before the mano."""
        return (self.mano + 3) % 4

    @property
    def hands(self) -> Hands:
        """The four hands; empty between hands."""
        return self.deal.hands

    @property
    def winner(self) -> int | None:
        """The team that has won the match."""
        return self.match.winner

    @property
    def provisional_winner(self) -> int | None:
        """The team that a deje has brought to the target while the hand is played out (R-END-4)."""
        return self.match.provisional_winner

    @property
    def last_hand(self) -> dict[str, Any] | None:
        """The last finished hand."""
        return self.match.last_hand

    @property
    def needs_deal(self) -> bool:
        """Whether the next thing to happen is a deal."""
        return self.phase == "between"

    @property
    def match_over(self) -> bool:
        """Whether a team has won the match."""
        return self.phase == "over"

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON. Holds every hidden card: for the server's own storage only."""
        return {
            "rules_version": RULES_VERSION,
            **self.rules.to_json(),
            "match": self.match._asdict(),
            "play": None if self.turn is None else _play_to_json(self, self.turn),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`. Raises UnsupportedRulesVersion for a state of other rules."""
        if data["rules_version"] != RULES_VERSION:
            raise UnsupportedRulesVersion(data["rules_version"])
        rules, match, play = Rules.from_json(data), _match_from_json(data["match"]), data["play"]
        if play is None:
            return cls(rules, match, phase_at_rest(match))
        betting = _betting_from_json(play["betting"])
        return cls(
            rules=rules,
            match=match,
            phase=play["phase"],
            turn=_turn_from_json(rules, betting, play["turn"]),
            deal=_deal_from_json(play["deal"]),
            record=_record_from_json(play["record"]),
            betting=betting,
            said=tuple(_word_from_json(word) for word in play["said"]),
            chosen=_hands_from_json(play["chosen"]),
        )


def phase_at_rest(match: Match) -> Phase:
    """The phase of a match in which no hand is played."""
    return "between" if match.winner is None else "over"


def _play_to_json(state: State, turn: Turn) -> dict[str, Any]:
    """The hand that is being played."""
    return {
        "deal": _deal_to_json(state.deal),
        "record": _record_to_json(state.record),
        "phase": state.phase,
        "betting": _betting_to_json(state.betting),
        "said": [_word_to_json(word) for word in state.said],
        "turn": {"id": turn.id, "seats": list(turn.seats), "kind": turn.kind},
        "chosen": _hands_to_json(state.chosen),
    }


_CARDS = ("deck", "stock", "discards")
_HANDS = ("dealt", "hands")


def _deal_to_json(deal: Deal) -> dict[str, Any]:
    """Cards as one text each: a state is stored at every move, and stays near two kilobytes this way."""
    data = deal._asdict()
    for name in _CARDS:
        data[name] = join_cards(data[name])
    for name in _HANDS:
        data[name] = _hands_to_json(data[name])
    data["shuffler"] = deal.shuffler.to_json()
    return data


def _deal_from_json(data: Mapping[str, Any]) -> Deal:
    values = dict(data)
    for name in _CARDS:
        values[name] = split_cards(values[name])
    for name in _HANDS:
        values[name] = _hands_from_json(values[name])
    values["shuffler"] = Shuffler.from_json(values["shuffler"])
    values["score_before"] = tuple(values["score_before"])
    return Deal(**values)


def _record_to_json(record: Record) -> dict[str, Any]:
    return {**record._asdict(), "lances": [list(lance) for lance in record.lances]}


def _record_from_json(data: Mapping[str, Any]) -> Record:
    return Record(
        lances=tuple(ClosedLance(*lance) for lance in data["lances"]),
        pares=_tuple_or_none(data["pares"]),
        juego=_tuple_or_none(data["juego"]),
    )


def _hands_to_json(hands: Hands) -> list[str]:
    return [join_cards(hand) for hand in hands]


def _hands_from_json(texts: list[str]) -> Hands:
    return tuple(split_cards(text) for text in texts)


def _betting_to_json(betting: Betting) -> dict[str, Any]:
    return {**betting._asdict(), "pending": _word_to_json(betting.pending)}


def _betting_from_json(data: Mapping[str, Any]) -> Betting:
    return Betting(**{**data, "seats": tuple(data["seats"]), "pending": _word_from_json(data["pending"])})


def _match_from_json(data: Mapping[str, Any]) -> Match:
    return Match(**{**data, "score": tuple(data["score"]), "games_won": tuple(data["games_won"])})


def _turn_from_json(rules: Rules, betting: Betting, data: Mapping[str, Any]) -> Turn:
    """What may be answered follows from the rest, and is not stored."""
    kind = data["kind"]
    return Turn(data["id"], tuple(data["seats"]), kind, menu_of(rules, kind, betting))


def _word_to_json(word: Action | None) -> str | None:
    return None if word is None else str(word)


def _word_from_json(text: str | None) -> Action | None:
    return None if text is None else Action.parse(text)


def _tuple_or_none(values: list[Any] | None) -> Any:
    return None if values is None else tuple(values)
