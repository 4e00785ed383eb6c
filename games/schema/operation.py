"""What the operations have in common in the OpenAPI document: one decorator a handler is made of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from games.schema.examples import example
from games.schema.parts import UUID, ref
from musapi.schema import IDEMPOTENCY_KEY

Handler = TypeVar("Handler", bound=Callable[..., Any])

TABLE_ID = OpenApiParameter("table_id", UUID, OpenApiParameter.PATH)
KEYED = ("table.busy", "idempotency.key_reused", "idempotency.key_malformed")
_REPLAYED = OpenApiParameter(
    "Idempotency-Replayed",
    {"type": "string", "enum": ["true"]},
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="This is the stored answer to an earlier request with the same key.",
)


def operation(operation_id: str, tag: str, **said: Any) -> Callable[[Handler], Handler]:
    """An operation by its name and the group it is shown in; `said` as `extend_schema` takes it."""
    decorator: Callable[[Handler], Handler] = extend_schema(operation_id=operation_id, tags=[tag], **said)
    return decorator


def change(operation_id: str, tag: str, **said: Any) -> Callable[[Handler], Handler]:
    """A POST that creates or plays: its answer is stored under the Idempotency-Key."""
    parameters = [*said.pop("parameters", ()), IDEMPOTENCY_KEY, _REPLAYED]
    return operation(operation_id, tag, parameters=parameters, **said)


def answer(component: str, description: str, *names: str) -> OpenApiResponse:
    """A good answer, and the recorded ones to show of it (see `examples.json`)."""
    shown = [OpenApiExample(name.replace("_", " "), value=example(name)) for name in names]
    return OpenApiResponse(ref(component), description, examples=shown)


def asked(name: str, value: dict[str, Any]) -> OpenApiExample:
    """A body to show of a request."""
    return OpenApiExample(name, value=value, request_only=True)
