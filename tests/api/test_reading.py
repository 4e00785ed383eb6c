"""Reading over HTTP: events, hands, the inbox, tags and 304, rulesets and signs, headers."""

import json
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Token
from games.engine.options import OPTIONS
from games.engine.rules import RULESETS
from games.engine.signs import GESTURES
from games.engine.verify import main
from games.models import Seat, Table
from tests.api.phones import ALONE, API, BOT, Phone, Sitting
from tests.api.refusals import assert_refused
from tests.api.shapes import assert_shape
from tests.engine.tables import PLAIN, at_grande
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


def _at_grande(**body) -> Sitting:
    sitting = Sitting.of(**body)
    match = Match(sitting.id)
    match.put(at_grande(match.rules(), PLAIN))
    return sitting


def test_events_are_numbered_without_a_gap_for_everybody(rng):
    sitting = Sitting.of(options={"target": 25}, seats=[None, BOT, None, BOT])
    sitting.play_out(rng)
    last = sitting.row().version
    for phone in (*sitting.phones.values(), Phone()):
        seen, after = [], 0
        while page := phone.read(sitting.path("events"), after=after)["events"]:
            seen += [event["seq"] for event in page]
            after = page[-1]["seq"]
        assert seen == list(range(1, last + 1))


def test_events_after_the_last_are_none():
    sitting = _at_grande()
    version = sitting.row().version
    assert sitting.phones[0].read(sitting.path("events"), after=version) == {"events": [], "next": version}


def test_the_view_comes_along_when_asked_for():
    sitting = _at_grande()
    page = sitting.phones[0].read(sitting.path("events"), after=3, view=True)
    assert page["table"] == sitting.view(0)
    assert page["next"] == page["table"]["version"]
    assert "table" not in sitting.phones[0].read(sitting.path("events"))


def test_a_page_of_events_has_an_end(monkeypatch):
    monkeypatch.setattr("games.selectors.EVENTS_PER_ANSWER", 3)
    sitting = _at_grande()
    page = sitting.phones[0].read(sitting.path("events"))
    assert ([event["seq"] for event in page["events"]], page["next"]) == ([1, 2, 3], 3)


@pytest.mark.parametrize(
    ("query", "code", "parameter"),
    [
        ({"after": 1000}, "events.cursor_ahead", None),
        ({"after": 10**18 - 1}, "events.cursor_ahead", None),
        ({"after": 10**18}, "request.malformed", "after"),
        ({"after": "x"}, "request.malformed", "after"),
        ({"after": "1.5"}, "request.malformed", "after"),
        ({"after": ""}, "request.malformed", "after"),
        ({"wait": "26"}, "request.invalid", "wait"),
        ({"wait": "1e999"}, "request.invalid", "wait"),
        ({"wait": "-1"}, "request.malformed", "wait"),
        ({"wait": "+1"}, "request.malformed", "wait"),
        ({"wait": "1_0"}, "request.malformed", "wait"),
        ({"wait": " 1"}, "request.malformed", "wait"),
        ({"wait": "٣"}, "request.malformed", "wait"),
        ({"wait": "nan"}, "request.malformed", "wait"),
        ({"wait": "inf"}, "request.malformed", "wait"),
        ({"view": "perhaps"}, "request.malformed", "view"),
        ({"from": "0"}, "request.malformed", "from"),
    ],
)
def test_a_feed_that_cannot_be_read(query, code, parameter):
    sitting = Sitting.opened()
    problem = assert_refused(sitting.phones[0].get(API + sitting.path("events"), query), code)
    assert [error["parameter"] for error in problem.get("errors", [])] == ([parameter] if parameter else [])


@pytest.mark.parametrize(
    ("text", "code"),
    [(text, "request.malformed") for text in ("x", "60.0", "-60", "+60", "6_0", "٦٠", "9" * 19, "")]
    + [("9", "request.invalid")],
)
def test_the_slowest_table_that_is_wanted_is_a_whole_number(text, code):
    problem = assert_refused(Phone().get(API + "/tables", {"turn_seconds_max": text}), code)
    assert problem["errors"][0]["parameter"] == "turn_seconds_max"


@pytest.mark.parametrize("wait", ["0", "007", "0.5", "25", "25.0", "2.5e1", "1E-7"])
def test_the_seconds_of_a_poll_need_not_be_whole(wait):
    Sitting.opened().phones[0].read("/me/events", wait=wait)


def test_without_a_front_nobody_waits():
    sitting = _at_grande()
    page = sitting.phones[0].read(sitting.path("events"), after=sitting.row().version, wait=25)
    assert page["events"] == []


