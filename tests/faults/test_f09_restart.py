"""F09: everything is restarted while matches are played: no move is lost, nobody pays for the downtime."""

import signal
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings

from bench.callers import Game, Server, halt, start_callers
from bench.ledger import Ledger, audit, stranded
from tests.stack import Stack, until

pytestmark = pytest.mark.stack

TABLES = 6


def deadline_of(game: Game) -> datetime:
    return datetime.fromisoformat(game.view(0)["turn"]["deadline"])


def test_no_move_is_lost_and_the_time_between_is_nobodys(tmp_path: Path) -> None:
    stack, ledger = Stack(tmp_path / "var").start(), Ledger()
    waiting = Game.opened(Server(lambda: stack.address, ledger), (None,) * 4, turn_seconds=600)
    before = deadline_of(waiting)
    callers = start_callers(TABLES, lambda: stack.address, ledger)
    try:
        for number in (signal.SIGTERM, signal.SIGKILL):
            promised = len(ledger.promises)
            until(lambda done=promised: len(ledger.promises) > done + TABLES, "nobody plays")  # type: ignore[misc]
            stack.signal(number)
            stack.wait()
            down = datetime.now().astimezone()
            time.sleep(settings.CLOCK_GAP)  # a shorter stop is not told from a clock that is late
            up = datetime.now().astimezone()
            stack.start()
            until(lambda then=before: deadline_of(waiting) != then, "no time was given back")  # type: ignore[misc]
            given = deadline_of(waiting) - before
            assert up - down <= given <= datetime.now().astimezone() - down + timedelta(seconds=60)
            before += given
        promised = len(ledger.promises)
        until(lambda: len(ledger.promises) > promised + TABLES, "nobody plays on")
        halt(callers)
        database = stack.state["environment"]["DATABASE_URL"]
        assert audit(ledger, database) == []
        until(lambda: stranded(database) == [], "a table is stranded")
        stack.manage("verify_matches")
    finally:
        halt(callers)
        waiting.server.client.close()
        stack.stop()
