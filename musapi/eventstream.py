"""Server-sent events on the wire (the HTML standard's "text/event-stream")."""

import json
from collections.abc import Iterable
from typing import Any, Protocol

from django.http import StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.renderers import BaseRenderer
from rest_framework.utils.encoders import JSONEncoder

MEDIA_TYPE = "text/event-stream"


class Message(Protocol):
    """What is sent: a type, its data, and the number to resume at, if it moves that."""

    @property
    def type(self) -> str: ...
    @property
    def data(self) -> Any: ...
    @property
    def seq(self) -> int | None: ...


class EventStreamRenderer(BaseRenderer):
    """Lets a view be asked for a stream. Only refusals are rendered here, as JSON."""

    media_type = MEDIA_TYPE
    format = "event-stream"
    charset = None

    def render(self, data: Any, media_type: Any = None, context: Any = None) -> bytes:
        """A refusal's body."""
        return json.dumps(data, cls=JSONEncoder, ensure_ascii=False).encode()


def stream_of(messages: Iterable[Message]) -> StreamingHttpResponse:
    """These messages as the beginning of a stream, or as all of one that the client resumes.

    No tag is made of it, and nothing on the way may hold it back.
    """
    response = StreamingHttpResponse([_frame(message) for message in messages], content_type=MEDIA_TYPE)
    response["X-Accel-Buffering"] = "no"
    patch_vary_headers(response, ["Last-Event-ID"])
    return response


def _frame(message: Message) -> bytes:
    head = "" if message.seq is None else f"id: {message.seq}\n"
    data = json.dumps(message.data, ensure_ascii=False, separators=(",", ":"))
    return f"{head}event: {message.type}\ndata: {data}\n\n".encode()
