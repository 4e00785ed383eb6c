"""Invitations, and sending somebody away, over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PlayerRequest
from games import invitations
from games.company_serializers import InvitationsQuery, Invite, Kick
from games.schema import company as operations
from games.views import keyed, read, send
from musapi.pagination import NewestFirst
from musapi.serializers import Nothing


class InviteToSeat(APIView):
    @operations.invite
    def post(self, request: PlayerRequest, table_id: UUID, number: int) -> HttpResponse:
        username = read(Invite, request)["username"]
        return send(
            invitations.invite(
                table_id=table_id,
                player=request.user,
                number=number,
                username=username,
                keyed=keyed(request),
            )
        )


class KickFromSeat(APIView):
    @operations.kick
    def post(self, request: PlayerRequest, table_id: UUID, number: int) -> HttpResponse:
        ban = read(Kick, request)["ban"]
        return send(
            invitations.kick(
                table_id=table_id, player=request.user, number=number, ban=ban, keyed=keyed(request)
            )
        )


class Decline(APIView):
    @operations.decline
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(invitations.decline(table_id=table_id, player=request.user, keyed=keyed(request)))


class Invitations(APIView):
    @operations.my_invitations
    def get(self, request: PlayerRequest) -> Response:
        InvitationsQuery.read(request.query_params)
        pages = NewestFirst()
        found = pages.part_of(invitations.invitations_of(request.user), request)
        return Response({"results": [invitations.told(seat) for seat in found], **pages.links()})
