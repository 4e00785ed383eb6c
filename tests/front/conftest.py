"""What tests of the front share."""

import pytest

from musapi.front import polls, streams


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks of their own accord: only wake-ups wake."""
    monkeypatch.setattr(polls, "LOOK", 1000.0)
    monkeypatch.setattr(streams, "HEARTBEAT", 1000.0)
