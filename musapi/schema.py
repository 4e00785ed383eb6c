"""The OpenAPI document: what every view adds to it, and what is true of every operation.

A view declares the refusals of its own with `problems(...)`. What may meet any request - a body that is not
JSON, a dead token, a database that is away - is added here, so that no answer is undocumented.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from musapi.errors import MEDIA_TYPE, PROBLEMS, Answer
from musapi.eventstream import MEDIA_TYPE as EVENT_STREAM
from musapi.limits import COUNTED

_CODES = "x-codes"
UNTAGGED = (
    "x-untagged"  # of an operation whose answer is made while it is sent: nobody can know its tag before
)
_WITH_BODY = frozenset({"post", "put", "patch"})
_METHODS = frozenset({"get", "head", "delete"}) | _WITH_BODY

# True of every operation.
_ALWAYS = (
    "request.malformed", "request.host", "request.not_acceptable", "server.error", "server.unavailable",
)  # fmt: skip
# True of those that take a body.
_BODY = ("request.too_large", "request.timeout", "request.unsupported_media_type")
# True of those that read: a tag may be asked to be the answer's (musapi.middleware).
_READING = ("request.precondition_failed",)
# Met at addresses or with methods that the document does not have.
_ELSEWHERE = ("request.not_found", "request.method_not_allowed", "request.forbidden")
# True of those that are counted (musapi.limits).
_COUNTED = ("request.throttled",)
# True of those at one table, which may not occupy the whole server (musapi.front).
_AT_A_TABLE = ("table.busy",)

IDEMPOTENCY_KEY = OpenApiParameter(
    name="Idempotency-Key",
    location=OpenApiParameter.HEADER,
    required=False,
    type={"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
    description=(
        "A UUID made by the client for this one wish. The same caller, key, method, path and body get the "
        "stored answer again, with `Idempotency-Replayed: true`. Only 2xx answers are stored."
    ),
)

_ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "schema": {"type": "string", "examples": ["eu, es;q=0.8"]},
    "description": "The language of the texts for people: es, eu, en, fr, it or sl.",
}

_ETAG = {"schema": {"type": "string"}, "description": "Changes when the answer does."}

_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "schema": {"type": "string", "examples": ['"57-0d3c9b1f2a4e5d6c7b8a"']},
    "description": "The `ETag` of the answer you have.",
}

_NOT_MODIFIED = {"description": "You have this answer already.", "headers": {"ETag": _ETAG}}

_HEADERS: dict[int, dict[str, Any]] = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}, "description": "`Bearer`"}},
    429: {
        "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."},
        "RateLimit": {
            "schema": {"type": "string", "examples": ['"person";r=0;t=7']},
            "description": "What is left (`r`) of each limit, and the seconds (`t`) until it begins anew. "
            "Every counted answer has it.",
        },
        "RateLimit-Policy": {
            "schema": {"type": "string", "examples": ['"person";q=1000;w=10']},
            "description": "The limits: `q` requests in `w` seconds.",
        },
    },
    503: {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}},
}

_TEXT = {"type": "string"}
_FIELD_ERROR = {
    "type": "object",
    "description": "One bad field: `pointer` names it in the body, `parameter` in the query.",
    "properties": {
        "pointer": {"type": "string", "description": "JSON pointer (RFC 6901) into the body."},
        "parameter": {"type": "string", "description": "Name of the query parameter."},
        "code": _TEXT,
        "detail": _TEXT,
    },
    "required": ["code", "detail"],
}
_PROBLEM = {
    "type": "object",
    "description": "RFC 9457 problem details. Branch on `code`; it is stable, the texts are not.",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": _TEXT,
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": _TEXT,
        "code": {
            "type": "string",
            "description": "Which codes there are, each operation says; clients take any.",
        },
        "errors": {"type": "array", "items": {"$ref": "#/components/schemas/FieldError"}},
        "tables": {
            "type": "array",
            "items": {"type": "string", "format": "uuid"},
            "description": "With `account.link_conflict`: where the guest sits.",
        },
    },
    "required": ["type", "title", "status", "detail", "code"],
}


def problems(*codes: str) -> dict[tuple[int, str], OpenApiResponse]:
    """The refusals of an operation, for `@extend_schema(responses={200: ..., **problems("table.busy")})`.

    Raises KeyError for a code that is not in the registry.
    """
    return {
        (status, MEDIA_TYPE): OpenApiResponse(response={_CODES: told}, description=_describe(told))
        for status, told in _by_status(codes).items()
    }


def _by_status(codes: Iterable[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for code in codes:
        found.setdefault(PROBLEMS[code].status, []).append(code)
    return found


def _describe(codes: Iterable[str]) -> str:
    return "\n".join(f"- `{code}`: {PROBLEMS[code].title}" for code in codes)


def document_problems(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Postprocessing hook: the problem component, and the answers and headers that every operation has."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(Problem=_PROBLEM, FieldError=_FIELD_ERROR)
    ground = (*_ALWAYS, *_BODY, *_READING, *_ELSEWHERE, *_COUNTED, "request.invalid", "auth.required")
    components["responses"] = {_component(code): _response([code]) for code in sorted(ground)}
    components["responses"]["NotModified"] = _NOT_MODIFIED
    components["parameters"] = {"AcceptLanguage": _ACCEPT_LANGUAGE, "IfNoneMatch": _IF_NONE_MATCH}
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if method in _METHODS:
                _complete(path, method, operation, components)
    return result


def _complete(path: str, method: str, operation: dict[str, Any], components: dict[str, Any]) -> None:
    _share_parameters(operation, components["parameters"])
    _require_body(operation, components["schemas"])
    operation.setdefault("summary", _first_words(operation.get("description", "")))
    streams = EVENT_STREAM in operation["responses"].get("200", {}).get("content", ())
    untagged = operation.pop(UNTAGGED, streams)
    if method == "get" and not untagged:
        _make_conditional(operation)
    codes: dict[int, list[str]] = {}
    for status, answer in operation["responses"].items():
        declared = answer.get("content", {}).pop(MEDIA_TYPE, {}).get("schema", {})
        codes[int(status)] = list(declared.get(_CODES, ()))
    for code in _always(path, method, operation):
        told = codes.setdefault(PROBLEMS[code].status, [])
        if code not in told:
            told.append(code)
    for number, told in sorted(codes.items()):
        if told:
            answer = operation["responses"].get(str(number), {})
            operation["responses"][str(number)] = _merged(answer, told, components["responses"])
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _first_words(description: str) -> str:
    """The first sentence, or the part of it before a colon."""
    return re.split(r"[.:;](?:\s|$)", description, maxsplit=1)[0]


def _require_body(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Where one of several members is needed, and none by name, the body itself is needed."""
    body = operation.get("requestBody", {})
    for told in body.get("content", {}).values():
        name = told["schema"].get("$ref", "").rpartition("/")[2]
        if schemas.get(name, {}).get("minProperties"):
            body["required"] = True


