"""The queue over HTTP."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PlayerRequest
from games import matchmaking
from games.company_serializers import QueueWish
from games.schema import queue as operations
from games.views import keyed, read, send
from musapi.serializers import Nothing


class Queue(APIView):
    @operations.queue_status
    def get(self, request: PlayerRequest) -> Response:
        return Response(matchmaking.status_of(request.user))

    @operations.enter_queue
    def post(self, request: PlayerRequest) -> HttpResponse:
        wish = read(QueueWish, request)
        return send(matchmaking.enter(player=request.user, keyed=keyed(request), **wish))

    @operations.leave_queue
    def delete(self, request: PlayerRequest) -> Response:
        matchmaking.leave(player=request.user)
        return Response(status=204)


class QueueBots(APIView):
    @operations.fill_with_bots
    def post(self, request: PlayerRequest) -> Response:
        read(Nothing, request)
        return Response(matchmaking.fill_with_bots(player=request.user))
