"""How many requests one address, one person, and one person at one table may make.

Counted in Redis, each in one step there, so that all processes and servers count together. A window begins
at a whole multiple of its length: who knows the time knows when it ends. Redis carries no facts: while it is
away nobody is refused, and it is not asked again for a moment.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from limits.storage import RedisStorage
from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from musapi.errors import answer_to, plain_response
from musapi.front.listening import listening_of
from musapi.origin import Origin, mark
from musapi.refusals import Refusal

log = logging.getLogger(__name__)

COUNTED = (
    "/api/",
    "/admin/",
)  # whoever watches over the server may ask /livez and /readyz as often as he likes
NOT_ASKED_AGAIN = 5.0  # seconds after Redis has failed to answer


class TooManyRequests(Refusal):
    """More requests than the limit named in `extra`; `retry_after` says when the window ends."""

    code = "request.throttled"
    message = _("Too many requests. Try again in a moment.")


class Limit(NamedTuple):
    """So many requests in each window of so many seconds."""

    name: str
    amount: int
    seconds: int


class Standing(NamedTuple):
    """Where somebody stands in the window: how many requests are left, and when it ends (since 1970)."""

    limit: Limit
    left: int
    ends: float

    @property
    def seconds(self) -> int:
        """So many are left of the window, rounded up; 0 when it is over."""
        return max(0, math.ceil(self.ends - time.time()))

    @property
    def policy(self) -> str:
        return f'"{self.limit.name}";q={self.limit.amount};w={self.limit.seconds}'

    @property
    def state(self) -> str:
        return f'"{self.limit.name}";r={max(0, self.left)};t={self.seconds}'


class Counters:
    """The counters in Redis, and how long they are left alone after a failure."""

    def __init__(self, storage: RedisStorage) -> None:
        self.storage = storage
        self.silent_until = 0.0

    def count(self, limit: Limit, whose: str) -> Standing | None:
        """Count a request and tell how it stands; None while Redis does not answer."""
        if time.monotonic() < self.silent_until:
            return None
        window = int(time.time() // limit.seconds)
        try:
            count = self.storage.incr(f"{limit.name}:{whose}:{window}", limit.seconds)
        except RedisError as error:
            self.silent_until = time.monotonic() + NOT_ASKED_AGAIN
            log.warning("requests are not counted for now: %s", error)
            return None
        return Standing(limit, limit.amount - count, (window + 1) * limit.seconds)


@cache
def counters() -> Counters:
    """The process's counters, with short waits for a Redis that is down."""
    url = settings.REDIS_URL.replace("unix://", "redis+unix://", 1)
    return Counters(RedisStorage(url, key_prefix="limit", socket_timeout=0.5, socket_connect_timeout=0.5))


def take(request: HttpRequest, name: str, whose: str) -> None:
    """Count a request towards the limit `name`. Raises TooManyRequests when there were enough.

    The standing is noted in the request for LimitMiddleware to tell, and for the front to know. What a stream
    or a waiting poll looks at on its own is no request of the client's.
    """
    wanted = settings.LIMITS[name]
    if wanted is None or listening_of(request).repeated:
        return
    standing = counters().count(Limit(name, *wanted), whose)
    if standing is None:
        return
    request.META.setdefault(NOTED, []).append(standing)
    if standing.left < 0:
        raise refusal_of(standing)


def refusal_of(standing: Standing) -> TooManyRequests:
    """What somebody is told who has used up this limit."""
    refusal = TooManyRequests(extra={"limit": standing.limit.name})
    refusal.retry_after = standing.seconds
    return refusal


NOTED = "musapi.limits"


class LimitMiddleware:
    """Counts requests by address, and tells the caller where he stands in all limits that were asked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(COUNTED):
            return self.get_response(request)
        try:
            take(request, "address", mark("limits", Origin.of(request).network))
        except TooManyRequests as refusal:
            response = plain_response(answer_to(refusal))
        else:
            response = self.get_response(request)
        tell(response, request.META.get(NOTED, ()))
        return response


def tell(response: HttpResponse, standings: Sequence[Standing]) -> None:
    """The fields of the IETF's draft: what the limits are, and what is left of each."""
    if standings:
        response.headers["RateLimit-Policy"] = ", ".join(one.policy for one in standings)
        response.headers["RateLimit"] = ", ".join(one.state for one in standings)


class PersonThrottle(BaseThrottle):
    """The limits of whoever is signed in: all requests, and those to one table.

    A table's limit is each person's own there. One that all shared could be used up by anybody who may look
    at the table, and its players could not play.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """True; raises TooManyRequests otherwise."""
        person = getattr(request.user, "pk", None)
        if person is not None:
            take(request._request, "person", str(person))
            table = _table(view)
            if table is not None:
                take(request._request, "table", f"{person}:{table}")
        return True


def _table(view: Any) -> UUID | None:
    found = view.kwargs.get("table_id")
    return found if isinstance(found, UUID) else None
