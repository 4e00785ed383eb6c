"""Registered players, and the phones on which they are signed in."""

from rest_framework.test import APIClient

from accounts import services
from accounts.devices import Device
from accounts.models import User
from musapi.origin import Origin

API = "/api/v1"
PASSWORD = "cuatro-reyes-y-un-as"


def phone(session: services.Session | None = None, address: str = "192.0.2.1") -> APIClient:
    """A client at this address that shows the session's token, or none."""
    client = APIClient(REMOTE_ADDR=address)
    if session:
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {session.token}")
    client.default_format = "json"
    return client


def sign_up(username: str, address: str = "", agent: str = "") -> services.Session:
    """A registered player, signed in at this address with this program."""
    device = Device(origin=Origin(address, agent))
    return services.register(username=username, password=PASSWORD, device=device)


def person(username: str) -> User:
    """A registered player who is signed in nowhere: no password is hashed."""
    return User.objects.create_user(username)


def code_of(answer) -> tuple[int, str]:
    """The status and the code of a refusal."""
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]
