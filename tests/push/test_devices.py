"""Registering devices over HTTP: whose they are, how they end, and which addresses are taken."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from accounts import services
from accounts.models import Token
from musapi.datafolder import DataFolder
from push.models import PushDevice
from tests.accounts.people import API, PASSWORD, code_of, phone, sign_up
from tests.push.services import Browser

pytestmark = pytest.mark.django_db

DEVICES = f"{API}/me/devices"
FCM = {"kind": "fcm", "token": "fcm-token:of-a-phone"}
PUBLIC = "https://push.example.com/send/abc"


@pytest.fixture(autouse=True)
def _set_up(settings: Settings, vapid: str) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.FIREBASE_CREDENTIALS_FILE = "/somewhere/firebase.json"


@pytest.fixture
def subscription() -> dict[str, Any]:
    """A browser's, at a service of the public internet."""
    return Browser("https://push.example.com/send", "abc").subscription()


def listed(session: services.Session) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone(session).get(DEVICES).json()["devices"]
    return found


def test_a_device_is_registered_listed_and_removed(subscription: dict[str, Any]) -> None:
    ana = sign_up("ana", agent="MusPhone")
    first = phone(ana).post(DEVICES, FCM)
    second = phone(ana).post(DEVICES, subscription)
    assert (first.status_code, second.status_code) == (201, 201)
    assert listed(ana) == [second.json(), first.json()]
    assert (
        first.json().items() >= {"kind": "fcm", "name": "MusPhone", "active": True, "current": True}.items()
    )
    assert FCM["token"] not in first.content.decode()
    assert phone(ana).delete(f"{DEVICES}/{first.json()['id']}").status_code == 204
    assert listed(ana) == [second.json()]
    assert code_of(phone(ana).delete(f"{DEVICES}/{first.json()['id']}")) == (404, "push.device_not_found")


def test_doing_it_again_changes_nothing_and_a_newer_one_replaces_it(subscription: dict[str, Any]) -> None:
    ana = sign_up("ana")
    for body in (FCM, subscription):
        first = phone(ana).post(DEVICES, body)
        again = phone(ana).post(DEVICES, body)
        assert (again.status_code, again.json()) == (200, first.json())
    newer = phone(ana).post(DEVICES, {**FCM, "token": "another"})
    assert newer.status_code == 201
    assert listed(ana)[0] == newer.json()
    assert len(listed(ana)) == 2


def test_each_device_of_a_person_has_its_own_and_sees_them_all() -> None:
    ana = sign_up("ana")
    other = services.log_in(username="ana", password=PASSWORD)
    phone(ana).post(DEVICES, FCM)
    phone(other).post(DEVICES, {**FCM, "token": "another"})
    assert [entry["current"] for entry in listed(other)] == [True, False]
    assert [entry["current"] for entry in listed(ana)] == [False, True]


def test_nobody_sees_or_removes_another_ones(subscription: dict[str, Any]) -> None:
    ana, bea = sign_up("ana"), sign_up("bea")
    registered = phone(ana).post(DEVICES, subscription).json()["id"]
    assert listed(bea) == []
    assert code_of(phone(bea).delete(f"{DEVICES}/{registered}")) == (404, "push.device_not_found")
    assert len(listed(ana)) == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("auth/logout", {}),
        ("auth/logout-all", {}),
        ("me", {"password": PASSWORD}),
    ],
)
def test_it_ends_with_the_token(path: str, body: dict[str, Any]) -> None:
    ana = sign_up("ana")
    phone(ana).post(DEVICES, FCM)
    act = phone(ana).delete if path == "me" else phone(ana).post
    assert act(f"{API}/{path}", body).status_code == 204
    assert not PushDevice.objects.exists()


def test_a_new_password_ends_those_of_all_other_devices() -> None:
    ana = sign_up("ana")
    other = services.log_in(username="ana", password=PASSWORD)
    phone(ana).post(DEVICES, FCM)
    phone(other).post(DEVICES, {**FCM, "token": "another"})
    wish = {"old_password": PASSWORD, "new_password": "treinta-y-una-real"}
    assert phone(ana).post(f"{API}/me/password", wish).status_code == 204
    assert [entry["current"] for entry in listed(ana)] == [True]
    assert PushDevice.objects.count() == 1


def test_signing_another_device_out_ends_it_too() -> None:
    ana = sign_up("ana")
    other = services.log_in(username="ana", password=PASSWORD)
    phone(other).post(DEVICES, FCM)
    device = Token.objects.latest("created").public_id
    assert phone(ana).delete(f"{API}/auth/devices/{device}").status_code == 204
    assert not PushDevice.objects.exists()


