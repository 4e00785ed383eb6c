"""Every view, event, answer and hand of whole matches is what the OpenAPI document says."""

import pytest

from tests.api.phones import BOT, Phone, Sitting
from tests.api.shapes import assert_shape

pytestmark = pytest.mark.django_db


def _read_all_events(phone, sitting):
    after, events = 0, []
    while True:
        page = phone.read(sitting.path("events"), after=after)
        assert_shape("EventPage", page)
        if not page["events"]:
            return events
        events += page["events"]
        after = page["next"]


def _watch(sitting, onlooker):
    """Everybody's view, and that of somebody without a seat."""
    for phone in [*sitting.phones.values(), onlooker]:
        assert_shape("TableView", phone.read(sitting.path()))
        assert_shape("Inbox", phone.read("/me/turns"))


def _play_and_watch(sitting, rng):
    onlooker = Phone()
    while sitting.row().status == "playing":
        _watch(sitting, onlooker)
        assert_shape("AcceptedAction", sitting.step(rng))
        sitting.settle()
    _watch(sitting, onlooker)
    return onlooker


@pytest.mark.parametrize("ruleset", ["gametwist", "traditional"])
@pytest.mark.parametrize("seats", [[None] * 4, [None, BOT, BOT, BOT]], ids=["four people", "one person"])
def test_a_whole_match(ruleset, seats, rng):
    sitting = Sitting.of(ruleset=ruleset, seats=seats, options={"target": 25, "games_to_win": 1})
    onlooker = _play_and_watch(sitting, rng)
    logs = [_read_all_events(phone, sitting) for phone in [*sitting.phones.values(), onlooker]]
    assert all([event["seq"] for event in log] == list(range(1, sitting.events() + 1)) for log in logs)
    page = onlooker.read(sitting.path("hands"))
    assert_shape("HandPage", page)
    assert len(page["hands"]) == sitting.row().hand_number
    for hand in page["hands"]:
        assert onlooker.read(sitting.path(f"hands/{hand['number']}")) == hand
