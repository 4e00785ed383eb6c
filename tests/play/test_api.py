"""The client over a bad network: a wish is sent until it is answered, and done once."""

import pytest

from games.models import Event
from musapi.play.api import Refused, Unreachable
from tests.play.conftest import Guest, four_at_a_table
from tests.play.weather import LOSE_ANSWER, LOSE_REQUEST, Weather

pytestmark = pytest.mark.django_db


def answers(guests: list[Guest], table: str) -> tuple[Guest, dict]:
    """Who is asked, and what he would say first."""
    turn = guests[0].api.get(f"/tables/{table}")["turn"]
    return guests[turn["seats"][0]], {"turn": turn["id"], "type": "no_mus"}


@pytest.fixture
def begun() -> tuple[str, list[Guest]]:
    return four_at_a_table(Guest())


@pytest.mark.parametrize(
    "fates",
    [
        (LOSE_ANSWER,),
        (LOSE_REQUEST, LOSE_ANSWER, LOSE_ANSWER),
        ((502, {}), LOSE_ANSWER, (503, {"Retry-After": "2"})),
    ],
)
def test_a_lost_answer_is_asked_for_again_with_the_same_key(begun, fates) -> None:
    table, guests = begun
    guest, action = answers(guests, table)
    guest.weather.at, guest.weather.fates = "/actions", list(fates)
    answer = guest.api.post(f"/tables/{table}/actions", action)
    assert len(guest.weather.sent) == len(fates) + 1
    assert len(set(guest.weather.keys)) == 1
    said = Event.objects.get(table=table, type="action")
    assert (said.seq, said.data) == (answer["accepted"]["seq"], {"type": "no_mus"})


def test_another_wish_has_another_key(begun) -> None:
    table, guests = begun
    guest, _ = answers(guests, table)
    guest.weather.at = "/messages"
    for _ in range(2):
        guest.api.post(f"/tables/{table}/messages", {"text": "hello"})
    assert len(set(guest.weather.keys)) == 2
    assert Event.objects.filter(table=table, type="message").count() == 2


@pytest.mark.parametrize("status", [429, 503])
def test_the_server_is_left_alone_as_long_as_it_asks(begun, status: int) -> None:
    table, guests = begun
    guest, action = answers(guests, table)
    guest.weather.at, guest.weather.fates = "/actions", [(status, {"Retry-After": "7"})]
    guest.api.post(f"/tables/{table}/actions", action)
    [nap] = guest.naps
    assert 7 < nap < 8


def test_pauses_grow_and_the_person_is_told_in_the_end() -> None:
    guest = Guest(Weather("/signs", *[LOSE_REQUEST] * 1000))
    told: list[str] = []
    guest.api.troubled = told.append
    with pytest.raises(Unreachable, match=r"^No server answers at http://localhost[.]$"):
        guest.api.get("/signs")
    assert guest.naps[0] < 0.3
    assert guest.naps[-1] >= 2.5
    assert 60 < sum(guest.naps) < 70
    assert set(told) == {"No server answers at http://localhost."}


def test_a_wait_beyond_patience_is_not_begun() -> None:
    guest = Guest(Weather("/signs", (429, {"Retry-After": "300"})))
    with pytest.raises(Refused) as refusal:
        guest.api.get("/signs")
    assert refusal.value.status == 429
    assert guest.naps == []


def test_trouble_is_over_with_the_answer() -> None:
    guest = Guest(Weather("/signs", LOSE_ANSWER))
    told: list[str] = []
    guest.api.troubled = told.append
    guest.api.get("/signs")
    assert told == ["The connection to http://localhost broke off.", ""]


def test_a_stale_turn_is_a_refusal_in_the_readers_language(begun) -> None:
    table, guests = begun
    guest, action = answers(guests, table)
    guest.api.post(f"/tables/{table}/actions", action)
    guest.api.http.headers["Accept-Language"] = "eu"
    with pytest.raises(Refused) as refusal:
        guest.api.post(f"/tables/{table}/actions", action)
    assert refusal.value.code == "table.stale_turn"
    assert refusal.value.problem["turn"]["id"] != action["turn"]
    assert refusal.value.detail == "Galdera aldatu da, edo erantzun duzu jada."
    assert guest.naps == []


def test_every_field_that_is_wrong_is_told() -> None:
    with pytest.raises(Refused) as refusal:
        Guest().api.post("/tables", {"options": {"target": 39}})
    assert "25, 30, 35, 40" in refusal.value.detail
