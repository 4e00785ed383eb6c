"""Tokens: one per device, opaque, sliding, dead when they should be."""

from datetime import timedelta

import pytest
from django.contrib.auth import hashers
from django.utils import timezone

from accounts import services
from accounts.authentication import RENEW_AFTER
from accounts.models import Token, User

from .conftest import PASSWORD

LOGIN, LOGOUT, LOGOUT_ALL, ME = (
    f"/api/v1/{path}" for path in ("auth/login", "auth/logout", "auth/logout-all", "me")
)


def refused(answer, code="auth.required"):
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer["Content-Type"] == "application/problem+json"
    return True


@pytest.mark.parametrize("name", ["ana", "ANA"])
def test_logging_in_gives_this_device_a_token_of_its_own(api, ana, device, name):
    answer = api.post(LOGIN, {"username": name, "password": PASSWORD})
    assert answer.status_code == 200
    body = answer.json()
    assert body["player"]["id"] == str(ana.player.id)
    assert body["token"] != ana.token
    assert device(ana).get(ME).status_code == 200


@pytest.mark.parametrize(
    ("name", "password"), [("ana", "wrong"), ("nobody", PASSWORD), ("aná", PASSWORD), ("", "")]
)
def test_wrong_credentials(api, ana, name, password):
    assert refused(api.post(LOGIN, {"username": name, "password": password}), "auth.bad_credentials")


def test_a_guest_cannot_be_logged_in_to(api, db):
    guest = services.open_guest().player
    assert refused(api.post(LOGIN, {"username": guest.username, "password": ""}), "auth.bad_credentials")


def test_a_look_alike_is_not_the_same_name(api, db):
    services.register(username="lisa", password=PASSWORD)
    assert refused(api.post(LOGIN, {"username": "1isa", "password": PASSWORD}), "auth.bad_credentials")


@pytest.mark.parametrize("name", ["ana", "nobody", "guest-aaaaaa", "off"])
def test_a_wrong_login_hashes_once_whoever_it_names(api, ana, name, monkeypatch):
    """F: names cannot be told apart by the time that an answer takes."""
    User.objects.create_user("guest-aaaaaa", is_guest=True)
    User.objects.create_user("off", PASSWORD, is_active=False)
    hashed = []
    monkeypatch.setattr(
        hashers.MD5PasswordHasher, "encode", lambda self, password, salt: hashed.append(password) or "md5$a$b"
    )
    assert refused(api.post(LOGIN, {"username": name, "password": "wrong"}), "auth.bad_credentials")
    assert len(hashed) == 1


def test_the_token_is_stored_as_a_digest_only(ana):
    row = Token.objects.get()
    assert ana.token not in (row.digest, row.token_key)
    assert len(ana.token) == 64


def test_authentication_costs_one_query(device, ana, django_assert_num_queries):
    client = device(ana)
    with django_assert_num_queries(1):
        assert client.get(f"{ME}/tables", {"colour": "red"}).status_code == 400


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer a b", "Bearer \xff", "Bearer " + "0" * 5000, "bearer x"]
)
def test_a_token_that_is_none(api, db, header):
    api.credentials(HTTP_AUTHORIZATION=header)
    assert refused(api.get(ME))


def test_no_token(api, db):
    assert refused(api.get(ME))
    api.credentials(HTTP_AUTHORIZATION="Basic YW5hOmFuYQ==")
    assert refused(api.get(ME))


def test_f73_logging_out_ends_this_device_only(device, ana):
    other = services.log_in(username="ana", password=PASSWORD)
    assert device(ana).post(LOGOUT).status_code == 204
    assert refused(device(ana).get(ME))
    assert device(other).get(ME).status_code == 200


def test_f73_logging_out_everywhere_ends_every_device_of_this_player(device, ana):
    other, somebody = services.log_in(username="ana", password=PASSWORD), services.open_guest()
    assert device(ana).post(LOGOUT_ALL).status_code == 204
    assert refused(device(ana).get(ME))
    assert refused(device(other).get(ME))
    assert device(somebody).get(ME).status_code == 200


def test_f74_the_token_of_a_deleted_or_barred_player(device):
    deleted, barred = services.open_guest(), services.open_guest()
    User.objects.filter(pk=deleted.player.pk).delete()
    User.objects.filter(pk=barred.player.pk).update(is_active=False)
    assert refused(device(deleted).get(ME))
    assert refused(device(barred).get(ME))


def _expire(session, in_):
    Token.objects.filter(user=session.player).update(expiry=timezone.now() + in_)


def test_an_expired_token_is_dead(device, ana):
    _expire(ana, timedelta(seconds=-1))
    assert refused(device(ana).get(ME))


def test_the_expiry_slides(device, ana):
    _expire(ana, timedelta(days=3))
    assert device(ana).get(ME).status_code == 200
    assert Token.objects.get().expiry - timezone.now() > timedelta(days=89)


def test_the_expiry_is_written_at_most_once_a_day(device, ana, django_assert_num_queries):
    _expire(ana, timedelta(days=90) - RENEW_AFTER)
    client = device(ana)
    with django_assert_num_queries(2):
        client.get(f"{ME}/tables", {"colour": "red"})
    with django_assert_num_queries(1):
        client.get(f"{ME}/tables", {"colour": "red"})


def test_f72_two_requests_that_renew_one_token_at_once(device, ana, monkeypatch):
    """The second one finds the row as the first one found it, and renews it too: nobody is signed out."""
    _expire(ana, timedelta(days=3))
    client, manager = device(ana), type(Token.objects)
    read = manager.get
    monkeypatch.setattr(manager, "get", lambda *args, **kwargs: _with_old_expiry(read(*args, **kwargs)))
    assert client.get(ME).status_code == client.get(ME).status_code == 200
    monkeypatch.undo()
    assert client.get(ME).status_code == 200


def _with_old_expiry(token):
    token.expiry = timezone.now() + timedelta(days=3)
    return token


def test_f73_a_request_that_renews_while_the_device_logs_out_brings_nothing_back(device, ana, monkeypatch):
    _expire(ana, timedelta(days=3))
    manager = type(Token.objects)
    read = manager.get

    def read_then_log_out(*args, **kwargs):
        token = read(*args, **kwargs)
        Token.objects.filter(pk=token.pk).delete()
        return token

    monkeypatch.setattr(manager, "get", read_then_log_out)
    assert device(ana).get(ME).status_code == 200
    assert not Token.objects.exists()


def test_logging_in_sweeps_the_players_expired_tokens(ana):
    _expire(ana, timedelta(days=-1))
    services.log_in(username="ana", password=PASSWORD)
    assert Token.objects.filter(user=ana.player).count() == 1
