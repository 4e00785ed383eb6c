"""Endpoints of browsers' push services are given by clients: the server must not be sent to itself by one.

Only https, only names and addresses of the public internet; checked when registered and again when connected
to, by the address that the name has then. Redirects are not followed. A push service of one's own is named by
its origin in WEB_PUSH_TRUSTED_ORIGINS.
"""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from requests import Session
from requests.adapters import HTTPAdapter
from urllib3 import HTTPSConnectionPool
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import NewConnectionError
from urllib3.util.connection import create_connection

LONGEST = 2000
TIMEOUT = (3.05, 5)  # seconds to connect, and to wait for each piece of the answer
WHOLE_CALL = 15.0  # seconds after which a connection is cut, however slowly it is fed

_UNICAST = IPv6Network("2000::/3")  # all that is given out; not so the forms that wrap an IPv4 address
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: by it a network without IPv4 names all of the IPv4 internet
_NAME = re.compile(r"(?:[a-z0-9-]+\.)+[a-z0-9-]+\.?")
_NUMBER = re.compile(r"(?:[0-9]+|0x[0-9a-f]*)")  # a last label that makes inet_aton read an IPv4 address
_INSIDE = re.compile(  # RFC 2606, 6761, 6762, 7686, 8375, and what networks call themselves
    r"(?:.*\.)?(?:localhost|localdomain|local|internal|intranet|lan|corp|home|home\.arpa|test|invalid|example|onion)\.?"
)


def is_allowed(endpoint: str) -> bool:
    """Whether an endpoint may be registered, as far as its text says."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint or parts.fragment:
        return False
    if origin_of(endpoint) in settings.WEB_PUSH_TRUSTED_ORIGINS:
        return True
    if parts.scheme != "https" or port not in (None, 443) or parts.username or parts.password:
        return False
    return _is_public(host) if _is_address(host) else _is_public_name(host)


def origin_of(endpoint: str) -> str:
    """Scheme, host and port of an endpoint: whom the server's signature is for."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def guarded_session() -> Session:
    """A session that connects to public addresses by TLS, and to trusted origins; to nothing else."""
    session = Session()
    session.trust_env = False
    session.adapters.clear()
    session.mount("https://", _GuardedAdapter(max_retries=0))
    for origin in settings.WEB_PUSH_TRUSTED_ORIGINS:
        session.mount(f"{origin}/", HTTPAdapter(max_retries=0))
    return session


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_public(address: str) -> bool:
    """Whether an address is one of the public internet, also the IPv4 one inside of an IPv6 one."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip in _NAT64:
            return _is_public(str(IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip not in _UNICAST or (ip.sixtofour is not None and not _is_public(str(ip.sixtofour))):
            return False
    return ip.is_global and not ip.is_multicast


def _is_public_name(host: str) -> bool:
    """Whether a host is a name that the public internet may know, and no other way to write an address."""
    last = host.rstrip(".").rpartition(".")[2]
    return bool(_NAME.fullmatch(host)) and not _NUMBER.fullmatch(last) and not _INSIDE.fullmatch(host)


def _addresses(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class _GuardedConnection(HTTPSConnection):
    """Connects to an address that it has looked at, not to a name that may mean another one by then."""

    def _new_conn(self) -> socket.socket:
        port = self.port or 443
        try:
            addresses = _addresses(self._dns_host, port)
            if not addresses or not all(map(_is_public, addresses)):
                raise NewConnectionError(self, "not an address of the public internet")
            made = create_connection((addresses[0], port), self.timeout, socket_options=self.socket_options)
        except OSError as error:
            raise NewConnectionError(self, f"no connection: {error}") from error
        self._end = _End(made)
        return made

    def close(self) -> None:
        end: _End | None = getattr(self, "_end", None)
        if end:
            end.cancel()
        super().close()


class _End:
    """Shuts a connection down when it has lasted long enough, whoever holds it by then.

    It has a descriptor of its own: TLS takes the socket away from whoever has made it.
    """

    def __init__(self, made: socket.socket) -> None:
        self._handle = made.dup()
        self._timer = threading.Timer(WHOLE_CALL, self._shut)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """The connection is closed."""
        self._timer.cancel()
        self._handle.close()

    def _shut(self) -> None:
        with suppress(OSError):  # the other side has ended it
            self._handle.shutdown(socket.SHUT_RDWR)


class _GuardedPool(HTTPSConnectionPool):
    ConnectionCls = _GuardedConnection


class _GuardedAdapter(HTTPAdapter):
    """Requests' adapter with connections that look where they go; no proxy stands between."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": _GuardedPool}
