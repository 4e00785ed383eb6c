"""Rulesets, rules and signs over HTTP: the same for everybody, so nobody need say who they are."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import rulebooks, signs
from games.schema import rule_operations as operations


class Rulesets(APIView):
    permission_classes = ()

    @operations.list_rulesets
    def get(self, request: Request) -> Response:
        return Response({"rulesets": rulebooks.rulesets(), "options": rulebooks.options()})


class Ruleset(APIView):
    permission_classes = ()

    @operations.read_rules
    def get(self, request: Request, name: str) -> Response:
        return Response(rulebooks.rules_to_read(name))


class Gestures(APIView):
    permission_classes = ()

    @operations.list_signs
    def get(self, request: Request) -> Response:
        return Response({"signs": signs.gestures()})
