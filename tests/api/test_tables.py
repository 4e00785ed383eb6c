"""Tables over HTTP: opening, finding, sitting down, getting up, starting, playing again."""

from base64 import b64encode
from uuid import UUID, uuid4

import pytest

from games.models import Seat, Table
from tests.api.phones import ALONE, BOT, Phone, Sitting, seat_of
from tests.api.refusals import assert_refused, nothing_changes
from tests.api.shapes import assert_shape

pytestmark = pytest.mark.django_db


def _kinds(view):
    return [seat["kind"] for seat in view["seats"]]


def _ids(page):
    return [table["id"] for table in page["results"]]


def test_a_table_is_opened_with_what_was_left_out_filled_in():
    phone = Phone()
    answer = phone.send("/tables")
    assert answer.status_code == 201
    view = answer.json()
    assert answer["Location"] == f"/api/v1/tables/{view['id']}"
    assert phone.get(answer["Location"]).json() == view
    assert UUID(view["id"]).version == 7
    assert (view["status"], view["visibility"], view["ruleset"]) == ("open", "public", "gametwist")
    assert (view["turn_seconds"], view["auto_start"], view["chat"]) == (60, True, True)
    assert len(view["options"]) == 25
    assert (view["options"]["target"], view["options"]["max_envido"]) == (40, 40)
    assert _kinds(view) == ["player", "empty", "empty", "empty"]
    assert seat_of(view) == 0
    assert view["seats"][0]["player"] == {"username": phone.person.username}
    assert view["seats"][0]["creator"]
    assert (view["hand"], view["turn"], view["last_hand"]) == (None, None, None)
    assert (view["legal_actions"], view["signs"]) == ([], [])
    assert "join_code" not in view


def test_the_creator_takes_the_first_free_seat_and_bots_theirs():
    view = Phone().do("/tables", {"seats": [BOT, None, None, {"bot": "casual"}]}, expect=201)
    assert _kinds(view) == ["bot", "player", "empty", "bot"]
    assert seat_of(view) == 1
    assert [seat.get("level") for seat in view["seats"]] == ["novice", None, None, "casual"]


def test_a_table_with_three_bots_starts_at_once():
    view = Phone().do("/tables", {**ALONE, "options": {"target": 25, "games_to_win": 2}}, expect=201)
    assert view["status"] == "playing"
    assert not any("creator" in seat for seat in view["seats"])
    assert view["match"]["games_to_win"] == 2
    assert len(view["hand"]["your_cards"]) == 4


def test_the_fourth_person_starts_the_match():
    sitting = Sitting.opened()
    for number in (1, 2):
        sitting.join(number)
        assert sitting.row().status == "open"
    sitting.join(3)
    assert sitting.row().status == "playing"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"visibility": "secret"}, "/visibility"),
        ({"ruleset": "poker"}, "/ruleset"),
        ({"turn_seconds": 9}, "/turn_seconds"),
        ({"turn_seconds": 1_209_601}, "/turn_seconds"),
        ({"options": {"target": 41}}, "/options/target"),
        ({"options": {"target": "40"}}, "/options/target"),
        ({"options": {"colour": "green"}}, "/options/colour"),
        ({"options": {"min_envido": 41}}, "/options/min_envido"),
        ({"options": {"paso_stake": [1, 1]}}, "/options/paso_stake"),
        ({"seats": [None] * 3}, "/seats"),
        ({"seats": [None] * 5}, "/seats"),
        ({"seats": []}, "/seats"),
        ({"seats": [BOT] * 4}, "/seats"),
        ({"seats": [None, {"bot": "expert"}, None, None]}, "/seats/1/bot"),
    ],
)
def test_settings_that_cannot_be_used_are_named(body, pointer):
    phone = Phone()
    with nothing_changes():
        problem = assert_refused(phone.send("/tables", body), "table.invalid")
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


@pytest.mark.parametrize("seconds", [10, 1_209_600])
def test_the_limits_of_a_turn_can_be_used(seconds):
    assert Phone().do("/tables", {"turn_seconds": seconds}, expect=201)["turn_seconds"] == seconds


