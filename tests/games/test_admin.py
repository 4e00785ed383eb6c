"""The operators' pages: read-only, searchable, and without the cards of a hand that is being played (F87)."""

import json
import re
from datetime import timedelta
from html import unescape
from random import Random
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from accounts.models import User
from games import locking, moves
from games.exceptions import NotPlaying
from games.models import Event, Hand, Table
from tests.games.driver import Match, stored
from tests.games.factories import SettingsFactory

pytestmark = pytest.mark.django_db

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


@pytest.fixture
def operator(db: None) -> User:
    return User.objects.create_superuser("operator", "only-for-tests-x1")


@pytest.fixture
def client(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


@pytest.fixture
def match(rng: Random) -> Match:
    """A match in its second hand, in which cards have been exchanged."""
    match = Match.of(SettingsFactory(paired=True, options={"games_to_win": 5}))
    match.play_hand(rng)
    return match


@pytest.fixture
def parked(match: Match) -> Match:
    with pytest.raises(NotPlaying), locking.parked_on_failure(match.id):
        raise RuntimeError("the engine failed")
    return match


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


@pytest.mark.parametrize("name", LISTS)
def test_every_list_answers_and_offers_no_way_to_add_a_row(name: str, client: Client, match: Match) -> None:
    assert "addlink" not in read(client, reverse(f"admin:{name}_changelist"))
    assert client.get(reverse(f"admin:{name}_add")).status_code == 403


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


def test_the_log_is_listed_in_words(client: Client, match: Match) -> None:
    hand = Hand.objects.get(table_id=match.id)
    html = read(client, reverse("admin:games_event_changelist"), table__id__exact=str(match.id))
    before, after = ("–".join(map(str, score)) for score in (hand.score_before, hand.score_after))
    assert f"{before} → {after}" in html
    for row in match.log("lance_closed", "declared"):
        assert f"{row.data['lance']}: " in html


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


class TestLiveHands:
    """F87: the cards of a hand that is being played."""

    @pytest.fixture
    def match(self) -> Match:
        """A match in its first hand, with every kind of secret in it: deal, discards, new cards."""
        match = Match.of(SettingsFactory(), client_seeds=("cut", "", "deal", ""))
        match.say("mus", "mus", "mus", "mus")
        for seat, hand in enumerate(match.state().hands):
            match.send(seat, {"type": "discard", "cards": list(hand[:2])})
        return match

    def test_no_page_or_list_shows_them(self, client: Client, match: Match) -> None:
        addresses = [page(match), reverse("admin:games_table_history", args=[match.id])]
        addresses += [reverse(f"admin:{name}_changelist") for name in LISTS]
        addresses += [
            reverse("admin:games_event_change", args=[row.pk])
            for row in Event.objects.filter(table_id=match.id)
        ]
        private = [row.private for row in Event.objects.filter(table_id=match.id) if row.private]
        assert private
        for address in addresses:
            html = read(client, address)
            assert cards_on(html) == set()
            for secret in [*secrets_of(match), *map(json.dumps, private), '"cards"']:
                assert secret not in html

    def test_they_are_shown_when_asked_for_and_that_is_audited(
        self, client: Client, operator: User, match: Match
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
        assert entry.get_change_message() in read(
            client, reverse("admin:games_table_history", args=[match.id])
        )

    def test_asking_shows_neither_master_nor_stock(self, client: Client, match: Match) -> None:
        html = client.post(reverse("admin:games_table_live_hand", args=[match.id])).content.decode()
        for secret in secrets_of(match)[:2]:
            assert secret not in html
        deal = match.state().deal
        assert cards_on(html).isdisjoint(deal.stock)

    def test_they_need_a_permission(self, match: Match) -> None:
        client = staff("view_table")
        assert "Show the cards" not in read(client, page(match))
        response = client.post(reverse("admin:games_table_live_hand", args=[match.id]))
        assert response.status_code == 403
        assert not LogEntry.objects.exists()

    def test_the_permission_is_enough(self, match: Match) -> None:
        client = staff("view_table", "view_live_hands")
        assert "Show the cards" in read(client, page(match))
        response = client.post(reverse("admin:games_table_live_hand", args=[match.id]))
        assert cards_on(response.content.decode())

    def test_an_address_alone_does_not_show_them(self, client: Client, match: Match) -> None:
        assert client.get(reverse("admin:games_table_live_hand", args=[match.id])).status_code == 404
        assert not LogEntry.objects.exists()

    def test_whoever_plays_there_may_not(self, client: Client, operator: User) -> None:
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
    def test_they_cannot_be_guessed_through_a_list(
        self, name: str, lookup: str, client: Client, match: Match
    ) -> None:
        assert client.get(reverse(f"admin:{name}_changelist"), {lookup: "1"}).status_code == 400

    @pytest.mark.parametrize("name", ["games_table", "games_event", "games_hand"])
    def test_they_cannot_be_searched_for(self, name: str, client: Client, match: Match) -> None:
        for secret in secrets_of(match):
            html = read(client, reverse(f"admin:{name}_changelist"), q=secret)
            assert str(match.id) not in html


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
