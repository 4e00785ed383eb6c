"""Settings under which a request may name the moment at which `kill -9` meets its process.

The header X-Kill names it: "read", "before commit", "after commit" or "answered". Only `bench.kills` and
its test run a server on these.
"""

import os
import signal
from collections.abc import Callable
from threading import local

from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse

from musapi.settings import *  # noqa: F403

_request = local()


def _die_if_asked(moment: str) -> None:
    if getattr(_request, "moment", None) == moment:
        os.kill(os.getpid(), signal.SIGKILL)


class KillWhereAsked:
    """Dies when the request has been read, or when its answer is made and not yet sent."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        _request.moment = request.headers.get("X-Kill")
        try:
            _die_if_asked("read")
            response = self.get_response(request)
            _die_if_asked("answered")
            return response
        finally:
            _request.moment = None


_commit = BaseDatabaseWrapper.commit


def _deadly_commit(connection: BaseDatabaseWrapper) -> None:
    _die_if_asked("before commit")
    _commit(connection)
    _die_if_asked("after commit")


BaseDatabaseWrapper.commit = _deadly_commit
MIDDLEWARE = [*MIDDLEWARE, "bench.deadly.KillWhereAsked"]  # noqa: F405