def _make_conditional(operation: dict[str, Any]) -> None:
    """Every answer to a GET that is whole has a tag, and none is sent twice to a client that has it."""
    operation["parameters"].append({"$ref": "#/components/parameters/IfNoneMatch"})
    operation["responses"]["200"].setdefault("headers", {})["ETag"] = _ETAG
    operation["responses"]["304"] = {"$ref": "#/components/responses/NotModified"}


def _always(path: str, method: str, operation: dict[str, Any]) -> list[str]:
    """The codes an operation can answer with whatever it does."""
    codes = list(_ALWAYS)
    if path.startswith(COUNTED):
        codes += _COUNTED
    if "{table_id}" in path:
        codes += _AT_A_TABLE
    if method == "get":
        codes += _READING
    if method in _WITH_BODY or "requestBody" in operation:
        codes += _BODY
    if "requestBody" in operation or any(
        given.get("in") == "query" for given in operation.get("parameters", ())
    ):
        codes.append("request.invalid")
    if any(given.get("in") == "path" for given in operation.get("parameters", ())):
        codes.append("request.not_found")
    if any("bearer" in way for way in operation.get("security", ())):
        codes.append("auth.required")
    return codes


def _merged(answer: dict[str, Any], codes: list[str], shared: dict[str, Any]) -> dict[str, Any]:
    if not answer.get("content") and len(codes) == 1 and _component(codes[0]) in shared:
        return {"$ref": f"#/components/responses/{_component(codes[0])}"}
    told = _response(codes)
    if answer.get("content"):
        told["description"] = f"{answer.get('description', '')}\n{told['description']}".strip()
        told["content"] = {**answer["content"], **told["content"]}
    return told


def _response(codes: list[str]) -> dict[str, Any]:
    status = PROBLEMS[codes[0]].status
    response: dict[str, Any] = {
        "description": _describe(codes),
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {code: {"value": Answer(code).body()} for code in codes},
            }
        },
        _CODES: codes,
    }
    if status in _HEADERS:
        response["headers"] = _HEADERS[status]
    return response


def _component(code: str) -> str:
    """`request.not_found` as a component's name: `RequestNotFound`."""
    return "".join(word.capitalize() for word in code.replace(".", "_").split("_"))


def _share_parameters(operation: dict[str, Any], shared: dict[str, Any]) -> None:
    """Header parameters are components, referred to by every operation that has them."""
    own, headers = [], [{"$ref": "#/components/parameters/AcceptLanguage"}]
    for parameter in operation.get("parameters", ()):
        if parameter.get("in") == "header":
            name = parameter["name"].replace("-", "")
            shared[name] = parameter
            headers.append({"$ref": f"#/components/parameters/{name}"})
        else:
            own.append(parameter)
    operation["parameters"] = own + headers


class Operation(AutoSchema):
    """How an operation is described: as drf-spectacular does it, with the body of a DELETE that has one."""

    def _get_serializer_name(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> str:
        """A serializer that is called a request is not called so twice."""
        name: str = super()._get_serializer_name(serializer, direction, bypass_extensions)
        return name.removesuffix("Request") if name.endswith("RequestRequest") else name

    def _get_request_body(self, direction: Any = "request") -> Any:
        describe: Any = super()._get_request_body
        if self.method != "DELETE" or not isinstance(self.get_request_serializer(), type):
            return describe(direction)
        self.method = "POST"  # it is only asked whether there can be a body
        try:
            return describe(direction)
        finally:
            self.method = "DELETE"


class BearerScheme(OpenApiAuthenticationExtension):
    """How a token is shown."""

    target_class = "accounts.authentication.BearerAuthentication"
    name = "bearer"
    priority = 1  # before the one for knox's own class

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": str(
                _("An opaque token, one per device, from /auth/guest, /auth/register or /auth/login.")
            ),
        }


class StrictObject(OpenApiSerializerExtension):
    """A strict serializer takes no unknown key, and the document says so."""

    target_class = "musapi.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        if direction == "request" and schema:
            schema["additionalProperties"] = False
        return schema


@lru_cache(maxsize=1)
def openapi_document() -> dict[str, Any]:
    """The whole OpenAPI 3.1 document, in English; made once per process."""
    with translation.override("en"):
        document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document
