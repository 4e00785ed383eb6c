"""The operators' pages of the chat: messages are deleted, their writers silenced, reports acted upon."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Message, Report, Silence
from tests.games.admin.pages import staff
from tests.games.chat.talk import read, report, say
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


def act(client: Client, name: str, action: str, *rows: object) -> None:
    chosen = {"action": action, "_selected_action": [str(row) for row in rows]}
    assert client.post(reverse(f"admin:games_{name}_changelist"), chosen).status_code == 302


def audited(client: Client) -> str:
    return client.get(reverse("admin:admin_logentry_changelist")).content.decode()


def test_an_operator_deletes_a_message_and_silences_its_writer(client: Client) -> None:
    match = Match.of()
    message = say(match, 1, "you idiot")["message"]
    assert "you idiot" in client.get(reverse("admin:games_message_changelist")).content.decode()
    act(client, "message", "delete_messages", message)
    act(client, "message", "silence_for_a_day", message)
    assert read(match, 0) == []
    left = Silence.objects.get(person=match.people[1]).until - timezone.now()
    assert timedelta(hours=23) < left <= timedelta(days=1)
    log = audited(client)
    assert "Deleted the message." in log
    assert "Silenced in the chat until" in log
    assert "you idiot" not in log
    act(client, "silence", "lift", Silence.objects.get().pk)
    assert not Silence.objects.exists()
    assert "Lifted the silence in the chat." in audited(client)


def test_reports_are_acted_upon(client: Client) -> None:
    match = Match.of()
    message = say(match, 1, "you idiot")["message"]
    report(match, 0, message)
    report(match, 2, message)
    page = client.get(reverse("admin:games_report_changelist")).content.decode()
    assert page.count("you idiot") == 2
    rows = Report.objects.values_list("pk", flat=True)
    act(client, "report", "delete_messages", *rows)
    act(client, "report", "silence_for_a_month", *rows)
    assert Message.objects.get().deleted_by == User.objects.get(username="operator")
    assert Silence.objects.get().person == match.people[1]


@pytest.mark.parametrize("name", ["message", "report"])
def test_nothing_can_be_added_or_changed_there(name: str, client: Client) -> None:
    match = Match.of()
    report(match, 0, say(match, 1)["message"])
    row = {"message": Message, "report": Report}[name].objects.get()
    address = reverse(f"admin:games_{name}_change", args=[row.pk])
    assert client.get(address).status_code == 200
    assert client.post(address, {"text": "else"}).status_code == 403
    assert client.get(reverse(f"admin:games_{name}_add")).status_code == 403
    assert client.post(reverse(f"admin:games_{name}_delete", args=[row.pk])).status_code == 403


def test_without_the_permission_there_is_nothing_to_choose() -> None:
    match = Match.of()
    message = say(match, 1)["message"]
    helper = staff("view_message")
    page = helper.get(reverse("admin:games_message_changelist"))
    assert "delete_messages" not in page.content.decode()
    helper.post(
        reverse("admin:games_message_changelist"),
        {"action": "delete_messages", "_selected_action": [message]},
    )
    assert Message.objects.get().deleted_at is None
