"""F49: when somebody is away, all who sit there are told of it, the partner like the rivals."""

from collections.abc import Callable
from typing import Any

import pytest

from games import clock, events
from games.models import Table
from tests.api.phones import Sitting
from tests.faults.times import run_out
from tests.games.driver import Match

pytestmark = pytest.mark.django_db


def leaves(sitting: Sitting) -> None:
    sitting.phones[0].do(sitting.path("leave"))


def is_silent(sitting: Sitting) -> None:
    """Seat 0 lets two questions run out; nobody else acts meanwhile."""
    while sitting.view(1)["seats"][0]["controller"] == "player":
        asked = sitting.row().turn_seats
        if 0 in asked:
            run_out(Match(sitting.id))
            clock.sweep()
        else:
            number, view = sitting.asked()
            calm = [
                choice for choice in view["legal_actions"] if choice["type"] in ("mus", "paso", "confirm")
            ]
            sitting.act(
                number, calm[0] if calm else {"type": "discard", "cards": view["hand"]["your_cards"][:1]}
            )


def news(sitting: Sitting, number: int, since: int) -> list[tuple[str, int, Any]]:
    """What a seat is told of who is there since an event."""
    told = sitting.phones[number].read(sitting.path("events"), after=since)["events"]
    kinds = ("turn_missed", "seat_controller")
    return [(event["type"], event["seat"], event["data"]) for event in told if event["type"] in kinds]


@pytest.mark.parametrize(
    ("goes", "missed"), [(leaves, []), (is_silent, [1, 2])], ids=["who leaves", "who is silent"]
)
def test_all_are_told_who_is_away(goes: Callable[[Sitting], None], missed: list[int]) -> None:
    sitting = Sitting.of(turn_seconds=600)
    before = sitting.row().version
    goes(sitting)
    expected = [("turn_missed", 0, {"missed_turns": count}) for count in missed]
    expected.append(("seat_controller", 0, {"controller": "bot"}))
    for number in (2, 1, 3):
        assert news(sitting, number, before) == expected
        seat = sitting.view(number)["seats"][0]
        assert (seat["controller"], seat["kind"]) == ("bot", "player")


def test_all_are_told_who_is_back() -> None:
    sitting = Sitting.of(turn_seconds=600)
    leaves(sitting)
    before = sitting.row().version
    sitting.phones[0].do(sitting.path("return"))
    for number in (2, 1, 3):
        assert news(sitting, number, before) == [("seat_controller", 0, {"controller": "player"})]
        assert sitting.view(number)["seats"][0]["controller"] == "player"


def test_who_waits_for_news_is_woken(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sitting = Sitting.of(turn_seconds=600)
    woken: dict[str, int] = {}
    monkeypatch.setattr(events, "_publish", woken.update)
    with django_capture_on_commit_callbacks(execute=True):
        leaves(sitting)
    assert woken[events.channel(sitting.id)] == Table.objects.get(pk=sitting.id).version
