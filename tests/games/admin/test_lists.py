"""The operators' lists of tables, hands and events: searched, filtered, and told in words."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from games.models import Hand, Table
from tests.games.admin.pages import LISTS, read
from tests.games.driver import Match
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", LISTS)
def test_every_list_answers_and_offers_no_way_to_add_a_row(name: str, client: Client, match: Match) -> None:
    assert "addlink" not in read(client, reverse(f"admin:{name}_changelist"))
    assert client.get(reverse(f"admin:{name}_add")).status_code == 403


@pytest.mark.parametrize("name", ["games_table", "games_hand", "games_event"])
def test_lists_are_searched_by_player_and_by_table(name: str, client: Client, rng: Random) -> None:
    match, other = (Match.of(SettingsFactory(alone=True, options={"games_to_win": 5})) for _ in range(2))
    for played in (match, other):
        played.play_hand(rng)
    address = reverse(f"admin:{name}_changelist")
    for words in (match.people[0].username, str(match.id), str(match.id)[-12:]):
        found = read(client, address, q=words)
        assert str(match.id) in found
        assert str(other.id) not in found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"status__exact": "playing"}, True),
        ({"status__exact": "finished"}, False),
        ({"ruleset": "gametwist"}, True),
        ({"ruleset": "traditional"}, False),
        ({"created_at__year": str(now().year)}, True),
        ({"created_at__year": "1999"}, False),
        ({"visibility__exact": "public"}, True),
    ],
)
def test_tables_are_filtered(query: dict[str, str], found: bool, client: Client, match: Match) -> None:
    html = read(client, reverse("admin:games_table_changelist"), **query)
    assert (str(match.id) in html) is found


def test_the_list_of_tables_tells_what_an_operator_wants(client: Client, match: Match) -> None:
    row = match.row()
    Table.objects.filter(pk=match.id).update(
        deadline=now() - timedelta(minutes=5), created_at=now() - timedelta(hours=3)
    )
    html = read(client, reverse("admin:games_table_changelist"))
    assert row.state is not None
    score = "–".join(map(str, row.state["match"]["score"]))
    for text in (
        str(match.id)[-12:],
        match.people[0].username,
        "2 bots",
        f"{score} (",
        "5 minutes late",
    ):
        assert text in html
    assert "3 hours" in html


def test_lists_take_the_same_queries_however_many_rows(
    client: Client, rng: Random, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        Match.of(SettingsFactory(alone=True)).play_hand(rng)
    for name in ("games_table", "games_hand", "games_event"):
        with django_assert_max_num_queries(12):
            read(client, reverse(f"admin:{name}_changelist"))


def test_the_log_is_listed_in_words(client: Client, match: Match) -> None:
    hand = Hand.objects.get(table_id=match.id)
    html = read(client, reverse("admin:games_event_changelist"), table__id__exact=str(match.id))
    before, after = ("–".join(map(str, score)) for score in (hand.score_before, hand.score_after))
    assert f"{before} → {after}" in html
    for row in match.log("lance_closed", "declared"):
        assert f"{row.data['lance']}: " in html
