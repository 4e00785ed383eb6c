"""Parked matches are resumed or ended from their page or from the list; that is audited."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from games.models import Table
from tests.games.admin.pages import page, read, staff
from tests.games.driver import Match, stored

pytestmark = pytest.mark.django_db


def messages_of(client: Client, address: str, data: dict[str, Any]) -> list[str]:
    response = client.post(address, data, follow=True)
    assert response.status_code == 200
    return [str(message) for message in response.context["messages"]]


def test_a_parked_table_is_resumed_from_its_page(client: Client, parked: Match) -> None:
    html = read(client, page(parked))
    assert "RuntimeError: the engine failed" in html
    assert messages_of(client, reverse("admin:games_table_resume", args=[parked.id]), {})
    assert parked.row().status == Table.Status.PLAYING
    audit = LogEntry.objects.get().get_change_message()
    assert audit == "Resumed the parked match. It was parked for: RuntimeError: the engine failed"


def test_a_parked_table_is_ended_from_its_page(client: Client, parked: Match) -> None:
    messages_of(client, reverse("admin:games_table_abandon", args=[parked.id]), {})
    assert parked.row().status == Table.Status.ABANDONED
    assert LogEntry.objects.get().get_change_message().startswith("Ended the parked match as abandoned.")


def test_parked_tables_are_resumed_from_the_list(client: Client, parked: Match) -> None:
    listed = reverse("admin:games_table_changelist")
    messages_of(client, listed, {"action": "resume_tables", "_selected_action": [str(parked.id)]})
    assert parked.row().status == Table.Status.PLAYING


def test_ending_tables_from_the_list_is_asked_twice(client: Client, parked: Match) -> None:
    listed = reverse("admin:games_table_changelist")
    chosen = {"action": "abandon_tables", "_selected_action": [str(parked.id)]}
    asked = client.post(listed, chosen)
    assert str(parked.id) in asked.content.decode()
    assert parked.row().status == Table.Status.PARKED
    messages_of(client, listed, {**chosen, "confirmed": "yes"})
    assert parked.row().status == Table.Status.ABANDONED


def test_a_refusal_is_told_and_not_audited(client: Client, match: Match) -> None:
    before = stored(match)
    told = messages_of(client, reverse("admin:games_table_resume", args=[match.id]), {})
    assert told == [f"{str(match.id)[-12:]}: The table is not parked."]
    assert stored(match) == before
    assert not LogEntry.objects.exists()


def test_resuming_and_ending_need_a_permission_and_a_post(client: Client, parked: Match) -> None:
    helper = staff("view_table", "view_live_hands")
    assert "Check and resume" not in read(helper, page(parked))
    for name in ("resume", "abandon"):
        address = reverse(f"admin:games_table_{name}", args=[parked.id])
        assert helper.post(address).status_code == 403
        assert client.get(address).status_code == 404
    listed = reverse("admin:games_table_changelist")
    for action in ("resume_tables", "abandon_tables"):
        helper.post(listed, {"action": action, "_selected_action": [str(parked.id)], "confirmed": "yes"})
    assert parked.row().status == Table.Status.PARKED
