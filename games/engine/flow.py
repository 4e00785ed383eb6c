"""From lance to lance, and from hand to hand (R-DECL, R-END, R-MATCH)."""

from dataclasses import dataclass
from typing import Any, cast

from games.engine.combos import Lance
from games.engine.events import Event, Step
from games.engine.question import NO_BETTING, Betting, Turn, menu_of
from games.engine.rules import Rules
from games.engine.scoring import (
    Row,
    add,
    best_seat,
    count,
    list_uncounted,
    to_team,
    worths_of,
)
from games.engine.state import (
    NOTHING_SETTLED,
    PLAYING_ORDER,
    ClosedLance,
    Deal,
    EndedBy,
    Holders,
    Match,
    Phase,
    Record,
    Score,
    State,
    phase_at_rest,
)


@dataclass(slots=True)
class Course:
    """A hand between two questions, while a transition works on it: the one thing here that changes.

    `match` and `deal` are replaced by what becomes of them, `next_turn` is the id of the next question.
    """

    rules: Rules
    match: Match
    deal: Deal
    next_turn: int
    events: list[Event]
    record: Record = NOTHING_SETTLED

    def ask(self, phase: Phase, turn: Turn, betting: Betting = NO_BETTING) -> Step:
        """The state with the next question, to which nobody has said anything yet."""
        state = State(self.rules, self.match, phase, turn, self.deal, self.record, betting)
        return Step(state, tuple(self.events))

    def rest(self) -> Step:
        """The state with no hand being played."""
        return Step(State(self.rules, self.match, phase_at_rest(self.match)), tuple(self.events))


def start_lances(course: Course) -> Step:
    """Grande, open to all four (R-DECL-3)."""
    return _open_to_all(course, "grande")


def _open_to_all(course: Course, lance: Lance) -> Step:
    return _open(course, lance, PLAYING_ORDER[course.deal.mano])


def _open(course: Course, lance: Lance, seats: tuple[int, ...]) -> Step:
    betting = Betting(lance, seats)
    turn = Turn(course.next_turn, seats[:1], "open", menu_of(course.rules, "open", betting))
    return course.ask(lance, turn, betting)


def close_lance(course: Course, closed: ClosedLance) -> Step:
    """Note how a lance ended, credit a deje at once (R-BET-9), and go on to what follows."""
    lances, pares, juego = course.record
    course.record = Record((*lances, closed), pares, juego)
    course.events.append(_closing_event(closed))
    if closed.status == "ordago":
        return _end_by_ordago(course, closed)
    if closed.status == "declined":
        _credit_deje(course, closed)
        if course.match.provisional_winner is not None and course.rules.deje_ends_game:
            return _end_by_deje(course)
    return _after(course, closed.lance)


def _after(course: Course, lance: Lance) -> Step:
    """The fixed order of the lances."""
    if lance == "grande":
        return _open_to_all(course, "chica")
    if lance == "chica":
        return _declare_pares(course)
    if lance == "pares":
        return _declare_juego(course)
    if course.match.provisional_winner is not None:
        return _end_by_deje(course)
    return _end_by_count(course)


def _closing_event(closed: ClosedLance) -> Event:
    """Amounts and dejes are public, the winner of a lance that is not refused is not (C16)."""
    data: dict[str, Any] = {"lance": closed.lance, "status": closed.status}
    if closed.status == "declined":
        data.update(deje=closed.stake, team=closed.team)
    elif closed.status in ("paso", "accepted", "single"):
        data["stake"] = closed.stake
    return Event("lance_closed", None, data)


def _credit_deje(course: Course, closed: ClosedLance) -> None:
    """R-END-4: the first team that a deje brings to the target wins, at once or provisionally."""
    match, team = course.match, cast(int, closed.team)
    score = add(match.score, to_team(team, closed.stake))
    provisional = match.provisional_winner
    if provisional is None and score[team] >= course.rules.target:
        provisional = team
    course.match = match._replace(score=score, provisional_winner=provisional)


def _declare_pares(course: Course) -> Step:
    worths = worths_of(course.rules, course.deal.hands)
    holders = tuple([worth.has_pares for worth in worths])
    course.record = Record(course.record.lances, holders)
    return _play_among(course, "pares", holders)


def _declare_juego(course: Course) -> Step:
    worths = worths_of(course.rules, course.deal.hands)
    holders = tuple([worth.has_juego for worth in worths])
    course.record = Record(course.record.lances, course.record.pares, holders)
    return _play_among(course, "juego", holders)


