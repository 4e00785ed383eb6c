"""F84: who is blocked is hidden and not told; who blocks gets clear answers; operators cannot be blocked."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts import friends, selectors, services
from accounts.models import Block, User
from tests.accounts.people import API, code_of, person, phone, sign_up

pytestmark = pytest.mark.django_db

BLOCKS, REQUESTS, FRIENDS = f"{API}/blocks", f"{API}/friend-requests", f"{API}/friends"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def ana() -> services.Session:
    return sign_up("ana")


@pytest.fixture
def bea() -> services.Session:
    return sign_up("bea")


def listed(client: APIClient, path: str, **query: str) -> list[str]:
    return [entry["player"]["username"] for entry in client.get(path, query).json()["results"]]


def test_a_block_is_made_seen_and_lifted(ana: services.Session, bea: services.Session) -> None:
    client = phone(ana)
    made = client.post(BLOCKS, {"username": "BEA"})
    assert (made.status_code, made.json()["player"]["username"]) == (201, "bea")
    again = client.post(BLOCKS, {"username": "bea"})
    assert (again.status_code, again.json()) == (200, made.json())
    assert listed(client, BLOCKS) == ["bea"]
    assert listed(phone(bea), BLOCKS) == []
    assert client.delete(f"{BLOCKS}/Bea").status_code == 204
    assert code_of(client.delete(f"{BLOCKS}/bea")) == (404, "block.not_found")
    assert listed(client, BLOCKS) == []


def test_it_ends_friendship_and_requests_both_ways(ana: services.Session, bea: services.Session) -> None:
    cleo = sign_up("cleo")
    friends.ask(sender=ana.player, username="bea")
    friends.ask(sender=bea.player, username="ana")
    friends.ask(sender=ana.player, username="cleo")
    for name in ("bea", "cleo"):
        friends.block(person=ana.player, username=name)
    assert listed(phone(ana), FRIENDS) == listed(phone(bea), FRIENDS) == []
    assert listed(phone(cleo), REQUESTS) == listed(phone(ana), REQUESTS, direction="outgoing") == []


def test_who_is_blocked_is_answered_like_everybody(ana: services.Session, bea: services.Session) -> None:
    """Two worlds: in one bea is blocked, in the other not. Whatever she asks, the answers are the same."""
    cleo = sign_up("cleo")
    friends.block(person=ana.player, username="bea")
    told = [_everything_that(session, about="ana") for session in (bea, cleo)]
    assert told[0] == told[1]


def _everything_that(session: services.Session, about: str) -> list[Any]:
    """What a player hears of another, asked in every way; ids and times apart."""
    client = phone(session)
    answers = [
        client.get(f"{API}/players/{about}"),
        client.post(REQUESTS, {"username": about}),
        client.post(REQUESTS, {"username": about}),
        client.get(REQUESTS, {"direction": "outgoing"}),
        client.get(REQUESTS),
        client.get(FRIENDS),
        client.get(BLOCKS),
        client.delete(f"{FRIENDS}/{about}"),
        client.delete(f"{BLOCKS}/{about}"),
    ]
    return [(answer.status_code, _without_ids(answer.json())) for answer in answers]


def _without_ids(told: Any) -> Any:
    if isinstance(told, dict):
        return {
            key: _without_ids(value)
            for key, value in told.items()
            if key not in {"id", "created_at", "since"}
        }
    return [_without_ids(value) for value in told] if isinstance(told, list) else told


def test_the_request_of_who_is_blocked_is_hidden_until_the_block_is_lifted(
    ana: services.Session, bea: services.Session
) -> None:
    friends.block(person=ana.player, username="bea")
    request = phone(bea).post(REQUESTS, {"username": "ana"}).json()["request"]["id"]
    client = phone(ana)
    assert listed(client, REQUESTS) == []
    assert code_of(client.post(f"{REQUESTS}/{request}/accept")) == (404, "friend.request_not_found")
    assert code_of(client.delete(f"{REQUESTS}/{request}")) == (404, "friend.request_not_found")
    client.delete(f"{BLOCKS}/bea")
    assert listed(client, REQUESTS) == ["bea"]


def test_who_blocks_is_told_so_clearly_when_asking(ana: services.Session, bea: services.Session) -> None:
    phone(bea).post(REQUESTS, {"username": "ana"})
    friends.block(person=ana.player, username="bea")
    assert code_of(phone(ana).post(REQUESTS, {"username": "bea"})) == (409, "friend.blocked")


def test_an_operator_cannot_be_blocked(ana: services.Session) -> None:
    User.objects.filter(pk=person("olatz").pk).update(is_staff=True)
    answer = phone(ana).post(BLOCKS, {"username": "olatz"})
    assert code_of(answer) == (403, "block.operator")
    assert not Block.objects.exists()


def test_who_becomes_an_operator_is_heard_again(ana: services.Session, bea: services.Session) -> None:
    friends.block(person=ana.player, username="bea")
    User.objects.filter(pk=bea.player.pk).update(is_staff=True)
    assert not selectors.blocked_either_way(ana.player)
    phone(bea).post(REQUESTS, {"username": "ana"})
    assert listed(phone(ana), REQUESTS) == ["bea"]


@pytest.mark.parametrize(
    ("name", "refusal"), [("ana", (422, "account.yourself")), ("nobody", (404, "account.not_found"))]
)
def test_who_cannot_be_blocked(ana: services.Session, name: str, refusal: tuple[int, str]) -> None:
    assert code_of(phone(ana).post(BLOCKS, {"username": name})) == refusal


def test_there_is_an_end_to_blocks(ana: services.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_BLOCKS", 1)
    person("one")
    person("two")
    client = phone(ana)
    assert client.post(BLOCKS, {"username": "one"}).status_code == 201
    assert code_of(client.post(BLOCKS, {"username": "two"})) == (409, "account.too_many")


def test_what_others_may_ask_of_blocks(ana: services.Session, bea: services.Session) -> None:
    cleo, dani, eli = person("cleo"), person("dani"), person("eli")
    friends.block(person=ana.player, username="bea")
    friends.block(person=cleo, username="ana")
    friends.block(person=dani, username="eli")
    assert set(selectors.blocked_either_way(ana.player)) == {bea.player.pk, cleo.pk}
    assert set(selectors.blocked_by(ana.player)) == {bea.player.pk}
    apart = User.objects.exclude(pk__in=selectors.blocked_either_way(ana.player))
    assert set(apart) == {ana.player, dani, eli}
    assert set(selectors.blocked_either_way(bea.player)) == {ana.player.pk}
    assert set(selectors.blocked_either_way(eli)) == {dani.pk}
