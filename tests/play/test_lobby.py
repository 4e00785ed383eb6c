"""Arriving: who one is, and at which table one sits."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from accounts.models import User
from musapi.play.api import Refused
from musapi.play.keep import Keep
from musapi.play.lobby import arrive, find_table
from musapi.play.options import parser
from musapi.play.sight import View, own_seat, stood_in_for
from musapi.play.words import Words
from tests.play.conftest import Guest

pytestmark = pytest.mark.django_db


class Asked:
    """Somebody at the keyboard, who gives this answer."""

    def __init__(self, answer: int = 0) -> None:
        self.answer = answer
        self.heard: list[Sequence[str]] = []

    def __call__(self, question: str, choices: Sequence[str]) -> int:
        self.heard.append(choices)
        return self.answer


def sits_down(guest: Guest, *arguments: str, ask: Asked | None = None) -> View:
    return find_table(guest.api, parser().parse_args(arguments), Words("en"), ask or Asked())


def test_one_is_the_same_guest_until_one_wants_to_be_new(tmp_path: Path) -> None:
    keep, guest = Keep(tmp_path / "play.json", "http://localhost"), Guest()
    names = []
    for anew in (False, False, True):
        arrive(guest.api, keep, anew=anew)
        names.append(guest.api.get("/me")["username"])
    assert names[0] == names[1] != names[2]


def test_a_token_that_has_died_makes_a_new_guest(tmp_path: Path) -> None:
    keep, guest = Keep(tmp_path / "play.json", "http://localhost"), Guest()
    keep.remember("0" * 64)
    before = User.objects.count()
    arrive(guest.api, keep, anew=False)
    assert keep.token != "0" * 64
    assert User.objects.count() == before + 1


def test_the_match_that_goes_on_comes_first() -> None:
    guest = Guest()
    first = sits_down(guest, "--option", "target=25")
    again = sits_down(guest, "--option", "target=40")
    assert (again["id"], again["options"]["target"]) == (first["id"], 25)


@pytest.mark.parametrize(("answer", "comes_back"), [(0, True), (1, False)])
def test_coming_back_is_offered_where_a_stand_in_plays(answer: int, comes_back: bool) -> None:
    guest, ask = Guest(), Asked(answer)
    table = sits_down(guest)["id"]
    guest.api.post(f"/tables/{table}/leave")
    view = sits_down(guest, ask=ask)
    assert ask.heard == [["come back", "a new table"]]
    assert (view["id"] == table) is comes_back
    assert not stood_in_for(view)


def test_a_friend_comes_in_by_the_code_in_whatever_case() -> None:
    opened = sits_down(Guest(), "--partner", "person")
    view = sits_down(Guest(), "--join", str(opened["join_code"]).lower())
    assert (view["id"], own_seat(view)) == (opened["id"], 2)


def test_a_bots_seat_at_a_public_match_is_ones_own_from_the_next_deal_on() -> None:
    view = sits_down(Guest(), "--join", sits_down(Guest())["id"])
    assert own_seat(view) is None
    assert [seat["seat"] for seat in view["seats"] if "coming" in seat] == [1]


def test_who_sits_there_already_is_back_at_once() -> None:
    guest = Guest()
    table = sits_down(guest)["id"]
    assert sits_down(guest, "--join", table)["id"] == table


def test_a_table_among_those_that_wait() -> None:
    host, guest, ask = Guest(), Guest(), Asked(1)
    opened = host.api.post("/tables", {"turn_seconds": 90})
    view = sits_down(guest, "--list", ask=ask)
    assert view["id"] == opened["id"]
    [[new, waiting]] = ask.heard
    assert new == "a new table"
    assert host.api.get("/me")["username"] in waiting
    assert waiting.endswith("gametwist · 90 s")


def test_a_wrong_code_is_told() -> None:
    with pytest.raises(Refused) as refusal:
        sits_down(Guest(), "--join", "NOSUCH")
    assert refusal.value.code == "table.not_found"
