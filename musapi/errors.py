"""The one map from exceptions to answers: `application/problem+json` (RFC 9457) with a stable code.

PROBLEMS is the registry: every code that an answer can carry, with its status and title. A test holds it
equal to the codes in the OpenAPI document and to docs/errors.md.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework import exceptions as drf
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from games.engine.errors import IllegalAction, MalformedAction
from games.wording.refusals import malformed_text, reason_text
from musapi.pointers import pointer

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "/api/v1/docs/errors#"

_LOCK_NOT_AVAILABLE = "55P03"
_LONGEST_HOST = 100  # of what is logged; anybody can send anything


@dataclass(frozen=True)
class Problem:
    """A kind of refusal: its HTTP status, and its title for people."""

    status: int
    title: Any


PROBLEMS: dict[str, Problem] = {
    "request.malformed": Problem(400, _("The request cannot be read")),
    "request.host": Problem(400, _("This server does not answer to that name")),
    "request.invalid": Problem(422, _("A value in the request cannot be used")),
    "request.too_large": Problem(413, _("The request is too large")),
    "request.timeout": Problem(408, _("The body of the request did not come in time")),
    "request.unsupported_media_type": Problem(415, _("The body must be application/json")),
    "request.not_acceptable": Problem(406, _("The answer cannot be in a form that you accept")),
    "request.precondition_failed": Problem(412, _("The answer does not have the tag that you named")),
    "request.method_not_allowed": Problem(405, _("This address does not take that method")),
    "request.not_found": Problem(404, _("There is nothing at this address")),
    "request.forbidden": Problem(403, _("You may not do that")),
    "request.throttled": Problem(429, _("Too many requests")),
    "auth.required": Problem(401, _("A valid token is needed")),
    "auth.bad_credentials": Problem(401, _("Wrong username or password")),
    "auth.locked_out": Problem(429, _("Too many wrong passwords")),
    "auth.device_not_found": Problem(404, _("You have no such device")),
    "account.already_registered": Problem(409, _("This player is registered already")),
    "account.username_taken": Problem(409, _("This username is taken")),
    "account.username_invalid": Problem(422, _("This username cannot be used")),
    "account.password_weak": Problem(422, _("This password is too weak")),
    "account.not_found": Problem(404, _("There is no such player")),
    "account.not_registered": Problem(409, _("This player is a guest")),
    "account.password_wrong": Problem(403, _("The password is wrong")),
    "account.link_conflict": Problem(409, _("The guest on this device still plays")),
    "account.yourself": Problem(422, _("That is you")),
    "account.too_many": Problem(409, _("There are too many of these")),
    "friend.not_found": Problem(404, _("That player is not your friend")),
    "friend.request_not_found": Problem(404, _("There is no such request")),
    "friend.blocked": Problem(409, _("You have blocked that player")),
    "block.not_found": Problem(404, _("That player is not blocked")),
    "block.operator": Problem(403, _("An operator cannot be blocked")),
    "table.not_found": Problem(404, _("There is no such table")),
    "table.not_seated": Problem(403, _("You have no seat at this table")),
    "table.not_playing": Problem(409, _("No match is being played at this table")),
    "table.not_open": Problem(409, _("This table is not open")),
    "table.not_full": Problem(409, _("Seats are still free")),
    "table.not_finished": Problem(409, _("The match is not finished")),
    "table.not_creator": Problem(403, _("Only the table's creator may do that")),
    "table.rating_out_of_range": Problem(403, _("Your rating is not within the table's limits")),
    "table.too_many": Problem(409, _("You sit at too many tables")),
    "table.full": Problem(409, _("The table is full")),
    "table.seat_taken": Problem(409, _("That seat is taken")),
    "table.already_seated": Problem(409, _("You sit at this table already")),
    "table.invalid": Problem(422, _("The table's settings cannot be used")),
    "table.stale_turn": Problem(409, _("The question has changed")),
    "table.not_your_turn": Problem(403, _("The question is not to you")),
    "table.busy": Problem(503, _("The table is busy")),
    "invitation.not_found": Problem(404, _("There is no such invitation")),
    "queue.not_waiting": Problem(409, _("You do not wait for a table")),
    "action.illegal": Problem(422, _("That is not allowed now")),
    "sign.illegal": Problem(422, _("That sign is not allowed now")),
    "chat.off": Problem(409, _("There is no chat at this table")),
    "chat.closed": Problem(409, _("Nothing can be written at this table")),
    "chat.silenced": Problem(403, _("You cannot write for now")),
    "chat.too_fast": Problem(429, _("You write too fast")),
    "chat.invalid": Problem(422, _("This message cannot be written")),
    "chat.message_not_found": Problem(404, _("There is no such message")),
    "mute.not_found": Problem(404, _("That player is not muted")),
    "mute.operator": Problem(403, _("An operator cannot be muted")),
    "push.not_offered": Problem(409, _("Such pushes are not sent here")),
    "push.device_not_found": Problem(404, _("There is no such device")),
    "hand.not_found": Problem(404, _("There is no such hand")),
    "ruleset.not_found": Problem(404, _("There are no such rules")),
    "events.cursor_ahead": Problem(400, _("There is no such event yet")),
    "events.cursor_expired": Problem(410, _("The events after this one are not kept")),
    "idempotency.key_reused": Problem(422, _("The key was used for another request")),
    "idempotency.key_malformed": Problem(400, _("The idempotency key cannot be read")),
    "server.error": Problem(500, _("The server failed")),
    "server.unavailable": Problem(503, _("The server cannot answer now")),
}


@dataclass(frozen=True)
class Answer:
    """What to tell about an exception: a code of the registry and whatever goes with it."""

    code: str
    detail: Any = ""
    errors: Sequence[Mapping[str, Any]] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    retry_after: int | None = None

    @property
    def status(self) -> int:
        return PROBLEMS[self.code].status

    def body(self) -> dict[str, Any]:
        """The members of the problem document; `extra` cannot replace a standard one."""
        title = str(PROBLEMS[self.code].title)
        standard: dict[str, Any] = {
            "type": TYPE_PREFIX + self.code,
            "title": title,
            "status": self.status,
            "detail": str(self.detail) or title,
            "code": self.code,
        }
        if self.errors:
            standard["errors"] = [dict(error) for error in self.errors]
        return {**self.extra, **standard}

    def headers(self) -> dict[str, str]:
        """The headers that HTTP asks for beside the status."""
        headers = {}
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        if self.retry_after is not None:
            headers["Retry-After"] = str(self.retry_after)
        return headers


def problem_response(exc: Exception, context: Mapping[str, Any]) -> Response:
    """REST framework's exception handler: any exception of a view becomes a problem document."""
    answer = answer_to(exc)
    if answer.code == "server.error":
        logger.error("Unhandled exception in %s", context.get("view"), exc_info=exc)
    return Response(answer.body(), status=answer.status, headers=answer.headers(), content_type=MEDIA_TYPE)


