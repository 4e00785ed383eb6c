"""Guessing passwords: counted by name and place, before each look: many at once are no more than that."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services, tries
from accounts.devices import Device
from accounts.exceptions import BadCredentials, LockedOut, TooManyTries
from accounts.models import Tries, User
from musapi.origin import Origin
from tests.faults.races import at_once

from .people import API, PASSWORD, code_of, phone, sign_up

LOGIN = f"{API}/auth/login"
MOST = tries.PASSWORD.most


@pytest.fixture
def attacker(db):
    return phone(address="198.51.100.9")


def guess(client, name="ana", password="wrong"):  # noqa: S107 (nobody's)
    return client.post(LOGIN, {"username": name, "password": password})


def guess_too_often(client, name="ana"):
    for _ in range(MOST):
        assert code_of(guess(client, name)) == (401, "auth.bad_credentials")


def test_after_so_many_wrong_ones_not_even_the_right_one_is_looked_at(attacker, ana):
    guess_too_often(attacker)
    answer = guess(attacker, password=PASSWORD)
    assert code_of(answer) == (429, "auth.locked_out")
    assert 0 < int(answer["Retry-After"]) <= tries.PASSWORD.seconds
    assert answer.json()["detail"]


def test_nobody_is_locked_out_by_a_stranger(attacker, ana):
    guess_too_often(attacker)
    assert guess(phone(address="192.0.2.1"), password=PASSWORD).status_code == 200


def test_other_names_can_be_tried_from_that_place(attacker, ana):
    sign_up("bea")
    guess_too_often(attacker)
    assert guess(attacker, "bea", PASSWORD).status_code == 200


@pytest.mark.parametrize("spelt", ["ANA", "Ana", "ＡＮＡ"])
def test_spelling_a_name_otherwise_gives_no_more_tries(attacker, ana, spelt):
    guess_too_often(attacker)
    assert code_of(guess(attacker, spelt, PASSWORD)) == (429, "auth.locked_out")


def test_a_name_that_nobody_has_is_counted_like_any(attacker):
    guess_too_often(attacker, "nobody")
    assert code_of(guess(attacker, "nobody")) == (429, "auth.locked_out")


def test_the_addresses_of_one_household_are_one_place(db, ana):
    for host in range(MOST):
        guess(phone(address=f"2001:db8:1:2::{host}"))
    assert code_of(guess(phone(address="2001:db8:1:2:ffff::1"))) == (429, "auth.locked_out")
    assert code_of(guess(phone(address="2001:db8:1:3::1"))) == (401, "auth.bad_credentials")


def test_the_right_password_forgets_the_wrong_ones(attacker, ana):
    for _ in range(MOST - 1):
        guess(attacker)
    assert guess(attacker, password=PASSWORD).status_code == 200
    guess_too_often(attacker)


def test_time_forgets_them_too(attacker, ana):
    guess_too_often(attacker)
    Tries.objects.update(since=timezone.now() - timedelta(seconds=tries.PASSWORD.seconds))
    assert guess(attacker, password=PASSWORD).status_code == 200


def test_waiting_is_not_made_longer_by_trying(attacker, ana):
    guess_too_often(attacker)
    Tries.objects.update(since=timezone.now() - timedelta(seconds=tries.PASSWORD.seconds - 5))
    assert int(guess(attacker)["Retry-After"]) <= 5
    assert int(guess(attacker)["Retry-After"]) <= 5


def test_a_few_passwords_on_many_names_are_noticed_by_their_place(attacker, ana, monkeypatch):
    monkeypatch.setattr(tries, "PASSWORDS_FROM_ONE_PLACE", tries.Limit("passwords", 5, 900))
    for number in range(5):
        guess(attacker, f"name{number}")
    assert code_of(guess(attacker, password=PASSWORD)) == (429, "auth.locked_out")
    assert guess(phone(address="192.0.2.1"), password=PASSWORD).status_code == 200


def test_right_passwords_are_not_counted_for_their_place(attacker, ana, monkeypatch):
    monkeypatch.setattr(tries, "PASSWORDS_FROM_ONE_PLACE", tries.Limit("passwords", 2, 900))
    assert [guess(attacker, password=PASSWORD).status_code for _ in range(4)] == [200] * 4


def test_the_password_that_changes_or_closes_the_account_is_guarded_alike(ana):
    client = phone(ana)
    for _ in range(MOST // 2):
        assert code_of(client.delete(f"{API}/me", {"password": "wrong"})) == (403, "account.password_wrong")
        wish = {"old_password": "wrong", "new_password": "otra-partida-de-mus"}
        assert code_of(client.post(f"{API}/me/password", wish)) == (403, "account.password_wrong")
    assert code_of(client.delete(f"{API}/me", {"password": PASSWORD})) == (429, "auth.locked_out")
    assert User.objects.get().username == "ana"


def test_the_admin_site_counts_too(client, ana):
    User.objects.update(is_staff=True)
    enter = {"username": "ana", "password": PASSWORD}
    for _ in range(MOST):
        client.post("/admin/login/", {**enter, "password": "wrong"}, REMOTE_ADDR="198.51.100.9")
    assert client.post("/admin/login/", enter, REMOTE_ADDR="198.51.100.9").status_code == 200
    assert client.post("/admin/login/", enter, REMOTE_ADDR="192.0.2.1").status_code == 302


def test_behind_a_proxy_the_last_address_it_was_told_counts(db, ana, settings):
    settings.BEHIND_PROXY = True
    for forged in range(MOST):
        phone(address="10.0.0.1").post(
            LOGIN,
            {"username": "ana", "password": "wrong"},
            headers={"X-Forwarded-For": f"203.0.113.{forged}, 198.51.100.9"},
        )
    last = {"X-Forwarded-For": "198.51.100.9"}
    answer = phone(address="10.0.0.1").post(LOGIN, {"username": "ana", "password": PASSWORD}, headers=last)
    assert code_of(answer) == (429, "auth.locked_out")


def test_neither_name_nor_address_is_stored(attacker, ana):
    guess(attacker)
    stored = str(list(Tries.objects.values()))
    assert "ana" not in stored
    assert "198.51.100" not in stored


def test_old_counts_are_swept(attacker, ana):
    guess(attacker)
    Tries.objects.update(since=timezone.now() - timedelta(days=2))
    guess(attacker, "somebody")
    assert not Tries.objects.filter(since__lt=timezone.now() - timedelta(days=1)).exists()


@pytest.mark.django_db(transaction=True)
def test_many_guesses_at_once_are_no_more_than_many_one_by_one():
    """Each is counted before the password is looked at, so none slips in while others are being looked at."""
    sign_up("ana")
    device = Device(origin=Origin("198.51.100.9"))
    outcomes = at_once(
        *[lambda: services.log_in(username="ana", password="wrong", device=device)] * (MOST + 6)
    )
    kinds = [type(outcome) for outcome in outcomes]
    assert (kinds.count(BadCredentials), kinds.count(LockedOut)) == (MOST, 6)


@pytest.mark.django_db(transaction=True)
def test_control_counting_after_the_look_lets_all_through(monkeypatch):
    """What a count that is read first and written after a wrong password does."""
    sign_up("ana")
    device = Device(origin=Origin("198.51.100.9"))
    monkeypatch.setattr(tries, "take", lambda limit, *whose, refusal=TooManyTries: None)
    outcomes = at_once(
        *[lambda: services.log_in(username="ana", password="wrong", device=device)] * (MOST + 6)
    )
    assert [type(outcome) for outcome in outcomes] == [BadCredentials] * (MOST + 6)
