"""F61: two accounts of one person, or partners side by side: noted for an operator, refused to nobody."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.devices import Device
from accounts.management.commands.ensure_operator import ensure_operator
from accounts.models import AccountSignal, Token
from accounts.review import RECENT, note_shared_places
from musapi.origin import Origin
from tests.accounts.people import API, phone

pytestmark = pytest.mark.django_db

HOME, CAFE = "192.0.2.1", "198.51.100.9"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def guest(address: str, agent: str = "MusPhone") -> services.Session:
    return services.open_guest(device=Device(origin=Origin(address, agent)))


def sit_together(*sessions: services.Session) -> UUID:
    """All sit down at one table, over HTTP."""
    first, *others = sessions
    table = phone(first, "").post(f"{API}/tables", {}).json()["id"]
    for session in others:
        assert phone(session, "").post(f"{API}/tables/{table}/join", {}).status_code == 200
    return UUID(table)


def noted() -> list[tuple[str, Any, Any]]:
    return [(signal.kind, signal.first_id, signal.second_id) for signal in AccountSignal.objects.all()]


def test_the_same_program_at_the_same_address_is_noted_and_everybody_plays() -> None:
    one, other, stranger, fourth = guest(HOME), guest(HOME), guest(CAFE), guest("203.0.113.5")
    table = sit_together(one, stranger, other, fourth)
    assert noted() == [("device", one.player.id, other.player.id)]
    assert AccountSignal.objects.get().table == table
    assert phone(one, "").get(f"{API}/tables/{table}").json()["status"] == "playing"


def test_another_program_at_the_same_address_is_told_apart() -> None:
    one, other = guest(HOME, "MusPhone"), guest(HOME, "MusTablet")
    sit_together(one, other)
    assert noted() == [("network", one.player.id, other.player.id)]


def test_of_strangers_nothing_is_noted() -> None:
    sit_together(guest(HOME), guest(CAFE), guest("2001:db8::1"), guest("2001:db8:0:1::1"))
    assert noted() == []


def test_without_an_address_nothing_is_known() -> None:
    sit_together(guest(""), guest(""))
    assert noted() == []


def test_a_table_is_noted_once_however_many_sit_down_later() -> None:
    sit_together(guest(HOME), guest(HOME), guest(CAFE), guest("203.0.113.5"))
    assert len(noted()) == 1


def test_every_pair_at_one_place_is_noted() -> None:
    sit_together(*[guest(HOME) for _ in range(4)])
    assert len(noted()) == 6


def test_where_a_device_was_long_ago_says_nothing() -> None:
    one, other = guest(HOME), guest(HOME)
    Token.objects.filter(user=other.player).update(used_at=timezone.now() - RECENT - timedelta(days=1))
    sit_together(one, other)
    assert noted() == []


def test_no_address_is_stored() -> None:
    sit_together(guest(HOME), guest(HOME))
    stored = str([*Token.objects.values(), *AccountSignal.objects.values()])
    assert HOME not in stored
    assert "MusPhone" in stored, "the device's name, which its owner sees"


def test_an_operator_sees_the_list_and_ticks_it_off(client: Client) -> None:
    one, other = guest(HOME), guest(HOME)
    note_shared_places(sit_together(one, other), [one.player.id, other.player.id])
    assert client.login(username="operator", password=ensure_operator())
    page = client.get("/admin/accounts/accountsignal/")
    assert one.player.username in page.content.decode()
    signal = AccountSignal.objects.get()
    assert client.get(f"/admin/accounts/accountsignal/{signal.pk}/change/").status_code == 200
    client.post(f"/admin/accounts/accountsignal/{signal.pk}/change/", {"reviewed": "on"})
    signal.refresh_from_db()
    assert signal.reviewed