def test_open_tables_are_those_i_could_join():
    mine, other = Sitting.opened(), Sitting.opened(ruleset="traditional")
    Sitting.opened(visibility="private")
    Sitting.of(**ALONE)
    reader = mine.phones[0]
    assert _ids(reader.read("/tables")) == [str(other.id)]
    assert set(_ids(Phone().read("/tables"))) == {str(mine.id), str(other.id)}
    assert _ids(Phone().read("/tables", ruleset="gametwist", status="open")) == [str(mine.id)]


def test_my_tables_are_those_where_i_sit():
    sitting = Sitting.opened(visibility="private")
    Sitting.opened()
    phone = sitting.phones[0]
    playing = phone.do("/tables", ALONE, expect=201)["id"]
    assert _ids(phone.read("/me/tables")) == [playing, str(sitting.id)]
    assert _ids(phone.read("/me/tables", status="playing")) == [playing]
    assert _ids(phone.read("/me/tables", status="finished")) == []
    for table in phone.read("/me/tables")["results"]:
        assert_shape("TableSummary", table)
        assert seat_of(table) == 0
        assert "winner" not in table


def test_a_list_tells_who_has_won():
    sitting = Sitting.of(**ALONE)
    sitting.phones[0].do(sitting.path("resign"))
    [table] = sitting.phones[0].read("/me/tables", status="finished")["results"]
    assert_shape("TableSummary", table)
    assert table["winner"] == 1
    assert table["finished_at"] > table["created_at"]


def test_lists_are_read_page_by_page():
    made = [str(Sitting.opened().id) for _ in range(45)]
    phone, seen, sizes, link = Phone(), [], [], "/api/v1/tables"
    while link:
        page = phone.get(link).json()
        seen += _ids(page)
        sizes.append(len(page["results"]))
        link = page["next"]
    assert seen == made[::-1]
    assert sizes == [20, 20, 5]
    assert "count" not in page
    assert _ids(phone.get(page["previous"]).json()) == made[::-1][20:40]


def test_a_page_stays_where_it_is_while_tables_are_opened():
    made = [str(Sitting.opened().id) for _ in range(25)]
    phone = Phone()
    first = phone.read("/tables")
    Sitting.opened()
    assert _ids(phone.get(first["next"]).json()) == made[4::-1]


@pytest.mark.parametrize("cursor", ["x", "cD1hYmM=", "cD1hYmM", "bz0tMQ==", "cj14", "ñ", "\ud7ff"])
@pytest.mark.parametrize("path", ["/tables", "/me/tables", "hands"])
def test_a_cursor_that_is_none_of_ours(path, cursor):
    sitting = Sitting.of(**ALONE)
    address = sitting.path("hands") if path == "hands" else path
    answer = sitting.phones[0].get("/api/v1" + address, {"cursor": cursor})
    problem = assert_refused(answer, "request.malformed")
    assert [error["parameter"] for error in problem["errors"]] == ["cursor"]


def test_a_cursor_beyond_the_last_hand():
    sitting = Sitting.of(**ALONE)
    beyond = b64encode(b"p=99999999999999999999999").decode()
    assert sitting.phones[0].read(sitting.path("hands"), cursor=beyond)["hands"] == []


def test_a_seat_is_chosen_or_given():
    sitting = Sitting.opened()
    assert seat_of(Phone().do(sitting.path("join"), {"seat": 3})) == 3
    assert seat_of(Phone().do(sitting.path("join"))) == 1
    assert seat_of(Phone().do(sitting.path("join"), {})) == 2


def test_a_seat_is_taken_once():
    sitting = Sitting.opened()
    with nothing_changes():
        assert_refused(Phone().send(sitting.path("join"), {"seat": 0}), "table.seat_taken")
        assert_refused(sitting.phones[0].send(sitting.path("join"), {"seat": 1}), "table.already_seated")


def test_nobody_sits_down_at_a_table_where_four_people_play():
    sitting = Sitting.of()
    assert_refused(Phone().send(sitting.path("join")), "table.full")


def test_a_full_table_that_waits_for_its_creator():
    sitting = Sitting.of(auto_start=False)
    assert sitting.row().status == "open"
    with nothing_changes():
        assert_refused(Phone().send(sitting.path("join")), "table.full")
        assert_refused(sitting.phones[1].send(sitting.path("start")), "table.not_creator")
        assert_refused(Phone().send(sitting.path("start")), "table.not_seated")
    assert sitting.phones[0].do(sitting.path("start"))["status"] == "playing"
    assert_refused(sitting.phones[0].send(sitting.path("start")), "table.not_open")


