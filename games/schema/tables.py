"""A table as one seat sees it: the view, and what it is made of."""

from __future__ import annotations

from games.bots import LEVELS
from games.engine.actions import TYPES
from games.engine.combos import LANCES
from games.engine.rules import RULESETS
from games.engine.signs import GESTURES
from games.models import Table
from games.schema.parts import (
    CARD,
    COUNT,
    FLAG,
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
)

CLOSED_LANCE = ("paso", "accepted", "declined", "ordago", "single", "none")
LANCE_STATUS = (
    "`paso`: all passed. `accepted`, `declined`: what became of the bet. `ordago`: an órdago was accepted. "
    "`single`: only one team may play it. `none`: nobody may."
)

CODES: dict[str, Schema] = {
    "RulesetName": one_of(*RULESETS),
    "TableStatus": told(
        one_of(*Table.Status.values),
        "`open`: waits for people. `playing`. `finished`: a team has won. `abandoned`: the last person left "
        "before the start. `parked`: the engine failed here and an operator is looking.",
    ),
    "Visibility": told(
        one_of(*Table.Visibility.values),
        "`friends`: only friends of the creator find it. "
        "`private` tables are entered with their `join_code` and hidden from others.",
    ),
    "BotLevel": one_of(*LEVELS),
    "LanceName": one_of(*LANCES),
    "ActionType": one_of(*TYPES),
    "Gesture": one_of(*GESTURES),
    "Meaning": one_of(*dict.fromkeys(GESTURES.values())),
    "Controller": told(
        one_of("player", "bot"),
        "Who acts for the seat now: its person, or a bot (its own, or a stand-in while its person is away).",
    ),
    "ClosedLanceStatus": told(one_of(*CLOSED_LANCE), LANCE_STATUS),
    "LanceStatus": told(one_of("open", *CLOSED_LANCE), f"`open`: being played. {LANCE_STATUS}"),
}
RULESET = ref("RulesetName")
STATUS = ref("TableStatus")
VISIBILITY = ref("Visibility")
LEVEL = ref("BotLevel")
LANCE = ref("LanceName")
ACTION_TYPE = ref("ActionType")
GESTURE = ref("Gesture")
MEANING = ref("Meaning")
CONTROLLER = ref("Controller")
SCORE = told(exactly(2, COUNT), "By team. Not capped at the target.")

CARD_SHAPE: Schema = {
    "type": "string",
    "pattern": "^([1-7]|1[0-2])[oceb]$",
    "description": "`<number><suit>`: 1 to 7, 10 sota, 11 caballo, 12 rey; oros, copas, espadas, bastos.",
}
FOUR_HANDS = told(exactly(4, exactly(4, CARD)), "By seat.")

TABLE_SETTINGS: dict[str, Schema] = {
    "id": UUID,
    "status": STATUS,
    "visibility": VISIBILITY,
    "ruleset": RULESET,
    "options": ref("Options"),
    "turn_seconds": {"type": "integer", "minimum": 10, "maximum": 14 * 24 * 3600},
    "auto_start": told(FLAG, "Whether the match starts when the fourth seat is taken."),
    "chat": FLAG,
    "min_rating": told(COUNT, "Who sits down is at least that strong."),
    "max_rating": told(COUNT, "Who sits down is at most that strong."),
}

SEAT_PROPERTIES: dict[str, Schema] = {
    "seat": SEAT,
    "team": told(TEAM, "`seat % 2`"),
    "kind": told(one_of("empty", "player", "bot"), "Whose the seat is."),
    "controller": CONTROLLER,
    "you": told(FLAG, "Whether this is the reader's own seat."),
    "missed_turns": told(COUNT, "Questions in a row that its person let run out."),
    "player": ref("PlayerName"),
    "level": told(LEVEL, "The bot's level, at a bot's seat."),
    "creator": told(FLAG, "May put bots on seats and start the match; told while the table is open."),
    "reserved": told(FLAG, "An empty seat that is kept for somebody who is invited, or of the match before."),
    "resigns": told(
        FLAG, "Offers to give the match up; it ends when the partner does so too, in the same hand."
    ),
    "coming": told(ref("PlayerName"), "Who takes this bot's seat at the next deal."),
    "said": told(ref("Word"), "The seat's last word in this lance: its speech bubble."),
}

