"""The betting machine of one lance (R-BET)."""

from typing import cast

from games.engine.actions import Action
from games.engine.combos import LANCES
from games.engine.events import Event, Step
from games.engine.flow import Course, close_lance
from games.engine.question import Betting, Kind, Turn, menu_of
from games.engine.rules import Rules
from games.engine.state import ClosedLance, Play, State, with_word


def speak_first(state: State, play: Play, seat: int, action: Action) -> Step:
    """OPENING: check, or make the first bet."""
    if action.type == "paso":
        return _pass(state, play, seat, action)
    return answer(state, play, seat, action)


def _pass(state: State, play: Play, seat: int, action: Action) -> Step:
    betting = play.betting
    seats = betting.seats
    if seat == seats[-1]:
        stake = state.rules.paso_stake[LANCES.index(betting.lance)]
        return _close(state, play, seat, action, ClosedLance(betting.lance, "paso", stake))
    return _ask(state, play, seat, action, betting, seats[seats.index(seat) + 1], "open")


def answer(state: State, play: Play, seat: int, action: Action) -> Step:
    """PROPOSE: what a seat bets or answers; its partner is asked first where the rules want it."""
    betting = play.betting
    partner = (seat + 2) % 4
    if partner in betting.seats and _partner_is_asked(state.rules, betting, action):
        pending = Betting(
            betting.lance,
            betting.seats,
            betting.bet,
            betting.ordago,
            betting.bettor,
            betting.accepted,
            action,
            seat,
        )
        return _ask(state, play, seat, action, pending, partner, "confirm")
    return _settle(state, play, seat, action, seat, action)


def answer_partner(state: State, play: Play, seat: int, action: Action) -> Step:
    """CONFIRM: the partner lets it stand or goes higher; his word is final (R-BET-2)."""
    if action.type == "confirm":
        betting = play.betting
        return _settle(state, play, seat, action, betting.proposer, cast(Action, betting.pending))
    return _settle(state, play, seat, action, seat, action)


def _partner_is_asked(rules: Rules, betting: Betting, action: Action) -> bool:
    """R-BET PROPOSE and R-BET-4: a partner who could only confirm is not asked."""
    word = action.type
    if rules.partner_confirmation == "all":
        return word != "ordago" and not (word == "quiero" and betting.ordago)
    return rules.partner_confirmation == "decline_only" and word == "no_quiero"


def _settle(state: State, play: Play, speaker: int, word: Action, seat: int, action: Action) -> Step:
    """FINAL: `action` of `seat` stands; `word` is what `speaker` said just now."""
    betting = play.betting
    if action.type == "no_quiero":
        return _close(state, play, speaker, word, _declined(state.rules, betting))
    if action.type == "quiero":
        return _close(state, play, speaker, word, _accepted(betting))
    raised = Betting(
        betting.lance, betting.seats, action.amount or 0, action.type == "ordago", seat, betting.bet
    )
    return _ask(state, play, speaker, word, raised, _first_rival(betting.seats, seat), "respond")


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
    state: State, play: Play, speaker: int, word: Action, betting: Betting, seat: int, kind: Kind
) -> Step:
    """Note what was said and ask the next seat."""
    question = Turn(play.turn.id + 1, (seat,), kind, menu_of(state.rules, kind, betting))
    now = Play(play.deal, play.record, play.phase, betting, with_word(play.said, speaker, word), question)
    return Step(State(state.rules, state.match, now), (Event("action", speaker, word.to_wire()),))


def _close(state: State, play: Play, speaker: int, word: Action, closed: ClosedLance) -> Step:
    event = Event("action", speaker, word.to_wire())
    return close_lance(
        Course(state.rules, state.match, play.deal, play.turn.id + 1, [event], play.record), closed
    )
