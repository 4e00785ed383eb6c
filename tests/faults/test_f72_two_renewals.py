"""F72: two requests renew one token at the same moment: nobody is signed out, no log-out undone."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from accounts import services
from accounts.models import Token
from tests.accounts.people import API, phone
from tests.faults.races import Racer, at_once, gate_at

pytestmark = pytest.mark.django_db(transaction=True)
ME = f"{API}/me"


def due_for_renewal() -> services.Session:
    """Somebody whose token has three days left."""
    session = services.open_guest()
    Token.objects.filter(user=session.player).update(expiry=timezone.now() + timedelta(days=3))
    return session


def status_of(session: services.Session) -> int:
    return int(phone(session).get(ME).status_code)


def test_many_at_once_are_all_let_in_and_the_token_lives_on() -> None:
    session = due_for_renewal()
    assert at_once(*[lambda: status_of(session)] * 6) == [200] * 6
    assert status_of(session) == 200
    assert Token.objects.get(user=session.player).expiry > timezone.now() + timedelta(days=89)


def test_a_renewal_that_a_log_out_overtakes_brings_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session = due_for_renewal()
    with gate_at(monkeypatch, "accounts.authentication.renew") as gate:
        renewing = Racer(lambda: status_of(session))
        gate.until_reached()
        assert phone(session).post(f"{API}/auth/logout-all").status_code == 204
        gate.open()
        assert renewing.outcome() == 200, "it was let in before the log-out"
    assert status_of(session) == 401


def test_control_a_renewal_that_saves_the_row_brings_the_token_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def saved(token: Token, origin: Any, lifetime: timedelta) -> None:
        token.expiry = timezone.now() + lifetime
        if not QuerySet(Token).filter(pk=token.pk).update(expiry=token.expiry):
            token.save(force_insert=True)

    session = due_for_renewal()
    monkeypatch.setattr("accounts.authentication.renew", saved)
    with gate_at(monkeypatch, "accounts.authentication.renew") as gate:
        renewing = Racer(lambda: status_of(session))
        gate.until_reached()
        Token.objects.filter(user=session.player).delete()
        gate.open()
        renewing.outcome()
    assert status_of(session) == 200
