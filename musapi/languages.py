"""Which languages a reader asks for, less those they refuse."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

ACCEPTED = "HTTP_ACCEPT_LANGUAGE"
_REFUSED = re.compile(r"[^;]*;\s*q\s*=\s*0(\.0{0,3})?\s*", re.IGNORECASE)


class RefusedLanguages:
    """Takes out of Accept-Language what is refused (`sl;q=0`), which Django takes for the least of wishes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if asked := request.META.get(ACCEPTED):
            request.META[ACCEPTED] = without_refused(asked)
        return self.get_response(request)


def without_refused(accepted: str) -> str:
    """An Accept-Language without the ranges whose quality is 0 (RFC 9110, 12.4.2)."""
    return ",".join(one.strip() for one in accepted.split(",") if not _REFUSED.fullmatch(one))