HAND_PROPERTIES: dict[str, Schema] = {
    "number": NUMBER_FROM_1,
    "mano": SEAT,
    "dealer": SEAT,
    "phase": one_of("mus", "discard", *LANCES),
    "mus_round": told(COUNT, "How often cards have been exchanged."),
    "your_cards": told(array(CARD, most=4), "Absent for who has no seat."),
    "cards_held": told(exactly(4, {**COUNT, "maximum": 4}), "By seat."),
    "stock_count": {**COUNT, "maximum": 40},
    "discard_count": {**COUNT, "maximum": 40},
    "declarations": told(or_null(ref("Declarations")), "Null until the chica has closed."),
    "lances": told(array(ref("Lance"), most=5), "Those reached, in order."),
    "standing": told(or_null(ref("Standing")), "The bet to be answered; null when there is none."),
    "proposal": told(
        or_null(ref("Proposal")), "What a player has said and the partner is asked about; or null."
    ),
    "commitment": told(HEX_256, "Hash of this hand's seed, published before the deal."),
    "next_commitment": told(HEX_256, "Hash of the next hand's seed."),
}

VIEW_PROPERTIES: dict[str, Schema] = {
    **TABLE_SETTINGS,
    "join_code": told(
        {"type": "string"}, "What others enter a private table with; told to those who sit there."
    ),
    "version": told(COUNT, "`seq` of the table's last event. Ignore a view older than the one you have."),
    "rules_version": NUMBER_FROM_1,
    "seats": exactly(4, ref("Seat")),
    "match": ref("Match"),
    "hand": told(or_null(ref("Hand")), "The hand being played; null before and after the match."),
    "turn": told(or_null(ref("Turn")), "The standing question; null when none stands."),
    "legal_actions": told(array(ref("LegalAction")), "What you may do now; empty unless your seat is asked."),
    "signs": told(array(ref("SignSeen"), most=4), "The signs that you can see."),
    "last_hand": told(or_null(ref("LastHand")), "The hand before, whole; null before the first has ended."),
    "rematch": told(UUID, "The table of the rematch, when somebody has opened it."),
}

