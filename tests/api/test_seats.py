"""What a seat does beside playing, over HTTP: signs, leaving and coming back, giving up."""

import pytest

from tests.api.phones import BOT, Phone, Sitting
from tests.api.refusals import assert_refused, nothing_changes
from tests.engine.tables import JUEGO, PLAIN, at_grande, dealt
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


def _table(hands=PLAIN, *, cut=False, **body) -> Sitting:
    """Four people with these cards, seat 0 mano; asked for mus, or at the grande."""
    sitting = Sitting.of(**body)
    match = Match(sitting.id)
    match.put((at_grande if cut else dealt)(match.rules(), hands))
    return sitting


def test_a_sign_that_all_may_see():
    sitting = _table(JUEGO, cut=True)
    turn, version = sitting.row().turn_id, sitting.row().version
    view = sitting.phones[2].do(sitting.path("signs"), {"gesture": "wink"})
    assert (view["turn"]["id"], view["version"]) == (turn, version + 1)
    shown = {"seat": 2, "gesture": "wink", "meaning": "juego_31"}
    assert [sitting.view(number)["signs"] for number in range(4)] == [
        [{**shown, "for_you": number == 0}] for number in range(4)
    ]
    event = Phone().read(sitting.path("events"), after=version)["events"][0]
    assert (event["type"], event["seat"], event["data"]) == (
        "sign",
        2,
        {"gesture": "wink", "meaning": "juego_31"},
    )
    sitting.phones[2].do(sitting.path("signs"), {"gesture": "mouth_straight"})
    assert [sign["gesture"] for sign in sitting.view(1)["signs"]] == ["mouth_straight"]


def test_a_sign_for_the_partner_alone():
    sitting = _table(JUEGO, cut=True, ruleset="traditional")
    tags = [phone.get("/api/v1" + sitting.path())["ETag"] for phone in sitting.phones.values()]
    version = sitting.row().version
    sitting.phones[2].do(sitting.path("signs"), {"gesture": "wink"})
    assert [len(sitting.view(number)["signs"]) for number in range(4)] == [1, 0, 1, 0]
    assert sitting.row().version == version
    after = [phone.get("/api/v1" + sitting.path())["ETag"] for phone in sitting.phones.values()]
    assert [old != new for old, new in zip(tags, after, strict=True)] == [True, False, True, False]
    assert sitting.phones[0].read(sitting.path("events"), after=version)["events"] == []


def test_a_sign_that_is_not_true_or_not_now():
    sitting = _table(JUEGO, ruleset="traditional")
    with nothing_changes():
        early = assert_refused(
            sitting.phones[2].send(sitting.path("signs"), {"gesture": "wink"}), "sign.illegal"
        )
    assert early["reason"] == "sign_not_now"
    sitting.say("no_mus")
    with nothing_changes():
        false = assert_refused(
            sitting.phones[2].send(sitting.path("signs"), {"gesture": "kiss"}), "sign.illegal"
        )
        unknown = assert_refused(
            sitting.phones[2].send(sitting.path("signs"), {"gesture": "shrug"}), "request.malformed"
        )
    assert false["reason"] == "sign_not_true"
    assert unknown["errors"][0]["pointer"] == "/gesture"


def test_who_leaves_is_stood_in_for_and_comes_back():
    sitting = _table(cut=True)
    view = sitting.phones[0].do(sitting.path("leave"))
    assert (view["seats"][0]["kind"], view["seats"][0]["controller"]) == ("player", "bot")
    assert sitting.view(1)["seats"][0]["player"] == {"username": sitting.phones[0].person.username}
    assert sitting.phones[0].read("/me/turns")["turns"] == []
    view = sitting.phones[0].do(sitting.path("return"))
    assert view["seats"][0]["controller"] == "player"
    assert len(sitting.phones[0].read("/me/turns")["turns"]) == 1


@pytest.mark.parametrize(
    ("rest", "body", "code"),
    [
        ("actions", {"turn": 0, "type": "paso"}, "table.stale_turn"),
        ("signs", {"gesture": "wink"}, None),
        ("actions", {"type": "quiero"}, "action.illegal"),
    ],
)
def test_whatever_a_person_posts_takes_the_seat_back(rest, body, code):
    sitting = _table(cut=True)
    sitting.phones[0].do(sitting.path("leave"))
    asked = {"turn": sitting.row().turn_id, **body} if rest == "actions" else body
    answer = sitting.phones[0].send(sitting.path(rest), asked)
    if code:
        assert_refused(answer, code)
    assert sitting.view(0)["seats"][0]["controller"] == "player"


def test_reading_takes_no_seat_back():
    sitting = _table(cut=True)
    sitting.phones[0].do(sitting.path("leave"))
    for rest in ("", "events", "hands"):
        sitting.phones[0].read(sitting.path(rest))
    assert sitting.view(0)["seats"][0]["controller"] == "bot"


def test_a_pair_gives_up_when_both_do():
    sitting = _table(cut=True)
    view = sitting.phones[1].do(sitting.path("resign"))
    assert (view["status"], view["seats"][1]["resigns"]) == ("playing", True)
    assert sitting.view(0)["seats"][1]["resigns"]
    view = sitting.phones[3].do(sitting.path("resign"))
    assert (view["status"], view["match"]["winner"]) == ("finished", 0)
    assert view["match"]["master"]
    hand = sitting.phones[0].read(sitting.path("hands/1"))
    assert hand["ended_by"] == "resign"
    assert_refused(sitting.phones[1].send(sitting.path("resign")), "table.not_playing")


def test_a_bot_agrees_to_give_up():
    sitting = Sitting.of(seats=[None, None, BOT, BOT])
    assert sitting.phones[0].do(sitting.path("resign"))["match"]["winner"] == 1
