"""What each operation says of itself in the OpenAPI document: one decorator a handler."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from games.schema.operation import KEYED, TABLE_ID, answer, asked, change, operation
from games.schema.parts import SEAT
from games.serializers import (
    ActionRequest,
    BotLevel,
    ClientSeed,
    CreateTable,
    HandsQuery,
    JoinByCode,
    JoinTable,
    MyTablesQuery,
    OpenTablesQuery,
    SignRequest,
)
from musapi.schema import problems

_LOCATION = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    response=[201],
    description="The table.",
)
_A_SEAT = (
    "table.not_open",
    "table.seat_taken",
    "table.full",
    "table.rating_out_of_range",
    "table.too_many",
)
_SITTING_DOWN = ("table.already_seated", *_A_SEAT)


open_tables = operation(
    "open_tables",
    "tables",
    summary="Tables I could join",
    description="Tables of all and of your friends with a free seat where you do not sit, newest first.",
    parameters=[OpenTablesQuery],
    responses={200: answer("TablePage", "Some of them.", "table_page")},
)

create_table = change(
    "create_table",
    "tables",
    summary="Open a table",
    description=(
        "You take the first seat that is null. With `auto_start` the match starts when the fourth seat is "
        "taken: at once, when the three others are bots."
    ),
    parameters=[_LOCATION],
    request=CreateTable,
    examples=[
        asked("against bots", {"seats": [None, {"bot": "casual"}, {"bot": "casual"}, {"bot": "casual"}]}),
        asked(
            "four people, two games to 30",
            {
                "ruleset": "traditional",
                "options": {"target": 30, "games_to_win": 2},
                "visibility": "private",
                "turn_seconds": 86400,
            },
        ),
    ],
    responses={
        201: answer("TableView", "The table as you see it.", "view_open"),
        **problems("table.invalid", "table.too_many", *KEYED),
    },
)

my_tables = operation(
    "my_tables",
    "tables",
    summary="My tables",
    description="The tables where you sit, newest first.",
    parameters=[MyTablesQuery],
    responses={200: answer("TablePage", "Some of them.", "table_page")},
)

my_turns = operation(
    "my_turns",
    "play",
    summary="What waits for me",
    description="The inbox: every table where you are asked, the most urgent first.",
    responses={200: answer("Inbox", "At most 200.", "inbox")},
)

view_table = operation(
    "view_table",
    "play",
    summary="The table as I see it",
    description=(
        "All that is needed to show the table and to play: nobody needs a rules engine to follow a match. "
        "With `If-None-Match` a view that has not changed costs a 304. Who has no seat sees what is public."
    ),
    parameters=[TABLE_ID],
    responses={
        200: answer("TableView", "Your view.", "view_bet", "view_discard", "view_finished"),
        **problems("table.not_found"),
    },
)

join_table = change(
    "join_table",
    "tables",
    summary="Sit down",
    description=(
        "On the seat you name, or on the first free one. The fourth to come starts the match. At a public "
        "table that is being played, a bot's seat is yours from the next deal on: it shows you as `coming`."
    ),
    parameters=[TABLE_ID],
    request=JoinTable,
    examples=[
        asked("anywhere", {}),
        asked("opposite the creator", {"seat": 2, "client_seed": "rain in Bilbao"}),
    ],
    responses={
        200: answer("TableView", "The table as you see it.", "view_open"),
        **problems("table.not_found", *_SITTING_DOWN, *KEYED),
    },
)

join_by_code = change(
    "join_by_code",
    "tables",
    summary="Sit down at a private table",
    description="The code is in the view of those who sit there.",
    request=JoinByCode,
    examples=[asked("a code", {"code": "K7PX2M9RWE"})],
    responses={
        200: answer("TableView", "The table as you see it.", "view_open"),
        **problems("table.not_found", "request.throttled", *_SITTING_DOWN, *KEYED),
    },
)

add_bot = change(
    "add_bot",
    "tables",
    summary="Put a bot on a seat",
    description="The creator may, before the start. The fourth seat taken starts the match.",
    parameters=[TABLE_ID, OpenApiParameter("number", SEAT, OpenApiParameter.PATH, description="The seat.")],
    request=BotLevel,
    examples=[asked("a bot that knows some rules of thumb", {"level": "casual"})],
    responses={
        200: answer("TableView", "The table as you see it.", "view_open"),
        **problems(
            "table.not_found",
            "table.not_seated",
            "table.not_creator",
            "table.not_open",
            "table.seat_taken",
            "table.invalid",
            *KEYED,
        ),
    },
)

start_match = change(
    "start_match",
    "tables",
    summary="Start the match",
    description="At a full table that was opened with `auto_start` false; the creator may.",
    parameters=[TABLE_ID],
    request=None,
    responses={
        200: answer("TableView", "The table as you see it.", "view_bet"),
        **problems(
            "table.not_found",
            "table.not_seated",
            "table.not_creator",
            "table.not_open",
            "table.not_full",
            *KEYED,
        ),
    },
)

leave_table = change(
    "leave_table",
    "tables",
    summary="Get up",
    description=(
        "Before the start the seat is free again. In a running match a stand-in bot plays the seat, which "
        "stays yours: `/return`, or any action or sign of yours, takes it back."
    ),
    parameters=[TABLE_ID],
    request=None,
    responses={
        200: answer("TableView", "The table as you see it now.", "view_open"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", *KEYED),
    },
)

return_to_seat = change(
    "return_to_seat",
    "play",
    summary="Take the seat back from the stand-in",
    description="A late answer of the stand-in is dropped. The question keeps the clock it would have had.",
    parameters=[TABLE_ID],
    request=None,
    responses={
        200: answer("TableView", "The table as you see it.", "view_bet"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", *KEYED),
    },
)

resign = change(
    "resign",
    "play",
    summary="Give the match up",
    description=(
        "The pair loses when the partner does so too, in the same hand; a partner's bot agrees at once. The "
        "hand is shown and not counted."
    ),
    parameters=[TABLE_ID],
    request=None,
    responses={
        200: answer("TableView", "The table as you see it.", "view_bet"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", *KEYED),
    },
)

rematch = change(
    "rematch",
    "tables",
    summary="Play again",
    description=(
        "Opens a table with the settings of a finished one and a seat kept for each player, or takes your "
        "seat there; again changes nothing. The old table's view names it in `rematch`."
    ),
    parameters=[TABLE_ID, _LOCATION],
    request=ClientSeed,
    examples=[asked("again", {})],
    responses={
        200: answer("TableView", "You have taken your seat in the rematch.", "view_open"),
        201: answer("TableView", "You have opened the rematch.", "view_open"),
        **problems("table.not_found", "table.not_seated", "table.not_finished", *_A_SEAT, *KEYED),
    },
)

play = change(
    "play",
    "play",
    summary="Play",
    description=(
        "Answer the question `turn`. Checked in this order: shape, visibility, key, table status, turn, "
        "seat, legality. 200 means committed. On `table.stale_turn` show the view and ask the player again."
    ),
    parameters=[TABLE_ID],
    request=ActionRequest,
    examples=[
        asked("bet five", {"turn": 41, "type": "envido", "amount": 5}),
        asked("discard two cards", {"turn": 30, "type": "discard", "cards": ["7b", "4c"]}),
        asked("confirm", {"turn": 42, "type": "confirm"}),
    ],
    responses={
        200: answer("AcceptedAction", "Your action in the log, and your view after it.", "accepted"),
        **problems(
            "table.not_found",
            "table.not_seated",
            "table.not_playing",
            "table.stale_turn",
            "table.not_your_turn",
            "action.illegal",
            *KEYED,
        ),
    },
)

make_sign = change(
    "make_sign",
    "play",
    summary="Make a sign",
    description=(
        "A seña, at any time of the hand, out of turn too; it replaces the seat's last one and has no effect "
        "on the turn. Where only the partner may see it, nothing changes in what the rivals read."
    ),
    parameters=[TABLE_ID],
    request=SignRequest,
    examples=[asked("I hold 31", {"gesture": "wink"})],
    responses={
        200: answer("TableView", "The table as you see it.", "view_bet"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", "sign.illegal", *KEYED),
    },
)

finished_hands = operation(
    "finished_hands",
    "hands",
    summary="The finished hands",
    description=(
        "In order, with the proof of each deal. When the match is finished the answer holds its master, and "
        "`python -m games.engine.shuffle --verify FILE` checks all of it."
    ),
    parameters=[TABLE_ID, HandsQuery],
    responses={200: answer("HandPage", "At most 50.", "hand_page"), **problems("table.not_found")},
)

finished_hand = operation(
    "finished_hand",
    "hands",
    summary="A finished hand",
    description="Cards, actions, result list and the proof of the deal. A hand being played is not there.",
    parameters=[
        TABLE_ID,
        OpenApiParameter(
            "number",
            {"type": "integer", "minimum": 0},
            OpenApiParameter.PATH,
            description="The hand's number.",
        ),
    ],
    responses={
        200: answer("FinishedHand", "The hand.", "finished_hand"),
        **problems("table.not_found", "hand.not_found"),
    },
)
