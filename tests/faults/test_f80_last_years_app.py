"""F80: last year's app calls last year's paths, sends no new fields, and meets codes that it does not know.

The requests are written out as the app of the first release sends them: whatever the server learns, they must
go on to work. They are never adapted to the code; what an app does with unknown codes is in the document.
"""

import json
from typing import Any

import pytest
from django.test import Client

from games import moves
from games.models import Table
from musapi.schema import openapi_document
from tests.api.refusals import assert_refused

pytestmark = pytest.mark.django_db


class OldApp:
    """Knows literal paths, JSON and its token: no keys, no languages, no tags."""

    def __init__(self) -> None:
        self.phone = Client()
        self.headers: dict[str, str] = {}
        self.headers = {
            "Authorization": "Bearer " + self.asks("POST /api/v1/auth/guest", expect=201)["token"]
        }

    def send(self, line: str, body: str = "") -> Any:
        """The answer to a request: `POST /path`, with a body as it goes over the line."""
        method, _, path = line.partition(" ")
        return self.phone.generic(method, path, body, content_type="application/json", headers=self.headers)

    def asks(self, line: str, body: str = "", *, expect: int = 200) -> Any:
        """The same, with an answer that must come; its JSON."""
        answer = self.send(line, body)
        told = answer.getvalue()
        assert answer.status_code == expect, (line, told)
        return json.loads(told) if told else None


@pytest.fixture
def app() -> OldApp:
    return OldApp()


def against_bots(app: OldApp) -> str:
    """The id of a table where the app's player is asked."""
    body = '{"seats": [null, {"bot": "casual"}, {"bot": "casual"}, {"bot": "casual"}]}'
    table: str = app.asks("POST /api/v1/tables", body, expect=201)["id"]
    asked(app, table)
    return table


def asked(app: OldApp, table: str) -> Any:
    """Its view, once the bots have said what they say."""
    while (view := app.asks(f"GET /api/v1/tables/{table}"))["status"] == "playing" and not view[
        "legal_actions"
    ]:
        assert moves.answer_with_bots(table_id=table, turn=view["turn"]["id"])
    return view


WITHOUT_NEWS = [
    "GET /api/v1/meta",
    "GET /api/v1/me",
    "GET /api/v1/me/turns",
    "GET /api/v1/me/tables",
    "GET /api/v1/me/tables?status=playing",
    "GET /api/v1/me/invitations",
    "GET /api/v1/me/export",
    "GET /api/v1/auth/devices",
    "GET /api/v1/friends",
    "GET /api/v1/friend-requests",
    "GET /api/v1/friend-requests?direction=outgoing",
    "GET /api/v1/blocks",
    "GET /api/v1/mutes",
    "GET /api/v1/phrases",
    "GET /api/v1/queue",
    "GET /api/v1/leaderboard",
    "GET /api/v1/leaderboard?ruleset=traditional",
    "GET /api/v1/rulesets",
    "GET /api/v1/rulesets/gametwist",
    "GET /api/v1/signs",
    "GET /api/v1/tables",
    "GET /api/v1/tables?status=open&ruleset=gametwist",
    "GET /api/v1/tables/{table}",
    "GET /api/v1/tables/{table}/events",
    "GET /api/v1/tables/{table}/events?after=1",
    "GET /api/v1/tables/{table}/events?after=0&wait=20&view=true",
    "GET /api/v1/tables/{table}/hands",
    "GET /api/v1/tables/{table}/hints",
    "GET /api/v1/tables/{table}/messages",
]


@pytest.mark.parametrize("line", WITHOUT_NEWS)
def test_what_it_reads(app: OldApp, line: str) -> None:
    app.asks(line.replace("{table}", against_bots(app) if "{table}" in line else ""))