def test_a_finished_hand_is_told_whole(rng):
    sitting = Sitting.of(**ALONE, options={"target": 25})
    sitting.play_out(rng)
    phone = Phone()
    hand = phone.read(sitting.path("hands/1"))
    assert (hand["number"], hand["table"], hand["ruleset"]) == (1, str(sitting.id), "gametwist")
    assert len({card for cards in hand["dealt"] for card in cards}) == 16
    assert len(set(hand["proof"]["deck"])) == 40
    assert hand["score_before"] == [0, 0]
    assert [row["lance"] for row in hand["result"]][:1] == ["grande"]
    assert all(action["cards"] for action in hand["actions"] if action["type"] == "discard"), (
        "faces are told when the hand is over"
    )
    assert [action["seq"] for action in hand["actions"]] == sorted(
        action["seq"] for action in hand["actions"]
    )


def test_a_hand_that_is_not_over_is_not_told():
    sitting = _at_grande()
    for number in (0, 1, 2, 10**30):
        assert_refused(sitting.phones[0].get(API + sitting.path(f"hands/{number}")), "hand.not_found")
    assert_refused(sitting.phones[0].get(API + sitting.path("hands/one")), "request.not_found")
    page = sitting.phones[0].read(sitting.path("hands"))
    assert page["hands"] == []
    assert not {"master", "first_mano"} & set(page)


def test_the_hands_of_a_match_are_what_a_stranger_verifies(rng, tmp_path, capsys):
    sitting = Sitting.of(**ALONE, options={"target": 25}, ruleset="traditional")
    sitting.play_out(rng)
    answer = Phone().get(API + sitting.path("hands"))
    file = tmp_path / "match.json"
    file.write_bytes(answer.content)
    assert main(["--verify", str(file)]) == 0, capsys.readouterr().out
    forged = json.loads(answer.content)
    forged["hands"][0]["cards"][0], forged["hands"][0]["cards"][1] = forged["hands"][0]["cards"][1::-1]
    file.write_text(json.dumps(forged))
    assert main(["--verify", str(file)]) == 1


def test_hands_are_read_page_by_page(rng, monkeypatch):
    monkeypatch.setattr("games.pagination.HandPages.page_size", 2)
    sitting = Sitting.of(**ALONE, options={"target": 40, "max_envido": 2}, ruleset="traditional")
    sitting.play_out(rng)
    phone, numbers, link = Phone(), [], API + sitting.path("hands")
    while link:
        page = phone.get(link).json()
        assert_shape("HandPage", page)
        numbers += [hand["number"] for hand in page["hands"]]
        link = page["next"]
    assert numbers == list(range(1, sitting.row().hand_number + 1))
    assert len(numbers) > 4


def test_the_inbox_holds_what_waits_for_me_and_nothing_else():
    slow = _at_grande(turn_seconds=3600)
    fast = _at_grande(turn_seconds=30)
    phone = slow.phones[0]
    Seat.objects.filter(table_id=fast.id, number=0).update(player=phone.person)
    waiting = phone.read("/me/turns")["turns"]
    assert [turn["table"] for turn in waiting] == [str(fast.id), str(slow.id)]
    assert waiting[1]["turn"] == slow.view(0)["turn"]["id"]
    assert (waiting[1]["deadline"], waiting[1]["seat"]) == (slow.view(0)["turn"]["deadline"], 0)
    slow.say("paso")
    assert [turn["table"] for turn in phone.read("/me/turns")["turns"]] == [str(fast.id)]
    assert len(slow.phones[1].read("/me/turns")["turns"]) == 1


def test_a_view_is_not_sent_twice():
    sitting = _at_grande()
    phone, path = sitting.phones[0], API + sitting.path()
    first = phone.get(path)
    again = phone.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "private, no-cache"
    for stale in ('"0-0"', 'W/"0-0"', ""):
        assert phone.get(path, headers={"If-None-Match": stale}).status_code == 200
    several = f'"0-0", {first["ETag"]}'
    assert phone.get(path, headers={"If-None-Match": several}).status_code == 304
    sitting.say("paso")
    fresh = phone.get(path, headers={"If-None-Match": first["ETag"]})
    assert (fresh.status_code, fresh.json()["version"]) == (200, first.json()["version"] + 1)
    assert fresh["ETag"] != first["ETag"]


def test_a_fresh_view_costs_no_snapshot():
    sitting = _at_grande()
    phone, path = sitting.phones[0], API + sitting.path()
    tag = phone.get(path)["ETag"]
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert phone.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) == 2, "the token; the table with its seats"
    assert not any('"games_table"."state"' in query["sql"].split("WHERE")[0] for query in asked)


def test_each_reader_has_a_tag_of_his_own():
    sitting = _at_grande()
    path = API + sitting.path()
    tags = [phone.get(path)["ETag"] for phone in (*sitting.phones.values(), Phone())]
    assert len(set(tags)) == 5
    assert sitting.phones[1].get(path, headers={"If-None-Match": tags[0]}).status_code == 200


