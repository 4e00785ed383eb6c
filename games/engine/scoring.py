"""What each lance pays, in which order, and when that ends the game (R-COUNT, R-END)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.engine.combos import LANCES, Lance, Worth, worth_table
from games.engine.rules import Rules
from games.engine.state import PLAYING_ORDER, ClosedLance, Hands, LanceStatus, Score

Worths = tuple[Worth, ...]

NOTHING: Score = (0, 0)

_PLACE = {lance: place for place, lance in enumerate(LANCES)}
"""A hand's strengths stand in this order in its `Worth`."""


class Row(NamedTuple):
    """One line of the result list (R-COUNT-3). `counted` is false where an ended game no longer counts."""

    lance: Lance
    status: LanceStatus
    stake: int
    points: Score
    bonus: Score
    team: int | None
    seat: int | None
    counted: bool

    def to_json(self) -> dict[str, Any]:
        """As lists and numbers."""
        return {
            "lance": self.lance,
            "status": self.status,
            "stake": self.stake,
            "points": list(self.points),
            "bonus": list(self.bonus),
            "team": self.team,
            "seat": self.seat,
            "counted": self.counted,
        }


class Settlement(NamedTuple):
    """The result list, the score it leaves, and the team that has won the game by it."""

    rows: tuple[Row, ...]
    score: Score
    winner: int | None


def worths_of(rules: Rules, hands: Hands) -> Worths:
    """What each seat's hand is worth."""
    return tuple(map(worth_table(rules.kings, rules.la_real).of, hands))


def best_seat(lance: Lance, worths: Worths, mano: int) -> int:
    """The seat with the best hand; of equal ones the nearest to the mano (R-LANCE)."""
    place, order = _PLACE[lance], PLAYING_ORDER[mano]
    strengths = [worths[seat][place] for seat in order]
    return order[strengths.index(max(strengths))]


def count(rules: Rules, lances: Iterable[ClosedLance], worths: Worths, mano: int, score: Score) -> Settlement:
    """R-COUNT: pay the lances in order, each of them whole, until a team has the target.

    `score` holds the dejes already.
    """
    rows, winner = [], None
    for closed in lances:
        row = _row(rules, closed, worths, mano)
        if winner is None:
            score = _paid(score, row)
            winner = _has_won(rules.target, score, row.team)
        else:
            row = _uncounted(row)
        rows.append(row)
    return Settlement(tuple(rows), score, winner)


def list_uncounted(rules: Rules, lances: Iterable[ClosedLance], worths: Worths, mano: int) -> tuple[Row, ...]:
    """The result list of a hand that ends without a count: only dejes and an órdago stand (R-END-2)."""
    return tuple(_uncounted(_row(rules, closed, worths, mano)) for closed in lances)


def add(score: Score, points: Score) -> Score:
    """Sum of two scores."""
    return (score[0] + points[0], score[1] + points[1])


def to_team(team: int, points: int) -> Score:
    """Points of one team only."""
    return (points, 0) if team == 0 else (0, points)


def _row(rules: Rules, closed: ClosedLance, worths: Worths, mano: int) -> Row:
    """The line of a lance as the count pays it."""
    lance, status, stake, team = closed
    seat = None
    if status == "none":
        return Row(lance, status, stake, NOTHING, NOTHING, None, None, counted=True)
    if team is None:
        seat = best_seat(lance, worths, mano)
        team = seat % 2
    bonus = NOTHING if status == "ordago" else _bonus(rules, lance, worths, team)
    return Row(lance, status, stake, to_team(team, stake), bonus, team, seat, counted=True)


def _bonus(rules: Rules, lance: Lance, worths: Worths, team: int) -> Score:
    """R-COUNT-1: both partners' holdings, for the winners of the lance or (`bonus_to`) for every holder."""
    if lance in ("grande", "chica"):
        return NOTHING
    if lance == "punto":
        return to_team(team, rules.punto_bonus)
    of_seat = _pares_bonus if lance == "pares" else _juego_bonus
    first, second, third, fourth = worths
    if rules.bonus_to == "every_holder":
        return (
            of_seat(rules, first) + of_seat(rules, third),
            of_seat(rules, second) + of_seat(rules, fourth),
        )
    if team == 0:
        return (of_seat(rules, first) + of_seat(rules, third), 0)
    return (0, of_seat(rules, second) + of_seat(rules, fourth))


def _pares_bonus(rules: Rules, worth: Worth) -> int:
    return rules.pares_bonus[worth.pares_kind - 1] if worth.has_pares else 0


def _juego_bonus(rules: Rules, worth: Worth) -> int:
    if not worth.has_juego:
        return 0
    return rules.juego_bonus[0] if worth.punto == 31 else rules.juego_bonus[1]


def _paid(score: Score, row: Row) -> Score:
    """A deje was paid when the bet was refused; everything else is paid now (R-BET-9)."""
    (even, odd), (more_even, more_odd) = row.points, row.bonus
    if row.status == "declined":
        even = odd = 0
    return (score[0] + even + more_even, score[1] + odd + more_odd)


def _has_won(target: int, score: Score, lance_winner: int | None) -> int | None:
    """The team at the target. When one lance brings both there its winner comes first."""
    even, odd = score
    if even < target and odd < target:
        return None
    if even >= target and odd >= target:
        return lance_winner
    return 0 if even >= target else 1


def _uncounted(row: Row) -> Row:
    """A deje stands, without bonus; an órdago stands; the rest shows what it would have paid."""
    if row.status == "declined":
        return row._replace(bonus=NOTHING)
    return row._replace(counted=row.status == "ordago")
