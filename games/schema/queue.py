"""The queue: what it looks like, and what its operations say of themselves."""

from __future__ import annotations

from games.company_serializers import QueueWish
from games.schema.operation import answer, asked, change, operation
from games.schema.parts import FLAG, NUMBER_FROM_1, TIME, UUID, Schema, obj, told
from games.schema.tables import RULESET
from musapi.schema import problems

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


_STATUS = answer("QueueStatus", "Where you stand.")

queue_status = operation(
    "queue_status",
    "tables",
    summary="Do I wait for others?",
    description="Ask every few seconds. `table` is there once you have been seated.",
    responses={200: _STATUS},
)

enter_queue = change(
    "enter_queue",
    "tables",
    summary="Wait for others",
    description=(
        "You are seated with three others of similar rating who want the same, and the match begins. The "
        "longer you wait, the less similar they may be. With a `partner` you wait until the other has named "
        "you, and sit opposite. Another wish takes the place of what you asked before; the same one again "
        "changes nothing. After a quarter of an hour you are taken to have gone, and wait no more."
    ),
    request=QueueWish,
    examples=[
        asked("with anybody", {"ruleset": "gametwist"}),
        asked("with a partner", {"partner": "miren"}),
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

leave_queue = operation(
    "leave_queue",
    "tables",
    summary="Wait no more",
    description="If you have been seated by then, you stay seated: the table is in `/me/tables`.",
    request=None,
    responses={204: None},
)

fill_with_bots = operation(
    "fill_with_bots",
    "tables",
    summary="Begin with bots",
    description="At once, on the seats that nobody has. Two partners who wait begin together; one who "
    "has not come is not waited for. Who has been seated already is told where.",
    request=None,
    responses={200: _STATUS, **problems("queue.not_waiting", "table.too_many")},
)
