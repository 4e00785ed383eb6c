"""Bodies that are sent in chunks: to WSGI, and so to Django, a request without a length is an empty one."""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import IO, Any


class ChunkedBodies:
    """A WSGI application in front of another: reads a chunked body and tells its length.

    At most `limit` + 1 bytes are read. The one byte too many is left in the length, by which the body is then
    refused like any other that is too long.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]], limit: int) -> None:
        self.application = application
        self.limit = limit

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower() and not environ.get(
            "CONTENT_LENGTH"
        ):
            body = _read(environ["wsgi.input"], self.limit + 1)
            environ["wsgi.input"] = BytesIO(body)
            environ["CONTENT_LENGTH"] = str(len(body))
        return self.application(environ, start_response)


def _read(stream: IO[bytes], most: int) -> bytes:
    body = bytearray()
    while len(body) < most and (piece := stream.read(most - len(body))):
        body += piece
    return bytes(body)
