"""Where a request comes from, for who counts tries and looks for shared places. Only digests are stored."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

_LONGEST_AGENT = 400


@dataclass(frozen=True)
class Origin:
    """The address and the program that a request names; both empty where there is no request."""

    address: str = ""
    agent: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> "Origin":
        """What a request says. Behind a proxy the address is the last one of X-Forwarded-For."""
        address = request.META.get("REMOTE_ADDR", "")
        if settings.BEHIND_PROXY:
            address = request.META.get("HTTP_X_FORWARDED_FOR", address).rpartition(",")[2].strip()
        return cls(address, request.META.get("HTTP_USER_AGENT", "")[:_LONGEST_AGENT])

    @property
    def network(self) -> str:
        """What one household has: an IPv4 address, or the /64 of an IPv6 one."""
        try:
            address = ip_address(self.address)
        except ValueError:
            return self.address
        if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
            return str(ip_network((address, 64), strict=False))
        return str(getattr(address, "ipv4_mapped", None) or address)


NOWHERE = Origin()


def mark(purpose: str, *told: str) -> str:
    """Something told, as a keyed digest: equal for equal things, and not to be turned back. 64 hex digits."""
    return salted_hmac(f"musapi.{purpose}", "\0".join(told), algorithm="sha256").hexdigest()
