"""Friends: asked, accepted, declined, parted from; and the friend one would like to play with."""

import pytest
from django.db import IntegrityError, transaction

from accounts import departure, friends, selectors, services
from accounts.exceptions import PlayerNotFound, RequestNotFound
from accounts.models import Block, FriendRequest, Friendship, User
from tests.faults.races import meet, overtake

from .people import API, code_of, person, phone, sign_up

FRIENDS, REQUESTS, ME = f"{API}/friends", f"{API}/friend-requests", f"{API}/me"
NOBODYS = "01890000-0000-7000-8000-000000000000"


@pytest.fixture
def bea(db) -> services.Session:
    return sign_up("bea")


@pytest.fixture
def anas(ana):
    return phone(ana)


@pytest.fixture
def beas(bea):
    return phone(bea)


def ask(client, username):
    return client.post(REQUESTS, {"username": username})


def names(client, path=FRIENDS, **query):
    answer = client.get(path, query)
    assert answer.status_code == 200
    return [entry["player"]["username"] for entry in answer.json()["results"]]


def befriend(one: User, other: User) -> None:
    friends.ask(sender=one, username=other.username)
    friends.ask(sender=other, username=one.username)


def test_a_request_waits_until_it_is_accepted(anas, beas):
    asked = ask(anas, "BEA")
    assert asked.status_code == 201
    assert asked.json()["status"] == "waiting"
    request = asked.json()["request"]
    assert (request["direction"], request["player"]) == ("outgoing", {"username": "bea", "is_guest": False})
    assert names(anas) == names(beas) == []

    [incoming] = beas.get(REQUESTS).json()["results"]
    assert incoming == {**request, "direction": "incoming", "player": {"username": "ana", "is_guest": False}}
    accepted = beas.post(f"{REQUESTS}/{incoming['id']}/accept")
    assert (accepted.status_code, accepted.json()["player"]["username"]) == (200, "ana")
    assert (names(anas), names(beas)) == (["bea"], ["ana"])
    assert names(beas, REQUESTS) == names(anas, REQUESTS, direction="outgoing") == []


def test_two_who_ask_each_other_are_friends(anas, beas):
    ask(anas, "bea")
    answer = ask(beas, "ana")
    assert (answer.status_code, answer.json()["status"]) == (201, "friends")
    assert answer.json()["friend"]["player"]["username"] == "ana"
    assert (names(anas), names(beas)) == (["bea"], ["ana"])
    assert not FriendRequest.objects.exists()


def test_asking_again_changes_nothing(anas, beas):
    first, again = ask(anas, "bea"), ask(anas, "bea")
    assert (again.status_code, again.json()) == (200, first.json())
    ask(beas, "ana")
    friends_already = ask(anas, "bea")
    assert (friends_already.status_code, friends_already.json()["status"]) == (200, "friends")
    assert Friendship.objects.count() == 2


@pytest.mark.parametrize("who", ["the one asked declines", "the one who asked takes it back"])
def test_a_request_can_be_dropped_by_both(anas, beas, who):
    request = ask(anas, "bea").json()["request"]["id"]
    client = beas if "declines" in who else anas
    assert client.delete(f"{REQUESTS}/{request}").status_code == 204
    assert names(beas, REQUESTS) == names(anas, REQUESTS, direction="outgoing") == []
    assert code_of(client.delete(f"{REQUESTS}/{request}")) == (404, "friend.request_not_found")


def test_f12_a_request_between_others_is_like_one_that_does_not_exist(anas, beas):
    request = ask(anas, "bea").json()["request"]["id"]
    cleo = phone(sign_up("cleo"))
    for client in (cleo, anas):
        answers = [client.post(f"{REQUESTS}/{one}/accept") for one in (request, NOBODYS)]
        assert [code_of(answer) for answer in answers] == [(404, "friend.request_not_found")] * 2
        assert answers[0].json() == answers[1].json()
    assert code_of(cleo.delete(f"{REQUESTS}/{request}")) == (404, "friend.request_not_found")
    assert names(beas, REQUESTS) == ["ana"]


def test_parting_ends_it_for_both(anas, beas, ana, bea):
    befriend(ana.player, bea.player)
    assert beas.delete(f"{FRIENDS}/ANA").status_code == 204
    assert names(anas) == names(beas) == []
    assert code_of(anas.delete(f"{FRIENDS}/bea")) == (404, "friend.not_found")


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("ana", (422, "account.yourself")),
        ("nobody", (404, "account.not_found")),
        ("", (404, "account.not_found")),
    ],
)
def test_who_cannot_be_asked(anas, name, refusal):
    assert code_of(ask(anas, name)) == refusal


