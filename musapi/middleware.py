"""What is true of every answer of the API."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

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


def _has_nul(request: HttpRequest) -> bool:
    return "\0" in request.path_info or "\0" in unquote(request.META.get("QUERY_STRING", ""))
