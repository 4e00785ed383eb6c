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


@pytest.mark.parametrize(
    "asked", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda asked: asked.name
)
def test_it_ends_in_order_when_asked(stack: Stack, asked: signal.Signals) -> None:
    stack.start()
    sockets = Path(stack.state["sockets"])
    stack.signal(asked)
    assert stack.wait() == 0
    assert stack.living() == []
    assert not sockets.exists()
    assert "Stopped; the data are kept." in stack.printed


def test_it_ends_in_order_while_it_still_starts(stack: Stack) -> None:
    stack.launch()
    until(lambda: "Starting Valkey" in stack.printed, "it never came to Valkey")
    assert stack.stop() == 0
    assert stack.living() == []


def test_the_death_of_the_supervisor_ends_everything_and_loses_nothing(stack: Stack) -> None:
    stack.start()
    token, sockets = guest(stack), Path(stack.state["sockets"])
    assert len(stack.living()) > 5
    stack.signal(signal.SIGKILL)
    stack.wait()
    stack.start()  # without a pause: it waits for what the killed run left
    assert knows(stack, token)
    assert not sockets.exists()
    assert "'operator' has a password" in stack.printed


def test_no_process_outlives_a_killed_supervisor(stack: Stack) -> None:
    stack.start()
    stack.signal(signal.SIGKILL)
    stack.wait()
    until(lambda: stack.living() == [], f"still alive: {stack.living()}")


def test_no_process_outlives_a_killed_web_server(stack: Stack) -> None:
    """A granian worker serves on, and keeps the port, when only its parent is killed."""
    stack.start()
    before = set(stack.living())
    stack.kill("web")
    workers = children(stack.pid("web"))
    assert not workers & before
    assert stack.pid("web") not in before


def children(pid: int) -> set[int]:
    """The processes that this one started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in found}
