"""What a player's devices are told of, and when not."""

from datetime import UTC, datetime, time

import pytest

from accounts import choices
from accounts.choice_models import NotificationChoices, NotificationKind
from games.models import Notice

ME = "/api/v1/me"
EVERYTHING = dict.fromkeys(NotificationKind.values, True)


def test_who_has_chosen_nothing_is_told_everything_at_any_time(device, ana):
    body = device(ana).get(ME).json()
    assert body["notifications"] == EVERYTHING
    assert not {"quiet_hours", "time_zone"} & set(body)
    assert not NotificationChoices.objects.exists(), "reading stores nothing"


def test_choices_are_kept_one_by_one(device, ana):
    client = device(ana)
    client.patch(ME, {"notifications": {"reminder": False}, "time_zone": "Europe/Madrid"})
    client.patch(ME, {"quiet_hours": {"start": "22:30", "end": "08:00"}})
    body = client.patch(ME, {"notifications": {"invitation": False}}).json()
    assert body["notifications"] == {**EVERYTHING, "reminder": False, "invitation": False}
    assert (body["time_zone"], body["quiet_hours"]) == ("Europe/Madrid", {"start": "22:30", "end": "08:00"})
    body = client.patch(ME, {"quiet_hours": None, "notifications": {"reminder": True}}).json()
    assert body == client.get(ME).json()
    assert "quiet_hours" not in body
    assert body["notifications"] == {**EVERYTHING, "invitation": False}


@pytest.mark.parametrize(
    ("wish", "status", "pointer"),
    [
        ({"notifications": {"turn": False}}, 400, "/notifications/turn"),
        ({"notifications": {"reminder": 0}}, 400, "/notifications/reminder"),
        ({"notifications": ["reminder"]}, 400, "/notifications"),
        ({"quiet_hours": {"start": "22:30"}}, 400, "/quiet_hours/end"),
        ({"quiet_hours": {"start": "24:00", "end": "08:00"}}, 422, "/quiet_hours/start"),
        ({"quiet_hours": {"start": "9:00", "end": "08:00"}}, 422, "/quiet_hours/start"),
        ({"quiet_hours": {"start": "09:00\n", "end": "08:00"}}, 422, "/quiet_hours/start"),
        ({"time_zone": "Europe/Azpeitia"}, 422, "/time_zone"),
        ({"time_zone": "../UTC"}, 422, "/time_zone"),
    ],
)
def test_a_bad_choice_changes_nothing(device, ana, wish, status, pointer):
    body = device(ana).patch(ME, wish).json()
    assert body["status"] == status
    assert [error["pointer"] for error in body["errors"]] == [pointer]
    assert not NotificationChoices.objects.exists()


def quiet(start: str, end: str, zone: str = "") -> NotificationChoices:
    ends = {"quiet_from": time.fromisoformat(start), "quiet_until": time.fromisoformat(end)}
    return NotificationChoices(time_zone=zone, **ends)


@pytest.mark.parametrize(
    ("hours", "now", "until"),
    [
        (quiet("22:00", "08:00"), "2026-11-30T21:59", None),
        (quiet("22:00", "08:00"), "2026-11-30T22:00", "2026-12-01T08:00"),
        (quiet("22:00", "08:00"), "2026-12-01T03:00", "2026-12-01T08:00"),
        (quiet("22:00", "08:00"), "2026-12-01T08:00", None),
        (quiet("13:00", "15:00"), "2026-12-01T14:00", "2026-12-01T15:00"),
        (quiet("13:00", "15:00"), "2026-12-01T16:00", None),
        (quiet("00:00", "00:00"), "2026-12-01T16:00", None),
        (quiet("22:00", "08:00", "Europe/Madrid"), "2026-11-30T21:30", "2026-12-01T07:00"),
        (quiet("22:00", "08:00", "America/Bogota"), "2026-11-30T21:30", None),
        (quiet("22:00", "08:00", "Europe/Madrid"), "2026-03-28T23:00", "2026-03-29T06:00"),
        (NotificationChoices(), "2026-11-30T23:00", None),
    ],
)
def test_quiet_hours_go_by_the_clock_on_the_wall(hours, now, until):
    found = choices.quiet_until(hours, datetime.fromisoformat(now).replace(tzinfo=UTC))
    wanted = datetime.fromisoformat(until).replace(tzinfo=UTC) if until else None
    assert (found and found.astimezone(UTC)) == wanted


def test_whatever_people_are_told_of_can_be_switched_off():
    assert set(NotificationKind.values) == {*Notice.Kind.values, "reminder"}
