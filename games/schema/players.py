"""Players as everybody sees them: ratings, statistics, the leaderboard."""

from __future__ import annotations

from games.schema.lists import LINKS
from games.schema.parts import COUNT, FLAG, TEXT, TIME, Schema, array, obj, one_of, or_null, ref, told
from games.schema.tables import LEVEL, RULESET

_POINTS = told({"type": "integer"}, "1500 for a newcomer, and seldom below 1000 or above 2000.")
_MATCHES = told(COUNT, "Matches that were rated.")
_PLAYED_AND_WON: dict[str, Schema] = {"played": COUNT, "won": COUNT}

PLAYER_COMPONENTS: dict[str, Schema] = {
    "Rating": obj(
        "How strong a player is at a ruleset.",
        {
            "ruleset": RULESET,
            "rating": _POINTS,
            "matches": _MATCHES,
            "provisional": told(FLAG, "Too little is known yet. After about twenty matches this is false."),
        },
    ),
    "PublicPlayer": obj(
        "A player, as everybody sees it.",
        {
            "username": TEXT,
            "is_guest": told(FLAG, "A guest is not rated."),
            "created_at": TIME,
            "ratings": array(ref("Rating")),
        },
    ),
    "PlayedAndWon": obj("How many, and how many of them were won.", _PLAYED_AND_WON),
    "OrdagoCounts": obj(
        "Órdagos.",
        {
            "made": told(COUNT, "By this player."),
            "accepted": told(COUNT, "Of those made, by the rivals."),
            "won": told(COUNT, "Of those accepted."),
            "taken": told(COUNT, "Of the rivals, accepted by the pair."),
            "taken_won": COUNT,
        },
    ),
    "DejeCounts": obj(
        "Bets that were refused, and what that paid.",
        {
            "count": COUNT,
            "points": COUNT,
            "average": told(or_null({"type": "number", "minimum": 0}), "Null where there are none."),
        },
    ),
    "RulesetStatistics": obj(
        "What a player has done at a ruleset.",
        {
            "ruleset": RULESET,
            "matches": ref("PlayedAndWon"),
            "games": ref("PlayedAndWon"),
            "hands": COUNT,
            "lances": told(ref("PlayedAndWon"), "That somebody won and that were counted."),
            "ordagos": ref("OrdagoCounts"),
            "dejes": ref("Dejes"),
        },
    ),
    "Dejes": obj(
        "Bets that were refused, by who was left with the points.",
        {
            "earned": told(ref("DejeCounts"), "The pair's bets."),
            "conceded": told(ref("DejeCounts"), "The rivals' bets."),
        },
    ),
    "PlayerStatistics": obj(
        "What a player has done.", {"username": TEXT, "statistics": array(ref("RulesetStatistics"))}
    ),
    "LeaderboardRow": obj(
        "A player, or the bots of a level.",
        {
            "kind": one_of("player", "bot"),
            "player": ref("PlayerName"),
            "level": told(LEVEL, "Of bots."),
            "rating": _POINTS,
            "matches": _MATCHES,
        },
        optional=["player", "level"],
    ),
    "LeaderboardPage": obj(
        "A part of the leaderboard.",
        {"ruleset": RULESET, "results": array(ref("LeaderboardRow")), **LINKS},
    ),
}
