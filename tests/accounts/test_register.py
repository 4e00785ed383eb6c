"""Becoming a player: as a guest at once, registered when one likes."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from accounts import names, services
from accounts.exceptions import AlreadyRegistered, UsernameTaken
from accounts.models import Token, User
from musapi.refusals import Refusal

from .conftest import PASSWORD

GUEST, REGISTER = "/api/v1/auth/guest", "/api/v1/auth/register"


def test_a_guest_plays_at_once(api, db):
    answer = api.post(GUEST)
    assert answer.status_code == 201
    body = answer.json()
    assert set(body) == {"token", "expires_at", "player"}
    assert body["player"]["is_guest"] is True
    assert body["player"]["username"].startswith("guest-")
    assert answer["Cache-Control"] == "no-store"
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {body['token']}")
    assert api.get("/api/v1/me").json() == body["player"]


def test_a_device_whose_token_died_can_begin_anew(api, db):
    api.credentials(HTTP_AUTHORIZATION="Bearer dead")
    assert api.post(GUEST).status_code == 201


def test_a_guest_has_no_password(db):
    assert not services.open_guest().player.has_usable_password()


def test_a_guest_name_that_is_taken_is_drawn_again(db, monkeypatch):
    draws = iter(["guest-aaaaaa", "guest-aaaaaa", "guest-bbbbbb"])
    monkeypatch.setattr(names, "guest_name", lambda: next(draws))
    assert services.open_guest().player.username == "guest-aaaaaa"
    assert services.open_guest().player.username == "guest-bbbbbb"


def test_a_new_player_registers(api, db):
    answer = api.post(REGISTER, {"username": "Begoña", "password": PASSWORD, "email": "b@example.org"})
    assert answer.status_code == 201
    player = answer.json()["player"]
    assert (player["username"], player["email"], player["is_guest"]) == ("Begoña", "b@example.org", False)
    assert User.objects.get(username="Begoña").check_password(PASSWORD)


def test_f75_a_guest_registers_and_stays_the_same_player(device):
    guest = services.open_guest()
    answer = device(guest).post(REGISTER, {"username": "ana", "password": PASSWORD})
    assert answer.status_code == 201
    body = answer.json()
    assert body["player"]["id"] == str(guest.player.id)
    assert (body["player"]["username"], body["player"]["is_guest"]) == ("ana", False)
    assert body["token"] == guest.token, "one token per device"
    assert User.objects.count() == Token.objects.count() == 1
    assert services.log_in(username="ana", password=PASSWORD).player.id == guest.player.id


def test_a_registered_player_cannot_register_again(device, ana):
    answer = device(ana).post(REGISTER, {"username": "other", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "account.already_registered")
    assert User.objects.get().username == "ana"


def test_a_dead_token_does_not_register_somebody_new(api, db):
    api.credentials(HTTP_AUTHORIZATION="Bearer dead")
    answer = api.post(REGISTER, {"username": "ana", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (401, "auth.required")
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["ana", "ANA", "Aná", "ＡＮＡ", "ana.", "ana-", "ana__", "4na"])
def test_a_taken_name_or_a_look_alike_is_refused(api, ana, name):
    answer = api.post(REGISTER, {"username": name, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "account.username_taken")
    assert User.objects.count() == 1


def test_a_taken_name_leaves_the_guest_a_guest(device, ana):
    guest = services.open_guest()
    answer = device(guest).post(REGISTER, {"username": "ana", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "account.username_taken")
    guest.player.refresh_from_db()
    assert guest.player.is_guest


@pytest.mark.parametrize(("name", "why"), [("a b c", "characters"), ("ab", "too_short"), ("bot", "reserved")])
def test_a_bad_name_is_refused_with_its_reason(api, db, name, why):
    body = api.post(REGISTER, {"username": name, "password": PASSWORD}).json()
    assert (body["status"], body["code"]) == (422, "account.username_invalid")
    [error] = body["errors"]
    assert (error["pointer"], error["code"]) == ("/username", why)
    assert error["detail"]


@pytest.mark.parametrize(
    ("password", "codes"),
    [
        ("", {"password_too_short"}),
        ("12345678", {"password_too_common", "password_entirely_numeric"}),
        ("begonia-b", {"password_too_similar"}),
    ],
)
def test_a_weak_password_is_refused_with_the_validators_words(api, db, password, codes):
    answer = api.post(
        REGISTER, {"username": "begonia", "password": password}, headers={"Accept-Language": "es"}
    )
    body = answer.json()
    assert (body["status"], body["code"]) == (422, "account.password_weak")
    assert {error["code"] for error in body["errors"]} == codes
    assert all("contraseña" in error["detail"].lower() for error in body["errors"])
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("wish", "status", "code", "pointers"),
    [
        ({}, 400, "request.malformed", {"/username", "/password"}),
        ({"username": 5, "password": PASSWORD}, 400, "request.malformed", {"/username"}),
        ({"username": "ana", "password": None}, 400, "request.malformed", {"/password"}),
        (
            {"username": "ana", "password": PASSWORD, "is_staff": True},
            400,
            "request.malformed",
            {"/is_staff"},
        ),
        ({"username": "ana", "password": "x" * 257}, 422, "request.invalid", {"/password"}),
        ({"username": "ana", "password": PASSWORD, "email": "nobody"}, 422, "request.invalid", {"/email"}),
    ],
)
def test_a_wish_that_cannot_be_read(api, db, wish, status, code, pointers):
    body = api.post(REGISTER, wish).json()
    assert (body["status"], body["code"]) == (status, code)
    assert {error["pointer"] for error in body["errors"]} == pointers
    assert not User.objects.exists()


def _at_once(*calls):
    """Run the calls in threads that start together; their values or refusals, in order."""
    barrier, outcomes = Barrier(len(calls)), [None] * len(calls)

    def run(place, call):
        barrier.wait()
        try:
            outcomes[place] = call()
        except Refusal as error:
            outcomes[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_two_at_once_cannot_have_one_name():
    wish = {"username": "ana", "password": PASSWORD}
    outcomes = _at_once(*[lambda: services.register(**wish)] * 4)
    assert [type(one) for one in outcomes if isinstance(one, Refusal)] == [UsernameTaken] * 3
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_guest_registers_once_however_often_it_is_sent():
    guest = services.open_guest()

    def register(name):
        token = Token.objects.get(user=guest.player)
        return services.register(username=name, password=PASSWORD, token=token)

    outcomes = _at_once(lambda: register("ana"), lambda: register("bea"), lambda: register("cleo"))
    refused = [one for one in outcomes if isinstance(one, Refusal)]
    assert [type(one) for one in refused] == [AlreadyRegistered] * 2
    [done] = [one for one in outcomes if one not in refused]
    assert User.objects.get().username == done.player.username
