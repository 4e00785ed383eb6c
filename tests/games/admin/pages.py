"""Reading the operators' pages: who is signed in, what a page shows, what only the server may know."""

import re
from html import unescape
from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.games.driver import Match

LISTS = [
    "games_table",
    "games_hand",
    "games_event",
    "games_message",
    "games_report",
    "games_silence",
    "admin_logentry",
]
SHOWN_CARD = re.compile(r'class="card ([oceb])"[^>]*>(\d+)<')


def staff(*permissions: str) -> Client:
    """Somebody signed in as an operator with these permissions only."""
    person = User.objects.create_user("helper", "only-for-tests-x1", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(person)
    return client


def page(match: Match) -> str:
    return reverse("admin:games_table_change", args=[match.id])


def read(client: Client, address: str, **query: Any) -> str:
    response = client.get(address, query)
    assert response.status_code == 200, address
    return unescape(response.content.decode())


def cards_on(html: str) -> set[str]:
    """The cards that a page shows as such."""
    return {f"{number}{suit}" for suit, number in SHOWN_CARD.findall(html)}


def secrets_of(match: Match) -> list[str]:
    """Texts that only the server may know of a match that is being played."""
    row = match.row()
    assert row.state is not None
    deal = row.state["play"]["deal"]
    return [bytes(row.master).hex(), deal["shuffler"]["key"], *deal["hands"], deal["deck"], deal["stock"]]