def _play_among(course: Course, lance: Lance, holders: Holders) -> Step:
    """R-DECL-1 and R-DECL-2: tell who holds; both teams bet, one team has it, or nobody."""
    course.events.append(Event("declared", None, {"lance": lance, "holders": list(holders)}))
    even, odd = holders[0] or holders[2], holders[1] or holders[3]
    if even and odd:
        return _open(course, lance, tuple(seat for seat in PLAYING_ORDER[course.deal.mano] if holders[seat]))
    if even or odd:
        return close_lance(course, ClosedLance(lance, "single", course.rules.uncontested_stake))
    if lance == "juego":
        return _open_to_all(course, "punto")
    return close_lance(course, ClosedLance(lance, "none", 0))


def _end_by_ordago(course: Course, closed: ClosedLance) -> Step:
    """R-END-2: that lance alone decides the game; the score stays as it is."""
    deal = course.deal
    winner = best_seat(closed.lance, worths_of(course.rules, deal.hands), deal.mano) % 2
    return _finish(course, "ordago", _uncounted_rows(course), course.match.score, winner)


def _end_by_deje(course: Course) -> Step:
    """R-END-4: the team that a deje has brought to the target; nothing is counted."""
    return _finish(
        course, "deje", _uncounted_rows(course), course.match.score, course.match.provisional_winner
    )


def _end_by_count(course: Course) -> Step:
    rules, deal = course.rules, course.deal
    result = count(rules, course.record.lances, worths_of(rules, deal.hands), deal.mano, course.match.score)
    return _finish(course, "count", result.rows, result.score, result.winner)


def _uncounted_rows(course: Course) -> tuple[Row, ...]:
    rules, deal = course.rules, course.deal
    return list_uncounted(rules, course.record.lances, worths_of(rules, deal.hands), deal.mano)


def _finish(
    course: Course, ended_by: EndedBy, rows: tuple[Row, ...], score: Score, game_winner: int | None
) -> Step:
    """Show all cards (R-END-5) and make ready for the next hand, game, or nothing."""
    hand = finished_hand(course, ended_by, rows, score)
    course.match = course.match._replace(
        mano=(course.deal.mano + 1) % 4,
        score=score,
        turns=course.next_turn - 1,
        provisional_winner=None,
        last_hand=hand,
    )
    course.events.append(Event("hand_finished", None, dict(hand)))
    if game_winner is None:
        return course.rest()
    return _win_game(course, game_winner, ended_by)


def _win_game(course: Course, winner: int, by: EndedBy) -> Step:
    """R-MATCH: a game won; scores restart unless it was the last, the rotation goes on."""
    match = course.match
    won = add(match.games_won, to_team(winner, 1))
    data = {
        "game": match.game,
        "winner": winner,
        "score": list(match.score),
        "games_won": list(won),
        "by": by,
    }
    course.events.append(Event("game_finished", None, data))
    if won[winner] >= course.rules.games_to_win:
        course.match = match._replace(games_won=won, winner=winner)
        course.events.append(match_finished(course.match, by))
    else:
        course.match = match._replace(
            score=(0, 0), games_won=won, game=match.game + 1, game_began=match.hand_number + 1
        )
    return course.rest()


def match_finished(match: Match, by: EndedBy) -> Event:
    """The last event of a match, which has its winner."""
    return Event(
        "match_finished", None, {"winner": match.winner, "games_won": list(match.games_won), "by": by}
    )


def finished_hand(course: Course, ended_by: EndedBy, rows: tuple[Row, ...], score: Score) -> dict[str, Any]:
    """All that a finished hand reveals. Lists throughout, so that JSON gives the same back."""
    deal = course.deal
    return {
        "number": course.match.hand_number,
        "game": course.match.game,
        "mano_dealt": deal.mano_dealt,
        "mano": deal.mano,
        "dealer": deal.dealer,
        "cards": list(map(list, deal.hands)),
        "dealt": list(map(list, deal.dealt)),
        "deck": list(deal.deck),
        "result": [row.to_json() for row in rows],
        "score_before": list(deal.score_before),
        "score_after": list(score),
        "ended_by": ended_by,
    }


def cut_hand_short(course: Course) -> None:
    """End a hand nobody finishes: revealed, not counted, dejes stand."""
    hand = finished_hand(course, "resign", _uncounted_rows(course), course.match.score)
    course.match = course.match._replace(turns=course.next_turn - 1, provisional_winner=None, last_hand=hand)
    course.events.append(Event("hand_finished", None, dict(hand)))
