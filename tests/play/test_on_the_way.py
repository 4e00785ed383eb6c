"""The client in a real terminal while something on the way holds it up, refuses it or breaks."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from musapi.datafolder import BASE
from tests.play.relay import Relay, relay_to
from tests.play.terminal import PATIENCE, Terminal
from tests.stack import Stack

pytestmark = pytest.mark.stack

SHORT = ("--option", "target=25", "--option", "games_to_win=1", "--level", "novice")


def arguments(address: str, folder: Path, *more: str, language: str = "en") -> tuple[str, ...]:
    return ("--url", address, "--token-file", str(folder / "play.json"), "--lang", language, *more)


def clock(terminal: Terminal) -> int | None:
    """The seconds that the clock shows beside one's own question."""
    found = re.search(r"^ ! .*?(\d+):(\d\d)\s*$", terminal.text, re.MULTILINE)
    return int(found.group(1)) * 60 + int(found.group(2)) if found else None


def said(relay: Relay) -> bool:
    """Whether a message has gone out; on the screen the bots' words soon take its place."""
    return any(path.endswith("/messages") for _, path, _ in relay.seen)


def test_the_clock_goes_on_while_an_answer_is_awaited(running: Stack, tmp_path: Path) -> None:
    with (
        relay_to(running.address) as relay,
        Terminal(*arguments(relay.address, tmp_path)) as terminal,
    ):
        terminal.until(clock, "nobody asked anything")
        relay.open.clear()
        terminal.type("1\r")
        assert relay.arrived.wait(PATIENCE)
        before = clock(terminal)
        assert before is not None
        terminal.until(lambda it: (clock(it) or before) <= before - 2, "the clock stands still")
        terminal.type("c hello")
        terminal.until(lambda it: it.lines[-1] == "> c hello█", "what is typed is not seen")
        terminal.type("\r")
        relay.open.set()
        terminal.until(lambda _: said(relay), "what was typed meanwhile is lost")
    assert len([path for _, path, _ in relay.seen if path.endswith("/actions")]) == 1


def test_a_broken_connection_is_told_in_the_persons_language(running: Stack, tmp_path: Path) -> None:
    with (
        relay_to(running.address) as relay,
        Terminal(*arguments(relay.address, tmp_path, language="es")) as terminal,
    ):
        terminal.until(clock, "nobody asked anything")
        relay.cut()
        told = f"En {relay.address} no contesta ningún servidor."
        terminal.until(lambda it: told in it.text, "nobody told")
        assert "Errno" not in terminal.text


def test_auto_leaves_the_result_list_on_the_terminal(running: Stack, tmp_path: Path) -> None:
    auto = arguments(running.address, tmp_path, *SHORT, "--auto", "--pace", "0")
    with Terminal(*auto) as terminal:
        assert terminal.until_it_ends() == 0
        assert re.search(r"── Result of hand \d+ ─", terminal.text)
        assert re.search(r"Lance +Bet +Points +Bonus +Winner", terminal.text)
        assert re.search(r"The rivals have won the match\.|You have won the match!", terminal.text)


def test_what_was_true_of_a_hand_that_is_over_is_told_no_more(running: Stack, tmp_path: Path) -> None:
    auto = arguments(running.address, tmp_path, *SHORT, "--auto", "--pace", "0.5")
    with Terminal(*auto) as terminal:
        terminal.until(lambda it: "v check the deal" in it.text, "the table is not shown")
        terminal.type("v\r")
        terminal.until(lambda it: "No hand is over yet." in it.text, "nothing was said of it")
        terminal.until(lambda it: "Result of hand" in it.text, "no hand came to an end")
        assert "No hand is over yet." not in terminal.text


def test_auto_waits_for_limits_and_goes_on_without_a_word(running: Stack, tmp_path: Path) -> None:
    with relay_to(running.address, refusals=4) as relay:
        auto = arguments(relay.address, tmp_path, *SHORT, "--auto", "--pace", "0", "--plain")
        command = [sys.executable, "-m", "musapi.play", *auto]
        done = subprocess.run(
            command, cwd=BASE, capture_output=True, text=True, timeout=PATIENCE * 2, check=False
        )
        table = done.stdout
        assert (done.returncode, done.stderr) == (0, "")
        assert relay.refusals == 0
    assert "Too many" not in table
    assert re.search(r"── Result of hand \d+ ─[^$]*(won the match)", table)
    asks_once_for_each_wish(relay)


def asks_once_for_each_wish(relay: Relay) -> None:
    keys = [key for _, path, key in relay.seen if path.endswith("/actions")]
    assert keys[0] == keys[4], "the first wish is repeated until it is answered"
    assert len(keys) == len(set(keys)) + 4
    looks = [path for method, path, _ in relay.seen if method == "GET" and "/tables/" in path]
    assert [path for path in looks if not path.endswith("/stream")] == []
