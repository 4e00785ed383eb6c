"""The queue: what it looks like, and what its operations say of themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema

from games.company_serializers import QueueWish
from games.schema.parts import FLAG, NUMBER_FROM_1, TIME, UUID, Schema, obj, ref, told
from games.schema.tables import RULESET
from musapi.schema import IDEMPOTENCY_KEY, problems

Handler = TypeVar("Handler", bound=Callable[..., Any])

QUEUE_COMPONENTS: dict[str, Schema] = {
    "QueueStatus": obj(
        "Whether you wait for others.",
        {
            "waiting": FLAG,
            "bots_offered": told(FLAG, "You have waited long: `/queue/bots` begins with bots."),
            "ruleset": RULESET,
            "turn_seconds": NUMBER_FROM_1,
            "since": told(TIME, "When you began to wait."),
            "table": told(UUID, "Where you have been seated; the match has begun."),
        },
        optional=["ruleset", "turn_seconds", "since", "table"],
    )
}


def _operation(operation_id: str, **said: Any) -> Callable[[Handler], Handler]:
    decorator: Callable[[Handler], Handler] = extend_schema(
        operation_id=operation_id, tags=["tables"], **said
    )
    return decorator


_STATUS = OpenApiResponse(ref("QueueStatus"), "Where you stand.")

queue_status = _operation(
    "queue_status",
    summary="Do I wait for others?",
    description="Ask every few seconds. `table` is there once you have been seated.",
    responses={200: _STATUS},
)

enter_queue = _operation(
    "enter_queue",
    summary="Wait for others",
    description=(
        "You are seated with three others of similar rating who want the same, and the match begins. The "
        "longer you wait, the less similar they may be. With a `partner` you wait until the other has named "
        "you, and sit opposite. Another wish takes the place of what you asked before; the same one again "
        "changes nothing. After a quarter of an hour you are taken to have gone, and wait no more."
    ),
    request=QueueWish,
    parameters=[IDEMPOTENCY_KEY],
    examples=[
        OpenApiExample("with anybody", value={"ruleset": "gametwist"}, request_only=True),
        OpenApiExample("with a partner", value={"partner": "miren"}, request_only=True),
    ],
    responses={
        200: _STATUS,
        **problems(
            "table.invalid",
            "table.too_many",
            "account.not_found",
            "account.yourself",
            "idempotency.key_reused",
            "idempotency.key_malformed",
        ),
    },
)

leave_queue = _operation(
    "leave_queue",
    summary="Wait no more",
    description="If you have been seated by then, you stay seated: the table is in `/me/tables`.",
    request=None,
    responses={204: None},
)

fill_with_bots = _operation(
    "fill_with_bots",
    summary="Begin with bots",
    description="At once, on the seats that nobody has. Two partners who wait begin together; one who "
    "has not come is not waited for. Who has been seated already is told where.",
    request=None,
    responses={200: _STATUS, **problems("queue.not_waiting", "table.too_many")},
)
