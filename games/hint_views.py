"""The tip box over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PlayerRequest
from games import hinting
from games.schema import hints as operations
from games.serializers import HideHints as HideRequest
from games.serializers import HintsQuery
from games.views import keyed, read, send


class Hints(APIView):
    @operations.read_hints
    def get(self, request: PlayerRequest, table_id: UUID) -> Response:
        force = HintsQuery.read(request.query_params)["force"]
        return Response(hinting.box_of(table_id=table_id, player=request.user, force=force))


class HideHints(APIView):
    @operations.hide_hints
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        turn = read(HideRequest, request)["turn"]
        return send(hinting.hide(table_id=table_id, player=request.user, turn=turn, keyed=keyed(request)))
