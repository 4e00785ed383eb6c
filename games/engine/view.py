"""What a seat may see, built from nothing: whatever is not put in here by name is not seen."""

from typing import Any, cast

from games.engine.actions import Action
from games.engine.cards import Hand
from games.engine.events import Event
from games.engine.legal import legal_actions
from games.engine.question import Betting, Turn
from games.engine.rules import RULES_VERSION, Rules
from games.engine.state import ClosedLance, Match, Record, State

SHOWN_OF_THE_LAST_HAND = ("number", "cards", "result", "score_before", "score_after", "ended_by")


def observe(state: State, seat: int | None) -> dict[str, Any]:
    """The match as this seat sees it; without a seat, only what is public."""
    turn = state.turn
    return {
        "ruleset": state.rules.ruleset,
        "options": state.rules.options(),
        "rules_version": RULES_VERSION,
        "match": _match(state.rules, state.match),
        "hand": None if turn is None else _hand(state, seat),
        "turn": None if turn is None else _turn(turn),
        "legal_actions": [] if seat is None else [action.to_wire() for action in legal_actions(state, seat)],
        "said": [_word(word) for word in state.said],
        "last_hand": _last_hand(state.match.last_hand),
    }


def redact(event: Event, seat: int | None) -> dict[str, Any]:
    """What this seat may know of an event; without a seat, what everybody may."""
    if seat is None:
        return dict(event.data)
    return {**event.data, **event.private.get(seat, {})}


def _match(rules: Rules, match: Match) -> dict[str, Any]:
    return {
        "games_to_win": rules.games_to_win,
        "games_won": list(match.games_won),
        "game": match.game,
        "score": list(match.score),
        "provisional_winner": match.provisional_winner,
        "winner": match.winner,
    }


def _hand(state: State, seat: int | None) -> dict[str, Any]:
    deal = state.deal
    shown = _cards_shown(state)
    hand: dict[str, Any] = {
        "number": state.match.hand_number,
        "mano": deal.mano,
        "dealer": deal.dealer,
        "phase": state.phase,
        "mus_round": deal.mus_round,
        "cards_held": [len(cards) for cards in shown],
        "stock_count": len(deal.stock),
        "discard_count": len(deal.discards) + 16 - sum(map(len, shown)),
        "declarations": _declarations(state.record),
        "lances": _lances(state),
        "standing": _standing(state.betting),
        "proposal": _proposal(state.betting),
    }
    if seat is not None:
        hand["your_cards"] = list(shown[seat])
    return hand


def _cards_shown(state: State) -> tuple[Hand, ...]:
    """The hands as they look: a choice of discards shows at once only where it is made in turn (R-MUS-2)."""
    if state.rules.simultaneous_discards:
        return state.deal.hands
    return tuple(
        tuple(card for card in hand if card not in out)
        for hand, out in zip(state.deal.hands, state.chosen, strict=True)
    )


def _declarations(record: Record) -> dict[str, list[bool]] | None:
    """R-DECL-1: the yes or no of each seat, never the kind."""
    if record.pares is None:
        return None
    declared = {"pares": list(record.pares)}
    if record.juego is not None:
        declared["juego"] = list(record.juego)
    return declared


def _lances(state: State) -> list[dict[str, Any]]:
    lances = [_closed_lance(closed) for closed in state.record.lances]
    betting = state.betting
    if betting.seats:
        lances.append({"lance": betting.lance, "status": "open", "stake": betting.bet, "deje": 0})
    return lances


def _closed_lance(closed: ClosedLance) -> dict[str, Any]:
    """Amounts are public, winners are not, except of a refused bet (C16)."""
    deje = closed.stake if closed.status == "declined" else 0
    return {"lance": closed.lance, "status": closed.status, "stake": closed.stake, "deje": deje}


def _standing(betting: Betting) -> dict[str, Any] | None:
    """The bet to be answered. Under an órdago there is no number: `bet` is 0."""
    if not betting.bet and not betting.ordago:
        return None
    return {
        "lance": betting.lance,
        "bet": betting.bet,
        "ordago": betting.ordago,
        "seat": betting.bettor,
        "accepted": betting.accepted,
    }


def _proposal(betting: Betting) -> dict[str, Any] | None:
    """What a player has said and his partner is asked about (R-BET-10)."""
    if betting.pending is None:
        return None
    return {"seat": betting.proposer, **cast(dict[str, Any], _word(betting.pending))}


def _word(word: Action | None) -> dict[str, Any] | None:
    if word is None:
        return None
    if word.amount is None:
        return {"type": word.type}
    return {"type": word.type, "amount": word.amount}


def _turn(turn: Turn) -> dict[str, Any]:
    return {"id": turn.id, "seats": list(turn.seats), "kind": turn.kind}


def _last_hand(hand: dict[str, Any] | None) -> dict[str, Any] | None:
    if hand is None:
        return None
    return {name: hand[name] for name in SHOWN_OF_THE_LAST_HAND}
