"""What the operations on players say of themselves in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiResponse, extend_schema

from games.schema.parts import ref
from games.serializers import LeaderboardQuery
from musapi.schema import problems

Handler = TypeVar("Handler", bound=Callable[..., Any])


def _read(operation_id: str, **said: Any) -> Callable[[Handler], Handler]:
    decorator: Callable[[Handler], Handler] = extend_schema(
        operation_id=operation_id, tags=["players"], **said
    )
    return decorator


player = _read(
    "player",
    summary="A player",
    description="What everybody may know of a player, with a rating for each ruleset once rated there.",
    responses={
        200: OpenApiResponse(ref("PublicPlayer"), "The player."),
        **problems("account.not_found"),
    },
)

player_statistics = _read(
    "player_statistics",
    summary="What a player has done",
    description=(
        "In finished matches, by ruleset. A seat counts for its player, also while a stand-in plays there. "
        "Lances, dejes and accepted órdagos of the rivals are the pair's, órdagos made the player's own."
    ),
    responses={
        200: OpenApiResponse(ref("PlayerStatistics"), "One entry for each ruleset, also where all is 0."),
        **problems("account.not_found"),
    },
)

leaderboard = _read(
    "leaderboard",
    summary="The strongest",
    description=(
        "People and bots by their rating, the highest first. Guests are not rated, and who is still "
        "provisional is not listed."
    ),
    parameters=[LeaderboardQuery],
    responses={200: OpenApiResponse(ref("LeaderboardPage"), "Some of them.")},
)
