"""`./run` while it runs: what it prints, who may start another, and what happens when a part of it dies."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from musapi.datafolder import BASE
from tests.stack import Stack, until

pytestmark = pytest.mark.stack


def refused(**environment: str) -> str:
    """What a start says that must not succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "musapi"],
        cwd=BASE,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stdout


def test_prints_addresses_that_answer(running: Stack) -> None:
    printed = dict(re.findall(r"^  (API|Docs|Admin) +(\S+)$", running.printed, re.MULTILINE))
    assert printed["API"] == f"{running.address}/api/v1/"
    for name in ("API", "Docs", "Admin"):
        assert httpx.get(printed[name], follow_redirects=True).status_code == 200


def test_the_operator_may_sign_in_with_the_password_it_printed(running: Stack) -> None:
    username, password = re.search(r"username: (\S+), password: (\S+)", running.printed).groups()
    with httpx.Client(base_url=running.address, follow_redirects=True) as browser:
        page = browser.get("/admin/").text
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page).group(1)
        form = {"username": username, "password": password, "next": "/admin/", "csrfmiddlewaretoken": token}
        assert "Log out" in browser.post("/admin/login/", data=form).text


def test_no_secret_lies_in_a_log(running: Stack) -> None:
    password = re.search(r"password: (\S+)", running.printed).group(1)
    key = (running.var / "secret_key").read_text()
    for log in (running.var / "log").iterdir():
        assert password not in log.read_text()
        assert key not in log.read_text()


def test_the_printed_lines_play(running: Stack) -> None:
    lines = re.search(r"as a guest:\n\n(.+?)\n\n", running.printed, re.DOTALL).group(1)
    played = subprocess.run(["sh", "-eu", "-c", lines], capture_output=True, text=True, check=True)
    view, answer = (json.loads(line) for line in played.stdout.splitlines())
    assert len(view["hand"]["your_cards"]) == 4
    # Another seat may be the mano, and its bot may have spoken by now.
    assert answer.get("accepted") or answer["code"] in ("table.not_your_turn", "table.stale_turn")


def test_a_second_run_in_the_same_folder_is_refused(running: Stack) -> None:
    said = refused(**running.environment)
    assert f"Another ./run is using {running.var} (process {running.supervisor.pid})" in said
    assert f"It is at {running.address}" in said


def test_a_busy_port_is_named_and_another_is_offered(running: Stack, tmp_path: Path) -> None:
    port = running.address.rpartition(":")[2]
    said = refused(**{**running.environment, "MUSAPI_VAR": str(tmp_path / "var"), "PORT": port})
    offered = re.search(rf"Port {port} is taken by another program. Try: PORT=(\d+) ./run", said).group(1)
    assert offered != port


@pytest.mark.parametrize("name", ["worker", "beat", "web", "valkey", "postgres"])
def test_a_killed_part_is_started_again_and_bots_play_on(running: Stack, name: str) -> None:
    running.kill(name)
    until(lambda: answers(running), f"the API did not come back after {name} was killed")
    running.manage("demo_table", "--wait", "--option", "target=25")


def answers(running: Stack) -> bool:
    try:
        with running.client() as caller:
            return caller.post("/auth/guest").status_code == 201
    except httpx.TransportError:
        return False


def test_killed_web_workers_are_replaced_by_their_parent(running: Stack) -> None:
    main = running.pid("web")
    killed = children(main)
    for worker in killed:
        os.kill(worker, signal.SIGKILL)
    until(lambda: len(children(main) - killed) == len(killed), "granian started no new workers")
    until(lambda: answers(running), "the new workers do not answer")
    assert running.pid("web") == main


def children(pid: int) -> set[int]:
    """The processes that this one started."""
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}
