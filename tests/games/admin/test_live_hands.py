"""The cards of a hand that is being played: on no page unless asked for, and that is audited (F87)."""

import json

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Event
from tests.games.admin.pages import LISTS, cards_on, page, read, secrets_of, staff
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A match in its first hand, with every kind of secret in it: deal, discards, new cards."""
    match = Match.of(SettingsFactory(), client_seeds=("cut", "", "deal", ""))
    match.say("mus", "mus", "mus", "mus")
    for seat, hand in enumerate(match.state().hands):
        match.send(seat, {"type": "discard", "cards": list(hand[:2])})
    return match


def test_no_page_or_list_shows_them(client: Client, match: Match) -> None:
    addresses = [page(match), reverse("admin:games_table_history", args=[match.id])]
    addresses += [reverse(f"admin:{name}_changelist") for name in LISTS]
    addresses += [
        reverse("admin:games_event_change", args=[row.pk]) for row in Event.objects.filter(table_id=match.id)
    ]
    private = [row.private for row in Event.objects.filter(table_id=match.id) if row.private]
    assert private
    for address in addresses:
        html = read(client, address)
        assert cards_on(html) == set()
        for secret in [*secrets_of(match), *map(json.dumps, private), '"cards"']:
            assert secret not in html


def test_they_are_shown_when_asked_for_and_that_is_audited(
    client: Client, operator: User, match: Match
) -> None:
    response = client.post(reverse("admin:games_table_live_hand", args=[match.id]))
    hands = {card for hand in match.state().hands for card in hand}
    assert hands <= cards_on(response.content.decode())
    assert "no-store" in response.headers["Cache-Control"]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (operator, str(match.id))
    assert entry.get_change_message() == "Looked at the cards of hand 1, which was being played."
    audit = read(client, reverse("admin:admin_logentry_changelist"))
    assert entry.get_change_message() in audit
    assert entry.get_change_message() in read(client, reverse("admin:games_table_history", args=[match.id]))


def test_asking_shows_neither_master_nor_stock(client: Client, match: Match) -> None:
    html = client.post(reverse("admin:games_table_live_hand", args=[match.id])).content.decode()
    for secret in secrets_of(match)[:2]:
        assert secret not in html
    deal = match.state().deal
    assert cards_on(html).isdisjoint(deal.stock)


def test_they_need_a_permission(match: Match) -> None:
    client = staff("view_table")
    assert "Show the cards" not in read(client, page(match))
    response = client.post(reverse("admin:games_table_live_hand", args=[match.id]))
    assert response.status_code == 403
    assert not LogEntry.objects.exists()


def test_the_permission_is_enough(match: Match) -> None:
    client = staff("view_table", "view_live_hands")
    assert "Show the cards" in read(client, page(match))
    response = client.post(reverse("admin:games_table_live_hand", args=[match.id]))
    assert cards_on(response.content.decode())


def test_an_address_alone_does_not_show_them(client: Client, match: Match) -> None:
    assert client.get(reverse("admin:games_table_live_hand", args=[match.id])).status_code == 404
    assert not LogEntry.objects.exists()


def test_whoever_plays_there_may_not(client: Client, operator: User) -> None:
    match = Match.opened(SettingsFactory(alone=True, seats=(None, None, "novice", "novice")))
    match.join(1, person=operator)
    response = client.post(reverse("admin:games_table_live_hand", args=[match.id]))
    assert response.status_code == 403
    assert cards_on(response.content.decode()) == set()


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("games_table", "state__icontains"),
        ("games_table", "state__play__deal__stock__startswith"),
        ("games_table", "master"),
        ("games_table", "events__private__icontains"),
        ("games_table", "seats__sign"),
        ("games_event", "private__icontains"),
        ("games_event", "private__0__cards__0"),
        ("games_event", "table__state__icontains"),
        ("games_event", "table__master"),
        ("games_hand", "table__state__icontains"),
        ("accounts_user", "password__startswith"),
        ("accounts_user", "seats__sign"),
        ("accounts_token", "digest__startswith"),
    ],
)
def test_they_cannot_be_guessed_through_a_list(name: str, lookup: str, client: Client, match: Match) -> None:
    assert client.get(reverse(f"admin:{name}_changelist"), {lookup: "1"}).status_code == 400


@pytest.mark.parametrize("name", ["games_table", "games_event", "games_hand"])
def test_they_cannot_be_searched_for(name: str, client: Client, match: Match) -> None:
    for secret in secrets_of(match):
        html = read(client, reverse(f"admin:{name}_changelist"), q=secret)
        assert str(match.id) not in html
