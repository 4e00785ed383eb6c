"""F10: a flood at one match: it is told when to come back, others play on, nothing is half done."""

from pathlib import Path

import pytest

from bench.callers import halt, start_callers
from bench.flood import flood
from bench.ledger import Ledger, audit
from tests.stack import Stack, until

pytestmark = pytest.mark.stack
# A limit that a slow machine reaches, too.
LIMITS = {"LIMIT_ADDRESS": "off", "LIMIT_PERSON": "off", "LIMIT_TABLE": "100/60"}


def test_a_flood_at_one_match_is_turned_away_and_nobody_else_is(tmp_path: Path) -> None:
    stack, ledger = Stack(tmp_path / "var", **LIMITS).start(), Ledger()
    callers = start_callers(2, lambda: stack.address, others := Ledger())
    try:
        until(lambda: len(others.promises) > 2, "nobody plays")
        before = len(others.promises)
        found, ledger.promises = flood(stack.address, requests=1600)
        assert found.wrong == []
        assert found.answers["429 request.throttled"] > 0
        assert found.answers["200"] > 0, "the match was shut out altogether"
        assert len(others.promises) > before, "the others did not play on"
        halt(callers)
        ledger.promises += others.promises
        assert audit(ledger, stack.state["environment"]["DATABASE_URL"]) == []
        assert others.failures == []
    finally:
        halt(callers)
        stack.stop()


def test_control_without_limits_a_flood_is_let_in(tmp_path: Path) -> None:
    stack = Stack(tmp_path / "var", **{**LIMITS, "LIMIT_TABLE": "off"}).start()
    try:
        found, _ = flood(stack.address, requests=400)
        assert found.answers["429 request.throttled"] == 0
    finally:
        stack.stop()
