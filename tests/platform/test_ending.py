"""How `./run` ends: in order, by a kill, and with the data kept."""

import signal
from pathlib import Path

import pytest

from tests.stack import Stack, until

pytestmark = pytest.mark.stack


def guest(stack: Stack) -> str:
    """The token of a new guest."""
    with stack.client() as caller:
        return str(caller.post("/auth/guest").json()["token"])


def knows(stack: Stack, token: str) -> bool:
    with stack.client() as caller:
        return caller.get("/me", headers={"Authorization": f"Bearer {token}"}).status_code == 200


def test_ctrl_c_ends_it_in_order_and_the_data_survive(stack: Stack) -> None:
    stack.start()
    token, sockets = guest(stack), Path(stack.state["sockets"])
    stack.signal(signal.SIGINT)
    assert stack.wait() == 0
    assert stack.living() == []
    assert not sockets.exists()
    assert "Stopped; the data are kept." in stack.printed
    stack.start()
    assert knows(stack, token)
    assert "'operator' has a password" in stack.printed


def test_it_ends_in_order_while_it_still_starts(stack: Stack) -> None:
    stack.launch()
    until(lambda: "Starting Valkey" in stack.printed, "it never came to Valkey")
    assert stack.stop() == 0
    assert stack.living() == []


def test_no_process_outlives_a_killed_supervisor_and_nothing_is_lost(stack: Stack) -> None:
    stack.start()
    token, sockets, before = guest(stack), Path(stack.state["sockets"]), set(stack.living())
    assert len(before) > 5
    stack.signal(signal.SIGKILL)
    stack.wait()
    stack.start()  # without a pause: it waits for what the killed run left
    assert before.isdisjoint(stack.living())
    assert not sockets.exists()
    assert knows(stack, token)


def test_no_worker_of_a_killed_web_server_serves_on(stack: Stack) -> None:
    """A granian worker would, and would keep the port."""
    stack.start()
    main = stack.pid("web")
    workers = {int(pid) for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split()}
    assert len(workers) == 2
    stack.kill("web")
    assert workers.isdisjoint(stack.living())


def test_open_streams_are_told_goodbye_and_keep_nothing_from_ending(stack: Stack) -> None:
    """granian waits for every answer to end, and in the end kills its workers."""
    stack.start()
    bearer = {"Authorization": f"Bearer {guest(stack)}"}
    with stack.client() as caller, caller.stream("GET", "/me/stream", headers=bearer) as stream:
        lines = stream.iter_lines()
        until(lambda: next(lines).startswith("event: next"), "the stream does not begin")
        stack.signal(signal.SIGTERM)
        assert ": goodbye" in list(lines)
    assert stack.wait() == 0
    assert "Killing worker" not in (stack.var / "log" / "web.log").read_text()
    assert "web did not end when asked" not in stack.printed
