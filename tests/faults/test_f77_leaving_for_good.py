"""F77: somebody whom every table refers to leaves, on the real database. F74: the token is dead then."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError
from django.utils import timezone

from accounts import departure, names, services, withheld
from accounts.exceptions import AccountGone
from accounts.holdings import Fate, holdings
from accounts.models import Token, Tries, User
from games import exceptions, moves, tables
from games.engine.actions import Action
from games.models import Answer, Seat, Table
from games.replay import verify_table
from tests.accounts import lives
from tests.accounts.people import API, PASSWORD, code_of, phone, sign_up
from tests.faults.races import meet, overtake
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

ME = f"{API}/me"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def life() -> lives.Life:
    return lives.lead()


def leave(life: lives.Life) -> None:
    answer = life.phone.delete(ME, {"password": PASSWORD})
    assert (answer.status_code, answer.content) == (204, b"")


def fates() -> dict[str, Fate]:
    return {name: fate for holding in holdings() for name, fate in holding.references.items()}


def everything_stored() -> str:
    """All rows of all tables, but for the counts of tries, which are no part of anything."""
    return "\n".join(
        sorted(
            f"{model._meta.label} {row}"
            for model in apps.get_models(include_auto_created=True)
            if model is not Tries
            for row in model._base_manager.values()
        )
    )


def test_every_foreign_key_to_a_person_has_a_fate() -> None:
    """A new one is to be named in a Keeper: what the export shows of it, and what becomes of it."""
    assert set(fates()) == set(lives.references())


def test_each_is_named_once() -> None:
    named = [name for holding in holdings() for name in holding.references]
    assert len(named) == len(set(named))
    assert len({holding.section for holding in holdings()}) == len(holdings())


@pytest.mark.django_db(transaction=True)
def test_f77_who_is_referred_to_from_every_table_can_leave(life: lives.Life) -> None:
    before = {name: lives.rows(name, life.person).count() for name in lives.references()}
    assert [name for name, count in before.items() if not count] == []
    leave(life)
    for name, fate in fates().items():
        left = lives.rows(name, life.person).count()
        assert bool(left) == (fate == Fate.KEPT), name


@pytest.mark.django_db(transaction=True)
def test_nothing_that_says_who_it_was_is_left_in_the_database(life: lives.Life) -> None:
    password = User.objects.get(pk=life.person.pk).password
    gone = [
        lives.NAME,
        names.skeleton(lives.NAME),
        lives.EMAIL,
        lives.DEVICE,
        lives.WRITTEN,
        password,
        lives.PUSH_TOKEN,
    ]
    stored = everything_stored()
    assert [text for text in gone if text not in stored] == []
    answers = Answer.objects.exclude(player=life.person).count()
    leave(life)
    stored = everything_stored()
    assert [text for text in gone if text in stored] == []
    assert Answer.objects.count() == answers, "the others' stored answers are still there, for their retries"


def test_what_is_left_is_an_empty_row(life: lives.Life) -> None:
    leave(life)
    row = User.objects.get(pk=life.person.pk)
    assert row.username.startswith("deleted-")
    assert (row.email, row.locale, row.last_login) == ("", "", None)
    assert (row.is_active, row.is_staff, row.is_superuser, row.has_usable_password()) == (False,) * 4
    assert row.deleted_at
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=row.pk).update(is_active=True)


def test_f74_the_token_is_dead_everywhere(life: lives.Life) -> None:
    other = services.log_in(username=lives.NAME, password=PASSWORD)
    leave(life)
    for client in (life.phone, phone(other)):
        for path in ("me", "me/tables", "me/export", "friends", f"tables/{life.playing}"):
            assert code_of(client.get(f"{API}/{path}")) == (401, "auth.required")
        assert code_of(client.post(f"{API}/tables/{life.playing}/return")) == (401, "auth.required")
    wish = {"username": lives.NAME, "password": PASSWORD}
    assert code_of(phone().post(f"{API}/auth/login", wish)) == (401, "auth.bad_credentials")


@pytest.mark.parametrize("name", [lives.NAME, lives.NAME.upper(), "Zub1zarr3ta_"])
def test_nobody_can_pose_as_who_has_left(life: lives.Life, name: str) -> None:
    leave(life)
    for session in (None, services.open_guest()):
        answer = phone(session).post(f"{API}/auth/register", {"username": name, "password": PASSWORD})
        assert code_of(answer) == (409, "account.username_taken")


def test_whoever_takes_the_name_when_it_is_free_again_is_somebody_else(life: lives.Life) -> None:
    leave(life)
    withheld.prune(timezone.now() + timedelta(days=withheld.WITHHELD_DAYS + 1))
    heir = sign_up(lives.NAME)
    assert heir.player.pk != life.person.pk
    assert phone(heir).get(f"{ME}/tables").json()["results"] == []
    assert phone(heir).get(f"{API}/friends").json()["results"] == []


def test_others_see_a_deleted_player_in_their_language(life: lives.Life) -> None:
    leave(life)
    name = User.objects.get(pk=life.person.pk).username
    other = phone(life.others[0])
    for table in (life.finished, life.playing):
        view = other.get(f"{API}/tables/{table}").json()
        assert view["seats"][0]["player"] == {"username": name, "deleted": True, "name": "Deleted player"}
        events = other.get(f"{API}/tables/{table}/events?after=0").json()["events"]
        assert events[0]["data"]["player"] == view["seats"][0]["player"]
    assert code_of(other.get(f"{API}/players/{name}")) == (404, "account.not_found")


def test_others_keep_their_hands_and_the_proof(life: lives.Life) -> None:
    other = phone(life.others[0])
    hands = other.get(f"{API}/tables/{life.finished}/hands").json()
    leave(life)
    assert other.get(f"{API}/tables/{life.finished}/hands").json() == hands
    assert verify_table(life.finished).differences == ()


def test_seats_at_open_tables_are_free_and_the_next_one_is_in_charge(life: lives.Life) -> None:
    leave(life)
    opened, visited = Table.objects.get(pk=life.opened), Table.objects.get(pk=life.visited)
    assert opened.creator == visited.creator == life.others[0].player
    for table in (opened, visited):
        assert table.status == "open"
        assert [seat.kind for seat in table.seats.all()].count("empty") == 3
    assert not Seat.objects.filter(table=life.rematch).exclude(reserved_for=None).filter(number=0).exists()


def test_a_table_where_nobody_else_sat_is_abandoned() -> None:
    guest = services.open_guest()
    table = lives.open_table(phone(guest))
    assert phone(guest).delete(ME).status_code == 204
    assert Table.objects.get(pk=table).status == "abandoned"


@pytest.mark.parametrize("where", ["playing", "parked"])
def test_a_stand_in_has_the_seat_for_good(life: lives.Life, where: str) -> None:
    leave(life)
    seat = Seat.objects.get(table=getattr(life, where), number=0)
    assert (seat.kind, seat.player_id, seat.controller) == ("player", life.person.pk, "bot")
    logged = list(Table.objects.get(pk=seat.table_id).events.filter(type="seat_controller"))
    assert (logged[-1].seat, logged[-1].data) == (0, {"controller": "bot"})


def test_the_match_is_played_to_its_end(rng: Random) -> None:
    match = Match.of(SettingsFactory(quick=True))
    departure.delete_account(user=match.people[0], origin=services.UNKNOWN.origin)
    match.play_out(rng)
    assert match.row().status == "finished"
    assert verify_table(match.id).differences == ()


def test_whoever_stays_can_resign_and_play_again() -> None:
    """The partner's stand-in agrees, and no seat of the rematch waits for somebody who never comes."""
    match = Match.of()
    departure.delete_account(user=match.people[0], origin=services.UNKNOWN.origin)
    match.resign(2)
    again = match.rematch(2)
    assert [seat.reserved_for_id for seat in again.seats()] == [
        None,
        match.people[1].pk,
        None,
        match.people[3].pk,
    ]


