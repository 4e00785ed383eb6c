"""A bot that plays by rules of thumb: its cards lance by lance, the score, its place, what was said."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from games.bots.mus import best_discard, gain_of_mus
from games.bots.reading import Pair, Reading
from games.engine.actions import CONFIRM, MUS, NO_MUS, NO_QUIERO, ORDAGO, PASO, QUIERO, Action

# Mus helps everybody, so it must help this hand more than the rivals' two are helped.
MUS_WORTH_TAKING = 1.5
MUS_MOOD = 0.2

BET_FROM = 0.58
RAISE_FROM = 0.78
RAISE_OVER_PARTNER_FROM = 0.9
OVERRULE_FROM = 0.6
LURK, BLUFF, BLUFF_RAISE = 0.15, 0.07, 0.02
SMALL_BET = 5

# A caller is stronger than a random hand, one who takes an órdago much more so; most give way to it.
CALLER, ORDAGO_CALLER = 0.5, 2.0
ORDAGO_REFUSED = 0.8
ORDAGO_BETTER_BY, ORDAGO_MOOD = 0.04, 0.2
ORDAGO_FROM = 0.9
# Far behind there is less to lose.
DESPERATE, DESPERATE_ORDAGO_FROM = 0.25, 0.55
# An órdago is taken with this much to spare, or with cards that hardly lose.
ORDAGO_MARGIN, HARDLY_LOSES = 0.03, 0.97


def choose(view: Mapping[str, Any], rng: Random) -> Action:
    """The action of the seat whose view this is; somebody must be asked there."""
    kind = view["turn"]["kind"]
    if kind == "speak":
        return MUS if gain_of_mus(view) + rng.gauss(0, MUS_MOOD) > MUS_WORTH_TAKING else NO_MUS
    if kind == "discard":
        return Action("discard", cards=best_discard(view)[0])
    table = Table.of(view)
    return _last_hope(table) or {"open": _open, "respond": _respond, "confirm": _confirm}[kind](table, rng)


class Table(NamedTuple):
    """A betting question: how the lance looks, what may be said, what stands."""

    reading: Reading
    legal: Mapping[str, Mapping[str, Any]]
    proposal: Mapping[str, Any] | None
    bet: int
    ordago: bool
    accepted: int
    bonuses: Pair
    outlook: Pair

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> "Table":
        """Read a view in which this seat is asked to bet or answer."""
        reading = Reading.of(view)
        standing = view["hand"]["standing"] or {"bet": 0, "ordago": False, "accepted": 0}
        return cls(
            reading=reading,
            legal={action["type"]: action for action in view["legal_actions"]},
            proposal=view["hand"]["proposal"],
            bet=standing["bet"],
            ordago=standing["ordago"],
            accepted=standing["accepted"],
            bonuses=reading.bonuses(reading.lance),
            outlook=reading.outlook(),
        )

    def chance(self, caution: float = 0.0, trust: float = 1.0) -> float:
        """The chance that our pair wins this lance."""
        return self.reading.chance(self.reading.lance, caution=caution, trust=trust)

    def prospect(self, ours: float = 0.0, theirs: float = 0.0) -> float:
        """The chance to win the game after this lance has brought so much."""
        return self.reading.prospect(self.outlook, ours, theirs)

    def refused(self) -> float:
        """The prospect after giving in to what stands."""
        options = self.reading.options
        deje = self.accepted + options["extra_deje"] if self.accepted else options["first_deje"]
        return self.prospect(theirs=deje + self.bonuses[1])

    def kept(self, stake: float, chance: float) -> float:
        """The prospect of playing the lance for a stake."""
        won, lost = self.prospect(ours=stake + self.bonuses[0]), self.prospect(theirs=stake + self.bonuses[1])
        return chance * won + (1 - chance) * lost

    def pays(self, chance: float) -> bool:
        """Whether keeping what stands is better than giving in."""
        if self.ordago:
            refused = self.refused()
            return refused < 1 and (chance >= HARDLY_LOSES or chance - ORDAGO_MARGIN > refused)
        return self.kept(self.bet, chance) > self.refused()

    def raised(self, chance: float, rng: Random) -> Action | None:
        """An envido for a hand with this chance against callers; None if the limits leave nothing sane."""
        limits = self.legal.get("envido")
        if limits is None:
            return None
        above = rng.choice((0, 0, 1, 2, 3)) if chance < RAISE_FROM else rng.choice((0, 1, 2, 3, 4, 6))
        amount = min(limits["min"] + above, limits["max"])
        if chance < RAISE_FROM and amount > self.bet + 8:
            return None
        return Action("envido", amount=amount)

    def all_in(self, rng: Random) -> bool:
        """Whether an órdago, mostly refused, leads further than the lance as it stands."""
        least = DESPERATE_ORDAGO_FROM if self.prospect() < DESPERATE else ORDAGO_FROM
        if "ordago" not in self.legal or self.chance() < least or rng.random() > ORDAGO_MOOD:
            return False
        taken = self.chance(caution=ORDAGO_CALLER)
        gained = max(self.bet, self.reading.options["first_deje"]) + self.bonuses[0]
        hoped = ORDAGO_REFUSED * self.prospect(ours=gained) + (1 - ORDAGO_REFUSED) * taken
        usual = self.kept(max(self.bet, 1), self.chance())
        return hoped > usual + ORDAGO_BETTER_BY


def _last_hope(table: Table) -> Action | None:
    """When the rivals have the target already, nothing but an órdago won can help (R-END-4)."""
    if table.reading.provisional_winner != (table.reading.seat + 1) % 2:
        return None
    return ORDAGO if "ordago" in table.legal else QUIERO


def _open(table: Table, rng: Random) -> Action:
    """Bet with a good hand, seldom lie in wait with it, seldom bluff with a middling one."""
    chance = table.chance(caution=CALLER)
    if table.all_in(rng):
        return ORDAGO
    if chance >= BET_FROM:
        return PASO if _rival_after(table) and rng.random() < LURK else table.raised(chance, rng) or PASO
    if rng.random() < BLUFF:
        return table.raised(chance, rng) or PASO
    return PASO


def _respond(table: Table, rng: Random) -> Action:
    """Keep what pays, raise with a strong hand; leave doubtful cases to a partner who is asked next."""
    chance = table.chance(trust=0.5 if _partner_reviews(table) else 1.0)
    if not table.pays(chance):
        if 0 < table.bet <= SMALL_BET and not table.ordago and rng.random() < BLUFF_RAISE:
            return table.raised(chance, rng) or NO_QUIERO
        return NO_QUIERO
    return _raise_or(QUIERO, table, RAISE_FROM, rng)


def _confirm(table: Table, rng: Random) -> Action:
    """The partner's word stands, unless this hand is clearly strong: then the pair goes higher (R-BET-2)."""
    proposal = table.proposal or {}
    if proposal["type"] == "no_quiero":
        chance = table.chance()
        if chance < OVERRULE_FROM or not table.pays(chance):
            return CONFIRM
        return _raise_or(QUIERO, table, RAISE_FROM, rng)
    return _raise_or(CONFIRM, table, RAISE_OVER_PARTNER_FROM, rng)


def _raise_or(word: Action, table: Table, least: float, rng: Random) -> Action:
    """More than the word if the hand would still win against callers with at least that chance."""
    chance = table.chance(caution=CALLER)
    if table.ordago or chance < least:
        return word
    if table.all_in(rng):
        return ORDAGO
    return word if rng.random() < LURK else table.raised(chance, rng) or word


def _partner_reviews(table: Table) -> bool:
    """Whether the partner will be asked about a refusal."""
    reading = table.reading
    if reading.options["partner_confirmation"] == "none":
        return False
    return reading.plays(reading.partner, reading.lance) > 0


def _rival_after(table: Table) -> bool:
    """Whether some rival who has not spoken yet might bet into a trap."""
    reading = table.reading
    return any(not reading.said[rival] and reading.plays(rival, reading.lance) for rival in reading.rivals)
