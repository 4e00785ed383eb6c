"""If-Match: who names a tag gets the answer that has it, or a refusal like any other."""

from typing import Any

import pytest
from django.test import override_settings
from django.utils.http import http_date

from tests.api.phones import ALONE, API, Phone, Sitting
from tests.api.refusals import assert_refused

pytestmark = pytest.mark.django_db

FAILED = "request.precondition_failed"
ORIGIN = "https://game.example"
LIMITS = {"address": (1000, 3600), "person": (1000, 3600), "table": None}
TAGGED = [
    *("/tables/{}", "/tables/{}/events", "/tables/{}/hands", "/tables"),
    *("/me", "/meta", "/me/tables", "/me/turns", "/me/events"),
]
UNTAGGED = ["/tables/{}/stream", "/me/stream", "/me/export"]


@pytest.fixture
def sitting() -> Sitting:
    return Sitting.of(**ALONE)


def ask(sitting: Sitting, path: str, **headers: str) -> Any:
    """GET an address about this table."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return sitting.phones[0].get(API + path.format(sitting.id), headers=named)


@pytest.mark.parametrize("path", TAGGED + UNTAGGED)
@pytest.mark.parametrize("tags", ['"nope"', 'W/"nope"', '"nope", "neither"'])
def test_an_answer_without_that_tag_is_refused(sitting: Sitting, path: str, tags: str) -> None:
    assert_refused(ask(sitting, path, If_Match=tags), FAILED)


@pytest.mark.parametrize("path", TAGGED)
def test_an_answer_with_that_tag_is_given(sitting: Sitting, path: str) -> None:
    first = ask(sitting, path)
    again = ask(sitting, path, If_Match=f'"nope", {first["ETag"]}')
    assert (again.status_code, again.content, again["ETag"]) == (200, first.content, first["ETag"])
    both = ask(sitting, path, If_Match=first["ETag"], If_None_Match=first["ETag"])
    assert (both.status_code, both.content) == (304, b"")


@pytest.mark.parametrize("path", TAGGED + UNTAGGED)
@pytest.mark.parametrize("tags", ["*", "", "no tag"])
def test_what_is_true_of_everything_changes_nothing(sitting: Sitting, path: str, tags: str) -> None:
    assert ask(sitting, path, If_Match=tags).status_code == 200


@pytest.mark.parametrize("path", ["/tables/{}", "/me"])
def test_a_failed_condition_goes_before_one_that_saves_sending(sitting: Sitting, path: str) -> None:
    tag = ask(sitting, path)["ETag"]
    assert_refused(ask(sitting, path, If_Match='"nope"', If_None_Match=tag), FAILED)


@pytest.mark.parametrize("path", TAGGED + UNTAGGED)
def test_no_answer_has_a_date_of_change(sitting: Sitting, path: str) -> None:
    """RFC 9110, 13.1.4: then If-Unmodified-Since is ignored."""
    assert ask(sitting, path, If_Unmodified_Since=http_date(946684800)).status_code == 200


@pytest.mark.parametrize("path", ["/tables/{}", "/me"])
def test_a_head_is_answered_as_its_get_would_be(sitting: Sitting, path: str) -> None:
    where, phone = API + path.format(sitting.id), sitting.phones[0]
    tag = phone.get(where)["ETag"]
    for asked, status in (
        ({}, 200),
        ({"If-Match": tag}, 200),
        ({"If-None-Match": tag}, 304),
        ({"If-Match": '"nope"'}, 412),
    ):
        answer = phone.head(where, headers=asked)
        assert (answer.status_code, answer.content) == (status, b"")
        assert answer.get("ETag") == (tag if status < 400 else None)


def test_a_refusal_is_told_before_a_condition(sitting: Sitting) -> None:
    assert_refused(Phone().get(API + "/tables/none", headers={"If-Match": '"nope"'}), "request.not_found")


@override_settings(CORS_ALLOWED_ORIGINS=[ORIGIN], LIMITS=LIMITS)
def test_it_has_the_headers_and_the_language_of_every_answer(sitting: Sitting) -> None:
    answer = ask(sitting, "/me", If_Match='"nope"', Accept_Language="es", Origin=ORIGIN)
    assert "etiqueta" in assert_refused(answer, FAILED)["title"]
    assert answer["Content-Language"] == "es"
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept-Language", "origin"} <= set(answer["Vary"].split(", "))
    assert answer["Access-Control-Allow-Origin"] == ORIGIN
    assert '"person"' in answer["RateLimit"]
    assert '"person"' in answer["RateLimit-Policy"]


def test_a_write_knows_no_conditions(sitting: Sitting) -> None:
    answer = sitting.phones[0].post(
        API + sitting.path("leave"), {}, format="json", headers={"If-Match": '"nope"'}
    )
    assert answer.status_code == 200
