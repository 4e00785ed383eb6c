"""The betting machine of one lance (R-BET)."""

from typing import cast

from games.engine.actions import Action
from games.engine.combos import LANCES
from games.engine.events import Event, Step
from games.engine.flow import Course, close_lance
from games.engine.question import Betting, Kind, Turn, menu_of
from games.engine.rules import Rules
from games.engine.state import ClosedLance, State, with_word


def speak_first(state: State, turn: Turn, seat: int, action: Action) -> Step:
    """OPENING: check, or make the first bet."""
    if action.type == "paso":
        return _pass(state, turn, seat, action)
    return answer(state, turn, seat, action)


def _pass(state: State, turn: Turn, seat: int, action: Action) -> Step:
    betting = state.betting
    seats = betting.seats
    if seat == seats[-1]:
        stake = state.rules.paso_stake[LANCES.index(betting.lance)]
        return _close(state, turn, seat, action, ClosedLance(betting.lance, "paso", stake))
    return _ask(state, turn, seat, action, betting, seats[seats.index(seat) + 1], "open")


def answer(state: State, turn: Turn, seat: int, action: Action) -> Step:
    """PROPOSE: what a seat bets or answers; its partner is asked first where the rules want it."""
    betting = state.betting
    partner = (seat + 2) % 4
    if partner in betting.seats and _partner_is_asked(state.rules, betting, action):
        lance, seats, bet, ordago, bettor, accepted, _, _ = betting
        pending = Betting(lance, seats, bet, ordago, bettor, accepted, action, seat)
        return _ask(state, turn, seat, action, pending, partner, "confirm")
    return _settle(state, turn, seat, action, seat, action)


def answer_partner(state: State, turn: Turn, seat: int, action: Action) -> Step:
    """CONFIRM: the partner lets it stand or goes higher; his word is final (R-BET-2)."""
    if action.type == "confirm":
        betting = state.betting
        return _settle(state, turn, seat, action, betting.proposer, cast(Action, betting.pending))
    return _settle(state, turn, seat, action, seat, action)


def _partner_is_asked(rules: Rules, betting: Betting, action: Action) -> bool:
    """R-BET PROPOSE and R-BET-4: a partner who could only confirm is not asked."""
    word, confirmation = action.type, rules.partner_confirmation
    if confirmation == "all":
        return word != "ordago" and not (word == "quiero" and betting.ordago)
    return confirmation == "decline_only" and word == "no_quiero"


def _settle(state: State, turn: Turn, speaker: int, word: Action, seat: int, action: Action) -> Step:
    """FINAL: `action` of `seat` stands; `word` is what `speaker` said just now."""
    kind, amount, _ = action
    betting = state.betting
    if kind == "no_quiero":
        return _close(state, turn, speaker, word, _declined(state.rules, betting))
    if kind == "quiero":
        return _close(state, turn, speaker, word, _accepted(betting))
    seats = betting.seats
    raised = Betting(betting.lance, seats, amount or 0, kind == "ordago", seat, betting.bet)
    return _ask(state, turn, speaker, word, raised, _first_rival(seats, seat), "respond")


def _first_rival(seats: tuple[int, ...], bettor: int) -> int:
    """The first eligible rival in playing order after the bettor (R-BET-5)."""
    following = (bettor + 1) % 4
    return following if following in seats else (bettor + 3) % 4


def _declined(rules: Rules, betting: Betting) -> ClosedLance:
    """R-BET-7, R-BET-8: what the bettors are left with."""
    lance = betting.lance
    if not betting.accepted:
        deje = rules.first_deje
    elif lance in ("grande", "chica"):
        deje = betting.accepted
    else:
        deje = betting.accepted + rules.extra_deje
    return ClosedLance(lance, "declined", deje, betting.bettor % 2)


def _accepted(betting: Betting) -> ClosedLance:
    if betting.ordago:
        return ClosedLance(betting.lance, "ordago", 0)
    return ClosedLance(betting.lance, "accepted", betting.bet)


def _ask(
    state: State, turn: Turn, speaker: int, word: Action, betting: Betting, seat: int, kind: Kind
) -> Step:
    """Note what was said and ask the next seat."""
    rules, match, phase, _, deal, record, _, said, _ = state
    question = Turn(turn.id + 1, (seat,), kind, menu_of(rules, kind, betting))
    said = with_word(said, speaker, word)
    event = Event("action", speaker, word.to_wire())
    return Step(State(rules, match, phase, question, deal, record, betting, said), (event,))


def _close(state: State, turn: Turn, speaker: int, word: Action, closed: ClosedLance) -> Step:
    event = Event("action", speaker, word.to_wire())
    course = Course(state.rules, state.match, state.deal, turn.id + 1, [event], state.record)
    return close_lance(course, closed)
