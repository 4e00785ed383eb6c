"""The tables over HTTP. A handler validates, finds, calls one service and answers; rules live elsewhere."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import moves, polling, selectors, signs, tables
from games.exceptions import KeyMalformed
from games.idempotency import Keyed, Outcome
from games.models import Hand
from games.pagination import HandPages, TablePages
from games.serializers import (
    ActionRequest,
    BotLevel,
    ClientSeed,
    CreateTable,
    EventsQuery,
    HandsQuery,
    JoinByCode,
    JoinTable,
    MyTablesQuery,
    OpenTablesQuery,
    SignRequest,
)
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
    """An outcome as it was stored, byte for byte."""
    response = HttpResponse(outcome.body, status=outcome.status, content_type="application/json")
    if outcome.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


class Tables(APIView):
    def get(self, request: Request) -> Response:
        query = OpenTablesQuery.read(request.query_params)
        pages = TablePages()
        found = selectors.open_tables(request.user, ruleset=query.get("ruleset"))
        page = pages.paginate_queryset(found, request) or []
        return pages.get_paginated_response(
            [selectors.summary_of(table, list(table.seats.all())) for table in page]
        )

    def post(self, request: Request) -> HttpResponse:
        asked = read(CreateTable, request)
        seed = asked.pop("client_seed", "")
        asked["seats"] = [seat and seat["bot"] for seat in asked["seats"]]
        settings = tables.TableSettings(**asked)
        return send(
            tables.create(creator=request.user, settings=settings, client_seed=seed, keyed=keyed(request))
        )


class MyTables(APIView):
    def get(self, request: Request) -> Response:
        query = MyTablesQuery.read(request.query_params)
        pages = TablePages()
        found = selectors.tables_of(request.user, status=query.get("status"))
        page = pages.paginate_queryset(found, request) or []
        return pages.get_paginated_response(
            [selectors.summary_of(table, list(table.seats.all())) for table in page]
        )


class MyTurns(APIView):
    def get(self, request: Request) -> Response:
        return Response({"turns": selectors.turns_of(request.user)})


class TableDetail(APIView):
    def get(self, request: Request, table_id: UUID) -> Response:
        table = selectors.find_table(table_id, request.user)
        seats = selectors.seats_of(table_id)
        return Response(selectors.view_of(table, seats, selectors.seat_of(seats, request.user)))


class Join(APIView):
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
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
    def post(self, request: Request) -> HttpResponse:
        asked = read(JoinByCode, request)
        seed = asked.get("client_seed", "")
        return send(
            tables.join_by_code(
                code=asked["code"], player=request.user, client_seed=seed, keyed=keyed(request)
            )
        )


class SeatBot(APIView):
    def post(self, request: Request, table_id: UUID, number: int) -> HttpResponse:
        level = read(BotLevel, request)["level"]
        return send(
            tables.add_bot(
                table_id=table_id, player=request.user, number=number, level=level, keyed=keyed(request)
            )
        )


class Start(APIView):
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.start(table_id=table_id, player=request.user, keyed=keyed(request)))


class Leave(APIView):
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.leave(table_id=table_id, player=request.user, keyed=keyed(request)))


class Return(APIView):
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.return_to_seat(table_id=table_id, player=request.user, keyed=keyed(request)))


class Resign(APIView):
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
        read(Nothing, request)
        return send(tables.resign(table_id=table_id, player=request.user, keyed=keyed(request)))


class Rematch(APIView):
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
        seed = read(ClientSeed, request).get("client_seed", "")
        return send(
            tables.rematch(table_id=table_id, player=request.user, client_seed=seed, keyed=keyed(request))
        )


class Actions(APIView):
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
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
    def post(self, request: Request, table_id: UUID) -> HttpResponse:
        gesture = read(SignRequest, request)["gesture"]
        return send(signs.make(table_id=table_id, player=request.user, gesture=gesture, keyed=keyed(request)))


class Events(APIView):
    def get(self, request: Request, table_id: UUID) -> Response:
        query = EventsQuery.read(request.query_params)
        return Response(
            polling.events(
                table_id=table_id,
                player=request.user,
                after=query["after"],
                wait=query["wait"],
                with_view=query["view"],
            )
        )


class Hands(APIView):
    def get(self, request: Request, table_id: UUID) -> Response:
        HandsQuery.read(request.query_params)
        table = selectors.find_table(table_id, request.user)
        pages = HandPages()
        page = pages.paginate_queryset(Hand.objects.filter(table=table), request) or []
        response = pages.get_paginated_response(selectors.hands_in_full(table, page))
        response.data = {**selectors.proof_of(table), **response.data}
        return response


class HandDetail(APIView):
    def get(self, request: Request, table_id: UUID, number: int) -> Response:
        table = selectors.find_table(table_id, request.user)
        return Response(selectors.hand_of(table, number))


class Rulesets(APIView):
    permission_classes = ()

    def get(self, request: Request) -> Response:
        return Response({"rulesets": selectors.rulesets(), "options": selectors.options()})


class Gestures(APIView):
    permission_classes = ()

    def get(self, request: Request) -> Response:
        return Response({"signs": signs.gestures()})
