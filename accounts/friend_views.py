"""Friends and blocks over HTTP: each handler reads, calls one service and answers."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from accounts import friends, selectors
from accounts.authentication import PlayerRequest
from accounts.serializers import (
    AskedSerializer,
    BlockPageSerializer,
    BlockSerializer,
    FriendPageSerializer,
    FriendRequestPageSerializer,
    FriendRequestsQuery,
    FriendSerializer,
    OtherPlayerSerializer,
)
from musapi.pagination import CursorQuery, NewestFirst
from musapi.schema import problems
from musapi.serializers import Nothing


def _page(
    shape: type[BaseSerializer[Any]], rows: QuerySet[Any], request: Request, **context: Any
) -> Response:
    """The part of a list that the request's cursor asks for."""
    pages = NewestFirst()
    found = {"results": pages.part_of(rows, request), **pages.links()}
    return Response(shape(found, context=context).data)


class FriendsView(APIView):
    @extend_schema(operation_id="friends", parameters=[CursorQuery], responses={200: FriendPageSerializer})
    def get(self, request: PlayerRequest) -> Response:
        """Your friends, the newest first."""
        CursorQuery.read(request.query_params)
        return _page(FriendPageSerializer, selectors.friendships_of(request.user), request)


class FriendView(APIView):
    @extend_schema(
        operation_id="unfriend",
        request=None,
        responses={204: None, **problems("friend.not_found", "account.not_found")},
    )
    def delete(self, request: PlayerRequest, username: str) -> Response:
        """Be friends no more, either way."""
        friends.part(person=request.user, username=username)
        return Response(status=204)


class FriendRequestsView(APIView):
    @extend_schema(
        operation_id="friend_requests",
        parameters=[FriendRequestsQuery],
        responses={200: FriendRequestPageSerializer},
    )
    def get(self, request: PlayerRequest) -> Response:
        """Who would like to be your friend (incoming), or whom you have asked (outgoing)."""
        incoming = FriendRequestsQuery.read(request.query_params)["direction"] == "incoming"
        rows = (selectors.incoming_requests if incoming else selectors.outgoing_requests)(request.user)
        return _page(FriendRequestPageSerializer, rows, request, person=request.user)

    @extend_schema(
        operation_id="ask_to_be_friends",
        request=OtherPlayerSerializer,
        responses={
            200: AskedSerializer,
            201: AskedSerializer,
            **problems(
                "account.not_found",
                "account.yourself",
                "account.too_many",
                "friend.blocked",
                "request.throttled",
            ),
        },
    )
    def post(self, request: PlayerRequest) -> Response:
        """Ask somebody to be your friend. Who has asked you is your friend at once.

        Asking again answers 200 and changes nothing, so it can be repeated without a key.
        """
        asked = friends.ask(sender=request.user, **OtherPlayerSerializer.read(request.data))
        told = (
            {"status": "friends", "friend": asked.friendship}
            if asked.friendship
            else {"status": "waiting", "request": asked.request}
        )
        answer = AskedSerializer(told, context={"person": request.user}).data
        return Response(answer, status=201 if asked.new else 200)


class AcceptView(APIView):
    @extend_schema(
        operation_id="accept_friend_request",
        request=None,
        responses={
            200: FriendSerializer,
            **problems("friend.request_not_found", "account.not_found", "account.too_many"),
        },
    )
    def post(self, request: PlayerRequest, request_id: UUID) -> Response:
        """Be the friend of who asked."""
        Nothing.read(request.data)
        return Response(FriendSerializer(friends.accept(person=request.user, request_id=request_id)).data)


class FriendRequestView(APIView):
    @extend_schema(
        operation_id="drop_friend_request",
        request=None,
        responses={204: None, **problems("friend.request_not_found")},
    )
    def delete(self, request: PlayerRequest, request_id: UUID) -> Response:
        """Decline a request, or take your own back."""
        friends.drop_request(person=request.user, request_id=request_id)
        return Response(status=204)


class BlocksView(APIView):
    @extend_schema(operation_id="blocks", parameters=[CursorQuery], responses={200: BlockPageSerializer})
    def get(self, request: PlayerRequest) -> Response:
        """Whom you have blocked, the newest first."""
        CursorQuery.read(request.query_params)
        return _page(BlockPageSerializer, selectors.blocks_of(request.user), request)

    @extend_schema(
        operation_id="block",
        request=OtherPlayerSerializer,
        responses={
            200: BlockSerializer,
            201: BlockSerializer,
            **problems("account.not_found", "account.yourself", "account.too_many", "block.operator"),
        },
    )
    def post(self, request: PlayerRequest) -> Response:
        """Hear nothing more of somebody, who is not told. A friendship and requests between you end.

        Doing it again answers 200 and changes nothing. Operators cannot be blocked.
        """
        found, new = friends.block(person=request.user, **OtherPlayerSerializer.read(request.data))
        return Response(BlockSerializer(found).data, status=201 if new else 200)


class BlockView(APIView):
    @extend_schema(
        operation_id="unblock",
        request=None,
        responses={204: None, **problems("block.not_found", "account.not_found")},
    )
    def delete(self, request: PlayerRequest, username: str) -> Response:
        """Lift a block."""
        friends.unblock(person=request.user, username=username)
        return Response(status=204)