def test_a_table_does_not_start_with_a_free_seat():
    sitting = Sitting.opened(auto_start=False, seats=[None, None, BOT, BOT])
    with nothing_changes():
        assert_refused(sitting.phones[0].send(sitting.path("start")), "table.not_full")


def test_a_private_table_is_entered_with_its_code_only():
    sitting = Sitting.opened(visibility="private")
    code = sitting.view()["join_code"]
    stranger = Phone()
    with nothing_changes():
        assert_refused(stranger.get("/api/v1" + sitting.path()), "table.not_found")
        assert_refused(stranger.send(sitting.path("join")), "table.not_found")
        assert_refused(stranger.send("/tables/join", {"code": "2222222222"}), "table.not_found")
        assert_refused(stranger.send("/tables/join", {"code": ""}), "request.invalid")
    view = stranger.do("/tables/join", {"code": f" {code.lower()} "})
    assert seat_of(view) == 1
    assert view["join_code"] == code
    assert stranger.read(sitting.path())["join_code"] == code
    assert_refused(stranger.send("/tables/join", {"code": code}), "table.already_seated")


def test_a_bot_is_put_on_a_seat_by_the_creator():
    sitting = Sitting.opened()
    sitting.join(1)
    creator, guest = sitting.phones[0], sitting.phones[1]
    with nothing_changes():
        assert_refused(guest.send(sitting.path("seats/2/bot"), {"level": "casual"}), "table.not_creator")
        assert_refused(Phone().send(sitting.path("seats/2/bot"), {"level": "casual"}), "table.not_seated")
        assert_refused(creator.send(sitting.path("seats/1/bot"), {"level": "casual"}), "table.seat_taken")
        problem = assert_refused(
            creator.send(sitting.path("seats/2/bot"), {"level": "genius"}), "table.invalid"
        )
        assert problem["errors"][0]["pointer"] == "/level"
        assert_refused(creator.send(sitting.path("seats/2/bot")), "request.malformed")
        assert_refused(creator.send(sitting.path("seats/4/bot"), {"level": "casual"}), "request.not_found")
        assert_refused(creator.send(sitting.path("seats/-1/bot"), {"level": "casual"}), "request.not_found")
    assert creator.do(sitting.path("seats/2/bot"), {"level": "casual"})["seats"][2]["level"] == "casual"
    view = creator.do(sitting.path("seats/3/bot"), {"level": "novice"})
    assert view["status"] == "playing"
    assert_refused(creator.send(sitting.path("seats/3/bot"), {"level": "novice"}), "table.not_open")


def test_getting_up_before_the_start_frees_the_seat():
    sitting = Sitting.opened()
    guest = sitting.join(1)
    assert guest.do(sitting.path("leave"))["seats"][1]["kind"] == "empty"
    assert _ids(guest.read("/me/tables")) == []
    with nothing_changes():
        assert_refused(guest.send(sitting.path("leave")), "table.not_seated")


def test_the_next_person_owns_a_table_its_creator_has_left():
    sitting = Sitting.opened(auto_start=False)
    guest = sitting.join(2)
    sitting.phones[0].do(sitting.path("leave"))
    guest.do(sitting.path("seats/0/bot"), {"level": "novice"})
    assert sitting.row().creator == guest.person
    Phone().do(sitting.path("join"), {"seat": 1})
    told = [seat.get("creator") for seat in guest.read(sitting.path())["seats"]]
    assert told == [None, None, True, None]


def test_the_last_to_get_up_closes_the_table():
    sitting = Sitting.opened()
    assert sitting.phones[0].do(sitting.path("leave"))["status"] == "abandoned"
    problem = assert_refused(Phone().send(sitting.path("join")), "table.not_open")
    assert problem["table_status"] == "abandoned"
    assert _ids(Phone().read("/tables")) == []