def test_a_guest_who_registers_keeps_it() -> None:
    guest = services.open_guest()
    phone(guest).post(DEVICES, FCM)
    phone(guest).post(f"{API}/auth/register", {"username": "ana", "password": PASSWORD})
    assert len(listed(guest)) == 1


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"kind": "sms"}, 422, "/kind"),
        ({"kind": None}, 400, "/kind"),
        ({"token": "x"}, 422, "/token"),
        ({"endpoint": 5}, 400, "/endpoint"),
        ({"keys": {}}, 400, "/keys/p256dh"),
        ({"keys": {"p256dh": "BBBB", "auth": "AAAAAAAAAAAAAAAAAAAAAA"}}, 422, "/keys/p256dh"),
        ({"keys": {"p256dh": "é", "auth": "AAAAAAAAAAAAAAAAAAAAAA"}}, 422, "/keys/p256dh"),
        ({"name": "x"}, 400, "/name"),
    ],
)
def test_what_is_not_a_subscription_is_refused(
    subscription: dict[str, Any], change: dict[str, Any], status: int, pointer: str
) -> None:
    body = phone(sign_up("ana")).post(DEVICES, {**subscription, **change}).json()
    assert body["status"] == status
    assert body["errors"][0]["pointer"] == pointer
    assert not PushDevice.objects.exists()


def test_each_kind_says_what_it_needs(subscription: dict[str, Any]) -> None:
    ana = phone(sign_up("ana"))
    for body, pointer in (({"kind": "fcm"}, "/token"), ({"kind": "web_push", "endpoint": PUBLIC}, "/keys")):
        refused = ana.post(DEVICES, body).json()
        assert (refused["status"], refused["errors"][0]["pointer"]) == (422, pointer)
    short = {**subscription, "keys": {**subscription["keys"], "auth": "AAAA"}}
    assert ana.post(DEVICES, short).json()["errors"][0]["pointer"] == "/keys/auth"
    for token in ("two words", "ñ", "a\nb"):
        assert ana.post(DEVICES, {"kind": "fcm", "token": token}).json()["status"] == 422


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/x",
        "ftp://push.example.com/x",
        "https://localhost/x",
        "https://db/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/x",
        "https://0.0.0.0/x",
        "https://[::1]/x",
        "https://[fd00::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[2002:7f00:1::]/x",
        "https://[64:ff9b::a00:1]/x",
        "https://metadata.google.internal/x",
        "https://127.1/x",
        "https://224.0.0.1/x",
        "https://push.example.com:8443/x",
        "https://user:secret@push.example.com/x",
        "https://push.example.com/x#y",
        "https://push.example.com/x y",
        "https://push.example.com:port/x",
        "https://[push/x",
        "https:///x",
        "push.example.com/x",
        "https://push.example.com/\u00e9",
    ],
)
def test_the_server_is_not_sent_where_a_client_likes(subscription: dict[str, Any], endpoint: str) -> None:
    body = phone(sign_up("ana")).post(DEVICES, {**subscription, "endpoint": endpoint}).json()
    assert (body["status"], body["errors"][0]["pointer"]) == (422, "/endpoint")
    assert not PushDevice.objects.exists()


def test_what_is_not_set_up_is_not_offered(settings: Settings, subscription: dict[str, Any]) -> None:
    meta = phone().get(f"{API}/meta").json()["push"]
    assert meta["kinds"] == ["fcm", "web_push"]
    assert len(meta["vapid_public_key"]) == 87
    settings.FIREBASE_CREDENTIALS_FILE = settings.VAPID_SUBJECT = ""
    assert phone().get(f"{API}/meta").json()["push"] == {"kinds": []}
    ana = phone(sign_up("ana"))
    for body in (FCM, subscription):
        answer = ana.post(DEVICES, body)
        assert code_of(answer) == (409, "push.not_offered")
        assert answer.json()["offered"] == []


def test_the_first_run_makes_the_key_and_keeps_it(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    path = folder.vapid_key_file()
    made = path.read_bytes()
    assert made.startswith(b"-----BEGIN PRIVATE KEY-----")
    assert path.stat().st_mode & 0o777 == 0o600
    assert folder.vapid_key_file().read_bytes() == made


def test_an_export_names_devices_without_their_secrets(subscription: dict[str, Any]) -> None:
    ana = sign_up("ana")
    phone(ana).post(DEVICES, subscription)
    text = phone(ana).get(f"{API}/me/export").getvalue().decode()
    assert '"push_devices":[{' in text
    for secret in (PUBLIC, subscription["keys"]["auth"], subscription["keys"]["p256dh"]):
        assert secret not in text