def test_guests_have_friends_and_keep_them_when_they_register(ana, db):
    guest = services.open_guest()
    befriend(guest.player, ana.player)
    phone(guest).post(f"{API}/auth/register", {"username": "gorka", "password": "cuatro-reyes-y-un-as"})
    assert names(phone(ana)) == ["gorka"]


def test_the_list_comes_in_pages_the_newest_first(anas, ana):
    for number in range(25):
        befriend(ana.player, person(f"friend{number}"))
    page = anas.get(FRIENDS).json()
    rest = anas.get(page["next"]).json()
    seen = [entry["player"]["username"] for entry in page["results"] + rest["results"]]
    assert seen == [f"friend{number}" for number in reversed(range(25))]
    assert rest["next"] is None
    assert code_of(anas.get(FRIENDS, {"cursor": "nonsense"})) == (400, "request.malformed")


def test_there_is_an_end_to_asking(anas, ana, monkeypatch):
    monkeypatch.setattr(friends, "MOST_REQUESTS", 2)
    for name in ("one", "two", "three"):
        person(name)
    assert [ask(anas, name).status_code for name in ("one", "two")] == [201, 201]
    assert code_of(ask(anas, "three")) == (409, "account.too_many")


def test_there_is_an_end_to_friends_of_either_side(anas, beas, bea, monkeypatch):
    ask(anas, "bea")
    befriend(bea.player, person("cleo"))
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    assert code_of(ask(beas, "ana")) == (409, "account.too_many")
    assert names(beas) == ["cleo"]


def test_asking_is_throttled(anas, bea, monkeypatch):
    monkeypatch.setattr(friends.tries, "FRIEND_REQUEST", friends.tries.Limit("friend_request", 2, 60))
    ask(anas, "bea")
    ask(anas, "bea")
    answer = ask(anas, "bea")
    assert code_of(answer) == (429, "request.throttled")
    assert int(answer["Retry-After"]) <= 60


def test_a_barred_player_is_in_no_list(anas, ana, bea):
    befriend(ana.player, bea.player)
    friends.ask(sender=ana.player, username=person("cleo").username)
    User.objects.exclude(pk=ana.player.pk).update(is_active=False)
    assert names(anas) == names(anas, REQUESTS, direction="outgoing") == []


def test_what_others_may_ask_of_friends(ana, bea):
    cleo = person("cleo")
    befriend(ana.player, bea.player)
    assert selectors.are_friends(ana.player, bea.player)
    assert selectors.are_friends(bea.player, ana.player)
    assert not selectors.are_friends(ana.player, cleo)
    assert set(User.objects.filter(pk__in=selectors.friends_of(ana.player))) == {bea.player}