def test_a_rematch_keeps_a_seat_for_everybody(rng):
    sitting = Sitting.of(seats=[None, BOT, None, BOT], options={"target": 25}, turn_seconds=90)
    early = sitting.phones[0].send(sitting.path("rematch"))
    assert_refused(early, "table.not_finished")
    sitting.play_out(rng)
    with nothing_changes():
        assert_refused(Phone().send(sitting.path("rematch")), "table.not_seated")
    opened = sitting.phones[2].send(sitting.path("rematch"), {"client_seed": "again"})
    assert opened.status_code == 201
    view = opened.json()
    assert opened["Location"] == f"/api/v1/tables/{view['id']}"
    assert (view["status"], view["turn_seconds"], view["options"]["target"]) == ("open", 90, 25)
    assert seat_of(view) == 2
    assert view["seats"][0]["reserved"]
    assert sitting.view()["rematch"] == view["id"]
    assert_refused(Phone().send(f"/tables/{view['id']}/join"), "table.seat_taken")
    second = sitting.phones[0].send(sitting.path("rematch"))
    assert (second.status_code, second.json()["status"], seat_of(second.json())) == (200, "playing", 0)
    assert "Location" not in second
    with nothing_changes():
        again = sitting.phones[0].send(sitting.path("rematch"))
    assert (again.status_code, again.json()) == (200, second.json())


def test_a_client_seed_is_kept_and_told_only_when_hands_are_over(rng):
    sitting = Sitting.opened(client_seed="lluvia", seats=[None, BOT, BOT, BOT])
    assert "lluvia" not in str(sitting.view())
    sitting.play_out(rng)
    hand = sitting.phones[0].read(sitting.path("hands/1"))
    assert hand["proof"]["client_seeds"] == ["lluvia", None, None, None]


@pytest.mark.parametrize("seed", ["", "x" * 65, 5, None])
def test_a_client_seed_of_no_use(seed):
    with nothing_changes():
        answer = Phone().send("/tables", {"client_seed": seed})
    assert answer.status_code in (400, 422)
    assert answer.json()["errors"][0]["pointer"] == "/client_seed"


@pytest.mark.parametrize(
    "rest", ["", "join", "leave", "start", "rematch", "resign", "return", "actions", "signs"]
)
def test_a_hidden_table_answers_like_one_that_does_not_exist(rest):
    hidden = Sitting.opened(visibility="private")
    stranger = Phone()
    bodies = {"actions": {"turn": 1, "type": "mus"}, "signs": {"gesture": "wink"}}

    def ask(table_id):
        address = f"/tables/{table_id}/{rest}".rstrip("/")
        return stranger.send(address, bodies.get(rest)) if rest else stranger.get("/api/v1" + address)

    with nothing_changes():
        answers = [ask(hidden.id), ask(uuid4())]
    hidden_away, not_there = (assert_refused(answer, "table.not_found") for answer in answers)
    assert hidden_away == not_there
    assert dict(answers[0].headers) == dict(answers[1].headers)


@pytest.mark.parametrize("rest", ["events", "hands", "hands/1"])
def test_what_has_happened_at_a_hidden_table_is_hidden_too(rest):
    hidden = Sitting.of(visibility="private", **ALONE)
    stranger = Phone()
    for table_id in (hidden.id, uuid4()):
        assert_refused(stranger.get(f"/api/v1/tables/{table_id}/{rest}"), "table.not_found")


def test_one_table_has_one_seat_for_a_person_whatever_is_sent():
    sitting = Sitting.opened()
    phone = sitting.phones[0]
    phone.send(sitting.path("join"), {"seat": 2})
    assert Seat.objects.filter(table_id=sitting.id, player=phone.person).count() == 1


def test_a_key_makes_opening_a_table_safe_to_repeat():
    phone, key = Phone(), str(uuid4())
    first, again = (phone.send("/tables", {"ruleset": "traditional"}, key=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert (first.content, first["Location"]) == (again.content, again["Location"])
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert Table.objects.count() == 1
    with nothing_changes():
        assert_refused(phone.send("/tables", {"ruleset": "gametwist"}, key=key), "idempotency.key_reused")
        assert_refused(phone.send("/tables/join", {"code": "x"}, key=key), "idempotency.key_reused")
        assert_refused(phone.send("/tables", {}, key="short"), "idempotency.key_malformed")
    assert Phone().send("/tables", {"ruleset": "traditional"}, key=key).json()["id"] != first.json()["id"]
