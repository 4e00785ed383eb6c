"""The operators' pages of a match: each answers, tells what happened, and changes nothing."""

from datetime import timedelta
from random import Random

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from games import moves
from games.models import Event, Hand, Table
from tests.games.admin.pages import LISTS, cards_on, page, read, staff
from tests.games.driver import Match, stored
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db


def test_every_page_of_a_match_answers(client: Client, match: Match) -> None:
    client.post(reverse("admin:games_table_live_hand", args=[match.id]))
    read(client, reverse("admin:index"))
    read(client, page(match))
    read(client, reverse("admin:games_table_history", args=[match.id]))
    for row in Event.objects.filter(table_id=match.id):
        read(client, reverse("admin:games_event_change", args=[row.pk]))
        read(client, reverse("admin:games_event_history", args=[row.pk]))
    for hand in Hand.objects.filter(table_id=match.id):
        read(client, reverse("admin:games_hand_change", args=[hand.pk]))
    for entry in LogEntry.objects.all():
        read(client, reverse("admin:admin_logentry_change", args=[entry.pk]))


def test_no_page_changes_or_deletes_anything(client: Client, match: Match) -> None:
    before = stored(match)
    event, hand = Event.objects.latest("id"), Hand.objects.latest("id")
    for name, pk in (("table", match.id), ("event", event.pk), ("hand", hand.pk)):
        change = client.post(reverse(f"admin:games_{name}_change", args=[pk]), {"status": "open", "seq": 1})
        assert change.status_code in (403, 405)
        delete = reverse(f"admin:games_{name}_delete", args=[pk])
        assert client.post(delete, {"post": "yes"}).status_code == 403
        listed = reverse(f"admin:games_{name}_changelist")
        client.post(listed, {"action": "delete_selected", "_selected_action": str(pk), "post": "yes"})
    assert stored(match) == before


def test_a_page_that_does_not_exist_is_refused_politely(client: Client, match: Match) -> None:
    for name in ("table", "hand"):
        for key in ("01900000-0000-7000-8000-000000000000", "nonsense"):
            assert client.get(reverse(f"admin:games_{name}_change", args=[key])).status_code in (302, 404)


def test_without_permission_nothing_is_shown(match: Match) -> None:
    nobody = staff()
    for name in LISTS:
        assert nobody.get(reverse(f"admin:{name}_changelist")).status_code == 403
    assert nobody.get(page(match)).status_code == 403
    hand = Hand.objects.latest("id")
    assert nobody.get(reverse("admin:games_hand_change", args=[hand.pk])).status_code == 403
    assert Client().get(page(match)).status_code == 302


def test_the_page_tells_the_finished_hand(client: Client, match: Match) -> None:
    hand = Hand.objects.get(table_id=match.id)
    html = read(client, page(match))
    assert cards_on(html) == {
        card for seat in range(4) for card in hand.record["dealt"][seat] + hand.record["cards"][seat]
    } | {
        card
        for row in Event.objects.filter(table_id=match.id, hand=hand.number)
        for extra in row.private.values()
        for card in extra["cards"]
    }
    assert "–".join(map(str, hand.score_after)) in html
    for row in hand.record["result"]:
        assert f"<td>{row['lance']}</td><td>{row['status']}</td><td>{row['stake']}</td>" in html


def test_the_page_tells_what_happened_beside_the_game(client: Client) -> None:
    match = Match.of(SettingsFactory())
    ana, beto, cid, _ = (match.people[seat].username for seat in range(4))
    match.sign(0, "wink")
    late = match.asked()
    Table.objects.filter(pk=match.id).update(deadline=now() - timedelta(seconds=60))
    moves.time_out(table_id=match.id, turn=match.turn().id)
    match.leave(1)
    match.leave(3)
    match.come_back(1)
    match.resign(0)
    match.resign(2)
    html = read(client, page(match))
    for told in (
        f"{ana} makes the sign wink: juego_31",
        f"{match.people[late].username} missed 1 in a row",
        '<span class="mark">time-out</span>',
        f"a stand-in plays for {beto}",
        f"{beto} is back",
        f"offers to resign: {cid}",
        "cut short",
        f"sat down: {ana}",
        "the match started",
        f"won by <strong>{beto} & ",
    ):
        assert told in html


def test_a_finished_match_shows_its_master(client: Client, rng: Random) -> None:
    match = Match.of(SettingsFactory(alone=True, quick=True))
    assert bytes(match.row().master).hex() not in read(client, page(match))
    match.play_out(rng)
    assert bytes(match.row().master).hex() in read(client, page(match))


@pytest.mark.parametrize("status", list(Table.Status))
def test_a_table_of_every_status_is_shown(status: str, client: Client, match: Match, rng: Random) -> None:
    if status == Table.Status.OPEN:
        match = Match.opened(SettingsFactory())
    elif status != Table.Status.PLAYING:
        clockless = dict.fromkeys(("turn_id", "deadline", "bots_due_at"))
        Table.objects.filter(pk=match.id).update(
            status=status, winner=0, finished_at=now(), turn_seats=[], **clockless
        )
    assert f'class="status {status}"' in read(client, page(match))
    read(client, reverse("admin:games_table_changelist"))


def test_a_table_that_this_engine_cannot_read_is_shown(client: Client, match: Match) -> None:
    state = match.row().state
    assert state is not None
    Table.objects.filter(pk=match.id).update(state={**state, "rules_version": 99})
    assert "Finished hands" in read(client, page(match))
