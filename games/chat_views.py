"""The chat over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PlayerRequest
from games import chat, chat_reads, phrases
from games.chat_serializers import ChatQuery, MessageRequest, MuteRequest, ReportRequest
from games.models import Mute
from games.pagination import MessagePages
from games.schema import chat as operations
from games.selectors import iso
from games.views import keyed, read, send
from musapi.pagination import NewestFirst


class Messages(APIView):
    @operations.read_messages
    def get(self, request: PlayerRequest, table_id: UUID) -> Response:
        ChatQuery.read(request.query_params)
        pages = MessagePages()
        found = pages.part_of(chat.messages_at(table_id, request.user), request)
        return Response({"results": [chat.told(message) for message in found], **pages.links()})

    @operations.write_message
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        wish = read(MessageRequest, request)
        return send(chat.say(table_id=table_id, player=request.user, **wish, keyed=keyed(request)))


class ReportMessage(APIView):
    @operations.report_message
    def post(self, request: PlayerRequest, table_id: UUID, message_id: UUID) -> HttpResponse:
        reason = read(ReportRequest, request)["reason"]
        return send(
            chat.report(
                table_id=table_id,
                message_id=message_id,
                player=request.user,
                reason=reason,
                keyed=keyed(request),
            )
        )


class Mutes(APIView):
    @operations.read_mutes
    def get(self, request: PlayerRequest) -> Response:
        ChatQuery.read(request.query_params)
        pages = NewestFirst()
        found = pages.part_of(chat_reads.mutes_of(request.user), request)
        return Response({"results": [_mute(mute) for mute in found], **pages.links()})

    @operations.mute
    def post(self, request: PlayerRequest) -> Response:
        found, new = chat.mute(player=request.user, **read(MuteRequest, request))
        return Response(_mute(found), status=201 if new else 200)


class MuteDetail(APIView):
    @operations.unmute
    def delete(self, request: PlayerRequest, username: str) -> Response:
        chat.unmute(player=request.user, username=username)
        return Response(status=204)


class Phrases(APIView):
    permission_classes = ()

    @operations.list_phrases
    def get(self, request: Request) -> Response:
        return Response({"phrases": phrases.phrases()})


def _mute(mute: Mute) -> dict[str, object]:
    return {"player": {"username": mute.muted.username}, "since": iso(mute.created_at)}
