"""The devices on which a player is signed in: seen, named, and signed out one by one."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import devices, services
from accounts.devices import Device
from accounts.models import Token
from musapi.origin import Origin

from .people import API, PASSWORD, code_of, phone, sign_up

DEVICES, LOGIN, ME = f"{API}/auth/devices", f"{API}/auth/login", f"{API}/me"


@pytest.fixture
def bea(db) -> services.Session:
    return sign_up("bea")


def listed(client):
    answer = client.get(DEVICES)
    assert answer.status_code == 200
    return answer.json()["devices"]


def test_every_way_of_signing_in_names_the_device(api, db):
    guest = api.post(f"{API}/auth/guest", {"device": "a borrowed phone"}).json()
    new = {"username": "ana", "password": PASSWORD, "device": "Ana's phone"}
    registered = api.post(f"{API}/auth/register", new).json()
    logged_in = api.post(LOGIN, {"username": "ana", "password": PASSWORD, "device": "the tablet"}).json()
    names = [
        Token.objects.get(token_key=session["token"][:15]).name for session in (guest, registered, logged_in)
    ]
    assert names == ["a borrowed phone", "Ana's phone", "the tablet"]


def test_a_guest_who_registers_may_name_the_device_anew(device):
    guest = services.open_guest(device=Device("old"))
    device(guest).post(f"{API}/auth/register", {"username": "ana", "password": PASSWORD, "device": "new"})
    assert Token.objects.get().name == "new"


def test_a_guest_who_registers_without_a_name_keeps_the_device_as_it_was(device):
    guest = services.open_guest(device=Device("old"))
    device(guest).post(f"{API}/auth/register", {"username": "ana", "password": PASSWORD})
    assert Token.objects.get().name == "old"


def test_without_a_name_the_program_is_told(api, ana):
    api.post(
        LOGIN,
        {"username": "ana", "password": PASSWORD},
        headers={"User-Agent": "MusPhone/3.1 (Android)\x07" + "x" * 500},
    )
    name = Token.objects.order_by("-created").first().name
    assert name.startswith("MusPhone/3.1 (Android)x")
    assert len(name) == 100


def test_the_list_tells_the_devices_apart_and_gives_no_secret(device, ana):
    other = services.log_in(username="ana", password=PASSWORD, device=Device("tablet"))
    Token.objects.filter(token_key=ana.token[:15]).update(used_at=timezone.now() - timedelta(days=3))
    answer = device(ana).get(DEVICES)
    tablet, this = answer.json()["devices"]
    assert set(this) == {"id", "name", "created_at", "last_used_on", "current"}
    assert (tablet["name"], tablet["current"], this["current"]) == ("tablet", False, True)
    assert this["last_used_on"] == str((timezone.now() - timedelta(days=3)).date())
    for token in Token.objects.all():
        assert token.digest not in answer.content.decode()
        assert token.token_key not in answer.content.decode()
    assert [entry["current"] for entry in listed(device(other))] == [True, False]


def test_one_device_is_signed_out_and_the_others_stay(device, ana):
    other = services.log_in(username="ana", password=PASSWORD, device=Device("tablet"))
    lost = next(entry["id"] for entry in listed(device(ana)) if entry["name"] == "tablet")
    assert device(ana).delete(f"{DEVICES}/{lost}").status_code == 204
    assert code_of(device(other).get(ME)) == (401, "auth.required")
    assert device(ana).get(ME).status_code == 200
    assert code_of(device(ana).delete(f"{DEVICES}/{lost}")) == (404, "auth.device_not_found")


def test_the_device_itself_can_be_signed_out_too(device, ana):
    assert device(ana).delete(f"{DEVICES}/{listed(device(ana))[0]['id']}").status_code == 204
    assert code_of(device(ana).get(ME)) == (401, "auth.required")


def test_f12_a_device_of_somebody_else_is_like_one_that_does_not_exist(device, ana, bea):
    theirs = Token.objects.get(user=bea.player).public_id
    nobodys = "01890000-0000-7000-8000-000000000000"
    answers = [device(ana).delete(f"{DEVICES}/{one}") for one in (theirs, nobodys)]
    assert [code_of(answer) for answer in answers] == [(404, "auth.device_not_found")] * 2
    assert answers[0].json() == answers[1].json()
    assert device(bea).get(ME).status_code == 200


def test_one_device_too_many_signs_out_the_one_that_was_used_longest_ago(device, ana, monkeypatch):
    monkeypatch.setattr(devices, "MOST_DEVICES", 3)
    Token.objects.update(used_at=timezone.now() - timedelta(days=1))
    for name in ("second", "third", "fourth"):
        services.log_in(username="ana", password=PASSWORD, device=Device(name))
    assert {token.name for token in Token.objects.all()} == {"second", "third", "fourth"}
    assert code_of(device(ana).get(ME)) == (401, "auth.required")


def test_the_day_of_use_and_the_place_are_renewed_with_the_token(ana):
    day_before = timezone.now() - timedelta(days=30)
    Token.objects.update(used_at=day_before, expiry=day_before + timedelta(days=90))
    phone(ana, "192.0.2.7").get(ME)
    token = Token.objects.get()
    assert token.last_used_on == timezone.now().date()
    assert token.network_mark == devices.marks(Origin("192.0.2.7"))["network_mark"] != ""
