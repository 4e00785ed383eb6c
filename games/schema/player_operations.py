"""What the operations on players say of themselves in the OpenAPI document."""

from __future__ import annotations

from games.schema.operation import answer, operation
from games.serializers import LeaderboardQuery
from musapi.schema import problems

player = operation(
    "player",
    "players",
    summary="A player",
    description="What everybody may know of a player, with a rating for each ruleset once rated there.",
    responses={
        200: answer("PublicPlayer", "The player."),
        **problems("account.not_found"),
    },
)

player_statistics = operation(
    "player_statistics",
    "players",
    summary="What a player has done",
    description=(
        "In finished matches, by ruleset. A seat counts for its player, also while a stand-in plays there. "
        "Lances, dejes and accepted órdagos of the rivals are the pair's, órdagos made the player's own."
    ),
    responses={
        200: answer("PlayerStatistics", "One entry for each ruleset, also where all is 0."),
        **problems("account.not_found"),
    },
)

leaderboard = operation(
    "leaderboard",
    "players",
    summary="The strongest",
    description=(
        "People and bots by their rating, the highest first. Guests are not rated, and who is still "
        "provisional is not listed."
    ),
    parameters=[LeaderboardQuery],
    responses={200: answer("LeaderboardPage", "Some of them.")},
)
