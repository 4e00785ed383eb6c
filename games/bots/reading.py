"""What a bot reads off its seat's view: what the player on that seat is shown, under the names of Mus."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from games.bots.odds import Odds, odds_table, pair_wins, race
from games.engine.combos import Worth, worth_table

LANCES = ("grande", "chica", "pares", "juego")

# How many random hands a player counts as after his word in the lance: a bet sounds strong, a paso weak.
SILENT = 1.0
_SOUNDS = {"paso": 0.6, "envido": 1.8, "quiero": 1.6, "confirm": 1.6, "no_quiero": 0.5, "ordago": 3.0}
_SOUND_OF_A_POINT = 0.05
_LOUDEST_POINTS = 20
# Cards get better with every mus: so much more does a hand count after each of the first two.
_BETTER_BY_MUS = 0.3
# How often somebody who has pares has a pareja, medias, duples; how often a juego is 31 or another.
_KINDS_OF_PARES = (0.85, 0.08, 0.07)
_KINDS_OF_JUEGO = (0.34, 0.66)
# Nobody is nearer to the target than this before the count is made.
_ALMOST = 0.5

Pair = tuple[float, float]


class Reading(NamedTuple):
    """A lance as the one seat that is asked sees it. Pairs of figures are (ours, theirs)."""

    seat: int
    lance: str
    hand: Mapping[str, Any]
    options: Mapping[str, Any]
    worth: Worth
    odds: Odds
    said: tuple[Mapping[str, Any], ...]
    needs: Pair
    provisional_winner: int | None

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Self:
        """Read a view in which nobody but the viewer is asked."""
        hand, options, match = view["hand"], view["options"], view["match"]
        seat = view["turn"]["seats"][0]
        worth = worth_table(options["kings"], options["la_real"]).of(tuple(hand["your_cards"]))
        score, target = match["score"], options["target"]
        return cls(
            seat=seat,
            lance=hand["phase"],
            hand=hand,
            options=options,
            worth=worth,
            odds=odds_table(options["kings"], options["la_real"])[worth.ranks],
            said=tuple(word or {} for word in view["said"]),
            needs=(target - score[seat % 2], target - score[1 - seat % 2]),
            provisional_winner=match["provisional_winner"],
        )

    @property
    def partner(self) -> int:
        """The seat across the table."""
        return (self.seat + 2) % 4

    @property
    def rivals(self) -> tuple[int, int]:
        """The seats of the other pair."""
        return (self.seat + 1) % 4, (self.seat + 3) % 4

    def holds(self, lance: str) -> bool:
        """Whether my hand can play a lance (R-DECL)."""
        if lance == "pares":
            return self.worth.has_pares
        return lance != "juego" or self.worth.has_juego

    def plays(self, seat: int, lance: str) -> float:
        """The chance that another seat can play a lance: known once declared, before that what is usual."""
        declared = (self.hand["declarations"] or {}).get(lance)
        if declared is not None:
            return float(declared[seat])
        return self.odds[lance].plays if lance in ("pares", "juego") else 1.0

    def place(self, lance: str) -> float:
        """My hand's place among random ones; ties go to whom the mano is nearer to (R-LANCE)."""
        after_me = sum(self._order(rival) > self._order(self.seat) for rival in self.rivals)
        return self.odds[lance].place(after_me / 2)

    def chance(self, lance: str, *, caution: float = 0.0, trust: float = 1.0) -> float:
        """The chance that our pair wins a lance.

        in: `caution`, added to how strong each rival sounds; `trust`, how much of the partner's hand counts.
        """
        rivals = sum(self._weight(seat, lance, caution) for seat in self.rivals)
        partner = trust * self._weight(self.partner, lance, 0.0)
        place = self.place(lance) if self.holds(lance) else 0.0
        return pair_wins(place, rivals, partner)

    def bonuses(self, lance: str) -> Pair:
        """The bonus to expect of a lance for the pair that wins it: us, them (R-COUNT-1)."""
        if lance == "punto":
            return self.options["punto_bonus"], self.options["punto_bonus"]
        if lance not in ("pares", "juego"):
            return 0.0, 0.0
        usual = self._usual_bonus(lance)
        theirs = usual * sum(self.plays(rival, lance) for rival in self.rivals)
        return self._own_bonus(lance) + usual * self.plays(self.partner, lance), theirs

    def outlook(self) -> Pair:
        """The points to expect of all other lances of this hand."""
        closed = {row["lance"]: row for row in self.hand["lances"]}
        open_ones = LANCES[LANCES.index(self.lance) :] if self.lance in LANCES else ()
        expected = [self._expected(row) for lance, row in closed.items() if lance != self.lance]
        expected += [self._expected({"lance": lance}) for lance in open_ones if lance != self.lance]
        return sum(ours for ours, _ in expected), sum(theirs for _, theirs in expected)

    def prospect(self, outlook: Pair, ours: float = 0.0, theirs: float = 0.0) -> float:
        """The chance to win the game when we gain and they gain so much, beside the outlook."""
        if self.provisional_winner is not None:
            return float(self.provisional_winner == self.seat % 2)
        need, rivals_need = self.needs
        return race(
            max(need - outlook[0] - ours, _ALMOST),
            max(rivals_need - outlook[1] - theirs, _ALMOST),
        )

    def _expected(self, row: Mapping[str, Any]) -> Pair:
        lance, status = row["lance"], row.get("status")
        if status == "none":
            return 0.0, 0.0
        chance = 0.5 if status == "declined" else self.chance(lance)
        stake = row["stake"] if status in ("accepted", "paso", "single") else 1.0
        stake = 0.0 if status == "declined" else stake
        ours, theirs = self.bonuses(lance)
        return chance * (stake + ours), (1 - chance) * (stake + theirs)

    def _usual_bonus(self, lance: str) -> float:
        shares = _KINDS_OF_PARES if lance == "pares" else _KINDS_OF_JUEGO
        bonuses = self.options[f"{lance}_bonus"]
        return float(sum(share * bonus for share, bonus in zip(shares, bonuses, strict=True)))

    def _own_bonus(self, lance: str) -> float:
        if not self.holds(lance):
            return 0.0
        if lance == "pares":
            return float(self.options["pares_bonus"][self.worth.pares_kind - 1])
        return float(self.options["juego_bonus"][0 if self.worth.punto == 31 else 1])

    def _weight(self, seat: int, lance: str, caution: float) -> float:
        plays = self.plays(seat, lance)
        if not plays:
            return 0.0
        chosen: float = 1 + _BETTER_BY_MUS * min(self.hand["mus_round"], 2)
        return plays * (self._sound(seat, lance) + caution) * chosen

    def _sound(self, seat: int, lance: str) -> float:
        word = self.said[seat]
        if lance != self.lance or not word:
            return SILENT
        points: int = min(word.get("amount", 0), _LOUDEST_POINTS)
        return _SOUNDS.get(word["type"], SILENT) + _SOUND_OF_A_POINT * points

    def _order(self, seat: int) -> int:
        return int((seat - self.hand["mano"]) % 4)