def _changes(sitting):
    """Ways in which a view changes without a new event."""

    def rename():
        person = sitting.phones[1].person
        person.username = "another"
        person.save()

    def park():
        row = Table.objects.get(pk=sitting.id)
        row.status = Table.Status.PARKED
        row.stop_clock()
        row.save()

    def give_time_back():
        row = Table.objects.get(pk=sitting.id)
        row.deadline = datetime.fromisoformat("2199-01-01T00:00:00Z")
        row.save()

    def miss():
        Seat.objects.filter(table_id=sitting.id, number=3).update(missed_turns=1)

    return {"rename": rename, "park": park, "give time back": give_time_back, "miss": miss}


@pytest.mark.parametrize("name", ["rename", "park", "give time back", "miss"])
def test_the_tag_follows_what_no_event_tells(name):
    sitting = _at_grande()
    path = API + sitting.path()
    before = sitting.phones[0].get(path)
    _changes(sitting)[name]()
    after = sitting.phones[0].get(path, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.json() != before.json()


def test_the_tag_tells_of_a_rematch(rng):
    sitting = Sitting.of(seats=[None, BOT, None, BOT], options={"target": 25})
    sitting.play_out(rng)
    before = sitting.phones[0].get(API + sitting.path())["ETag"]
    sitting.phones[2].do(sitting.path("rematch"), expect=201)
    after = sitting.phones[0].get(API + sitting.path(), headers={"If-None-Match": before})
    assert "rematch" in after.json()


@pytest.mark.parametrize(
    "path", ["/me/turns", "/me/tables", "/tables", "/rulesets", "/signs", "/me", "/meta"]
)
def test_every_answer_to_a_get_has_a_tag(path):
    phone = _at_grande().phones[0]
    first = phone.get(API + path)
    again = phone.get(API + path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_inbox_is_sent_again_when_it_has_changed():
    sitting = _at_grande()
    phone = sitting.phones[0]
    tag = phone.get(API + "/me/turns")["ETag"]
    sitting.say("paso")
    again = phone.get(API + "/me/turns", headers={"If-None-Match": tag})
    assert (again.status_code, again.json()) == (200, {"turns": []})


def test_rulesets_and_options_need_no_token(client):
    answer = client.get(API + "/rulesets")
    assert_shape("RulesetList", answer.json())
    assert {ruleset["name"] for ruleset in answer.json()["rulesets"]} == set(RULESETS)
    assert [option["name"] for option in answer.json()["options"]] == list(OPTIONS)
    for ruleset in answer.json()["rulesets"]:
        assert set(ruleset["options"]) == set(OPTIONS)


def test_the_options_of_a_ruleset_open_a_table_like_it(client):
    for ruleset in client.get(API + "/rulesets").json()["rulesets"]:
        view = Phone().do("/tables", {"ruleset": ruleset["name"], "options": ruleset["options"]}, expect=201)
        assert view["options"] == ruleset["options"]


def test_signs_need_no_token(client):
    answer = client.get(API + "/signs")
    assert_shape("SignList", answer.json())
    assert [sign["gesture"] for sign in answer.json()["signs"]] == list(GESTURES)


def test_seat_views_are_for_one_reader_only():
    sitting = _at_grande()
    for rest in ("", "events", "hands"):
        answer = sitting.phones[0].get(API + sitting.path(rest), headers={"Accept-Language": "en"})
        assert answer["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept-Language"} <= set(answer["Vary"].split(", "))
        assert answer["Content-Language"] == "en"
        assert answer["Content-Type"] == "application/json"


def test_a_view_is_utf8_as_it_is():
    phone = Phone("Íñigo")
    answer = phone.get(API + phone.send("/tables").json()["id"].join(["/tables/", ""]))
    assert "Íñigo".encode() in answer.content


@pytest.mark.parametrize("kill", ["expire", "delete", "deactivate", "nonsense"])
@pytest.mark.parametrize("path", ["", "events", "hands", "hands/1"])
def test_a_dead_token_reads_nothing(kill, path):
    sitting = _at_grande()
    phone = sitting.phones[0]
    tokens = Token.objects.filter(user=phone.person)
    if kill == "expire":
        tokens.update(expiry=datetime.fromisoformat("2020-01-01T00:00:00Z"))
    elif kill == "delete":
        tokens.delete()
    elif kill == "deactivate":
        phone.person.is_active = False
        phone.person.save()
    headers = {"Authorization": "Bearer ñ" if kill == "nonsense" else phone.defaults["HTTP_AUTHORIZATION"]}
    answer = phone.get(API + sitting.path(path), headers=headers)
    assert_refused(answer, "auth.required")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_an_address_takes_an_id_in_capitals_too():
    """Swift writes its UUIDs so."""
    sitting = Sitting.of(**ALONE)
    phone, shouted = sitting.phones[0], str(sitting.id).upper()
    view = phone.read(f"/tables/{shouted}")
    assert view["id"] == str(sitting.id)
    assert phone.get("/api/v1/tables/" + shouted, headers={"If-None-Match": "x"}).status_code == 200
    assert phone.send(f"/tables/{shouted}/leave").status_code == 200
