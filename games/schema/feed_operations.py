"""What the operations of the feeds say of themselves in the OpenAPI document."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.models import Notice
from games.schema.operation import TABLE_ID, answer, operation
from games.schema.parts import COUNT, NUMBER_FROM_1, TEAM, TIME, UUID, Schema, array, obj, one_of, ref, told
from games.serializers import EventsQuery, OwnEventsQuery, StreamQuery
from musapi.eventstream import MEDIA_TYPE
from musapi.schema import problems

_LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": "^[0-9]{1,18}$"},
    OpenApiParameter.HEADER,
    description="The last `id` you have, as an EventSource sends it when it connects again.",
)
_STREAM_REFUSALS = ("events.cursor_ahead", "events.cursor_expired", "server.unavailable", "request.throttled")

FEED_COMPONENTS: dict[str, Schema] = {
    "EventStream": told(
        {"type": "string"},
        "Server-sent events: messages of `id`, `event` and `data`, parted by empty lines. `data` is JSON in "
        "one line. A line that begins with a colon is a sign of life, at least every 20 seconds. Skip an "
        "`event` that you do not know.",
    ),
    "Notice": obj(
        "Something you are told of, or a number that tells nothing: its `player` has left or is kept apart "
        "from you. Skip a `type` you do not know.",
        {
            "seq": told(NUMBER_FROM_1, "Contiguous in what you are told."),
            "at": TIME,
            "type": one_of(*Notice.Kind.values),
            "table": UUID,
            "turn": told(NUMBER_FROM_1, "Of `your_turn`: the question."),
            "deadline": told(TIME, "Of `your_turn`, while the question waits for you."),
            "player": told(ref("PlayerName"), "Who invites you, asks you or has accepted."),
            "winner": told(TEAM, "Of `table_finished`."),
            "banned": told(
                {"type": "boolean"}, "Of `table_kicked`: whether you may not come back to the table."
            ),
        },
        optional=["table", "turn", "deadline", "player", "winner", "banned"],
    ),
    "NoticePage": obj(
        "What you are told, in order. There may be more: ask again with `next` until none comes.",
        {"events": array(ref("Notice"), most=200), "next": told(COUNT, "`after` of the next request.")},
    ),
}


def _stream(description: str, name: str) -> dict[tuple[int, str], OpenApiResponse]:
    return {(200, MEDIA_TYPE): answer("EventStream", description, name)}


read_events = operation(
    "read_events",
    "play",
    summary="What has happened since",
    description=(
        "The events after `after`. With `wait`, and when there are none, the answer comes when there is one "
        "or the time is over. The server may answer sooner: leave a second between two questions. With "
        "`view=true` your view comes along, so that a client can live on this address alone."
    ),
    parameters=[TABLE_ID, EventsQuery],
    responses={
        200: answer("EventPage", "At most 200 events.", "events", "events_with_view"),
        **problems("table.not_found", "events.cursor_ahead", "events.cursor_expired"),
    },
)

stream_events = operation(
    "stream_events",
    "play",
    summary="What happens, as it happens",
    description=(
        "The same events as server-sent events, each with its `seq` as `id` and its `type` as `event`. After "
        "the last of those that belong together comes `event: view` with your view and the same `id`; also "
        "when only the view has changed. Where only you may see a sign of your partner's, it comes as "
        "`event: sign` without an `id`. When the connection ends, connect again with the last `id`: every "
        "event comes once. The server ends streams now and then; when it may not go on with one, resuming it "
        "is refused."
    ),
    parameters=[TABLE_ID, StreamQuery, _LAST_EVENT_ID],
    responses={**_stream("The stream.", "stream"), **problems("table.not_found", *_STREAM_REFUSALS)},
)

my_events = operation(
    "my_events",
    "me",
    summary="What I am told",
    description=(
        "At whatever table: that it is your turn, that a match begins or is over, that you were sent away "
        "before the start, invitations, friends. Read as the events of a table are, with numbers of its own. "
        "Kept for 30 days."
    ),
    parameters=[OwnEventsQuery],
    responses={
        200: answer("NoticePage", "At most 200.", "notices"),
        **problems("events.cursor_ahead", "events.cursor_expired"),
    },
)

stream_my_events = operation(
    "stream_my_events",
    "me",
    summary="What I am told, as it happens",
    description=(
        "The same as server-sent events, each with its `seq` as `id` and its `type` as `event`. Without a "
        "place to begin at, the first message is `event: next`, with the `id` of the last one you were told."
    ),
    parameters=[StreamQuery, _LAST_EVENT_ID],
    responses={**_stream("The stream.", "notice_stream"), **problems(*_STREAM_REFUSALS)},
)
