"""Playing over HTTP: the answer to an action, and every refusal in its order."""

from uuid import uuid4

import pytest

from tests.api.phones import ALONE, Phone, Sitting
from tests.api.refusals import assert_refused, codes_of, nothing_changes
from tests.engine.tables import PAIRED, PLAIN, at_grande, dealt
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


def _table(hands=PLAIN, *, cut=False, **body) -> Sitting:
    """Four people with these cards, seat 0 mano; asked for mus, or at the grande."""
    sitting = Sitting.of(**body)
    match = Match(sitting.id)
    match.put((at_grande if cut else dealt)(match.rules(), hands))
    return sitting


def test_an_accepted_action_brings_its_event_and_the_view():
    sitting = _table(cut=True)
    turn = sitting.row().turn_id
    answer = sitting.act(0, {"type": "envido", "amount": 5})
    assert answer.status_code == 200
    accepted, view = answer.json()["accepted"], answer.json()["table"]
    assert accepted["data"] == {"type": "envido", "amount": 5}
    assert (accepted["type"], accepted["seat"], accepted["by"]) == ("action", 0, "player")
    assert accepted["seq"] == view["version"] == sitting.row().version
    assert view["turn"]["id"] == turn + 1
    assert view == sitting.view(0)


def test_what_the_four_see_of_a_bet():
    """The example of the contract: a bet, a refusal that waits for the partner, and what he may say."""
    sitting = _table(cut=True)
    sitting.say("paso", "envido 5", "confirm", "no_quiero")
    view = sitting.view(0)
    assert view["hand"]["standing"] == {
        "lance": "grande",
        "bet": 5,
        "ordago": False,
        "seat": 1,
        "accepted": 0,
    }
    assert view["hand"]["proposal"] == {"seat": 2, "type": "no_quiero"}
    assert view["hand"]["lances"] == [{"lance": "grande", "status": "open", "stake": 5, "deje": 0}]
    assert view["hand"]["declarations"] is None
    assert (view["turn"]["seats"], view["turn"]["kind"]) == ([0], "confirm")
    assert view["legal_actions"] == [
        {"type": "confirm"},
        {"type": "quiero"},
        {"type": "envido", "min": 6, "max": 40},
        {"type": "ordago"},
    ]
    said = [seat.get("said") for seat in view["seats"]]
    assert said == [
        {"type": "paso"},
        {"type": "envido", "amount": 5},
        {"type": "no_quiero"},
        {"type": "confirm"},
    ]
    for number in (1, 2, 3):
        assert sitting.view(number)["legal_actions"] == []
        assert sitting.view(number)["hand"]["proposal"] == view["hand"]["proposal"]


def test_declarations_come_with_their_lance():
    sitting = _table(PAIRED, cut=True)
    sitting.say(*["paso"] * 4)
    assert sitting.view()["hand"]["declarations"] is None
    sitting.say(*["paso"] * 4)
    assert sitting.view()["hand"]["declarations"] == {"pares": [True] * 4}
    sitting.say(*["paso"] * 4)
    assert sitting.view()["hand"]["declarations"] == {"pares": [True] * 4, "juego": [False] * 4}


def test_the_pending_word_said_again_is_a_confirmation():
    sitting = _table(cut=True)
    sitting.say("envido 5")
    answer = sitting.act(2, {"type": "envido", "amount": 5})
    assert answer.json()["accepted"]["data"] == {"type": "confirm"}


def test_a_simultaneous_discard_tells_nobody_anything_before_the_fourth():
    sitting = _table()
    sitting.say(*["mus"] * 4)
    turn = sitting.view(0)["turn"]
    for number, card in ((2, "7e"), (0, "7o"), (3, "7b")):
        answer = sitting.act(number, {"type": "discard", "cards": [card]})
        assert answer.status_code == 200, "the question is the same for all four"
        watcher = sitting.view(1)
        assert watcher["turn"]["id"] == turn["id"]
        assert watcher["turn"]["deadline"] == turn["deadline"]
        assert watcher["hand"]["cards_held"] == [4, 4, 4, 4]
        assert number not in watcher["turn"]["seats"]
        assert sitting.view(number)["hand"]["your_cards"] == answer.json()["table"]["hand"]["your_cards"]
        seen = sitting.phones[1].read(sitting.path("events"), after=sitting.row().version - 1)["events"]
        assert seen[0]["data"] == {"type": "discard"}
        own = sitting.phones[number].read(sitting.path("events"), after=sitting.row().version - 1)["events"]
        assert own[0]["data"] == {"type": "discard", "cards": [card]}
    sitting.act(1, {"type": "discard", "cards": ["7c", "6c"]})
    told = [
        sitting.phones[number].read(sitting.path("events"), after=sitting.row().version - 1)["events"][0]
        for number in range(4)
    ]
    assert {tuple(event["data"]["counts"]) for event in told} == {(1, 2, 1, 1)}
    assert [len(event["data"]["cards"]) for event in told] == [1, 2, 1, 1]
    assert sitting.view(1)["hand"]["mus_round"] == 1