def plain_response(answer: Answer) -> HttpResponse:
    """A problem document outside of REST framework's views."""
    body = json.dumps(answer.body(), cls=JSONEncoder, ensure_ascii=False)
    return HttpResponse(body, status=answer.status, headers=answer.headers(), content_type=MEDIA_TYPE)


_BY_KIND: tuple[tuple[type[Exception], str], ...] = (
    (drf.NotAuthenticated, "auth.required"),
    (drf.AuthenticationFailed, "auth.required"),
    (drf.PermissionDenied, "request.forbidden"),
    (PermissionDenied, "request.forbidden"),
    (drf.NotFound, "request.not_found"),
    (Http404, "request.not_found"),
    (drf.MethodNotAllowed, "request.method_not_allowed"),
    (drf.UnsupportedMediaType, "request.unsupported_media_type"),
    (RequestDataTooBig, "request.too_large"),
    (UnreadablePostError, "request.malformed"),
    (SuspiciousOperation, "request.malformed"),
    (BadRequest, "request.malformed"),
)


@singledispatch
def answer_to(exc: Exception) -> Answer:
    """What an exception is told as. A refusal of our own is known by its `code`, which is in the registry."""
    code = getattr(exc, "code", None)
    if isinstance(code, str) and code in PROBLEMS:
        given = {
            name: getattr(exc, name)
            for name in ("detail", "errors", "extra", "retry_after")
            if hasattr(exc, name)
        }
        return Answer(code, **given)
    return Answer(next((told for kind, told in _BY_KIND if isinstance(exc, kind)), "server.error"))