class TestPartner:
    def test_a_friend_is_chosen_changed_and_dropped(self, anas, ana, bea):
        cleo = person("cleo")
        for friend in (bea.player, cleo):
            befriend(ana.player, friend)
        assert anas.patch(ME, {"partner_preference": "BEA"}).json()["partner_preference"] == "bea"
        assert anas.patch(ME, {"partner_preference": "cleo"}).json()["partner_preference"] == "cleo"
        assert selectors.partner_of(ana.player) == cleo
        assert selectors.partner_of(cleo) is None
        assert anas.patch(ME, {"show_hints": False}).json()["partner_preference"] == "cleo"
        assert "partner_preference" not in anas.patch(ME, {"partner_preference": None}).json()
        assert "partner_preference" not in anas.get(ME).json()

    @pytest.mark.parametrize(
        ("name", "refusal"), [("bea", (404, "friend.not_found")), ("nobody", (404, "account.not_found"))]
    )
    def test_only_a_friend_can_be_chosen(self, anas, ana, bea, name, refusal):
        cleo = person("cleo")
        befriend(ana.player, cleo)
        friends.choose_partner(person=ana.player, username="cleo")
        assert code_of(anas.patch(ME, {"partner_preference": name, "locale": "eu"})) == refusal
        assert selectors.partner_of(ana.player) == cleo
        assert anas.get(ME).json().get("locale") is None

    def test_who_is_no_friend_any_more_is_no_partner(self, anas, ana, bea):
        befriend(ana.player, bea.player)
        friends.choose_partner(person=ana.player, username="bea")
        friends.part(person=bea.player, username="ana")
        assert "partner_preference" not in anas.get(ME).json()

    def test_the_database_keeps_one(self, ana):
        for name in ("bea", "cleo"):
            befriend(ana.player, person(name))
        with pytest.raises(IntegrityError), transaction.atomic():
            Friendship.objects.filter(person=ana.player).update(partner=True)

    def test_others_are_not_told(self, anas, beas, ana, bea):
        befriend(ana.player, bea.player)
        friends.choose_partner(person=ana.player, username="bea")
        assert "partner" not in beas.get(f"{API}/players/ana").content.decode()
        assert "partner" not in beas.get(FRIENDS).content.decode()


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """What two do at once is done one after the other; each with its control."""

    @pytest.fixture
    def pair(self) -> tuple[User, User]:
        return person("ana"), person("bea")

    def test_two_who_ask_each_other_at_once_are_friends(self, monkeypatch, pair):
        ana, bea = pair
        _, second = meet(
            monkeypatch,
            "accounts.friends._request",
            lambda: friends.ask(sender=ana, username="bea"),
            lambda: friends.ask(sender=bea, username="ana"),
        )
        assert second.friendship.friend == ana
        assert (Friendship.objects.count(), FriendRequest.objects.count()) == (2, 0)

    def test_control_without_the_lock_two_requests_wait_for_each_other(self, monkeypatch, pair):
        ana, bea = pair
        overtake(
            monkeypatch,
            "accounts.friends._request",
            lambda: friends.ask(sender=ana, username="bea"),
            lambda: friends.ask(sender=bea, username="ana"),
        )
        assert (Friendship.objects.count(), FriendRequest.objects.count()) == (0, 2)

    def test_asking_twice_at_once_is_asking_once(self, monkeypatch, pair):
        ana, _ = pair
        first, second = meet(
            monkeypatch, "accounts.friends._request", *[lambda: friends.ask(sender=ana, username="bea")] * 2
        )
        assert (first.new, second.new) == (True, False)
        assert first.request == second.request

    def test_accepting_twice_at_once_is_accepting_once(self, monkeypatch, pair):
        ana, bea = pair
        request = friends.ask(sender=ana, username="bea").request
        accept = [lambda: friends.accept(person=bea, request_id=request.pk)] * 2
        first, second = meet(monkeypatch, "accounts.friends._befriend", *accept)
        assert isinstance(first, Friendship)
        assert isinstance(second, RequestNotFound)
        assert Friendship.objects.count() == 2

    def test_who_is_blocked_while_accepting_is_no_friend(self, monkeypatch, pair):
        ana, bea = pair
        request = friends.ask(sender=ana, username="bea").request
        meet(
            monkeypatch,
            "accounts.friends._befriend",
            lambda: friends.accept(person=bea, request_id=request.pk),
            lambda: friends.block(person=ana, username="bea"),
        )
        assert Block.objects.count() == 1
        assert not Friendship.objects.exists()

    def test_control_without_the_lock_there_are_a_block_and_a_friendship(self, monkeypatch, pair):
        ana, bea = pair
        request = friends.ask(sender=ana, username="bea").request
        overtake(
            monkeypatch,
            "accounts.friends._befriend",
            lambda: friends.accept(person=bea, request_id=request.pk),
            lambda: friends.block(person=ana, username="bea"),
        )
        assert (Block.objects.count(), Friendship.objects.count()) == (1, 2)

    def test_two_who_block_each_other_at_once_both_do(self, monkeypatch, pair):
        ana, bea = pair
        meet(
            monkeypatch,
            "accounts.friends._separate",
            lambda: friends.block(person=ana, username="bea"),
            lambda: friends.block(person=bea, username="ana"),
        )
        assert Block.objects.count() == 2

    def test_who_leaves_while_being_asked_is_not_there(self, monkeypatch, pair):
        ana, bea = pair[0], services.open_guest().player
        _, asked = meet(
            monkeypatch,
            "accounts.departure._empty",
            lambda: departure.delete_account(user=bea, origin=services.UNKNOWN.origin),
            lambda: friends.ask(sender=ana, username=bea.username),
        )
        assert isinstance(asked, PlayerNotFound)
        assert not FriendRequest.objects.exists()
