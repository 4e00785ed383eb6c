"""The shapes of requests: what cannot be read is refused here, what is not allowed by the services."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.engine.actions import Action
from musapi.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictQuery,
    StrictSerializer,
)


class BotSeat(StrictSerializer):
    """A seat that a bot takes."""

    bot = StrictCharField(max_length=20, help_text="the bot's level: novice or casual")


class ClientSeed(StrictSerializer):
    """What one who sits down adds to every shuffle of the match."""

    client_seed = StrictCharField(
        max_length=64, required=False, help_text="up to 64 characters of your own, mixed into every deal"
    )


class CreateTable(ClientSeed):
    """A new table. Seats that are null are for people; you take the first of them."""

    visibility = StrictCharField(max_length=20, default="public", help_text="public or private")
    ruleset = StrictCharField(max_length=20, default="gametwist", help_text="a name from /rulesets")
    options = serializers.DictField(
        required=False, default=dict, help_text="options that differ from the ruleset's"
    )
    turn_seconds = StrictIntegerField(default=60, help_text="10 to 1209600 (14 days)")
    seats = serializers.ListField(
        child=BotSeat(allow_null=True),
        default=lambda: [None] * 4,
        max_length=16,
        help_text="four: null or a bot",
    )
    auto_start = StrictBooleanField(default=True, help_text="start when the fourth seat is taken")
    chat = StrictBooleanField(default=True)


class JoinTable(ClientSeed):
    """Sitting down."""

    seat = StrictIntegerField(
        min_value=0, max_value=3, required=False, help_text="without it the first free one"
    )


class JoinByCode(ClientSeed):
    """Sitting down at a private table."""

    code = StrictCharField(max_length=20)


class BotLevel(StrictSerializer):
    """A bot for a seat."""

    level = StrictCharField(max_length=20, help_text="novice or casual")


class ActionRequest(serializers.Serializer[Any]):
    """An answer to question `turn`. `amount` is the total stake after the raise."""

    turn = StrictIntegerField(min_value=0, max_value=2**31 - 1, help_text="turn.id as you saw it")
    type = serializers.ChoiceField(
        choices=["mus", "no_mus", "discard", "paso", "envido", "quiero", "no_quiero", "ordago", "confirm"]
    )
    amount = StrictIntegerField(required=False, help_text="for envido: the total stake")
    cards = serializers.ListField(
        child=StrictCharField(max_length=3),
        required=False,
        help_text="for discard: one to four of your cards",
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """`turn` is read here, everything else by the engine, which knows what each action takes."""
        turn = {"turn": data.get("turn", serializers.empty)} if isinstance(data, dict) else data
        read: dict[str, Any] = _Turn().run_validation(
            {key: value for key, value in turn.items() if value is not serializers.empty}
        )
        action = Action.from_wire({key: value for key, value in data.items() if key != "turn"})
        return {**read, "action": action}


class _Turn(StrictSerializer):
    turn = StrictIntegerField(min_value=0, max_value=2**31 - 1)


class SignRequest(StrictSerializer):
    """A seña."""

    gesture = StrictCharField(max_length=20, help_text="a gesture from /signs")


class EventsQuery(StrictQuery):
    """Which events, and how long to wait for one."""

    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="the last seq you have"
    )
    wait = serializers.FloatField(
        min_value=0, max_value=25, default=0, help_text="seconds to wait for an event"
    )
    view = serializers.BooleanField(default=False, help_text="add your view of the table")


class OpenTablesQuery(StrictQuery):
    """Which tables to list."""

    status = serializers.ChoiceField(choices=["open"], default="open")
    ruleset = serializers.CharField(max_length=20, required=False)
    cursor = serializers.CharField(max_length=200, required=False)


class MyTablesQuery(StrictQuery):
    """Which of one's own tables to list."""

    status = serializers.ChoiceField(
        choices=["open", "playing", "finished", "abandoned", "parked"], required=False
    )
    cursor = serializers.CharField(max_length=200, required=False)


class HandsQuery(StrictQuery):
    """Where to go on in the list of hands."""

    cursor = serializers.CharField(max_length=200, required=False)
