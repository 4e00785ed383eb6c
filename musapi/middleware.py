"""What is true of every answer of the API."""

from collections.abc import Callable
from typing import cast
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag

from musapi.errors import Answer, plain_response


class ApiMiddleware:
    """Headers of the API's answers: who they depend on, and that no shared cache keeps them.

    An address with U+0000 in it is refused here, the admin's too: no column could hold it, so none is asked.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = (
            plain_response(Answer("request.malformed")) if _has_nul(request) else self.get_response(request)
        )
        if not request.path_info.startswith("/api/"):
            return response
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class Conditions(ConditionalGetMiddleware):
    """Tags, and what a reader asks to be true of them: If-None-Match with a 304, If-Match with a 412.

    Django does the same for GET, and answers 412 without a body. A HEAD is answered as its GET would be. A
    stream or an export has no tag, so no tag of a reader's is its own; `*` is true of everything there is.
    """

    def process_request(self, request: HttpRequest) -> None:
        """No answer says when it was changed, and then this is to be ignored (RFC 9110, 13.1.4)."""
        request.META.pop("HTTP_IF_UNMODIFIED_SINCE", None)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, or that the reader has it already, or that it is not the one that was wanted."""
        if request.method not in ("GET", "HEAD"):
            return response
        if self.needs_etag(response) and not response.has_header("ETag"):
            set_response_etag(response)
        tag = response.get("ETag")
        if tag is None and request.META.get("HTTP_IF_MATCH", "").strip() == "*":
            return response
        asked = get_conditional_response(request, etag=tag, response=cast(HttpResponse, response))
        answer = cast(HttpResponse, asked)  # there is none only where none was given
        return plain_response(Answer("request.precondition_failed")) if answer.status_code == 412 else answer


def _has_nul(request: HttpRequest) -> bool:
    return "\0" in request.path_info or "\0" in unquote(request.META.get("QUERY_STRING", ""))