POSTS = [
    ("POST /api/v1/tables/{table}/signs", '{"gesture": "wink"}', 200),
    ("POST /api/v1/tables/{table}/messages", '{"text": "kaixo"}', 200),
    ("POST /api/v1/tables/{table}/messages", '{"phrase": "hello"}', 200),
    ("POST /api/v1/tables/{table}/leave", "", 200),
    ("POST /api/v1/tables/{table}/return", "", 200),
    ("POST /api/v1/tables/{table}/resign", "", 200),
    ("POST /api/v1/tables", "{}", 201),
    ("POST /api/v1/tables", '{"visibility": "private", "turn_seconds": 86400}', 201),
    ("POST /api/v1/tables", '{"ruleset": "traditional", "options": {"target": 30, "games_to_win": 2}}', 201),
    (
        "POST /api/v1/tables",
        '{"min_rating": null, "max_rating": null, "auto_start": false, "chat": false}',
        201,
    ),
    ("POST /api/v1/queue", '{"ruleset": "gametwist"}', 200),
    ("POST /api/v1/auth/guest", "", 201),
    ("POST /api/v1/auth/guest", "{}", 201),
    ("POST /api/v1/auth/register", '{"username": "begona", "password": "a long walk home"}', 201),
    ("POST /api/v1/auth/logout", "", 204),
    ("POST /api/v1/auth/logout-all", "", 204),
    ("PATCH /api/v1/me", '{"locale": "eu"}', 200),
    ("PATCH /api/v1/me", '{"show_hints": false}', 200),
    ("DELETE /api/v1/queue", "", 204),
    ("DELETE /api/v1/me", "", 204),
]


@pytest.mark.parametrize(("line", "body", "expect"), POSTS)
def test_what_it_sends_without_the_newer_fields(app: OldApp, line: str, body: str, expect: int) -> None:
    app.asks(line.replace("{table}", against_bots(app) if "{table}" in line else ""), body, expect=expect)


def test_it_plays_a_match_to_its_end_with_what_it_knows(app: OldApp) -> None:
    table = against_bots(app)
    while (view := asked(app, table))["status"] == "playing":
        app.asks(f"POST /api/v1/tables/{table}/actions", answer_to(view))
    assert view["status"] == "finished"
    assert view["match"]["winner"] in (0, 1)
    hand = app.asks(f"GET /api/v1/tables/{table}/hands/1")
    assert {"number", "mano", "cards", "actions", "result", "score_after", "proof"} <= set(hand)
    assert app.asks(f"POST /api/v1/tables/{table}/rematch", "{}", expect=201)["status"] in ("open", "playing")


def answer_to(view: Any) -> str:
    """Last year's app knows these words, and gives up the match at others."""
    known = {"mus", "no_mus", "paso", "quiero", "no_quiero", "confirm", "discard"}
    [kind, *_] = [action["type"] for action in view["legal_actions"] if action["type"] in known]
    turn = view["turn"]["id"]
    if kind == "discard":
        return f'{{"turn": {turn}, "type": "discard", "cards": ["{view["hand"]["your_cards"][0]}"]}}'
    return f'{{"turn": {turn}, "type": "{kind}"}}'


def test_four_of_them_sit_down(app: OldApp) -> None:
    table = app.asks("POST /api/v1/tables", '{"visibility": "private"}', expect=201)
    code = json.dumps({"code": table["join_code"]})
    views = [OldApp().asks("POST /api/v1/tables/join", code) for _ in range(3)]
    assert [view["status"] for view in views] == ["open", "open", "playing"]


def test_what_it_must_do_with_codes_that_it_does_not_know_is_written_down() -> None:
    text = openapi_document()["info"]["description"]
    assert "skip properties, event types and codes that you do not know" in text
    assert "take codes you do not know by their\nstatus" in text


def test_a_newer_app_is_told_what_an_older_server_does_not_know(app: OldApp) -> None:
    table = against_bots(app)
    turn = Table.objects.get(pk=table).turn_id
    action = f'{{"turn": {turn}, "type": "sing"}}'
    assert_refused(app.send(f"POST /api/v1/tables/{table}/actions", action), "request.malformed")
    problem = assert_refused(app.send("POST /api/v1/tables", '{"weather": "rain"}'), "request.malformed")
    assert [error["pointer"] for error in problem["errors"]] == ["/weather"]
