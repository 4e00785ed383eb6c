"""What everybody may know of players: who they are, how strong, what they have done."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors
from games import standings, statistics
from games.pagination import StrongestFirst
from games.schema import player_operations as operations
from games.serializers import LeaderboardQuery


class Player(APIView):
    @operations.player
    def get(self, request: Request, username: str) -> Response:
        return Response(standings.profile_of(selectors.find_player(username=username)))


class PlayerStatistics(APIView):
    @operations.player_statistics
    def get(self, request: Request, username: str) -> Response:
        person = selectors.find_player(username=username)
        return Response({"username": person.username, "statistics": statistics.statistics_of(person)})


class Leaderboard(APIView):
    @operations.leaderboard
    def get(self, request: Request) -> Response:
        ruleset = LeaderboardQuery.read(request.query_params)["ruleset"]
        pages = StrongestFirst(request)
        rows = [standings.row_of(rating) for rating in pages.part_of(standings.leaderboard(ruleset))]
        return Response({"ruleset": ruleset, "results": rows, **pages.links()})
