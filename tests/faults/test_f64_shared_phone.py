"""F64 (tokens): A signs out of a shared phone, B signs in: nothing of A can be reached from it any more."""

from typing import Any

import pytest

from accounts import friends, services
from accounts.models import Token
from musapi.schema import openapi_document
from tests.accounts.people import API, PASSWORD, code_of, person, phone, sign_up

pytestmark = pytest.mark.django_db

SECRET = "zubizarreta"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def readable_paths() -> list[str]:
    """Every address of the API that is read without naming anything: one's own."""
    return [
        path
        for path, operations in openapi_document()["paths"].items()
        if "get" in operations and "{" not in path
    ]


def test_after_the_next_one_signs_in_nothing_of_the_first_is_there() -> None:
    first, second = sign_up(SECRET), sign_up("bea")
    friends.ask(sender=person(f"{SECRET}-2"), username=SECRET)
    friends.block(person=first.player, username=person(f"{SECRET}-3").username)
    device = phone(first)
    table = device.post(f"{API}/tables", {"visibility": "private"}).json()["id"]
    assert SECRET in device.get(f"{API}/me").content.decode()
    devices = [entry["id"] for entry in device.get(f"{API}/auth/devices").json()["devices"]]

    assert device.post(f"{API}/auth/logout").status_code == 204
    answer = device.post(f"{API}/auth/login", {"username": "bea", "password": PASSWORD})
    assert answer.status_code == 200, "the dead token that the phone still shows does not stand in the way"
    device.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['token']}")

    for path in readable_paths():
        body = device.get(path).getvalue().decode()
        assert SECRET not in body, path
        assert table not in body, path
    assert device.get(f"{API}/me").json()["id"] == str(second.player.id)
    assert code_of(device.get(f"{API}/tables/{table}")) == (404, "table.not_found")
    assert code_of(device.delete(f"{API}/auth/devices/{devices[0]}")) == (404, "auth.device_not_found")
    for path in ("me", "me/turns", "me/tables", "friends", "blocks", "auth/devices", f"tables/{table}"):
        assert code_of(phone(first).get(f"{API}/{path}")) == (401, "auth.required")


def test_a_token_is_never_given_twice() -> None:
    tokens = {services.open_guest().token for _ in range(50)}
    assert len(tokens) == 50
    assert Token.objects.values("digest").distinct().count() == 50
