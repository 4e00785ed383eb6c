"""F75: a guest at a table signs up, signs in elsewhere, or is lost with the phone. F78: names stay."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import services
from accounts.models import Token, User
from games import moves
from games.models import Event, Seat, Table
from tests.accounts.people import API, PASSWORD, code_of, phone, sign_up
from tests.faults.races import meet

pytestmark = pytest.mark.django_db

LOGIN = f"{API}/auth/login"
BOTS = {"seats": [None, {"bot": "novice"}, {"bot": "novice"}, {"bot": "novice"}]}
AS_ANA = {"username": "ana", "password": PASSWORD}


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def ana() -> services.Session:
    return sign_up("ana")


@pytest.fixture
def guest() -> services.Session:
    return services.open_guest()


def sit(client: APIClient, **settings: Any) -> UUID:
    return UUID(client.post(f"{API}/tables", {**BOTS, **settings}).json()["id"])


def test_who_signs_up_in_a_live_match_keeps_id_token_seat_and_cards(guest: services.Session) -> None:
    device = phone(guest)
    table = sit(device)
    before = device.get(f"{API}/tables/{table}").json()
    answer = device.post(f"{API}/auth/register", {"username": "ana", "password": PASSWORD})
    assert (answer.json()["player"]["id"], answer.json()["token"]) == (str(guest.player.id), guest.token)
    after = device.get(f"{API}/tables/{table}").json()
    assert after["hand"] == before["hand"]
    assert after["seats"][0]["player"] == {"username": "ana"}


@pytest.mark.parametrize("playing", [True, False], ids=["in a match", "at an open table"])
def test_signing_in_elsewhere_is_a_conflict_while_the_guest_sits_somewhere(
    guest: services.Session, ana: services.Session, playing: bool
) -> None:
    device = phone(guest)
    table = sit(device, **({} if playing else {"seats": [None] * 4}))
    answer = device.post(LOGIN, AS_ANA)
    assert code_of(answer) == (409, "account.link_conflict")
    assert answer.json()["tables"] == [str(table)]
    assert Token.objects.count() == 2
    assert device.get(f"{API}/me").json()["id"] == str(guest.player.id)
    assert Seat.objects.get(table=table, player=guest.player).controller == "player"


def test_the_guest_can_be_given_up_for_it(guest: services.Session, ana: services.Session) -> None:
    device = phone(guest)
    table = sit(device)
    answer = device.post(LOGIN, {**AS_ANA, "abandon_guest": True})
    assert (answer.status_code, answer.json()["player"]["id"]) == (200, str(ana.player.id))
    assert code_of(device.get(f"{API}/me")) == (401, "auth.required")
    seat = Seat.objects.get(table=table, number=0)
    assert (seat.player_id, seat.controller) == (guest.player.id, "bot")
    assert User.objects.get(pk=guest.player.pk).deleted_at


def test_a_wrong_password_gives_nobody_up(guest: services.Session, ana: services.Session) -> None:
    answer = phone(guest).post(LOGIN, {**AS_ANA, "password": "wrong", "abandon_guest": True})
    assert code_of(answer) == (401, "auth.bad_credentials")
    assert User.objects.get(pk=guest.player.pk).is_active


def test_a_guest_who_sits_nowhere_is_no_conflict_and_stays(
    guest: services.Session, ana: services.Session
) -> None:
    device = phone(guest)
    table = sit(device)
    device.post(f"{API}/tables/{table}/resign")
    assert Table.objects.get().status == "finished"
    assert device.post(LOGIN, AS_ANA).status_code == 200
    assert device.get(f"{API}/me").json()["id"] == str(guest.player.id)


def test_seats_of_a_registered_player_are_no_conflict(ana: services.Session) -> None:
    bea = sign_up("bea")
    table = sit(phone(bea))
    assert phone(bea).post(LOGIN, {**AS_ANA, "abandon_guest": True}).status_code == 200
    assert Seat.objects.get(table=table, player=bea.player).controller == "player"
    assert User.objects.get(pk=bea.player.pk).is_active


@pytest.mark.django_db(transaction=True)
def test_giving_the_guest_up_twice_at_once_signs_in_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up("ana")
    guest = services.open_guest().player

    def sign_in() -> services.Session:
        return services.log_in(username="ana", password=PASSWORD, guest=guest, abandon_guest=True)

    first, second = meet(monkeypatch, "accounts.services.add_device", sign_in, sign_in)
    assert first.player == second.player
    assert first.token != second.token


def test_a_guest_lost_with_the_phone_is_an_absent_seat(guest: services.Session) -> None:
    """The app is installed anew: a new guest; the old one's questions run out and a stand-in plays on."""
    table = sit(phone(guest))
    again = services.open_guest()
    assert again.player != guest.player
    for _ in range(200):
        row = Table.objects.get(pk=table)
        if Seat.objects.get(table=table, number=0).controller == "bot":
            break
        Table.objects.filter(pk=table).update(deadline=timezone.now() - timedelta(minutes=5))
        assert row.turn_id is not None
        if not moves.answer_with_bots(table_id=table, turn=row.turn_id):
            moves.time_out(table_id=table, turn=row.turn_id)
    assert Event.objects.filter(table=table, type="turn_missed").count() == 2
    seat = Seat.objects.get(table=table, number=0)
    assert (seat.player_id, seat.controller) == (guest.player.id, "bot")


def test_f78_signing_in_never_changes_the_name_that_was_chosen(ana: services.Session) -> None:
    User.objects.filter(pk=ana.player.pk).update(username="Ana", locale="eu", show_hints=False)
    for spelt in ("ana", "ANA", "Ａｎａ"):
        player = phone().post(LOGIN, {**AS_ANA, "username": spelt, "device": "other"}).json()["player"]
        assert (player["username"], player["locale"], player["show_hints"]) == ("Ana", "eu", False)
    assert User.objects.get().username == "Ana"