REFUSALS = [
    ("envido below", True, 0, {"type": "envido", "amount": 1}, "amount_too_low"),
    ("envido of nothing", True, 0, {"type": "envido", "amount": 0}, "amount_too_low"),
    ("a negative envido", True, 0, {"type": "envido", "amount": -5}, "amount_too_low"),
    ("envido above", True, 0, {"type": "envido", "amount": 41}, "amount_too_high"),
    ("a huge envido", True, 0, {"type": "envido", "amount": 10**40}, "amount_too_high"),
    ("an answer to nothing", True, 0, {"type": "quiero"}, "nothing_to_answer"),
    ("mus after the cut", True, 0, {"type": "mus"}, "wrong_phase"),
    ("a bet before the cut", False, 0, {"type": "envido", "amount": 5}, "wrong_phase"),
    ("a discard before four mus", False, 0, {"type": "discard", "cards": ["7o"]}, "wrong_phase"),
]


@pytest.mark.parametrize(
    ("cut", "number", "action", "reason"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_what_is_not_allowed_now(cut, number, action, reason):
    sitting = _table(cut=cut)
    with nothing_changes():
        problem = assert_refused(sitting.act(number, action), "action.illegal")
    assert problem["reason"] == reason
    assert problem["legal_actions"] == sitting.view(number)["legal_actions"] != []


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["1o"], "card_not_held"),
        (["7c"], "card_not_held"),
        (["7o", "7o"], "duplicate_card"),
        ([], "wrong_card_count"),
        (["7o", "6o", "5o", "4o", "3o"], "wrong_card_count"),
    ],
    ids=["nobody's", "another seat's", "twice the same", "none", "five"],
)
def test_cards_that_cannot_be_discarded(cards, reason):
    sitting = _table()
    sitting.say(*["mus"] * 4)
    with nothing_changes():
        problem = assert_refused(sitting.act(0, {"type": "discard", "cards": cards}), "action.illegal")
    assert problem["reason"] == reason
    assert problem["legal_actions"] == [{"type": "discard", "min": 1, "max": 4}]


def test_a_stale_question_brings_the_one_that_stands():
    sitting = _table(cut=True)
    old = sitting.row().turn_id
    sitting.say("paso")
    with nothing_changes():
        for turn in (old, 0, -1, 10**30):
            problem = assert_refused(sitting.act(1, {"type": "paso"}, turn=turn), "table.stale_turn")
            assert problem["turn"] == sitting.view(1)["turn"]


def test_who_has_answered_a_question_of_all_four_has_a_stale_one():
    sitting = _table()
    sitting.say(*["mus"] * 4)
    sitting.act(0, {"type": "discard", "cards": ["7o"]})
    with nothing_changes():
        problem = assert_refused(sitting.act(0, {"type": "discard", "cards": ["6o"]}), "table.stale_turn")
    assert problem["turn"]["seats"] == [1, 2, 3]


def test_a_question_to_somebody_else():
    sitting = _table(cut=True)
    with nothing_changes():
        for number in (1, 2, 3):
            problem = assert_refused(sitting.act(number, {"type": "paso"}), "table.not_your_turn")
            assert problem["turn"]["seats"] == [0]


def test_who_only_looks_on():
    sitting = _table(cut=True)
    onlooker = Phone()
    view = onlooker.read(sitting.path())
    assert "your_cards" not in view["hand"]
    assert not any(seat["you"] for seat in view["seats"])
    assert view["legal_actions"] == []
    with nothing_changes():
        for rest, body in (
            ("actions", {"turn": view["turn"]["id"], "type": "paso"}),
            ("signs", {"gesture": "wink"}),
            ("leave", {}),
            ("return", {}),
            ("resign", {}),
            ("rematch", {}),
            ("start", {}),
        ):
            assert_refused(onlooker.send(sitting.path(rest), body), "table.not_seated")