TABLE_COMPONENTS: dict[str, Schema] = {
    **CODES,
    "Card": CARD_SHAPE,
    "PlayerName": obj(
        "A person at the table.",
        {
            "username": {"type": "string"},
            "deleted": told(FLAG, "True of somebody who has left for good; nothing else is known of them."),
            "name": told({"type": "string"}, "With `deleted`: what to show instead, in your language."),
        },
        optional=["deleted", "name"],
    ),
    "Word": obj(
        "Something said.",
        {"type": ACTION_TYPE, "amount": told(NUMBER_FROM_1, "Of an envido: the total.")},
        optional=["amount"],
    ),
    "Seat": obj(
        "One of the four places.",
        SEAT_PROPERTIES,
        optional=["player", "level", "creator", "reserved", "resigns", "coming", "said"],
    ),
    "Match": obj(
        "Where the match stands.",
        {
            "games_to_win": NUMBER_FROM_1,
            "games_won": told(exactly(2, COUNT), "By team."),
            "game": told(NUMBER_FROM_1, "Number of the game being played."),
            "score": SCORE,
            "provisional_winner": told(
                or_null(TEAM), "The team that a refused bet has brought to the target in this hand; or null."
            ),
            "winner": told(or_null(TEAM), "The team that has won the match; or null."),
            "master_commitment": told(HEX_256, "SHA-256 of the master that all deals come from."),
            "master": told(HEX_256, "The master itself; revealed when the match is finished."),
        },
        optional=["master"],
    ),
    "Declarations": obj(
        "Who has pares and, once the pares have closed, who has juego.",
        {"pares": told(exactly(4, FLAG), "By seat."), "juego": told(exactly(4, FLAG), "By seat.")},
        optional=["juego"],
    ),
    "Lance": obj(
        "A lance that has been reached. Who won it is not told before the hand is over.",
        {
            "lance": LANCE,
            "status": ref("LanceStatus"),
            "stake": told(COUNT, "The points at stake, without bonus."),
            "deje": told(COUNT, "What the bettors were paid for a refused bet."),
        },
    ),
    "Standing": obj(
        "A bet that stands.",
        {
            "lance": LANCE,
            "bet": told(COUNT, "The total; 0 under an órdago."),
            "ordago": FLAG,
            "seat": told(SEAT, "Who made it."),
            "accepted": told(COUNT, "The total that stood before it: what a refusal would pay (at least 1)."),
        },
    ),
    "Proposal": obj(
        "A word that counts when the partner confirms it or says more.",
        {"seat": SEAT, "type": ACTION_TYPE, "amount": NUMBER_FROM_1},
        optional=["amount"],
    ),
    "Hand": obj(
        "The hand being played, with nothing that the seat may not know.",
        HAND_PROPERTIES,
        optional=["your_cards"],
    ),
    "Turn": obj(
        "The question that stands.",
        {
            "id": told(NUMBER_FROM_1, "Send it with the action. It changes when the question does."),
            "seats": told(
                array(SEAT, least=1, most=4), "Who is asked; several only when all discard at once."
            ),
            "kind": told(
                one_of("speak", "discard", "open", "respond", "confirm"),
                "`speak`: mus or not. `open`: pass or bet. `respond`: to the rivals' bet. `confirm`: the "
                "partner's word.",
            ),
            "started_at": told(TIME, "When its clock starts; you may act before."),
            "deadline": told(TIME, "A default is played no earlier than this and the grace of `/meta`."),
        },
    ),
    "LegalAction": obj(
        "Something you may do now.",
        {
            "type": ACTION_TYPE,
            "min": told(NUMBER_FROM_1, "Of an envido the smallest total, of a discard the fewest cards."),
            "max": told(NUMBER_FROM_1, "Of an envido the largest total, of a discard the most cards."),
        },
        optional=["min", "max"],
    ),
    "SignSeen": obj(
        "The last sign of a seat. It lapses when cards are dealt or exchanged.",
        {
            "seat": SEAT,
            "gesture": GESTURE,
            "meaning": MEANING,
            "for_you": told(FLAG, "Your partner made it."),
        },
    ),
    "ResultRow": obj(
        "A line of the result list.",
        {
            "lance": LANCE,
            "status": ref("ClosedLanceStatus"),
            "stake": COUNT,
            "points": told(SCORE, "By team, for the stake."),
            "bonus": told(SCORE, "By team, for the cards."),
            "team": told(or_null(TEAM), "The winner; null where nobody won."),
            "seat": told(or_null(SEAT), "Whose cards won; null where no cards were compared."),
            "counted": told(FLAG, "False where the game had ended before."),
        },
    ),
    "LastHand": obj(
        "The hand that ended last.",
        {
            "number": NUMBER_FROM_1,
            "cards": FOUR_HANDS,
            "result": array(ref("ResultRow")),
            "score_before": SCORE,
            "score_after": SCORE,
            "ended_by": ref("EndedBy"),
        },
    ),
    "TableView": obj(
        "A table as the reader sees it, with all that is needed to show it and to play.",
        VIEW_PROPERTIES,
        optional=["join_code", "min_rating", "max_rating", "rematch"],
    ),
    "TableSummary": obj(
        "A table in a list.",
        {
            **TABLE_SETTINGS,
            "created_at": TIME,
            "winner": told(TEAM, "Of a finished match."),
            "finished_at": TIME,
            "seats": exactly(4, ref("Seat")),
        },
        optional=["min_rating", "max_rating", "winner", "finished_at"],
    ),
    "AcceptedAction": obj(
        "Your action as it stands in the log, and your view of the table after it.",
        {"accepted": ref("ActionEvent"), "table": ref("TableView")},
    ),
}
