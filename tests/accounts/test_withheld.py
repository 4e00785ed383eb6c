"""Names that somebody left for good: nobody has them for 90 days, and nobody learns why."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from accounts import departure, services, withheld
from accounts.exceptions import UsernameTaken
from accounts.models import User, WithheldName
from push import tasks
from tests.accounts.people import API, PASSWORD, code_of, phone, sign_up

pytestmark = pytest.mark.django_db

REGISTER = f"{API}/auth/register"
LEFT = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
LAST_DAY = datetime(2026, 5, 30, 23, 59, tzinfo=UTC)  # 90 days later
FREE = datetime(2026, 5, 31, 0, 0, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`at(moment)`: for names it is then."""
    return lambda moment: monkeypatch.setattr(withheld, "now", lambda: moment)


@pytest.fixture
def left(at: Any) -> User:
    """Whose name was Pepe Ruiz, with a mark between."""
    at(LEFT)
    session = sign_up("Pepe.Ruiz")
    leave(session)
    return session.player


def leave(session: services.Session) -> None:
    assert phone(session).delete(f"{API}/me", {"password": PASSWORD}).status_code == 204


def ask_for(name: str, session: services.Session | None = None) -> Any:
    return phone(session).post(REGISTER, {"username": name, "password": PASSWORD})


@pytest.mark.parametrize("name", ["Pepe.Ruiz", "PEPE.RUIZ", "pepe_ruíz", "p3pe-ru1z", "pepe.ruiz_"])
def test_neither_the_name_nor_a_look_alike_can_be_had(left: User, name: str) -> None:
    assert code_of(ask_for(name)) == (409, "account.username_taken")
    assert User.objects.get() == left


@pytest.mark.parametrize("name", ["peperuiz", "pepe.luis", "pepe.ruiz2"])
def test_other_names_can_be_had(left: User, name: str) -> None:
    assert ask_for(name).status_code == 201


@pytest.mark.parametrize("guest", [False, True], ids=["a new account", "a guest"])
def test_the_answer_is_that_for_a_name_that_somebody_has(left: User, guest: bool) -> None:
    sign_up("ana")
    session = services.open_guest() if guest else None
    taken, gone = ask_for("ana", session), ask_for("Pepe.Ruiz", session)
    assert gone.json() == taken.json()
    assert set(gone.headers) == set(taken.headers)


def test_a_guest_who_asks_for_it_stays_a_guest(left: User, at: Any) -> None:
    guest = services.open_guest()
    assert code_of(ask_for("Pepe.Ruiz", guest)) == (409, "account.username_taken")
    assert phone(guest).get(f"{API}/me").json()["username"] == guest.player.username
    assert User.objects.get(pk=guest.player.pk).is_guest
    at(FREE)
    assert ask_for("Pepe.Ruiz", guest).status_code == 201
    assert User.objects.get(pk=guest.player.pk).username == "Pepe.Ruiz"


def test_it_is_free_when_90_whole_days_are_over(left: User, at: Any) -> None:
    at(LAST_DAY)
    assert code_of(ask_for("Pepe.Ruiz")) == (409, "account.username_taken")
    at(FREE)
    answer = ask_for("Pepe.Ruiz")
    assert answer.status_code == 201
    assert answer.json()["player"]["id"] != str(left.pk)


def test_who_has_it_afterwards_and_leaves_withholds_it_again(left: User, at: Any) -> None:
    at(FREE)
    leave(sign_up("pepe.ruiz"))
    assert WithheldName.objects.get().until == date(2026, 8, 30)
    assert code_of(ask_for("Pepe.Ruiz")) == (409, "account.username_taken")


def test_a_guest_who_registered_and_left_withholds_the_name() -> None:
    guest = services.open_guest()
    ask_for("ana", guest)
    leave(guest)
    assert code_of(ask_for("ana")) == (409, "account.username_taken")


def test_nothing_is_kept_of_guests_whose_names_nobody_can_ask_for() -> None:
    guest, other = services.open_guest(), services.open_guest()
    assert phone(guest).delete(f"{API}/me").status_code == 204
    sign_up("ana")
    services.log_in(username="ana", password=PASSWORD, guest=other.player, abandon_guest=True)
    departure.bury(other.player)
    assert not WithheldName.objects.exists()
    assert ask_for(guest.player.username).json()["errors"][0]["code"] == "reserved"


def test_what_is_stored_is_a_digest_that_the_secret_key_goes_into(left: User, settings: Any) -> None:
    row = WithheldName.objects.get()
    assert (len(row.digest), int(row.digest, 16) > 0, row.until) == (64, True, FREE.date())
    settings.SECRET_KEY = "another one"
    sign_up("Pepe.Ruiz")  # so a change of the key gives all of them free


def test_those_that_are_free_again_are_forgotten(left: User, at: Any) -> None:
    at(LEFT + timedelta(days=1))
    leave(sign_up("ana"))
    assert withheld.prune(LAST_DAY) == 0
    assert withheld.prune(FREE) == 1
    with pytest.raises(UsernameTaken):
        withheld.require_free("ana")


def test_the_task_that_forgets_forgets_them(left: User) -> None:
    tasks.forget()
    assert not WithheldName.objects.exists()