@answer_to.register
def _malformed_action(exc: MalformedAction) -> Answer:
    error = {"pointer": exc.pointer, "code": "malformed", "detail": malformed_text(exc)}
    return Answer("request.malformed", errors=[error])


@answer_to.register
def _illegal_action(exc: IllegalAction) -> Answer:
    return Answer("action.illegal", reason_text(exc), extra={"reason": exc.code})


@answer_to.register
def _not_acceptable(exc: drf.NotAcceptable) -> Answer:
    forms = ", ".join(renderer.media_type for renderer in exc.available_renderers or ())
    return Answer("request.not_acceptable", forms and _("The answer would be %(forms)s.") % {"forms": forms})


@answer_to.register
def _foreign_host(_exc: DisallowedHost) -> Answer:
    return Answer("request.host", _("Its operator can allow the name with the setting ALLOWED_HOSTS."))


@answer_to.register
def _not_json(exc: drf.ParseError) -> Answer:
    return Answer("request.malformed", exc.detail)


@answer_to.register
def _bad_fields(exc: drf.ValidationError) -> Answer:
    errors = field_errors(exc.detail)
    malformed = any(error["code"] in MALFORMED for error in errors)
    return Answer("request.malformed" if malformed else "request.invalid", errors=errors)


@answer_to.register
def _throttled(exc: drf.Throttled) -> Answer:
    return Answer("request.throttled", retry_after=max(1, int(getattr(exc, "wait", None) or 1)))


@answer_to.register(OperationalError)
@answer_to.register(InterfaceError)
def _database(exc: Exception) -> Answer:
    if getattr(exc.__cause__, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
        return Answer("table.busy", retry_after=1)
    logger.warning("The database did not answer: %s", exc)
    return Answer("server.unavailable", retry_after=2)


# A field's error code that means "this cannot be read" (400); any other one means "not this value" (422).
MALFORMED = frozenset(
    {"required", "null", "invalid", "unknown", "repeated", "not_a_list", "not_a_dict", "text"}
    | {"surrogate_characters_not_allowed", "null_characters_not_allowed"}
)


def field_errors(detail: Any, place: tuple[str | int, ...] = ()) -> list[dict[str, str]]:
    """REST framework's tree of field errors as a list with JSON pointers."""
    if isinstance(detail, Mapping):
        return [
            error
            for key, inner in detail.items()
            for error in field_errors(inner, place if key == "non_field_errors" else (*place, key))
        ]
    if isinstance(detail, list | tuple):
        return [error for inner in detail for error in field_errors(inner, place)]
    return [
        {"pointer": pointer(place), "code": str(getattr(detail, "code", "invalid")), "detail": str(detail)}
    ]


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler400: hosts that are not ours, broken headers."""
    if isinstance(exception, DisallowedHost):
        host = request.META.get("HTTP_HOST", "")[:_LONGEST_HOST]
        logger.warning(
            "Refused a request to the host %s, which is not in the setting ALLOWED_HOSTS", ascii(host)
        )
    return (
        plain_response(answer_to(exception)) if _is_api(request) else defaults.bad_request(request, exception)
    )


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler403."""
    return (
        plain_response(answer_to(exception))
        if _is_api(request)
        else defaults.permission_denied(request, exception)
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler404: an address that is not in the API."""
    return (
        plain_response(answer_to(exception))
        if _is_api(request)
        else defaults.page_not_found(request, exception)
    )


def server_error(request: HttpRequest) -> HttpResponseBase:
    """handler500: what failed outside of a view; Django has logged it."""
    return plain_response(Answer("server.error")) if _is_api(request) else defaults.server_error(request)
