"""Choosing tables and company over HTTP: limits, friends, invitations, sending away."""

import pytest

from tests.api.phones import BOT, Phone, Sitting
from tests.api.refusals import assert_refused, codes_of, nothing_changes
from tests.games.company import befriend, rate

pytestmark = pytest.mark.django_db


def _listed(phone: Phone, **query) -> list[str]:
    return [table["id"] for table in phone.read("/tables", **query)["results"]]


def test_a_table_with_limits_is_listed_with_them():
    sitting, weak, strong = Sitting.opened(min_rating=1600), Phone(), Phone()
    rate(weak.person, 1500)
    rate(strong.person, 1700)
    [shown] = weak.read("/tables")["results"]
    assert (shown["min_rating"], "max_rating" in shown) == (1600, False)
    assert (_listed(weak, fits_me="true"), _listed(strong, fits_me="true")) == ([], [str(sitting.id)])
    assert _listed(strong, turn_seconds_max=30) == []
    with nothing_changes():
        problem = assert_refused(weak.send(sitting.path("join")), "table.rating_out_of_range")
    assert (problem["min_rating"], problem["max_rating"]) == (1600, None)
    assert strong.do(sitting.path("join"))["min_rating"] == 1600


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"min_rating": "high"}, "request.malformed", "/min_rating"),
        ({"max_rating": 9999}, "table.invalid", "/max_rating"),
        ({"visibility": "secret"}, "table.invalid", "/visibility"),
    ],
)
def test_limits_that_cannot_be_used(body, code, pointer):
    problem = assert_refused(Phone().send("/tables", body), code)
    assert problem["errors"][0]["pointer"] == pointer


def test_a_table_for_friends():
    sitting, friend, stranger = Sitting.opened(visibility="friends"), Phone(), Phone()
    befriend(sitting.phones[0].person, friend.person)
    assert (_listed(friend), _listed(stranger)) == ([str(sitting.id)], [])
    assert_refused(stranger.get("/api/v1" + sitting.path()), "table.not_found")
    assert friend.do(sitting.path("join"))["visibility"] == "friends"


def test_a_friend_is_invited_and_declines_or_comes():
    sitting, friend = Sitting.opened(visibility="private"), Phone()
    befriend(sitting.phones[0].person, friend.person)
    tag = sitting.phones[0].get("/api/v1" + sitting.path())["ETag"]
    wish = {"username": friend.person.username}
    view = sitting.phones[0].do(sitting.path("seats/2/invite"), wish)
    assert view["seats"][2]["reserved"]
    assert sitting.phones[0].get("/api/v1" + sitting.path())["ETag"] != tag
    [invitation] = friend.read("/me/invitations")["results"]
    assert (invitation["seat"], invitation["table"]["id"]) == (2, str(sitting.id))
    assert invitation["by"] == {"username": sitting.phones[0].person.username}
    friend.do(sitting.path("seats/2/invite"), wish, expect=403)
    assert friend.do(sitting.path("decline")) == {"declined": {"table": str(sitting.id)}}
    assert friend.read("/me/invitations")["results"] == []
    assert_refused(friend.send(sitting.path("decline")), "table.not_found")
    sitting.phones[0].do(sitting.path("seats/3/invite"), wish)
    assert friend.do(sitting.path("join"))["seats"][3]["you"]


def test_invitations_that_are_refused():
    sitting, stranger = Sitting.opened(seats=[None, BOT, None, None]), Phone()
    creator = sitting.phones[0]
    befriend(creator.person, stranger.person)
    wish = {"username": stranger.person.username}
    with nothing_changes():
        for body, seat, code in (
            ({"username": Phone().person.username}, 2, "friend.not_found"),
            ({"username": "nobody-at-all"}, 2, "account.not_found"),
            (wish, 1, "table.seat_taken"),
            ({}, 2, "request.malformed"),
        ):
            assert_refused(creator.send(sitting.path(f"seats/{seat}/invite"), body), code)
            assert code == "request.malformed" or code in codes_of("invite")
        assert_refused(stranger.send(sitting.path("decline")), "invitation.not_found")


def test_somebody_is_sent_away():
    sitting = Sitting.opened()
    guest = sitting.join(1)
    with nothing_changes():
        assert_refused(guest.send(sitting.path("seats/0/kick")), "table.not_creator")
        assert_refused(sitting.phones[0].send(sitting.path("seats/0/kick")), "account.yourself")
    view = sitting.phones[0].do(sitting.path("seats/1/kick"), {"ban": True})
    assert view["seats"][1]["kind"] == "empty"
    assert_refused(guest.get("/api/v1" + sitting.path()), "table.not_found")
    event = sitting.phones[0].read(sitting.path("events"), after=view["version"] - 1)["events"][-1]
    assert (event["type"], event["data"]) == (
        "seat_left",
        {"player": {"username": guest.person.username}},
    )


def test_who_is_sent_away_is_told_so_in_a_feed_of_their_own_by_poll_and_by_stream():
    sitting = Sitting.opened()
    guest, other = sitting.join(1), sitting.join(2)
    guest.do("/blocks", {"username": sitting.phones[0].person.username}, expect=201)
    sitting.phones[0].do(sitting.path("seats/1/kick"), {"ban": True})
    page = guest.read("/me/events", after=0, wait=5)
    assert page["next"] == 1
    [notice] = page["events"]
    assert notice == {
        "seq": 1,
        "at": notice["at"],
        "type": "table_kicked",
        "table": str(sitting.id),
        "banned": True,
    }
    stream = b"".join(guest.get("/api/v1/me/stream", {"after": 0}).streaming_content).decode()
    assert "id: 1\nevent: table_kicked\n" in stream
    for phone in (sitting.phones[0], other):
        assert phone.read("/me/events", after=0)["events"] == []
    assert_refused(guest.get("/api/v1" + sitting.path("events")), "table.not_found")


def test_a_bot_is_sent_away():
    sitting = Sitting.opened(seats=[None, BOT, None, None])
    view = sitting.phones[0].do(sitting.path("seats/1/kick"))
    assert view["seats"][1]["kind"] == "empty"
    event = sitting.phones[0].read(sitting.path("events"), after=view["version"] - 1)["events"][-1]
    assert event["data"] == {"level": "novice"}


def test_a_fourth_live_table_is_refused():
    phone = Phone()
    for _ in range(3):
        phone.do("/tables", {}, expect=201)
    problem = assert_refused(phone.send("/tables", {}), "table.too_many")
    assert problem["most"] == 3
    phone.do("/tables", {"turn_seconds": 86400}, expect=201)
