"""A new password: who may have one, and which devices stay signed in."""

import pytest

from accounts import services
from accounts.exceptions import BadCredentials
from accounts.models import Token, User
from tests.faults.races import Racer, gate_at, meet, overtake

from .people import API, PASSWORD, code_of, phone, sign_up

CHANGE, ME = f"{API}/me/password", f"{API}/me"
NEW = "otra-partida-de-mus"


def test_the_new_password_counts_and_the_old_one_does_not(device, ana):
    answer = device(ana).post(CHANGE, {"old_password": PASSWORD, "new_password": NEW})
    assert (answer.status_code, answer.content) == (204, b"")
    assert services.log_in(username="ana", password=NEW).player == ana.player
    with pytest.raises(BadCredentials):
        services.log_in(username="ana", password=PASSWORD)


def test_f73_every_other_device_is_signed_out(device, ana):
    other = services.log_in(username="ana", password=PASSWORD)
    somebody = services.open_guest()
    device(ana).post(CHANGE, {"old_password": PASSWORD, "new_password": NEW})
    assert code_of(device(other).get(ME)) == (401, "auth.required")
    assert device(ana).get(ME).status_code == device(somebody).get(ME).status_code == 200


@pytest.mark.parametrize(
    ("wish", "refusal", "pointer"),
    [
        ({"old_password": "wrong", "new_password": NEW}, (403, "account.password_wrong"), None),
        ({"old_password": PASSWORD, "new_password": "123"}, (422, "account.password_weak"), "/new_password"),
        ({"old_password": PASSWORD, "new_password": "ana"}, (422, "account.password_weak"), "/new_password"),
        ({"old_password": PASSWORD}, (400, "request.malformed"), "/new_password"),
        ({"old_password": 4, "new_password": NEW}, (400, "request.malformed"), "/old_password"),
    ],
)
def test_what_is_refused_changes_nothing(device, ana, wish, refusal, pointer):
    before = User.objects.get().password
    answer = device(ana).post(CHANGE, wish)
    assert code_of(answer) == refusal
    assert pointer is None or pointer in {error["pointer"] for error in answer.json()["errors"]}
    assert User.objects.get().password == before


def test_a_guest_has_none_to_change(device):
    answer = device().post(CHANGE, {"old_password": "", "new_password": NEW})
    assert code_of(answer) == (409, "account.not_registered")


def _signs_in() -> object:
    try:
        return services.log_in(username="ana", password=PASSWORD)
    except BadCredentials as refused:
        return refused


def _changes(token: Token) -> None:
    services.change_password(token=token, old=PASSWORD, new=NEW, origin=services.UNKNOWN.origin)


def _change_while_the_log_in_is_on_its_way(monkeypatch, token: Token) -> object:
    """The password that the log-in brings was right when it was looked at; then it is changed."""
    with gate_at(monkeypatch, "accounts.services.hold_who_is_there") as gate:
        log_in = Racer(_signs_in)
        gate.until_reached()
        _changes(token)
        gate.open()
        return log_in.outcome()


@pytest.mark.django_db(transaction=True)
def test_f73_a_log_in_that_the_change_overtakes_is_refused(monkeypatch):
    token = Token.objects.get(user=sign_up("ana").player)
    assert isinstance(_change_while_the_log_in_is_on_its_way(monkeypatch, token), BadCredentials)
    assert [left.pk for left in Token.objects.all()] == [token.pk]


@pytest.mark.django_db(transaction=True)
def test_control_without_a_second_look_the_old_password_opens_a_session(monkeypatch):
    token = Token.objects.get(user=sign_up("ana").player)
    monkeypatch.setattr(services, "_require_unchanged", lambda user, now: None)
    outcome = _change_while_the_log_in_is_on_its_way(monkeypatch, token)
    assert isinstance(outcome, services.Session)
    assert Token.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_f73_a_log_in_just_before_the_change_is_signed_out_by_it(monkeypatch):
    token = Token.objects.get(user=sign_up("ana").player)
    opened, _ = meet(monkeypatch, "accounts.services.add_device", _signs_in, lambda: _changes(token))
    assert code_of(phone(opened).get(ME)) == (401, "auth.required")


@pytest.mark.django_db(transaction=True)
def test_control_without_the_lock_it_stays_signed_in(monkeypatch):
    token = Token.objects.get(user=sign_up("ana").player)
    opened, _ = overtake(monkeypatch, "accounts.services.add_device", _signs_in, lambda: _changes(token))
    assert phone(opened).get(ME).status_code == 200
