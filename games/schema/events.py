"""The log as it is read: each type of event with its data, and the finished hands that it adds up to."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.schema.chat import SAID
from games.schema.parts import (
    CARD,
    COUNT,
    HEX_256,
    NUMBER_FROM_1,
    SEAT,
    TEAM,
    TIME,
    UUID,
    Schema,
    array,
    exactly,
    obj,
    one_of,
    or_null,
    ref,
    told,
    variants,
)
from games.schema.tables import (
    ACTION_TYPE,
    CONTROLLER,
    FOUR_HANDS,
    GESTURE,
    LANCE,
    LEVEL,
    MEANING,
    RULESET,
    SCORE,
)

BY = ref("Actor")
ENDED_BY = ref("EndedBy")
OWN_CARDS = told(array(CARD, most=4), "Only in what their owner reads.")

ACTION_PROPERTIES: dict[str, Schema] = {
    "type": ACTION_TYPE,
    "amount": told(NUMBER_FROM_1, "Of an envido: the total."),
    "count": told({**NUMBER_FROM_1, "maximum": 4}, "Of a discard, where it is made in turn: how many."),
    "cards": told(array(CARD, least=1, most=4), "Of a discard; during the hand only its owner reads them."),
}
ACTION_OPTIONAL = ("amount", "count", "cards")

HAND_ACCOUNT: dict[str, Schema] = {
    "number": NUMBER_FROM_1,
    "game": NUMBER_FROM_1,
    "mano_dealt": told(SEAT, "The mano at the deal."),
    "mano": told(SEAT, "The mano of the lances; another one only after mus corrido."),
    "dealer": SEAT,
    "cards": told(FOUR_HANDS, "By seat, as they were shown."),
    "dealt": told(FOUR_HANDS, "By seat, as they were dealt."),
    "result": array(ref("ResultRow")),
    "score_before": SCORE,
    "score_after": SCORE,
    "ended_by": ENDED_BY,
}
DECK = told(exactly(40, CARD), "In the order in which it was dealt.")

# type: (name of the component, what happened, its data, what may be missing there, whether a seat did it)
_EVENTS: dict[str, tuple[str, str, dict[str, Schema], Collection[str], bool]] = {
    "seat_taken": (
        "SeatTakenEvent",
        "Somebody sat down.",
        {"kind": one_of("player", "bot"), "player": ref("PlayerName"), "level": LEVEL},
        ["player", "level"],
        True,
    ),
    "seat_left": (
        "SeatLeftEvent",
        "Somebody got up before the start, or was sent away.",
        {"player": ref("PlayerName"), "level": told(LEVEL, "Of a bot that was sent away.")},
        ["player", "level"],
        True,
    ),
    "started": (
        "StartedEvent",
        "The match begins.",
        {"master_commitment": HEX_256, "commitment": told(HEX_256, "Of the first hand.")},
        [],
        False,
    ),
    "hand_dealt": (
        "HandDealtEvent",
        "A hand was dealt.",
        {
            "number": NUMBER_FROM_1,
            "game": NUMBER_FROM_1,
            "mano": SEAT,
            "dealer": SEAT,
            "commitment": HEX_256,
            "next_commitment": HEX_256,
            "cards": OWN_CARDS,
        },
        ["cards"],
        False,
    ),
    "action": ("ActionEvent", "A seat acted.", ACTION_PROPERTIES, ACTION_OPTIONAL, True),
    "cards_exchanged": (
        "CardsExchangedEvent",
        "All four have discarded and were served.",
        {
            "counts": told(exactly(4, {**NUMBER_FROM_1, "maximum": 4}), "By seat: how many new cards."),
            "mano": SEAT,
            "dealer": SEAT,
            "stock_count": COUNT,
            "discard_count": COUNT,
            "mus_round": NUMBER_FROM_1,
            "cards": told(OWN_CARDS, "The new cards; only in what their owner reads."),
        },
        ["cards"],
        False,
    ),
    "declared": (
        "DeclaredEvent",
        "Who has pares, or juego.",
        {"lance": one_of("pares", "juego"), "holders": exactly(4, {"type": "boolean"})},
        [],
        False,
    ),
    "lance_closed": (
        "LanceClosedEvent",
        "A lance is settled. Its winner is told only when a bet was refused.",
        {
            "lance": LANCE,
            "status": ref("ClosedLanceStatus"),
            "stake": told(COUNT, "Of `paso`, `accepted` and `single`."),
            "deje": told(COUNT, "Of `declined`: paid at once."),
            "team": told(TEAM, "Of `declined`: who is paid."),
        },
        ["stake", "deje", "team"],
        False,
    ),
    "sign": (
        "SignEvent",
        "A sign that all may see.",
        {"gesture": GESTURE, "meaning": MEANING},
        [],
        True,
    ),
    "message": (
        "MessageEvent",
        "Somebody wrote something. Nothing is told of what was deleted, or whose sender you have muted.",
        SAID,
        list(SAID),
        True,
    ),
    "hand_finished": (
        "HandFinishedEvent",
        "A hand is over: everything about it, but the proof, which `/hands/{n}` has.",
        {**HAND_ACCOUNT, "deck": DECK},
        [],
        False,
    ),
    "game_finished": (
        "GameFinishedEvent",
        "A team has won a game.",
        {
            "game": NUMBER_FROM_1,
            "winner": TEAM,
            "score": SCORE,
            "games_won": SCORE,
            "by": ENDED_BY,
        },
        [],
        False,
    ),
    "match_finished": (
        "MatchFinishedEvent",
        "A team has won the match.",
        {"winner": TEAM, "games_won": SCORE, "by": ENDED_BY},
        [],
        False,
    ),
    "turn_missed": (
        "TurnMissedEvent",
        "A person let a question run out; the default that follows is played by `timeout`.",
        {"missed_turns": told(NUMBER_FROM_1, "In a row.")},
        [],
        True,
    ),
    "seat_controller": (
        "SeatControllerEvent",
        "A stand-in took the seat, or its person came back.",
        {"controller": CONTROLLER},
        [],
        True,
    ),
    "resign_offered": (
        "ResignOfferedEvent",
        "A seat offers to give the match up; the partner's offer in the same hand ends it.",
        {},
        [],
        True,
    ),
}

EVENT_TYPES = tuple(_EVENTS)


def _event(
    kind: str, what: str, data: Mapping[str, Schema], optional: Collection[str], by_seat: bool
) -> Schema:
    common: dict[str, Schema] = {
        "seq": told(NUMBER_FROM_1, "Contiguous within the table, for every reader."),
        "at": TIME,
        "type": one_of(kind),
    }
    if by_seat:
        common["seat"] = SEAT
    if kind == "action":
        common["by"] = BY
    told_about_it = obj("What is told about it.", data, optional=optional)
    return obj(what, {**common, "data": told_about_it}, optional=["seat"] if kind == "message" else [])


EVENT_COMPONENTS: dict[str, Schema] = {
    name: _event(kind, what, data, optional, by_seat)
    for kind, (name, what, data, optional, by_seat) in _EVENTS.items()
}
EVENT_COMPONENTS |= {
    "Actor": told(
        one_of("player", "bot", "timeout"), "The person, a bot, or the clock for somebody who did not act."
    ),
    "EndedBy": told(
        one_of("count", "deje", "ordago", "resign"),
        "`count`: counted out. `deje`: a refused bet reached the target. `ordago`: an accepted órdago. "
        "`resign`: a pair gave up.",
    ),
    "Event": variants(
        "Something that happened at the table. Skip a `type` you do not know: later versions may add some.",
        "type",
        {name: [kind] for kind, (name, *_) in _EVENTS.items()},
    ),
    "EventPage": obj(
        "Events in order. There may be more: ask again with `next` until none come.",
        {
            "events": array(ref("Event"), most=200),
            "next": told(COUNT, "`after` of the next request."),
            "table": told(ref("TableView"), "With `view=true`: your view of the table."),
        },
        optional=["table"],
    ),
    "PlayedAction": obj(
        "An action of a finished hand, faces and all.",
        {"seq": NUMBER_FROM_1, "seat": SEAT, "by": BY, **ACTION_PROPERTIES},
        optional=ACTION_OPTIONAL,
    ),
    "Proof": obj(
        "What lets a stranger deal the hand again.",
        {
            "algorithm": NUMBER_FROM_1,
            "commitment": told(HEX_256, "As it was published before the deal."),
            "seed": told(HEX_256, "What it commits to."),
            "client_seeds": told(
                exactly(4, or_null({"type": "string", "maxLength": 64})), "By seat; or null."
            ),
            "deck": DECK,
        },
    ),
    "FinishedHand": obj(
        "A hand that is over: cards, actions, result list, proof of the deal.",
        {
            "table": UUID,
            "ruleset": RULESET,
            "options": ref("Options"),
            **HAND_ACCOUNT,
            "actions": array(ref("PlayedAction")),
            "proof": ref("Proof"),
            "finished_at": TIME,
        },
    ),
}
