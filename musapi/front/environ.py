"""An ASGI scope as a WSGI environ (PEP 3333)."""

import sys
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

Scope = Mapping[str, Any]

_OWN_NAMES = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
_OF_THE_CONNECTION = {"transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade", "expect"}


def environ_of(scope: Scope, body: bytes, **added: Any) -> dict[str, Any]:
    """The environ of a request whose body has been read; a chunked one gets its length."""
    server, client = scope.get("server") or ("localhost", "0"), scope.get("client") or ("", "")
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **_headers(scope),
    }
    if body and not environ.get("CONTENT_LENGTH"):
        environ["CONTENT_LENGTH"] = str(len(body))
    return {**environ, **added}


def _headers(scope: Scope) -> dict[str, str]:
    """A header that is repeated is joined; one with an underscore could pass for another and is left out."""
    found: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if "_" in name or name in _OF_THE_CONNECTION:
            continue
        key = _OWN_NAMES.get(name) or "HTTP_" + name.upper().replace("-", "_")
        between = "; " if name == "cookie" else ","
        found[key] = f"{found[key]}{between}{value}" if key in found else value
    return found
