"""F77: somebody leaves while somebody else wants the name, on the real database. Each with its control."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import departure, services, withheld
from accounts.exceptions import UsernameTaken
from accounts.models import User, WithheldName
from accounts.presence import hold
from tests.accounts.people import PASSWORD, person, sign_up
from tests.faults.races import Gate, Racer, gate_at, meet, one_behind_the_other

pytestmark = pytest.mark.django_db(transaction=True)

NEW, GUEST = "a new account", "a guest"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def ana() -> User:
    return sign_up("ana").player


@pytest.fixture(params=[NEW, GUEST])
def wish(request: pytest.FixtureRequest) -> Callable[[], services.Session]:
    """Somebody's wish for a name that looks like Ana's."""
    token = None
    if request.param == GUEST:
        session = services.open_guest()
        token = session.player.auth_token_set.get()
        token.shown = session.token
    return lambda: services.register(username="4na", password=PASSWORD, token=token)


def leave(user: User) -> None:
    departure.delete_account(user=user, password=PASSWORD, origin=services.UNKNOWN.origin)


def named(name: str) -> int:
    return User.objects.filter(username=name).count()


def test_who_waits_for_a_name_that_is_just_given_up_does_not_get_it(
    ana: User, wish: Callable[[], services.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, wished = meet(monkeypatch, "accounts.withheld.withhold", lambda: leave(ana), wish)
    assert isinstance(wished, UsernameTaken)
    assert (named("ana"), named("4na"), WithheldName.objects.count()) == (0, 0, 1)


def test_control_who_looks_before_storing_the_name_gets_it(
    ana: User, wish: Callable[[], services.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    look = withheld.require_free
    monkeypatch.setattr(withheld, "require_free", lambda name: None)

    def hasty() -> services.Session:
        look("4na")
        return wish()

    _, wished = meet(monkeypatch, "accounts.withheld.withhold", lambda: leave(ana), hasty)
    assert isinstance(wished, services.Session)
    assert named("4na") == 1


def test_who_comes_before_the_name_is_given_up_is_refused_at_once(
    ana: User, wish: Callable[[], services.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    with gate_at(monkeypatch, "accounts.departure._empty") as gate:
        leaving = Racer(lambda: leave(ana))
        gate.until_reached()
        assert isinstance(Racer(wish).outcome(), UsernameTaken)
        gate.open()
        assert leaving.outcome() is None
    assert isinstance(Racer(wish).outcome(), UsernameTaken)


def test_who_waits_while_the_leaving_fails_does_not_get_it_either(
    ana: User, wish: Callable[[], services.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(withheld, "withhold", lambda name: 1 / 0)
    left, wished = meet(monkeypatch, "accounts.withheld.withhold", lambda: leave(ana), wish)
    assert (type(left), type(wished)) == (ZeroDivisionError, UsernameTaken)
    assert (named("ana"), WithheldName.objects.count()) == (1, 0)


class TestOneRow:
    """Two transactions that write the row of one name: the second one waits, and none fails."""

    def behind(self, first: Callable[[], Any], second: Callable[[], Any]) -> tuple[Any, Any]:
        """What became of both, where the second came when the first had done all but commit."""
        gate = Gate()

        def slowly() -> Any:
            with transaction.atomic():
                done = first()
                gate.pass_by()
                return done

        return one_behind_the_other(gate, slowly, second)

    def test_two_that_always_looked_alike_leave_at_once(self, ana: User) -> None:
        other = person("pepe")
        User.objects.filter(pk=other.pk).update(username="aná", skeleton="ana~2")
        outcomes = self.behind(
            lambda: departure.bury(hold(ana)), transaction.atomic(lambda: departure.bury(hold(other)))
        )
        assert outcomes == (None, None)
        assert WithheldName.objects.count() == 1

    def test_a_name_that_is_withheld_anew_is_not_forgotten(self, over: WithheldName) -> None:
        outcomes = self.behind(lambda: withheld.withhold("ana"), lambda: withheld.prune(timezone.now()))
        assert outcomes == (None, 0)
        assert WithheldName.objects.get().until > over.until

    def test_a_name_that_is_being_forgotten_is_withheld_anew(self, over: WithheldName) -> None:
        outcomes = self.behind(lambda: withheld.prune(timezone.now()), lambda: withheld.withhold("ana"))
        assert outcomes == (1, None)
        assert WithheldName.objects.get().until > over.until

    @pytest.fixture
    def over(self) -> WithheldName:
        """The row of a name that is free again and not yet forgotten."""
        withheld.withhold("ana")
        WithheldName.objects.update(until=timezone.now().date() - timedelta(days=1))
        return WithheldName.objects.get()
