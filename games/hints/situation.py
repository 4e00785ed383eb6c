"""The decision in front of a seat, read off its view under the names of Mus."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, cast

from games.bots.odds import Share, odds_table
from games.engine.cards import ACE, KING, RANKS
from games.engine.combos import PareKey, Ranks, Worth, pares_key, worth_table
from games.engine.question import Kind

EARLY_HANDS = 6
"""So long the plain rules are told again."""

# Near the target: the last few points; a lead or a gap worth changing one's play for.
NEARLY_THERE, LEAD = 5, 12


@dataclass(frozen=True)
class Situation:
    """What the one who is asked sees. `seat` is nobody's in particular while several discard at once."""

    seat: int
    kind: Kind
    hand: Mapping[str, Any]
    options: Mapping[str, Any]
    match: Mapping[str, Any]
    said: tuple[str, ...]
    legal: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Self:
        """Read a view whose viewer is asked."""
        return cls(
            seat=view["turn"]["seats"][0],
            kind=view["turn"]["kind"],
            hand=view["hand"],
            options=view["options"],
            match=view["match"],
            said=tuple(word["type"] if word else "" for word in view["said"]),
            legal={action["type"]: action for action in view["legal_actions"]},
        )

    # The seats

    @property
    def partner(self) -> int:
        """The seat across the table."""
        return (self.seat + 2) % 4

    @property
    def rivals(self) -> tuple[int, int]:
        """The seats of the other pair."""
        return (self.seat + 1) % 4, (self.seat + 3) % 4

    @property
    def is_mano(self) -> bool:
        """Whether I speak first and win every tie."""
        return bool(self.seat == self.hand["mano"])

    @property
    def is_postre(self) -> bool:
        """Whether I deal, speak last and lose every tie with a rival."""
        return bool(self.seat == self.hand["dealer"])

    def is_before(self, seat: int) -> bool:
        """Whether I am nearer the mano than this seat."""
        mano = self.hand["mano"]
        return bool((self.seat - mano) % 4 < (seat - mano) % 4)

    # My cards

    @cached_property
    def worth(self) -> Worth:
        """What my cards are worth in every lance."""
        options = self.options
        return worth_table(options["kings"], options["la_real"]).of(tuple(self.hand["your_cards"]))

    @property
    def ranks(self) -> Ranks:
        """My cards' effective ranks, highest first."""
        return self.worth.ranks

    @property
    def numbers(self) -> set[int]:
        """The numbers printed on my cards."""
        return {int(card[:-1]) for card in self.hand["your_cards"]}

    @property
    def kings(self) -> int:
        """How many kings I hold."""
        return self.ranks.count(KING)

    @property
    def aces(self) -> int:
        """How many aces I hold."""
        return self.ranks.count(ACE)

    @property
    def points(self) -> int:
        """My points for juego or punto."""
        return self.worth.punto

    @property
    def pares(self) -> PareKey:
        """Kind, high and low of my pares."""
        return pares_key(self.ranks)

    @property
    def holds_something(self) -> bool:
        """Whether I can play pares or juego."""
        return self.worth.has_pares or self.worth.has_juego

    def odds(self, lance: str) -> Share:
        """My hand among random ones in a lance."""
        return odds_table(self.options["kings"], self.options["la_real"])[self.ranks][lance]

    def worse(self, lance: str) -> int:
        """Of 100 random hands that can play a lance, about how many are worse than mine: 99 at most."""
        return min(99, round(100 * self.odds(lance).worse))

    def bonus(self, *lances: str) -> int:
        """What my hand pays by itself in these lances, if it can play them (R-COUNT-1)."""
        return sum(self._bonus(lance) for lance in lances)

    def _bonus(self, lance: str) -> int:
        if lance == "pares" and self.worth.has_pares:
            return int(self.options["pares_bonus"][self.worth.pares_kind - 1])
        if lance == "juego" and self.worth.has_juego:
            return int(self.options["juego_bonus"][0 if self.points == 31 else 1])
        return int(self.options["punto_bonus"]) if lance == "punto" else 0

    # The score

    @property
    def need(self) -> int:
        """What my pair still needs to reach the target."""
        return int(self.options["target"] - self.match["score"][self.seat % 2])

    @property
    def rivals_need(self) -> int:
        """What the others still need."""
        return int(self.options["target"] - self.match["score"][1 - self.seat % 2])

    @property
    def is_far_ahead(self) -> bool:
        """Whether my pair has the game nearly won."""
        return self.rivals_need - self.need >= LEAD

    @property
    def is_far_behind(self) -> bool:
        """Whether the others have the game nearly won."""
        return self.need - self.rivals_need >= LEAD

    @property
    def provisional_winner(self) -> int | None:
        """The team that a refused bet has brought to the target while the hand goes on (R-END-4)."""
        return cast("int | None", self.match["provisional_winner"])

    @property
    def we_have_the_target(self) -> bool:
        """Whether that is my pair."""
        return self.provisional_winner == self.seat % 2

    @property
    def they_have_the_target(self) -> bool:
        """Whether that is the others."""
        return self.provisional_winner == 1 - self.seat % 2

    @property
    def is_early(self) -> bool:
        """Whether the match has only just begun."""
        return bool(self.match["game"] == 1 and self.hand["number"] <= EARLY_HANDS)

    @property
    def begins_game(self) -> bool:
        """Whether this is the first hand of a game: every hand moves the score."""
        return bool(self.match["score"] == [0, 0])

    @property
    def is_corrido(self) -> bool:
        """Whether mus corrido is played and nobody has cut yet (R-MUS-5)."""
        if not self.options["mus_corrido"] or self.hand["phase"] not in ("mus", "discard"):
            return False
        by_game = self.options["mus_corrido_scope"] == "game"
        return self.begins_game if by_game else bool(self.hand["number"] == 1)

    # The lance

    @property
    def lance(self) -> str:
        """What is being played."""
        return str(self.hand["phase"])

    def plays(self, seat: int) -> bool:
        """Whether a seat may play this lance (R-DECL)."""
        declared = (self.hand["declarations"] or {}).get(self.lance)
        return bool(declared is None or declared[seat])

    @cached_property
    def rivals_in_play(self) -> tuple[int, ...]:
        """The rivals who may play this lance."""
        return tuple(filter(self.plays, self.rivals))

    @property
    def partner_is_asked(self) -> bool:
        """Whether a refusal of mine is put to my partner (R-BET)."""
        return self.options["partner_confirmation"] != "none" and self.plays(self.partner)

    @property
    def is_last_to_speak(self) -> bool:
        """Whether nobody may open this lance after me."""
        return not any(self.is_before(seat) and self.plays(seat) for seat in range(4))

    @cached_property
    def strength(self) -> int:
        """Of 100 random hands that can play this lance, how many are worse than mine."""
        return self.worse(self.lance)

    @property
    def lance_bonus(self) -> int:
        """What my hand adds to this lance for its winners only (R-COUNT-1)."""
        if self.lance != "punto" and self.options["bonus_to"] == "every_holder":
            return 0
        return self.bonus(self.lance)

    @cached_property
    def cannot_lose(self) -> bool:
        """Whether none of the hands that the rivals can have beats mine in this lance."""
        return not any(self._can_beat_me(rival) for rival in self.rivals_in_play)

    def _can_beat_me(self, rival: int) -> bool:
        least = self._in_lance(self.worth) + self.is_before(rival)
        return any(self._in_lance(worth) >= least for worth in self._hands_of(rival))

    def _in_lance(self, worth: Worth) -> int:
        return int(getattr(worth, self.lance))

    def _hands_of(self, seat: int) -> Iterable[Worth]:
        """What another seat may hold, by what I hold and by what it has declared."""
        options, declared = self.options, self.hand["declarations"] or {}
        left = Counter(RANKS[options["kings"]].values())
        left.subtract(self.ranks)
        for worth in worth_table(options["kings"], options["la_real"]).by_sum.values():
            said = {"pares": worth.has_pares, "juego": worth.has_juego}
            fits = all(holders[seat] == said[lance] for lance, holders in declared.items())
            if fits and all(worth.ranks.count(rank) <= left[rank] for rank in set(worth.ranks)):
                yield worth

    # The bet

    @property
    def standing(self) -> Mapping[str, Any]:
        """The bet to be answered; empty if there is none."""
        return self.hand["standing"] or {}

    @property
    def bet(self) -> int:
        """Its total, 0 for an órdago."""
        return int(self.standing.get("bet", 0))

    @property
    def is_ordago(self) -> bool:
        """Whether everything is at stake."""
        return bool(self.standing.get("ordago"))

    @property
    def accepted(self) -> int:
        """What stood before it."""
        return int(self.standing.get("accepted", 0))

    @property
    def deje(self) -> int:
        """What giving in to the standing bet pays the others (R-BET-7, R-BET-8)."""
        return self._deje(self.accepted)

    @property
    def deje_of_raise(self) -> int:
        """What the others would pay for refusing a bet or a raise of mine now."""
        return self._deje(self.bet)

    def _deje(self, stood: int) -> int:
        if not stood:
            return int(self.options["first_deje"])
        return stood + int(self.options["extra_deje"] if self.lance not in ("grande", "chica") else 0)

    @property
    def proposal(self) -> Mapping[str, Any]:
        """My partner's word that I am asked about; empty if there is none."""
        return self.hand["proposal"] or {}

    @property
    def would_refuse(self) -> bool:
        """Whether the question is to let my partner's refusal stand."""
        return self.proposal.get("type") == "no_quiero"

    @property
    def may_give_in(self) -> bool:
        """Whether the lance can be given away by what I say now."""
        return self.kind == "respond" or self.would_refuse
