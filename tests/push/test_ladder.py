"""What to do about a push, from what is known of it."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Notice
from push.ladder import OUT_OF_DATE, Decision, Known, decide
from push.models import Step

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
TURN = Notice.Kind.YOUR_TURN


def after(seconds: float) -> datetime:
    return AT + timedelta(seconds=seconds)


def asked(length: float, **known: object) -> Known:
    """A question of so many seconds that stands."""
    return Known(stands=True, started_at=AT, deadline=after(length), **known)  # type: ignore[arg-type]


DAY = asked(86_400)
MINUTE = asked(60)


@pytest.mark.parametrize(
    ("step", "known", "now", "decision"),
    [
        ("", MINUTE, 0, Decision("", after(3))),
        ("", MINUTE, 3, Decision(Step.FIRST, after(62), Step.FIRST)),
        ("", asked(60, here=True), 3, Decision("", after(20))),
        ("", asked(60, here=True), 20, Decision(Step.FIRST, after(62), Step.FIRST)),
        ("", asked(10, here=True), 3, Decision("", after(20))),
        (Step.FIRST, MINUTE, 40, Decision(Step.FIRST, after(62))),
        (Step.FIRST, MINUTE, 61, Decision(Step.FIRST, after(63))),
        ("", MINUTE, 60, Decision("", after(62))),
        ("", DAY, 3, Decision(Step.FIRST, after(43_200), Step.FIRST)),
        (Step.FIRST, DAY, 43_199, Decision(Step.FIRST, after(43_200))),
        (Step.FIRST, DAY, 43_200, Decision(Step.HALF, after(69_120), Step.HALF)),
        (Step.HALF, DAY, 69_120, Decision(Step.LATE, after(86_402), Step.LATE)),
        ("", DAY, 70_000, Decision(Step.LATE, after(86_402), Step.LATE)),
        (Step.LATE, DAY, 86_400, Decision(Step.LATE, after(86_402))),
        ("", asked(3600), 3, Decision(Step.FIRST, after(1800), Step.FIRST)),
        ("", asked(3599), 3, Decision(Step.FIRST, after(3601), Step.FIRST)),
        ("", asked(86_400, off=frozenset({"your_turn"})), 3, Decision(Step.FIRST, after(43_200))),
        (Step.FIRST, asked(86_400, off=frozenset({"reminder"})), 43_200, Decision(Step.HALF, after(69_120))),
        ("", asked(86_400, quiet_until=after(600)), 3, Decision("", after(600))),
        ("", asked(60, quiet_until=after(600)), 3, Decision(Step.FIRST, after(62), Step.FIRST, silent=True)),
        (Step.FIRST, Known(stands=False), 9, Decision(Step.CLEAR, None)),
        (Step.FIRST, Known(stands=False, shown=True), 9, Decision(Step.CLEAR, None, Step.CLEAR)),
    ],
)
def test_a_turn(step: str, known: Known, now: float, decision: Decision) -> None:
    assert decide(TURN, AT, step, known, after(now)) == decision


@pytest.mark.parametrize("kind", OUT_OF_DATE)
def test_everything_else_is_told_once_and_out_of_date_at_some_time(kind: Notice.Kind) -> None:
    standing, ends = Known(stands=True), AT + OUT_OF_DATE[kind]
    first = decide(kind, AT, "", standing, after(3))
    assert first == Decision(Step.FIRST, ends + timedelta(seconds=2), Step.FIRST)
    assert decide(kind, AT, Step.FIRST, standing, ends - timedelta(seconds=1)).send is None
    shown = Known(stands=True, shown=True)
    assert decide(kind, AT, Step.FIRST, shown, ends) == Decision(Step.FIRST, None), "it stays where it is"
    assert decide(kind, AT, "", Known(stands=True, off=frozenset({kind})), after(3)).send is None


def test_all_kinds_are_known() -> None:
    assert set(OUT_OF_DATE) == set(Notice.Kind) - {TURN}
