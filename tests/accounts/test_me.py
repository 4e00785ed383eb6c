"""What a player sees and changes of their account, and what others see of it."""

import pytest

from accounts import services
from accounts.models import User

ME = "/api/v1/me"


def test_me(device, ana):
    answer = device(ana).get(ME)
    assert answer.status_code == 200
    body = answer.json()
    assert set(body) == {"id", "username", "is_guest", "show_hints", "notifications", "created_at"}
    assert (body["id"], body["username"], body["is_guest"]) == (str(ana.player.id), "ana", False)
    assert body["created_at"].endswith("Z")
    assert answer["Cache-Control"] == "private, no-cache"


def test_preferences_are_changed_and_kept(device, ana):
    client = device(ana)
    changed = client.patch(ME, {"locale": "eu", "show_hints": False})
    assert changed.status_code == 200
    assert (changed.json()["locale"], changed.json()["show_hints"]) == ("eu", False)
    assert client.patch(ME, {}).json() == changed.json() == client.get(ME).json()
    assert client.patch(ME, {"show_hints": True}).json()["locale"] == "eu"


@pytest.mark.parametrize(
    ("wish", "status", "code", "pointer"),
    [
        ({"locale": "de"}, 422, "request.invalid", "/locale"),
        ({"locale": ""}, 422, "request.invalid", "/locale"),
        ({"locale": None}, 400, "request.malformed", "/locale"),
        ({"locale": 7}, 400, "request.malformed", "/locale"),
        ({"show_hints": 1}, 400, "request.malformed", "/show_hints"),
        ({"show_hints": "true"}, 400, "request.malformed", "/show_hints"),
        ({"username": "bea"}, 400, "request.malformed", "/username"),
        ({"a/b~c": 1}, 400, "request.malformed", "/a~1b~0c"),
    ],
)
def test_a_bad_preference_changes_nothing(device, ana, wish, status, code, pointer):
    body = device(ana).patch(ME, {"show_hints": False} | wish).json()
    assert (body["status"], body["code"]) == (status, code)
    assert [error["pointer"] for error in body["errors"]] == [pointer]
    assert User.objects.get().show_hints is True


@pytest.mark.parametrize("name", ["ana", "ANA"])
def test_others_see_what_is_public(device, ana, name):
    User.objects.filter(pk=ana.player.pk).update(email="ana@example.org", locale="eu")
    answer = device().get(f"/api/v1/players/{name}")
    assert answer.status_code == 200
    assert set(answer.json()) == {"username", "is_guest", "created_at", "ratings"}
    assert answer.json()["username"] == "ana"


@pytest.mark.parametrize("name", ["nobody", "aná", "a" * 500, "%F0%9F%98%80", "%FF"])
def test_nobody_has_that_name(device, ana, name):
    answer = device().get(f"/api/v1/players/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "account.not_found")


def test_a_barred_player_is_not_shown(device, ana):
    User.objects.filter(pk=ana.player.pk).update(is_active=False)
    assert device().get("/api/v1/players/ana").status_code == 404


@pytest.mark.parametrize(
    ("stored", "asked", "spoken"),
    [
        ("", None, "en"),
        ("", "fr-CA, de;q=0.8", "fr"),
        ("eu", None, "eu"),
        ("eu", "de, ja;q=0.5", "eu"),
        ("eu", "en", "en"),
        ("eu", "sl", "sl"),
    ],
)
def test_the_language_asked_for_wins_over_the_stored_one(device, ana, stored, asked, spoken):
    User.objects.filter(pk=ana.player.pk).update(locale=stored)
    headers = {"Accept-Language": asked} if asked else {}
    answer = device(ana).get(ME, headers=headers)
    assert answer["Content-Language"] == spoken
    assert {"Accept-Language", "Authorization"} <= set(answer["Vary"].split(", "))


def test_one_players_language_is_not_the_next_ones(device, ana):
    User.objects.filter(pk=ana.player.pk).update(locale="eu")
    assert device(ana).get(ME)["Content-Language"] == "eu"
    assert device(services.open_guest()).get(ME)["Content-Language"] == "en"