def test_a_registered_player_has_to_prove_it(life: lives.Life) -> None:
    for wish in ({}, {"password": ""}, {"password": "wrong"}):
        assert code_of(life.phone.delete(ME, wish)) == (403, "account.password_wrong")
    assert code_of(life.phone.delete(ME, {"pass": PASSWORD})) == (400, "request.malformed")
    assert life.phone.get(ME).json()["username"] == lives.NAME


@pytest.mark.parametrize("step", ["_empty", "withheld.withhold"])
def test_a_failure_changes_nothing(life: lives.Life, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    before = everything_stored()
    monkeypatch.setattr(f"accounts.departure.{step}", lambda *told: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        departure.delete_account(user=life.person, password=PASSWORD, origin=services.UNKNOWN.origin)
    assert everything_stored() == before


@pytest.mark.django_db(transaction=True)
class TestOnTheWay:
    """Requests that were let in just before their sender left. Each with its control."""

    def test_a_move_does_not_take_the_seat_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        match = Match.dealt()
        person, turn = match.people[0], match.turn().id
        _, moved = meet(
            monkeypatch,
            "accounts.departure._empty",
            lambda: departure.delete_account(user=person, origin=services.UNKNOWN.origin),
            lambda: moves.play(table_id=match.id, player=person, turn=turn, action=Action("mus", None, ())),
        )
        assert isinstance(moved, exceptions.NotSeated)
        assert match.seat(0).controller == "bot"

    def test_control_without_the_lock_it_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        match = Match.dealt()
        person, turn = match.people[0], match.turn().id
        _, moved = overtake(
            monkeypatch,
            "accounts.departure.keepers",
            lambda: departure.delete_account(user=person, origin=services.UNKNOWN.origin),
            lambda: moves.play(table_id=match.id, player=person, turn=turn, action=Action("mus", None, ())),
        )
        assert moved.status == 200

    def test_nobody_sits_down_while_leaving(self, monkeypatch: pytest.MonkeyPatch) -> None:
        match, person = Match.opened(SettingsFactory()), services.open_guest().player
        _, sat = meet(
            monkeypatch,
            "accounts.departure._empty",
            lambda: departure.delete_account(user=person, origin=services.UNKNOWN.origin),
            lambda: tables.join(table_id=match.id, player=person),
        )
        assert isinstance(sat, AccountGone)
        assert not Seat.objects.filter(player=person).exists()

    def test_control_without_the_lock_an_empty_row_sits_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        match, person = Match.opened(SettingsFactory()), services.open_guest().player
        overtake(
            monkeypatch,
            "accounts.departure._empty",
            lambda: departure.delete_account(user=person, origin=services.UNKNOWN.origin),
            lambda: tables.join(table_id=match.id, player=person),
        )
        assert Seat.objects.get(player=person).controller == "player"
        assert User.objects.get(pk=person.pk).deleted_at

    def test_no_device_signs_in_while_leaving(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ana = sign_up("ana")
        _, signed_in = meet(
            monkeypatch,
            "accounts.departure._empty",
            lambda: departure.delete_account(
                user=ana.player, password=PASSWORD, origin=services.UNKNOWN.origin
            ),
            lambda: services.log_in(username="ana", password=PASSWORD),
        )
        assert type(signed_in).__name__ == "BadCredentials"
        assert not Token.objects.exists()

    def test_two_of_one_table_leave_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        match = Match.dealt()
        meet(
            monkeypatch,
            "accounts.departure._empty",
            lambda: departure.delete_account(user=match.people[0], origin=services.UNKNOWN.origin),
            lambda: departure.delete_account(user=match.people[2], origin=services.UNKNOWN.origin),
        )
        assert [match.seat(number).controller for number in range(4)] == ["bot", "player"] * 2
        assert User.objects.filter(deleted_at=None).count() == 2
