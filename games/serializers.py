"""The shapes of requests: what cannot be read is refused here, what is not allowed by the services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from games.engine.actions import Action
from games.engine.rules import RULESETS
from games.models import Table
from games.schema.parts import ref
from games.schema.requests import SEATS
from games.schema.tables import GESTURE, LEVEL, RULESET, VISIBILITY
from games.wishes import RATINGS, TURN_SECONDS
from musapi.pagination import CursorQuery
from musapi.serializers import (
    PlainNumber,
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictQuery,
    StrictSerializer,
    WholeNumber,
)


@extend_schema_field(RULESET)
class RulesetName(StrictCharField):
    """A text; which rulesets there are, the service says."""


@extend_schema_field(VISIBILITY)
class VisibilityName(StrictCharField):
    """A text; which visibilities there are, the service says."""


@extend_schema_field(LEVEL)
class LevelName(StrictCharField):
    """A text; which bots there are, the service says."""


@extend_schema_field(GESTURE)
class GestureName(StrictCharField):
    """A text; which gestures there are, the engine says."""


@extend_schema_field({"type": "integer", "minimum": TURN_SECONDS[0], "maximum": TURN_SECONDS[1]})
class TurnSeconds(StrictIntegerField):
    """A whole number; its limits, the service says."""


@extend_schema_field({"type": ["integer", "null"], "minimum": RATINGS[0], "maximum": RATINGS[1]})
class RatingLimit(StrictIntegerField):
    """A whole number or null; its limits, the service says."""


@extend_schema_field(ref("OptionsWish"))
class OptionsField(serializers.DictField):
    """An object; which options there are, the engine says."""


@extend_schema_field(SEATS)
class SeatsField(serializers.ListField):
    """A list; that it must be of four, the service says."""


class BotSeat(StrictSerializer):
    """A seat that a bot takes."""

    bot = LevelName(max_length=20)


class ClientSeed(StrictSerializer):
    """What one who sits down adds to every shuffle of the match."""

    client_seed = StrictCharField(
        max_length=64, required=False, help_text="Up to 64 characters of your own, mixed into every deal."
    )


class CreateTable(ClientSeed):
    """A new table. Seats that are null are for people; you take the first of them."""

    visibility = VisibilityName(max_length=20, default="public")
    ruleset = RulesetName(max_length=20, default="gametwist")
    options = OptionsField(default=dict)
    turn_seconds = TurnSeconds(default=60, help_text="The time for a question; at most 14 days.")
    seats = SeatsField(child=BotSeat(allow_null=True), default=lambda: [None] * 4, max_length=16)
    auto_start = StrictBooleanField(default=True, help_text="Start when the fourth seat is taken.")
    chat = StrictBooleanField(default=True)
    min_rating = RatingLimit(default=None, allow_null=True, help_text="The weakest who may join.")
    max_rating = RatingLimit(default=None, allow_null=True, help_text="The strongest who may join.")


class JoinTable(ClientSeed):
    """Sitting down."""

    seat = StrictIntegerField(
        min_value=0, max_value=3, required=False, help_text="Without it the first free one."
    )


class JoinByCode(ClientSeed):
    """Sitting down at a private table."""

    code = StrictCharField(max_length=20)


class BotLevel(StrictSerializer):
    """A bot for a seat."""

    level = LevelName(max_length=20)


class AskedTurn(StrictSerializer):
    """The question an action answers. Any number is read: one that does not stand is stale, not malformed."""

    turn = StrictIntegerField()


class HideHints(AskedTurn):
    """Closing the tip box for a question."""


@extend_schema_serializer(component_name="Action")
class ActionRequest(serializers.Serializer[Any]):
    """An answer to question `turn`. The engine, which knows what each action takes, reads the rest."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            return dict(super().to_internal_value(data))
        asked = AskedTurn.read({"turn": data["turn"]} if "turn" in data else {})
        action = Action.from_wire({key: value for key, value in data.items() if key != "turn"})
        return {**asked, "action": action}


@extend_schema_serializer(component_name="Sign")
class SignRequest(StrictSerializer):
    """A seña."""

    gesture = GestureName(max_length=20)


class OwnEventsQuery(StrictQuery):
    """Which events, and how long to wait for one."""

    after = WholeNumber(min_value=0, default=0, help_text="The last `seq` you have.")
    wait = PlainNumber(min_value=0, max_value=25, default=0, help_text="Seconds to wait for an event.")


class EventsQuery(OwnEventsQuery):
    """Which events of a table, and whether to see it."""

    view = serializers.BooleanField(default=False, help_text="Add your view of the table.")


class StreamQuery(StrictQuery):
    """Where a stream begins."""

    after = WholeNumber(
        min_value=0,
        required=False,
        help_text="The last `seq` you have. `Last-Event-ID` goes before it; without either, the stream "
        "begins with your view.",
    )


class HintsQuery(StrictQuery):
    """Whether to show a box that is closed or switched off."""

    force = serializers.BooleanField(default=False, help_text="Show the box also while it is closed or off.")


class OpenTablesQuery(CursorQuery):
    """Which tables to list."""

    status = serializers.ChoiceField(choices=["open"], default="open")
    ruleset = serializers.ChoiceField(choices=list(RULESETS), required=False)
    turn_seconds_max = WholeNumber(
        min_value=TURN_SECONDS[0], required=False, help_text="No slower tables than that."
    )
    fits_me = serializers.BooleanField(
        default=False, help_text="Only tables whose limits of rating let you in."
    )


class MyTablesQuery(CursorQuery):
    """Which of one's own tables to list."""

    status = serializers.ChoiceField(choices=Table.Status.values, required=False)


class HandsQuery(CursorQuery):
    """Where to go on in the list of hands."""


class LeaderboardQuery(CursorQuery):
    """Which leaderboard, and where to go on."""

    ruleset = serializers.ChoiceField(choices=list(RULESETS), default="gametwist")
