"""What goes wrong between the client and the server, which is the real one without a socket between."""

from collections.abc import Iterator

import httpx

from musapi.wsgi import application

LOSE_REQUEST, LOSE_ANSWER, PASS = "lose the request", "lose the answer", "pass"
Fate = str | tuple[int, dict[str, str]]


class Weather(httpx.BaseTransport):
    """Each request to a path that ends with `at` meets the next of these fates, then all pass.

    A fate that is a status with headers is an answer of something on the way.
    """

    def __init__(self, at: str, *fates: Fate) -> None:
        self.at, self.fates = at, list(fates)
        self.server = httpx.WSGITransport(app=application)
        self.sent: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Meet a fate."""
        if not request.url.path.endswith(self.at):
            return self.server.handle_request(request)
        self.sent.append(request)
        fate = self.fates.pop(0) if self.fates else PASS
        if isinstance(fate, tuple):
            return httpx.Response(fate[0], headers=fate[1])
        if fate == LOSE_REQUEST:
            raise httpx.ConnectError("the request is lost")
        answer = self.server.handle_request(request)
        if fate == LOSE_ANSWER:
            answer.read()
            raise httpx.ReadError("the answer is lost")
        return answer

    @property
    def keys(self) -> list[str]:
        """Under which key each was sent."""
        return [request.headers["Idempotency-Key"] for request in self.sent]


class Torn(httpx.SyncByteStream):
    """An answer that breaks off after so many bytes."""

    def __init__(self, whole: bytes, after: int) -> None:
        self.whole, self.after = whole, after

    def __iter__(self) -> Iterator[bytes]:
        yield self.whole[: self.after]
        if self.after < len(self.whole):
            raise httpx.ReadError("the connection broke")


class BadLine(httpx.BaseTransport):
    """Streams break off, each after the next of these numbers of bytes; then no stream is let through."""

    def __init__(self, *lengths: int) -> None:
        self.lengths = list(lengths)
        self.server = httpx.WSGITransport(app=application)
        self.resumed: list[str | None] = []
        self.polls = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Pass what is no stream."""
        self.polls += request.url.path.endswith("/events")
        if not request.url.path.endswith("/stream"):
            return self.server.handle_request(request)
        self.resumed.append(request.headers.get("Last-Event-ID"))
        if not self.lengths:
            raise httpx.ConnectError("streams do not get through here")
        answer = self.server.handle_request(request)
        return httpx.Response(
            answer.status_code, headers=answer.headers, stream=Torn(answer.read(), self.lengths.pop(0))
        )
