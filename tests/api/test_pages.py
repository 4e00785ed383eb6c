"""What the API tells about itself."""

import re

import pytest
from django.conf import settings

from games.engine.rules import RULES_VERSION
from musapi import __version__
from musapi.errors import PROBLEMS


def test_meta(client):
    answer = client.get("/api/v1/meta")
    assert answer.status_code == 200
    assert answer.json() == {
        "version": __version__,
        "api": "v1",
        "rules_version": RULES_VERSION,
        "minimum_client": settings.MINIMUM_CLIENT,
        "clock_grace_ms": settings.CLOCK_GRACE * 1000,
        "push": {"kinds": []},
    }


@pytest.mark.parametrize("path", ["docs", "docs?script=", "docs/errors", "docs/guide"])
def test_no_part_of_a_page_comes_from_another_server(client, path):
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 200
    assert not re.findall(rb"(?:src|href)=\"(?:https?:)?//", answer.content)
    assert "https:" not in answer["Content-Security-Policy"]
    assert "'unsafe-inline'" not in answer["Content-Security-Policy"].split("style-src")[0]


def test_the_scripts_of_the_documentation_are_served_from_here(client, db):
    page = client.get("/api/v1/docs").content.decode()
    scripts = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    assert len(scripts) >= 4
    for script in scripts:
        answer = client.get(script)
        assert answer.status_code == 200, script
        answer.close()


def test_no_script_is_written_into_the_page(client):
    page = client.get("/api/v1/docs").content.decode()
    assert re.findall(r"<script[^>]*>\s*[^<\s]", page) == []


def test_the_documentation_reads_the_document(client):
    assert b"/api/v1/openapi.json" in client.get("/api/v1/docs?script=").content


def test_every_problems_type_leads_to_its_meaning(client):
    page = client.get("/api/v1/docs/errors").content.decode()
    assert all(f'id="{code}"' in page for code in PROBLEMS)


@pytest.mark.parametrize("path", ["/", "/api/v1", "/api/v1/"])
def test_the_servers_address_leads_to_its_documentation(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, "/api/v1/docs")
    assert client.post(path).status_code == 405


@pytest.mark.parametrize(("name", "version"), [("openapi.json", "3.1"), ("openapi-3.0.json", "3.0")])
def test_the_document_is_not_sent_twice(client, name, version):
    first = client.get(f"/api/v1/{name}")
    assert (first.status_code, first["Content-Type"]) == (200, "application/json")
    assert first.json()["openapi"].startswith(version)
    again = client.get(f"/api/v1/{name}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["docs", "docs/errors", "docs/guide", "openapi.json", "openapi-3.0.json"])
@pytest.mark.parametrize("method", ["OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_a_page_is_only_read(client, path, method):
    client.handler.enforce_csrf_checks = True
    answer = client.generic(method, f"/api/v1/{path}", "{}", content_type="application/json")
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "request.method_not_allowed"


@pytest.mark.parametrize(
    "path", ["/admin/games/table/?status__exact=%00", "/admin/accounts/token/%00/change/"]
)
def test_no_address_holds_a_nul(admin_client, path):
    assert admin_client.get(path).status_code == 400
