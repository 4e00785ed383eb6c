"""A request that names the server by another name than its own."""

import pytest
from rest_framework.test import APIClient

from tests.i18n.catalogs import LANGUAGES

HOST = "mus.example.org:8000"


def test_a_host_that_is_not_ours_is_refused_with_the_name_of_the_setting(caplog) -> None:
    answer = APIClient().get("/api/v1/meta", headers={"Host": HOST})
    body = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert body["code"] == "request.host"
    assert "ALLOWED_HOSTS" in body["detail"]
    [line] = [record.getMessage() for record in caplog.records if "ALLOWED_HOSTS" in record.getMessage()]
    assert f"'{HOST}'" in line


def test_what_is_logged_of_a_host_is_short_and_in_one_line(caplog) -> None:
    APIClient().get("/api/v1/meta", headers={"Host": "a\n\x1b[2Jé" + "x" * 5000})
    [line] = [record.getMessage() for record in caplog.records if "ALLOWED_HOSTS" in record.getMessage()]
    assert line.isprintable()
    assert line.isascii()
    assert len(line) < 300


def test_pages_of_the_server_are_refused_too(caplog) -> None:
    answer = APIClient().get("/admin/", headers={"Host": HOST})
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" in caplog.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_the_readers_language(language: str) -> None:
    answer = APIClient().get("/api/v1/meta", headers={"Host": HOST, "Accept-Language": language}).json()
    english = APIClient().get("/api/v1/meta", headers={"Host": HOST}).json()
    assert answer["title"] != english["title"]
    assert answer["detail"] != english["detail"]
