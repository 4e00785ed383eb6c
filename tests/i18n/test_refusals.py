"""What the engine refuses is told in the reader's language, whatever it says in English."""

import ast
from collections.abc import Iterator

import pytest
from rest_framework.test import APIClient

from games.wording.refusals import REASONS, TEMPLATES
from tests.api.phones import Phone, Sitting
from tests.i18n.catalogs import LANGUAGES
from tests.i18n.messages import ROOT


def first_texts(name: str, place: int) -> Iterator[str]:
    """The text that each call of an exception's class has at a place of its arguments."""
    for path in [*(ROOT / "games" / "engine").rglob("*.py"), ROOT / "games" / "signs.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                text = node.args[place]
                assert isinstance(text, ast.Constant), f"{path}:{node.lineno}"
                yield str(text.value)


def test_every_reason_of_the_engine_has_its_text() -> None:
    assert set(first_texts("IllegalAction", 0)) == set(REASONS)


def test_everything_that_can_be_wrong_with_a_field_has_its_text() -> None:
    templates = {*first_texts("MalformedAction", 0), *first_texts("InvalidOption", 1)}
    assert templates == set(TEMPLATES)


def told(answer: object) -> list[str]:
    """Every text for people in a refusal."""
    body = answer.json()  # type: ignore[attr-defined]
    return [body["title"], body["detail"], *(error["detail"] for error in body.get("errors", ()))]


def refusals(language: str, sitting: Sitting) -> Iterator[list[str]]:
    """What a phone is told that does everything wrong."""
    number, view = sitting.asked()
    headers = {"Accept-Language": language}
    client, turn = sitting.phones[number], view["turn"]["id"]
    actions = f"/api/v1{sitting.path('actions')}"
    for path, body in (
        (actions, {"turn": turn, "type": "paso"}),
        (actions, {"turn": turn, "type": "envido", "amount": "5"}),
        (actions, {"turn": turn, "type": "dance"}),
        (actions, {"turn": turn - 1, "type": "mus"}),
        (f"/api/v1{sitting.path('signs')}", {"gesture": "nod"}),
        ("/api/v1/tables", {"options": {"kings": 7, "target": 40}}),
        ("/api/v1/tables", {"turn_seconds": 5}),
        ("/api/v1/tables", {"seats": [], "colour": "red"}),
        ("/api/v1/auth/register", {"username": "a b", "password": "x", "email": "nobody"}),
    ):
        yield told(client.post(path, body, format="json", headers=headers))
    yield told(APIClient().get("/api/v1/me", headers=headers))
    yield told(client.get("/api/v1/tables", {"ruleset": "poker"}, headers=headers))
    yield told(client.get(f"/api/v1{sitting.path('events')}", {"after": "-1"}, headers=headers))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_is_told_in_english(language: str) -> None:
    sitting = Sitting.of()
    english = [text for texts in refusals("en", sitting) for text in texts]
    here = [text for texts in refusals(language, sitting) for text in texts]
    assert len(here) == len(english) > 20
    assert [text for text, other in zip(here, english, strict=True) if text == other] == []


@pytest.mark.django_db
def test_the_language_a_player_has_chosen_is_spoken_where_a_request_names_none() -> None:
    phone = Phone()
    assert phone.patch("/api/v1/me", {"locale": "eu"}, format="json").status_code == 200
    answer = phone.get("/api/v1/tables/00000000-0000-7000-8000-000000000000")
    assert answer.headers["Content-Language"] == "eu"
    assert answer.json()["title"] == "Ez dago horrelako mahairik"
    spanish = phone.get(answer.wsgi_request.path, headers={"Accept-Language": "es"})
    assert spanish.json()["title"] == "No existe esa mesa"
