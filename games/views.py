"""The tables over HTTP. A handler validates, finds, calls one service and answers; rules live elsewhere."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PlayerRequest
from games import moves, selectors, signs, tables
from games.exceptions import KeyMalformed
from games.freshness import tag_of
from games.idempotency import Keyed, Outcome
from games.models import Hand, Table
from games.pagination import HandPages, TablePages
from games.schema import operations
from games.serializers import (
    ActionRequest,
    BotLevel,
    ClientSeed,
    CreateTable,
    HandsQuery,
    JoinByCode,
    JoinTable,
    MyTablesQuery,
    OpenTablesQuery,
    SignRequest,
)
from games.wishes import TableSettings
from musapi.serializers import Nothing

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def keyed(request: Request) -> Keyed | None:
    """The request's Idempotency-Key with its fingerprint; raises KeyMalformed."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise KeyMalformed
    return Keyed.of(key, request.method or "", request.path, request.body)


def read(shape: type[Any], request: Request) -> Any:
    """The body in a given shape; raises ValidationError or MalformedAction."""
    body = shape(data=request.data)
    body.is_valid(raise_exception=True)
    return body.validated_data


def send(outcome: Outcome) -> HttpResponse:
    """An outcome as it was stored, byte for byte; what was created is named in Location."""
    response = HttpResponse(outcome.body, status=outcome.status, content_type="application/json")
    if outcome.status == 201:
        response["Location"] = reverse("table", args=[json.loads(outcome.body)["id"]])
    if outcome.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


def send_page(tables: QuerySet[Table], request: PlayerRequest) -> Response:
    """The part of a list of tables that the request's cursor asks for."""
    pages = TablePages()
    reader, page = request.user, pages.part_of(tables, request)
    results = [selectors.summary_of(*seated, selectors.seat_of(seated.seats, reader)) for seated in page]
    return Response({"results": results, **pages.links()})


def unchanged(request: PlayerRequest, table_id: UUID) -> HttpResponse | None:
    """304 when the reader has the view already; found out in one read, and without the snapshot."""
    if "If-None-Match" not in request.headers:
        return None
    table, seats = selectors.table_and_seats(table_id, request.user)
    tag = tag_of(table, seats, selectors.seat_of(seats, request.user))
    answer: HttpResponse | None = get_conditional_response(request._request, etag=tag)
    if answer is not None:
        answer["ETag"] = tag
    return answer


def show(request: PlayerRequest, table_id: UUID) -> Response:
    """The reader's view of a table, with its tag."""
    table = selectors.find_table(table_id, request.user)
    seats = selectors.seats_of(table_id)
    viewer = selectors.seat_of(seats, request.user)
    return Response(selectors.view_of(table, seats, viewer), headers={"ETag": tag_of(table, seats, viewer)})


class Tables(APIView):
    @operations.open_tables
    def get(self, request: PlayerRequest) -> Response:
        query = OpenTablesQuery.read(request.query_params)
        wish = {name: query.get(name) for name in ("ruleset", "turn_seconds_max")}
        return send_page(selectors.open_tables(request.user, **wish, fits_me=query["fits_me"]), request)

    @operations.create_table
    def post(self, request: PlayerRequest) -> HttpResponse:
        asked = read(CreateTable, request)
        seed = asked.pop("client_seed", "")
        asked["seats"] = [seat and seat["bot"] for seat in asked["seats"]]
        settings = TableSettings(**asked)
        return send(
            tables.create(creator=request.user, settings=settings, client_seed=seed, keyed=keyed(request))
        )


class MyTables(APIView):
    @operations.my_tables
    def get(self, request: PlayerRequest) -> Response:
        query = MyTablesQuery.read(request.query_params)
        return send_page(selectors.tables_of(request.user, status=query.get("status")), request)


class MyTurns(APIView):
    @operations.my_turns
    def get(self, request: PlayerRequest) -> Response:
        return Response({"turns": selectors.turns_of(request.user)})


class TableDetail(APIView):
    @operations.view_table
    def get(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        return unchanged(request, table_id) or show(request, table_id)


class Join(APIView):
    @operations.join_table
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        asked = read(JoinTable, request)
        return send(
            tables.join(
                table_id=table_id,
                player=request.user,
                number=asked.get("seat"),
                client_seed=asked.get("client_seed", ""),
                keyed=keyed(request),
            )
        )


class JoinWithCode(APIView):
    @operations.join_by_code
    def post(self, request: PlayerRequest) -> HttpResponse:
        asked = read(JoinByCode, request)
        seed = asked.get("client_seed", "")
        return send(
            tables.join_by_code(
                code=asked["code"], player=request.user, client_seed=seed, keyed=keyed(request)
            )
        )


class SeatBot(APIView):
    @operations.add_bot
    def post(self, request: PlayerRequest, table_id: UUID, number: int) -> HttpResponse:
        level = read(BotLevel, request)["level"]
        return send(
            tables.add_bot(
                table_id=table_id, player=request.user, number=number, level=level, keyed=keyed(request)
            )
        )


class Start(APIView):
    @operations.start_match
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.start(table_id=table_id, player=request.user, keyed=keyed(request)))


class Leave(APIView):
    @operations.leave_table
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.leave(table_id=table_id, player=request.user, keyed=keyed(request)))


class Return(APIView):
    @operations.return_to_seat
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.return_to_seat(table_id=table_id, player=request.user, keyed=keyed(request)))


class Resign(APIView):
    @operations.resign
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.resign(table_id=table_id, player=request.user, keyed=keyed(request)))


class Rematch(APIView):
    @operations.rematch
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        seed = read(ClientSeed, request).get("client_seed", "")
        return send(
            tables.rematch(table_id=table_id, player=request.user, client_seed=seed, keyed=keyed(request))
        )


class Actions(APIView):
    @operations.play
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        asked = read(ActionRequest, request)
        return send(
            moves.play(
                table_id=table_id,
                player=request.user,
                turn=asked["turn"],
                action=asked["action"],
                keyed=keyed(request),
            )
        )


class Signs(APIView):
    @operations.make_sign
    def post(self, request: PlayerRequest, table_id: UUID) -> HttpResponse:
        gesture = read(SignRequest, request)["gesture"]
        return send(signs.make(table_id=table_id, player=request.user, gesture=gesture, keyed=keyed(request)))


class Hands(APIView):
    @operations.finished_hands
    def get(self, request: PlayerRequest, table_id: UUID) -> Response:
        HandsQuery.read(request.query_params)
        table = selectors.find_table(table_id, request.user)
        pages = HandPages()
        hands = selectors.hands_in_full(table, pages.part_of(Hand.objects.filter(table=table), request))
        return Response({**selectors.proof_of(table), "hands": hands, **pages.links()})


class HandDetail(APIView):
    @operations.finished_hand
    def get(self, request: PlayerRequest, table_id: UUID, number: int) -> Response:
        table = selectors.find_table(table_id, request.user)
        return Response(selectors.hand_of(table, number))
