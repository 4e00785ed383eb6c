"""The bridge to Django: what the application sees of a request, and how its answer comes back."""

import asyncio
import json
import threading
from typing import Any

import pytest

from musapi.front import app, bridge
from musapi.front.environ import environ_of
from tests.front.calls import BODY_LIMIT, EVENTS, OTHER, STREAM, TABLE, Behind, Call, front_of, run, until


def scope(path: str = "/", **more: Any) -> Any:
    return {**Call(None, path).scope, **more}


def test_the_application_sees_the_request_as_it_was_sent() -> None:
    headers = [
        (b"content-type", b"application/json"),
        (b"X-Forwarded-For", b"192.0.2.1"),
        (b"x-forwarded-for", b"192.0.2.2"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
    ]
    path = "/api/v1/%C3%B1/a%2Fb?q=%20x&y"
    environ = environ_of(scope(path, headers=headers, method="POST"), b"{}")
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/api/v1/ñ/a/b"
    assert environ["QUERY_STRING"] == "q=%20x&y"
    assert (environ["REQUEST_METHOD"], environ["REMOTE_ADDR"]) == ("POST", "192.0.2.7")
    assert environ["CONTENT_TYPE"] == "application/json"
    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.1,192.0.2.2"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["wsgi.input"].read() == b"{}"


def test_no_header_passes_for_another() -> None:
    headers = [(b"x_forwarded_for", b"192.0.2.66"), (b"musapi.listening", b"1")]
    environ = environ_of(scope(headers=headers), b"")
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert not any("listening" in name for name in environ)


def test_a_chunked_body_gets_its_length() -> None:
    environ = environ_of(scope(headers=[(b"transfer-encoding", b"chunked")]), b'{"a": 1}')
    assert environ["CONTENT_LENGTH"] == "8"
    assert "HTTP_TRANSFER_ENCODING" not in environ


def test_an_endless_body_is_not_read_on() -> None:
    behind = Behind()

    async def test() -> None:
        async with Call(front_of(behind), "/", method="POST", body=[b"x" * 7] * 1000) as call:
            await call.end()
            assert len(call._pieces) == 1000 - 15

    run(test)
    assert (behind.asked[0]["CONTENT_LENGTH"], len(behind.asked[0]["wsgi.input"].read())) == ("101", 101)


def test_a_stalled_upload_is_told_so_and_costs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY_SECONDS", 0.2)
    behind = Behind()

    async def test() -> None:
        told: Any = {"method": "POST", "body": [b"{"], "headers": [("accept-language", "es")]}
        stalled = [Call(front_of(behind), "/", stalls=True, **told) for _ in range(2 * app.THREADS)]
        for call in stalled:
            async with call:
                await call.end()
            assert (call.status, call.headers["connection"]) == (408, "close")
            assert call.headers["content-type"] == "application/problem+json"
            assert call.headers["content-language"] == "es"
            assert '"request.timeout"' in call.body.decode()

    run(test)
    assert behind.asked == []


def test_a_body_that_never_ends_well_is_refused_and_costs_no_thread() -> None:
    """The server tells a client that has gone and one that writes nonsense in the same way."""
    behind = Behind()

    async def test() -> None:
        async with Call(front_of(behind), "/", method="POST", body=[b"{"], stalls=True) as call:
            call.hang_up()
            await call.end()
            assert (call.status, call.headers["connection"]) == (400, "close")
            assert '"request.malformed"' in call.body.decode()

    run(test)
    assert behind.asked == []


def test_a_body_that_is_announced_too_long_is_refused_unread() -> None:
    behind = Behind()

    async def test() -> None:
        for length, status in ((BODY_LIMIT, 200), (BODY_LIMIT + 1, 413), (10**18, 413)):
            told: Any = {"method": "POST", "headers": [("content-length", str(length))]}
            async with Call(front_of(behind), "/", body=[b"x" * BODY_LIMIT], **told) as call:
                await call.end()
                assert (call.status, bool(call._pieces)) == (status, status == 413)

    run(test)
    assert len(behind.asked) == 1


class Long:
    """An application whose answer is long, and that is told when it is closed."""

    def __init__(self, pieces: int) -> None:
        self.pieces, self.given, self.closed = pieces, 0, False

    def __call__(self, environ: Any, start_response: Any) -> "Long":
        start_response("200 OK", [("X-Kind", "long")])
        return self

    def __iter__(self) -> Any:
        for _ in range(self.pieces):
            self.given += 1
            yield b"x" * bridge.PIECE

    def close(self) -> None:
        self.closed = True


def test_a_long_answer_comes_piece_by_piece_and_whole() -> None:
    long = Long(5)

    async def test() -> None:
        async with Call(front_of(long), "/static/long") as call:
            await call.end()
        assert len(call.body) == 5 * bridge.PIECE
        assert call.headers["x-kind"] == "long"

    run(test)
    assert long.closed


def test_slow_readers_of_long_answers_hold_no_thread() -> None:
    long = Long(1000)

    async def test() -> None:
        front = front_of(long)
        slow = [Call(front, "/static/long") for _ in range(2 * app.THREADS)]
        for call in slow:
            call.reads.clear()
            await call.__aenter__()
        await until(lambda: long.given == len(slow))
        front.bridge.application = Behind()
        async with Call(front, "/livez") as quick:
            await quick.end()
        assert long.given == len(slow)
        for call in slow:
            call.task.cancel()
        await until(lambda: long.closed)

    run(test)


def test_an_answer_to_head_has_no_body() -> None:
    behind = Behind()
    behind.tell("hello")

    async def test() -> None:
        async with Call(front_of(behind), "/livez", method="HEAD") as call:
            await call.end()
        assert (call.status, call.body) == (200, b"")

    run(test)


@pytest.mark.parametrize("method", ["get", "Get", "head", "post", "options", "own"])
@pytest.mark.parametrize("path", [STREAM, f"{EVENTS}?wait=25", "/livez", "/static/admin/css/base.css"])
def test_a_method_in_small_letters_is_none(method: str, path: str) -> None:
    """Django would take it for the other, and the front would not make it wait."""
    behind = Behind()
    headers = [
        ("origin", "https://game.example"),
        ("access-control-request-method", "GET"),
        ("accept-language", "es"),
    ]

    async def test() -> None:
        async with Call(front_of(behind), path, method=method, headers=headers) as call:
            await call.end()
        problem = json.loads(call.body)
        assert (call.status, problem["code"]) == (405, "request.method_not_allowed")
        assert "mayúsculas" in problem["detail"]
        assert call.headers["content-type"] == "application/problem+json"
        assert "GET" in call.headers["allow"].split(", ")

    run(test)
    assert behind.asked == []


class Held:
    """An application that holds every request at a table until it is let go, and counts them by table."""

    def __init__(self) -> None:
        self.go, self.inside = threading.Event(), dict[str, int]()

    def __call__(self, environ: Any, start_response: Any) -> list[bytes]:
        table = environ["PATH_INFO"].split("/")[4]
        self.inside[table] = self.inside.get(table, 0) + 1
        if table == TABLE:
            self.go.wait(30)
        start_response("200 OK", [])
        return [b"played"]


def test_a_flood_at_one_table_leaves_threads_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held()

    async def test() -> None:
        front = front_of(held)
        room = front.tables.inside + front.tables.waiting
        flood = [Call(front, f"/api/v1/tables/{TABLE}/actions", method="POST") for _ in range(room + 3)]
        for call in flood:
            await call.__aenter__()
        for call in flood[room:]:
            await call.end()
            assert (call.status, call.headers["retry-after"]) == (503, "1")
            assert '"table.busy"' in call.body.decode()
        async with Call(front, f"/api/v1/tables/{OTHER}/actions", method="POST") as other:
            await other.end()
            assert other.body == b"played"
        assert held.inside == {TABLE: front.tables.inside, OTHER: 1}
        held.go.set()
        for call in flood:
            await call.__aexit__(None)
        assert [call.status for call in flood] == [200] * room + [503] * 3
        assert len(front.tables) == 0

    run(test)


def test_who_has_waited_too_long_at_a_tables_door_is_told_to_come_back() -> None:
    held = Held()

    async def test() -> None:
        front = front_of(held)
        front.tables.patience = 0.1
        calls = [Call(front, f"/api/v1/tables/{TABLE}") for _ in range(front.tables.inside + 1)]
        for call in calls:
            await call.__aenter__()
        await calls[-1].end()
        assert calls[-1].status == 503
        held.go.set()
        for call in calls:
            await call.__aexit__(None)

    run(test)


def test_a_failure_of_the_application_is_not_swallowed() -> None:
    def fails(environ: Any, start_response: Any) -> list[bytes]:
        raise RuntimeError("the application failed")

    async def test() -> None:
        call = Call(front_of(fails), "/livez")
        await call.__aenter__()
        with pytest.raises(RuntimeError, match="the application failed"):
            await asyncio.wait_for(call.task, 20)

    run(test)
