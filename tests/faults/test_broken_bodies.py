"""Who sends a body that cannot be had is told so in the API's own words, by a real web process."""

import json
import socket
import struct
from email.parser import BytesParser
from typing import Any

import pytest

from tests.faults.webs import READ_SECONDS, Web

CHUNKED = "Transfer-Encoding: chunked"


def sent(web: Web, headers: str, body: bytes, *, cut: bool = False) -> bytes:
    """All that comes back until the server closes the connection; `cut` ends the request where it is."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=READ_SECONDS) as caller:
        lines = [
            "POST /api/v1/auth/guest HTTP/1.1",
            "Host: localhost",
            "Accept-Language: es",
            headers,
            "",
            "",
        ]
        caller.sendall("\r\n".join(lines).encode() + body)
        if cut:
            caller.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: caller.recv(65536), b""))


def problem_in(answer: bytes) -> tuple[int, Any]:
    """The status and the problem document of an answer that is the connection's last."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, _, lines = head.partition(b"\r\n")
    headers = BytesParser().parsebytes(lines, headersonly=True)
    assert headers["content-type"] == "application/problem+json", answer
    assert (headers["connection"], headers["content-language"]) == ("close", "es")
    return int(first.split()[1]), json.loads(body)["code"]


@pytest.mark.parametrize(
    ("headers", "body", "cut"),
    [
        (CHUNKED, b"zz\r\n", False),
        (CHUNKED, b"f" * 18 + b"\r\n", False),
        (CHUNKED, b"20\r\n{", True),
        (CHUNKED, b"1\r\n{", True),
        ("Content-Length: 40", b"{", True),
        ("Content-Length: 40", b"", True),
    ],
)
def test_a_body_that_is_none_or_is_cut(web: Web, headers: str, body: bytes, cut: bool) -> None:
    assert problem_in(sent(web, headers, body, cut=cut)) == (400, "request.malformed")


@pytest.mark.parametrize("headers", ["Content-Length: 99999999999", "Content-Length: 65537"])
def test_a_body_that_is_announced_too_long(web: Web, headers: str) -> None:
    """Nothing of it is asked for, nor waited for: `100 Continue` would come before the answer."""
    for more in (headers, f"{headers}\r\nExpect: 100-continue"):
        assert problem_in(sent(web, more, b"")) == (413, "request.too_large")


def test_who_is_gone_in_the_middle_of_it_fails_nothing(web: Web) -> None:
    before = len(web.log.read_text())
    for headers in (CHUNKED, "Content-Length: 40"):
        with socket.create_connection(("127.0.0.1", web.port), timeout=READ_SECONDS) as caller:
            caller.sendall(
                f"POST /api/v1/auth/guest HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n".encode()
            )
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # by a reset
    assert web.answers()
    said = web.log.read_text()[before:]
    assert "Traceback" not in said
    assert "ERROR" not in said
