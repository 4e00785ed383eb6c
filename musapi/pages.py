"""What the API tells about itself: versions, its OpenAPI document, and the pages a person reads."""

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.html import format_html, format_html_join
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import condition
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.engine.rules import RULES_VERSION
from musapi import __version__
from musapi.errors import PROBLEMS, Answer, plain_response
from musapi.guide import guide
from musapi.openapi30 import in_openapi_30
from musapi.schema import openapi_document
from push.offers import offered, vapid_public_key

# Everything on these pages is served from here; the documentation's script writes styles of its own.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


class PushMetaSerializer(serializers.Serializer[Any]):
    """Which devices can be told something."""

    kinds = serializers.ListField(
        child=serializers.CharField(), help_text="What can be registered: `fcm`, `web_push`, or neither."
    )
    vapid_public_key = serializers.CharField(
        required=False, help_text="What a browser subscribes with (`applicationServerKey`)."
    )


class MetaSerializer(serializers.Serializer[Any]):
    """Versions, and what a client must know about the clock."""

    version = serializers.CharField(help_text="The server's version.")
    api = serializers.CharField(help_text="The version of the paths and shapes.")
    rules_version = serializers.IntegerField(help_text="The rules that a new match is played by.")
    minimum_client = serializers.CharField(help_text="The oldest client that is still served.")
    clock_grace_ms = serializers.IntegerField(
        help_text="A time-out is never applied before deadline + grace."
    )
    push = PushMetaSerializer()


class MetaView(APIView):
    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]

    @extend_schema(operation_id="meta", tags=["operations"], responses={200: MetaSerializer})
    def get(self, request: Request) -> Response:
        """Versions, the oldest client still served, the clock's grace, the pushes sent."""
        return Response(
            {
                "version": __version__,
                "api": "v1",
                "rules_version": RULES_VERSION,
                "minimum_client": settings.MINIMUM_CLIENT,
                "clock_grace_ms": round(settings.CLOCK_GRACE * 1000),
                "push": _push(),
            }
        )


def _push() -> dict[str, Any]:
    key = vapid_public_key()
    return {"kinds": offered(), **({"vapid_public_key": key} if key else {})}


@lru_cache(maxsize=2)
def _openapi(version: str) -> tuple[bytes, str]:
    """The document in 3.1 or 3.0, and its tag."""
    document = openapi_document() if version == "3.1" else in_openapi_30(openapi_document())
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def only_read(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page that takes GET and HEAD; any other method is refused as everywhere in the API."""

    @csrf_exempt
    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            return page(request, *args, **kwargs)
        refusal = plain_response(Answer("request.method_not_allowed"))
        refusal["Allow"] = "GET, HEAD"
        return refusal

    return answer


@only_read
@condition(etag_func=lambda request, version: _openapi(version)[1])
def openapi(request: HttpRequest, version: str) -> HttpResponse:
    """The OpenAPI document as JSON."""
    return HttpResponse(_openapi(version)[0], content_type="application/json")


class DocsView(SpectacularSwaggerSplitView):
    """The OpenAPI document for people; no part of the page comes from another server."""

    url_name = "openapi"
    authentication_classes: list[Any] = []

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        return answer


@only_read
def to_the_docs(request: HttpRequest) -> HttpResponse:
    """For whoever types the server's address, or that of the API, into a browser."""
    return HttpResponseRedirect("/api/v1/docs")


@only_read
def guide_page(request: HttpRequest) -> HttpResponse:
    """How to write a client, with a program that plays."""
    return HttpResponse(guide(), headers={"Content-Security-Policy": CONTENT_SECURITY_POLICY})


@only_read
def problem_page(request: HttpRequest) -> HttpResponse:
    """What a problem's `type` points to: every code, with its status and its meaning."""
    rows = format_html_join(
        "\n",
        '<tr id="{0}"><td><code>{0}</code></td><td>{1}</td><td>{2}</td></tr>',
        ((code, problem.status, problem.title) for code, problem in sorted(PROBLEMS.items())),
    )
    page = format_html(_PROBLEM_PAGE, rows)
    return HttpResponse(page, headers={"Content-Security-Policy": CONTENT_SECURITY_POLICY})


_PROBLEM_PAGE = """<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Problems</title></head>
<body>
<h1>Problems</h1>
<p>Refusals are <code>application/problem+json</code>. Branch on <code>code</code>.</p>
<table>
<tr><th>code</th><th>status</th><th>meaning</th></tr>
{}
</table>
</body>
</html>
"""
