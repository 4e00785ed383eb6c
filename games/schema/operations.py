"""What each operation says of itself in the OpenAPI document: one decorator a handler."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from games.schema.examples import example
from games.schema.parts import SEAT, ref
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
from musapi.schema import IDEMPOTENCY_KEY, problems

Handler = TypeVar("Handler", bound=Callable[..., Any])

_TABLE_ID = OpenApiParameter("table_id", {"type": "string", "format": "uuid"}, OpenApiParameter.PATH)
_LOCATION = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    response=[201],
    description="The table.",
)
_REPLAYED = OpenApiParameter(
    "Idempotency-Replayed",
    {"type": "string", "enum": ["true"]},
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="This is the stored answer to an earlier request with the same key.",
)
_KEYED = ("table.busy", "idempotency.key_reused", "idempotency.key_malformed")
_SITTING_DOWN = (
    "table.not_open",
    "table.already_seated",
    "table.seat_taken",
    "table.full",
    "table.rating_out_of_range",
    "table.too_many",
)


def _answer(component: str, description: str, *names: str) -> OpenApiResponse:
    shown = [OpenApiExample(name.replace("_", " "), value=example(name)) for name in names]
    return OpenApiResponse(ref(component), description, examples=shown)


def _asked(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def _read(operation_id: str, tag: str, **said: Any) -> Callable[[Handler], Handler]:
    decorator: Callable[[Handler], Handler] = extend_schema(operation_id=operation_id, tags=[tag], **said)
    return decorator


def _change(operation_id: str, tag: str, **said: Any) -> Callable[[Handler], Handler]:
    """A POST that creates or plays: its answer is stored under the Idempotency-Key."""
    parameters = [*said.pop("parameters", ()), IDEMPOTENCY_KEY, _REPLAYED]
    return _read(operation_id, tag, parameters=parameters, **said)


open_tables = _read(
    "open_tables",
    "tables",
    summary="Tables I could join",
    description="Tables of all and of your friends with a free seat where you do not sit, newest first.",
    parameters=[OpenTablesQuery],
    responses={200: _answer("TablePage", "Some of them.", "table_page")},
)

create_table = _change(
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
        _asked("against bots", {"seats": [None, {"bot": "casual"}, {"bot": "casual"}, {"bot": "casual"}]}),
        _asked(
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
        201: _answer("TableView", "The table as you see it.", "view_open"),
        **problems("table.invalid", "table.too_many", *_KEYED),
    },
)

my_tables = _read(
    "my_tables",
    "tables",
    summary="My tables",
    description="The tables where you sit, newest first.",
    parameters=[MyTablesQuery],
    responses={200: _answer("TablePage", "Some of them.", "table_page")},
)

my_turns = _read(
    "my_turns",
    "play",
    summary="What waits for me",
    description="The inbox: every table where you are asked, the most urgent first.",
    responses={200: _answer("Inbox", "At most 200.", "inbox")},
)

view_table = _read(
    "view_table",
    "play",
    summary="The table as I see it",
    description=(
        "All that is needed to show the table and to play: nobody needs a rules engine to follow a match. "
        "With `If-None-Match` a view that has not changed costs a 304. Who has no seat sees what is public."
    ),
    parameters=[_TABLE_ID],
    responses={
        200: _answer("TableView", "Your view.", "view_bet", "view_discard", "view_finished"),
        **problems("table.not_found"),
    },
)

join_table = _change(
    "join_table",
    "tables",
    summary="Sit down",
    description=(
        "On the seat you name, or on the first free one. The fourth to come starts the match. At a public "
        "table that is being played, a bot's seat is yours from the next deal on: it shows you as `coming`."
    ),
    parameters=[_TABLE_ID],
    request=JoinTable,
    examples=[
        _asked("anywhere", {}),
        _asked("opposite the creator", {"seat": 2, "client_seed": "rain in Bilbao"}),
    ],
    responses={
        200: _answer("TableView", "The table as you see it.", "view_open"),
        **problems("table.not_found", *_SITTING_DOWN, *_KEYED),
    },
)

join_by_code = _change(
    "join_by_code",
    "tables",
    summary="Sit down at a private table",
    description="The code is in the view of those who sit there.",
    request=JoinByCode,
    examples=[_asked("a code", {"code": "K7PX2M9RWE"})],
    responses={
        200: _answer("TableView", "The table as you see it.", "view_open"),
        **problems("table.not_found", "request.throttled", *_SITTING_DOWN, *_KEYED),
    },
)

add_bot = _change(
    "add_bot",
    "tables",
    summary="Put a bot on a seat",
    description="The creator may, before the start. The fourth seat taken starts the match.",
    parameters=[_TABLE_ID, OpenApiParameter("number", SEAT, OpenApiParameter.PATH, description="The seat.")],
    request=BotLevel,
    examples=[_asked("a bot that knows some rules of thumb", {"level": "casual"})],
    responses={
        200: _answer("TableView", "The table as you see it.", "view_open"),
        **problems(
            "table.not_found",
            "table.not_seated",
            "table.not_creator",
            "table.not_open",
            "table.seat_taken",
            "table.invalid",
            *_KEYED,
        ),
    },
)

start_match = _change(
    "start_match",
    "tables",
    summary="Start the match",
    description="At a full table that was opened with `auto_start` false; the creator may.",
    parameters=[_TABLE_ID],
    request=None,
    responses={
        200: _answer("TableView", "The table as you see it.", "view_bet"),
        **problems(
            "table.not_found",
            "table.not_seated",
            "table.not_creator",
            "table.not_open",
            "table.not_full",
            *_KEYED,
        ),
    },
)

leave_table = _change(
    "leave_table",
    "tables",
    summary="Get up",
    description=(
        "Before the start the seat is free again. In a running match a stand-in bot plays the seat, which "
        "stays yours: `/return`, or any action or sign of yours, takes it back."
    ),
    parameters=[_TABLE_ID],
    request=None,
    responses={
        200: _answer("TableView", "The table as you see it now.", "view_open"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", *_KEYED),
    },
)

return_to_seat = _change(
    "return_to_seat",
    "play",
    summary="Take the seat back from the stand-in",
    description="A late answer of the stand-in is dropped. The question keeps the clock it would have had.",
    parameters=[_TABLE_ID],
    request=None,
    responses={
        200: _answer("TableView", "The table as you see it.", "view_bet"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", *_KEYED),
    },
)

resign = _change(
    "resign",
    "play",
    summary="Give the match up",
    description=(
        "The pair loses when the partner does so too, in the same hand; a partner's bot agrees at once. The "
        "hand is shown and not counted."
    ),
    parameters=[_TABLE_ID],
    request=None,
    responses={
        200: _answer("TableView", "The table as you see it.", "view_bet"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", *_KEYED),
    },
)

rematch = _change(
    "rematch",
    "tables",
    summary="Play again",
    description=(
        "Opens a table with the settings of a finished one and a seat kept for each player, or takes your "
        "seat there. The old table's view names it in `rematch`."
    ),
    parameters=[_TABLE_ID, _LOCATION],
    request=ClientSeed,
    examples=[_asked("again", {})],
    responses={
        200: _answer("TableView", "You have taken your seat in the rematch.", "view_open"),
        201: _answer("TableView", "You have opened the rematch.", "view_open"),
        **problems("table.not_found", "table.not_seated", "table.not_finished", *_SITTING_DOWN, *_KEYED),
    },
)

play = _change(
    "play",
    "play",
    summary="Play",
    description=(
        "Answer the question `turn`. Checked in this order: shape, visibility, key, table status, turn, "
        "seat, legality. 200 means committed. On `table.stale_turn` show the view and ask the player again."
    ),
    parameters=[_TABLE_ID],
    request=ActionRequest,
    examples=[
        _asked("bet five", {"turn": 41, "type": "envido", "amount": 5}),
        _asked("discard two cards", {"turn": 30, "type": "discard", "cards": ["7b", "4c"]}),
        _asked("confirm", {"turn": 42, "type": "confirm"}),
    ],
    responses={
        200: _answer("AcceptedAction", "Your action in the log, and your view after it.", "accepted"),
        **problems(
            "table.not_found",
            "table.not_seated",
            "table.not_playing",
            "table.stale_turn",
            "table.not_your_turn",
            "action.illegal",
            *_KEYED,
        ),
    },
)

make_sign = _change(
    "make_sign",
    "play",
    summary="Make a sign",
    description=(
        "A seña, at any time of the hand, out of turn too; it replaces the seat's last one and has no effect "
        "on the turn. Where only the partner may see it, nothing changes in what the rivals read."
    ),
    parameters=[_TABLE_ID],
    request=SignRequest,
    examples=[_asked("I hold 31", {"gesture": "wink"})],
    responses={
        200: _answer("TableView", "The table as you see it.", "view_bet"),
        **problems("table.not_found", "table.not_seated", "table.not_playing", "sign.illegal", *_KEYED),
    },
)

finished_hands = _read(
    "finished_hands",
    "hands",
    summary="The finished hands",
    description=(
        "In order, with the proof of each deal. When the match is finished the answer holds its master, and "
        "`python -m games.engine.shuffle --verify FILE` checks all of it."
    ),
    parameters=[_TABLE_ID, HandsQuery],
    responses={200: _answer("HandPage", "At most 50.", "hand_page"), **problems("table.not_found")},
)

finished_hand = _read(
    "finished_hand",
    "hands",
    summary="A finished hand",
    description="Cards, actions, result list and the proof of the deal. A hand being played is not there.",
    parameters=[
        _TABLE_ID,
        OpenApiParameter(
            "number",
            {"type": "integer", "minimum": 0},
            OpenApiParameter.PATH,
            description="The hand's number.",
        ),
    ],
    responses={
        200: _answer("FinishedHand", "The hand.", "finished_hand"),
        **problems("table.not_found", "hand.not_found"),
    },
)
