"""Where an answer leads: the links of the OpenAPI document, to the operations that take what is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple


class Way(NamedTuple):
    """From answers to operations with these `parameters`; `called` tells apart ways to the same one."""

    sources: Mapping[str, Iterable[str]]
    targets: Iterable[str]
    parameters: Mapping[str, str]
    called: str = ""


_AT_A_TABLE = (
    "view_table",
    "join_table",
    "add_bot",
    "invite",
    "kick",
    "start_match",
    "play",
    "make_sign",
    "read_hints",
    "hide_hints",
    "read_events",
    "read_messages",
    "write_message",
    "leave_table",
    "return_to_seat",
    "resign",
    "finished_hands",
    "rematch",
)
_SITTING_DOWN = {
    "create_table": ["201"],
    "join_table": ["200"],
    "join_by_code": ["200"],
    "rematch": ["200", "201"],
}
_SAME_TABLE = {"table_id": "$request.path.table_id"}

WAYS = (
    Way(_SITTING_DOWN, _AT_A_TABLE, {"table_id": "$response.body#/id"}),
    Way(
        {"view_table": ["200"], "play": ["200"], "read_events": ["200"]},
        ("view_table", "play", "read_events", "finished_hands", "rematch"),
        _SAME_TABLE,
        "Again",
    ),
    Way(
        {"open_tables": ["200"], "my_tables": ["200"]},
        ("view_table", "join_table", "return_to_seat", "rematch"),
        {"table_id": "$response.body#/results/0/id"},
        "Listed",
    ),
    Way(
        {"my_turns": ["200"]},
        ("view_table", "play"),
        {"table_id": "$response.body#/turns/0/table"},
        "Waiting",
    ),
    Way(
        {"my_invitations": ["200"]},
        ("join_table", "decline_invitation"),
        {"table_id": "$response.body#/results/0/table/id"},
        "Invited",
    ),
    Way({"queue_status": ["200"]}, ("view_table", "play"), {"table_id": "$response.body#/table"}, "Queued"),
    Way({"enter_queue": ["200"]}, ("queue_status", "fill_with_bots", "leave_queue"), {}),
    Way(
        {"finished_hands": ["200"]},
        ("finished_hand",),
        {**_SAME_TABLE, "number": "$response.body#/hands/0/number"},
    ),
    Way(
        {"write_message": ["200"]},
        ("report_message",),
        {**_SAME_TABLE, "message_id": "$response.body#/accepted/message"},
        "Written",
    ),
    Way(
        {"read_messages": ["200"]},
        ("report_message",),
        {**_SAME_TABLE, "message_id": "$response.body#/results/0/message"},
    ),
    Way(
        {"open_guest": ["201"], "register": ["201"], "log_in": ["200"]},
        ("me", "create_table", "open_tables"),
        {},
    ),
    Way({"devices": ["200"]}, ("sign_device_out",), {"device_id": "$response.body#/devices/0/id"}),
    Way(
        {"friend_requests": ["200"]},
        ("accept_friend_request", "drop_friend_request"),
        {"request_id": "$response.body#/results/0/id"},
    ),
    Way({"friends": ["200"]}, ("unfriend",), {"username": "$response.body#/results/0/player/username"}),
    Way({"block": ["200", "201"]}, ("unblock",), {"username": "$response.body#/player/username"}),
    Way({"mute": ["200", "201"]}, ("unmute",), {"username": "$response.body#/player/username"}),
    Way(
        {"leaderboard": ["200"], "friends": ["200"]},
        ("player", "player_statistics"),
        {"username": "$response.body#/results/0/player/username"},
    ),
    Way({"rulesets": ["200"]}, ("ruleset",), {"name": "$response.body#/rulesets/0/name"}),
)


def add_links(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Postprocessing hook: links as components that answers refer to. Raises KeyError for a wrong name."""
    operations = {
        operation["operationId"]: operation
        for path in result["paths"].values()
        for operation in path.values()
    }
    components = result["components"].setdefault("links", {})
    for way in WAYS:
        answers = list(_answers(operations, way))
        for target in way.targets:
            name = f"{_camel(target)}{way.called}"
            components[name] = _link(operations[target]["operationId"], way)
            for answer in answers:
                answer.setdefault("links", {})[target] = {"$ref": f"#/components/links/{name}"}
    return result


def _answers(operations: Mapping[str, Any], way: Way) -> Iterator[dict[str, Any]]:
    """The answers that a way begins at."""
    for source, statuses in way.sources.items():
        for status in statuses:
            yield operations[source]["responses"][status]


def _link(target: str, way: Way) -> dict[str, Any]:
    return {"operationId": target, **({"parameters": dict(way.parameters)} if way.parameters else {})}


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
