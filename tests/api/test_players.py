"""Players as everybody sees them: ratings, statistics, the leaderboard."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils.timezone import now

from accounts import services
from accounts.models import User
from games.models import Rating
from games.rating_models import points
from tests.api.phones import Phone
from tests.api.refusals import assert_refused, codes_of
from tests.api.shapes import assert_shape
from tests.games.ended import ended, of, rated, registered
from tests.games.factories import PersonFactory

pytestmark = pytest.mark.django_db

RULESETS = ["gametwist", "traditional"]


@pytest.fixture
def phone() -> Phone:
    return Phone()


def rating(owner: User | str, mu: float, *, ruleset: str = "gametwist", provisional: bool = False) -> Rating:
    """A rating as many matches would have made it."""
    user, level = (owner, "") if isinstance(owner, User) else (None, owner)
    row = Rating(user=user, bot_level=level, ruleset=ruleset, mu=mu, sigma=2.0, matches=60)
    row.provisional, row.updated_at = provisional, now()
    row.save()
    return row


def pages(phone: Phone, path: str, follow: str = "next") -> list[dict[str, Any]]:
    """All pages of a list, one after the other."""
    found = [phone.read(path)]
    while found[-1][follow]:
        answer = phone.get(found[-1][follow])
        assert answer.status_code == 200
        found.append(answer.json())
    return found


def lines(found: Sequence[dict[str, Any]]) -> list[Any]:
    """Who is listed, in order: a name, or a level of bots."""
    rows = [row for page in found for row in page["results"]]
    return [row["player"]["username"] if row["kind"] == "player" else row["level"] for row in rows]


# A player


def test_a_player_is_shown_with_a_rating_for_each_ruleset(phone: Phone) -> None:
    people = registered(4)
    for ruleset in RULESETS:
        rated(ended(people, ruleset=ruleset))
    shown = phone.read(f"/players/{people[0].username}")
    assert_shape("PublicPlayer", shown)
    mu = of(people[0]).mu
    assert shown["ratings"] == [
        {"ruleset": ruleset, "rating": points(mu), "matches": 1, "provisional": True} for ruleset in RULESETS
    ]
    assert shown["is_guest"] is False


def test_who_is_known_well_is_not_provisional(phone: Phone) -> None:
    person = registered(1)[0]
    rating(person, 30.0)
    assert phone.read(f"/players/{person.username}")["ratings"] == [
        {"ruleset": "gametwist", "rating": 1700, "matches": 60, "provisional": False}
    ]


def test_a_guest_is_shown_as_one_and_has_no_rating(phone: Phone) -> None:
    match = rated(ended([PersonFactory() for _ in range(4)]))
    shown = phone.read(f"/players/{match.people[0].username}")
    assert_shape("PublicPlayer", shown)
    assert (shown["is_guest"], shown["ratings"]) == (True, [])


def test_a_player_says_nothing_of_what_is_private(phone: Phone) -> None:
    session = services.register(username="begona", password="a long walk home", email="b@example.org")
    assert "example.org" not in phone.get(f"/api/v1/players/{session.player.username}").content.decode()


# Statistics


def test_statistics_are_shown_by_ruleset(phone: Phone) -> None:
    people = registered(4)
    rated(ended(people))
    shown = phone.read(f"/players/{people[0].username}/stats")
    assert_shape("PlayerStatistics", shown)
    assert shown["username"] == people[0].username
    assert [entry["ruleset"] for entry in shown["statistics"]] == RULESETS
    assert [entry["matches"] for entry in shown["statistics"]] == [
        {"played": 1, "won": 1},
        {"played": 0, "won": 0},
    ]


@pytest.mark.parametrize("path", ["", "/stats"])
@pytest.mark.parametrize("gone", [False, True], ids=["never there", "barred"])
def test_who_is_not_there_has_nothing(phone: Phone, path: str, gone: bool) -> None:
    if gone:
        PersonFactory(username="benat", is_active=False)
    assert_refused(phone.get(f"/api/v1/players/benat{path}"), "account.not_found")


@pytest.mark.parametrize("path", ["/players/x", "/players/x/stats", "/leaderboard"])
def test_who_has_no_token_is_told_nothing(client: Any, path: str) -> None:
    assert_refused(client.get(f"/api/v1{path}"), "auth.required")


def test_the_document_says_what_is_refused() -> None:
    for operation in ("player", "player_statistics"):
        assert {"account.not_found", "auth.required"} <= codes_of(operation)
    assert {"request.malformed", "request.invalid", "auth.required"} <= codes_of("leaderboard")


# The leaderboard


def test_the_strongest_come_first_and_bots_are_named_as_such(phone: Phone) -> None:
    ana, benat = registered(2)
    for owner, mu in ((ana, 24.0), ("casual", 27.0), (benat, 31.0), ("novice", 20.0)):
        rating(owner, mu)
    page = phone.read("/leaderboard")
    assert_shape("LeaderboardPage", page)
    assert page["ruleset"] == "gametwist"
    assert page["results"] == [
        {"kind": "player", "player": {"username": benat.username}, "rating": 1740, "matches": 60},
        {"kind": "bot", "level": "casual", "rating": 1580, "matches": 60},
        {"kind": "player", "player": {"username": ana.username}, "rating": 1460, "matches": 60},
        {"kind": "bot", "level": "novice", "rating": 1300, "matches": 60},
    ]


def test_each_ruleset_has_its_leaderboard(phone: Phone) -> None:
    ana, benat = registered(2)
    rating(ana, 30.0)
    rating(benat, 30.0, ruleset="traditional")
    assert lines([phone.read("/leaderboard", ruleset="gametwist")]) == [ana.username]
    assert lines([phone.read("/leaderboard", ruleset="traditional")]) == [benat.username]


def _provisional(person: User) -> None:
    Rating.objects.filter(user=person).update(provisional=True)


def _barred(person: User) -> None:
    User.objects.filter(pk=person.pk).update(is_active=False)


@pytest.mark.parametrize("why", [_provisional, _barred])
def test_who_is_provisional_or_barred_is_not_listed(phone: Phone, why: Callable[[User], None]) -> None:
    ana, benat = registered(2)
    rating(ana, 30.0)
    rating(benat, 31.0)
    why(benat)
    assert lines([phone.read("/leaderboard")]) == [ana.username]


def test_guests_are_not_listed_however_often_they_win(phone: Phone) -> None:
    guests = [PersonFactory() for _ in range(4)]
    for _ in range(3):
        rated(ended(guests))
    assert phone.read("/leaderboard")["results"] == []


def test_every_line_is_listed_once_also_where_many_are_equal(phone: Phone) -> None:
    people = registered(45)
    for number, person in enumerate(people):
        rating(person, 25.0 + number // 25)
    found = pages(phone, "/leaderboard")
    assert [len(page["results"]) for page in found] == [20, 20, 5]
    assert sorted(lines(found)) == sorted(person.username for person in people)
    shown = [row["rating"] for page in found for row in page["results"]]
    assert shown == sorted(shown, reverse=True)
    back = phone.get(found[-1]["previous"]).json()
    assert lines([back]) == lines([found[1]])
    first = phone.get(back["previous"]).json()
    assert lines([first]) == lines([found[0]])
    assert (first["previous"], found[-1]["next"]) == (None, None)
    assert lines([phone.get(first["next"]).json()]) == lines([back])


def test_who_rises_while_somebody_reads_pushes_nobody_out_of_the_list(phone: Phone) -> None:
    people = registered(30)
    rows = [rating(person, 40.0 - number) for number, person in enumerate(people)]
    first = phone.read("/leaderboard")
    Rating.objects.filter(pk=rows[25].pk).update(mu=50.0)
    second = phone.get(first["next"]).json()
    unmoved = {person.username for number, person in enumerate(people) if number != 25}
    assert set(lines([first, second])) == unmoved


@pytest.mark.parametrize(
    ("query", "code", "parameter"),
    [
        ("ruleset=poker", "request.invalid", "ruleset"),
        ("cursor=what", "request.malformed", "cursor"),
        ("cursor=PjI1LjAveA==", "request.malformed", "cursor"),
        ("cursor=PzI1LjAvMQ==", "request.malformed", "cursor"),
        ("cursor=%C3%B1", "request.malformed", "cursor"),
        ("page=2", "request.malformed", "page"),
    ],
)
def test_a_bad_parameter_is_named(phone: Phone, query: str, code: str, parameter: str) -> None:
    problem = assert_refused(phone.get(f"/api/v1/leaderboard?{query}"), code)
    assert [error["parameter"] for error in problem["errors"]] == [parameter]


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("en", "This cursor cannot be read: take it from `next` or `previous` of an answer."),
        ("eu", "Kurtsore hau ezin da irakurri: hartu erantzun bateko `next` edo `previous` eremutik."),
    ],
)
@pytest.mark.parametrize("path", ["leaderboard", "tables", "me/tables"])
def test_a_bad_cursor_is_told_in_the_readers_language(
    phone: Phone, path: str, language: str, detail: str
) -> None:
    answer = phone.get(f"/api/v1/{path}?cursor=zz", headers={"Accept-Language": language})
    (error,) = assert_refused(answer, "request.malformed")["errors"]
    assert (error["parameter"], error["detail"]) == ("cursor", detail)


@pytest.mark.parametrize(
    "line", [">25.0/1", "<nan/1", ">inf/1", ">1e999/0", f">25.0/{10**30}", "<-1/-1"], ids=str
)
def test_any_line_can_be_where_to_go_on(phone: Phone, line: str) -> None:
    rating(registered(1)[0], 30.0)
    page = phone.read("/leaderboard", cursor=urlsafe_b64encode(line.encode()).decode())
    assert_shape("LeaderboardPage", page)


@pytest.mark.parametrize("path", ["/players/{}", "/players/{}/stats", "/leaderboard"])
def test_what_has_not_changed_is_not_sent_again(phone: Phone, path: str) -> None:
    people = registered(4)
    rated(ended(people))
    rating(registered(1)[0], 30.0)
    address = "/api/v1" + path.format(people[0].username)
    first = phone.get(address)
    again = phone.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    rated(ended(people))
    Rating.objects.update(provisional=False)
    assert phone.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200