@pytest.mark.parametrize("status", ["open", "finished", "abandoned", "parked"])
def test_a_table_where_no_match_is_played(status, rng):
    sitting = _in_status(status, rng)
    phone = sitting.phones[0]
    with nothing_changes():
        for rest, body in (
            ("actions", {"turn": 1, "type": "mus"}),
            ("signs", {"gesture": "wink"}),
            ("return", {}),
            ("resign", {}),
            *([("leave", {})] if status != "open" else []),
        ):
            problem = assert_refused(phone.send(sitting.path(rest), body), "table.not_playing")
            assert problem["table_status"] == status


def _in_status(status: str, rng) -> Sitting:
    if status == "open":
        return Sitting.opened()
    sitting = Sitting.of(**ALONE, options={"target": 25})
    if status == "finished":
        sitting.play_out(rng)
    else:
        row = sitting.row()
        row.status = status
        row.stop_clock()
        row.save()
    return sitting


def test_the_order_of_the_checks(rng):
    """Shape, visibility, key, table status, turn, seat, legality: what is wrong first is told."""
    sitting, hidden = _table(cut=True), Sitting.of(visibility="private", **ALONE)
    finished = Sitting.of(**ALONE, options={"target": 25})
    finished.play_out(rng)
    phone, used = Phone(), str(uuid4())
    illegal = {"type": "quiero"}
    player = sitting.phones[0]
    player.send("/tables", {}, key=used)
    finished.phones[0].send("/tables", {}, key=used)
    malformed = {"turn": "x", "type": "quiero"}
    with nothing_changes():
        assert_refused(phone.send(hidden.path("actions"), malformed, key="bad"), "request.malformed")
        assert_refused(
            phone.send(hidden.path("actions"), {"turn": 0, **illegal}, key="bad"), "idempotency.key_malformed"
        )
        player_elsewhere = player.send(hidden.path("actions"), {"turn": 0, **illegal}, key=used)
        assert_refused(player_elsewhere, "table.not_found")
        assert_refused(
            player.send(finished.path("actions"), {"turn": 0, **illegal}, key=used), "table.not_seated"
        )
        assert_refused(
            finished.phones[0].send(finished.path("actions"), {"turn": 0, **illegal}, key=used),
            "idempotency.key_reused",
        )
        assert_refused(
            finished.phones[0].send(finished.path("actions"), {"turn": 0, **illegal}), "table.not_playing"
        )
        assert_refused(sitting.act(1, illegal, turn=0), "table.stale_turn")
        assert_refused(sitting.act(1, illegal), "table.not_your_turn")
        assert_refused(sitting.act(0, illegal), "action.illegal")


def test_every_code_of_the_table_is_documented():
    assert codes_of("play") >= {
        "request.malformed",
        "auth.required",
        "table.not_found",
        "table.not_seated",
        "table.not_playing",
        "table.stale_turn",
        "table.not_your_turn",
        "action.illegal",
        "idempotency.key_reused",
        "idempotency.key_malformed",
        "table.busy",
    }


def test_a_repeated_action_gets_the_first_answer_again():
    sitting = _table(cut=True)
    key, body = str(uuid4()), {"turn": sitting.row().turn_id, "type": "paso"}
    first = sitting.phones[0].send(sitting.path("actions"), body, key=key)
    sitting.say("paso", "paso")
    with nothing_changes():
        again = sitting.phones[0].send(sitting.path("actions"), body, key=key)
        other = sitting.phones[0].send(sitting.path("actions"), {**body, "type": "ordago"}, key=key)
        elsewhere = sitting.phones[0].send(sitting.path("signs"), {"gesture": "wink"}, key=key)
    assert (again.status_code, again.content) == (200, first.content)
    assert again["Idempotency-Replayed"] == "true"
    assert_refused(other, "idempotency.key_reused")
    assert_refused(elsewhere, "idempotency.key_reused")


def test_a_refusal_is_not_kept_under_its_key():
    sitting = _table(cut=True)
    key = str(uuid4())
    assert_refused(sitting.act(0, {"type": "quiero"}, key=key), "action.illegal")
    assert sitting.act(0, {"type": "paso"}, key=key).status_code == 200


def test_a_match_is_played_to_its_end_and_the_next_hand_is_always_there(rng):
    sitting = Sitting.of(ruleset="traditional", options={"target": 25, "games_to_win": 1}, **ALONE)
    while sitting.row().status == "playing":
        sitting.settle()
        view = sitting.view()
        if view["status"] == "playing":
            assert view["hand"] is not None
            assert view["turn"] is not None
            assert (view["last_hand"] is None) == (view["hand"]["number"] == 1)
            sitting.step(rng)
    view = sitting.view()
    assert view["match"]["winner"] in (0, 1)
    assert (view["turn"], view["legal_actions"]) == (None, [])
    assert sitting.phones[0].read("/me/turns")["turns"] == []
