"""The client in a real terminal, against a real server: somebody reads the screen and types."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from musapi.datafolder import BASE
from tests.play.terminal import PATIENCE, Terminal
from tests.stack import Stack

pytestmark = pytest.mark.stack

SHORT = ("--option", "target=25", "--option", "games_to_win=1", "--level", "novice")
QUESTION = re.compile(r"^ ! (.+?)\s*\S*$")


class Player:
    """Somebody who knows Basque and Mus, and nothing of the program but what is on the screen."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.questions: list[str] = []

    @property
    def question(self) -> str | None:
        """What one is asked; the mark before it is for oneself only."""
        asked = [QUESTION.match(line) for line in self.terminal.lines]
        return next((match.group(1) for match in asked if match), None)

    @property
    def over(self) -> bool:
        """Whether another match is offered."""
        return "Beste partida bat?" in self.terminal.text

    def wait(self) -> None:
        """Until one is asked, or all is over."""
        self.terminal.until(lambda _: self.question or self.over, "nobody asked anything")

    def say(self, line: str) -> None:
        """Type a line and see that the program has taken it."""
        before = self.terminal.text
        self.terminal.type(line)
        self.terminal.until(lambda it: it.lines[-1].endswith(f"{line}█"), f"{line} is not echoed")
        self.terminal.type("\r")
        self.terminal.until(lambda it: it.lines[-1] == "> █" and it.text != before, "nothing happened")

    def answer(self) -> None:
        """Pass, agree, accept what is bet, and throw away the lowest card: so that hands are played out."""
        self.questions.append(self.question or "")
        accept = "tira" if "hordago," in self.questions[-1] else "iduki"
        calm = re.search(rf"(\d) (?:paso|ados|{accept}|mus: kartak aldatu)\b", self.terminal.text)
        self.say(calm.group(1) if calm else "4")

    def play(self) -> None:
        """To the end of the match."""
        self.wait()
        while not self.over:
            self.answer()
            self.wait()


def client(running: Stack, folder: Path, *arguments: str) -> Terminal:
    """The client, for who has this file."""
    kept = ("--url", running.address, "--token-file", str(folder / "play.json"), "--lang", "eu")
    return Terminal(*kept, *arguments)


def test_a_match_in_basque_from_the_first_card_to_the_last(running: Stack, tmp_path: Path) -> None:
    with client(running, tmp_path, *SHORT, "--seed", "egun on") as terminal:
        player = Player(terminal)
        player.wait()
        assert "Aholkua 1/" in terminal.text
        looks_at_the_next_tip(player)
        makes_a_sign(player)
        cards = held(terminal)
        terminal.interrupt()
        assert terminal.until_it_ends() == 130
        assert "Agindu berak bertara itzultzen zaitu." in terminal.text
    with client(running, tmp_path, "--seed", "egun on") as terminal:
        player = Player(terminal)
        player.wait()
        assert held(terminal) == cards, "the same match, the same hand"
        assert "☺ begi-keinua egin" in terminal.text
        player.play()
        sees_how_it_ended(player)
        plays_another(player)


def held(terminal: Terminal) -> str:
    """One's cards as they are drawn."""
    bottom = next(number for number, line in enumerate(terminal.lines) if "─ 1 ─" in line)
    return "\n".join(terminal.lines[bottom - 4 : bottom])


def looks_at_the_next_tip(player: Player) -> None:
    player.say("h")
    assert re.search(r"Aholkua (2/|1/2|1/1)", player.terminal.text)


def makes_a_sign(player: Player) -> None:
    player.say("s")
    assert "Zein keinu?" in player.terminal.text
    [number] = re.findall(r"(\d+)  begi-keinua egin \(hogeita hamaika\)", player.terminal.text)
    player.say(number)
    player.terminal.until(lambda it: "☺ begi-keinua egin" in it.text, "the sign is not on the table")


def sees_how_it_ended(player: Player) -> None:
    text = player.terminal.text
    assert re.search(r"Partida (irabazi duzue!|aurkariek irabazi dute\.) Mantxak: [01]-[01]\.", text)
    score = re.search(r"Gu +(\d+).* Haiek +(\d+)", player.terminal.lines[0])
    assert score is not None
    assert max(map(int, score.groups())) >= 25 or "Hordago batek erabaki du mantxa." in text
    assert "─ 1. banaketaren" not in text
    assert re.search(r"Jokaldia +Enbidoa +Tantoak +Hobaria +Irabazlea", text)
    assert "Handia" in {question.split(":")[0] for question in player.questions}
    player.say("v")
    player.terminal.until(lambda it: it.text.count("✓") == 4, "the deal does not hold")


def plays_another(player: Player) -> None:
    player.say("1")
    player.wait()
    assert not player.over
    assert re.match(r" Gu +0 +Haiek +0 +25 tantora · 1\. banaketa", player.terminal.lines[0])


def test_leaving_and_coming_back(running: Stack, tmp_path: Path) -> None:
    with client(running, tmp_path, "--option", "games_to_win=5") as terminal:
        player = Player(terminal)
        player.wait()
        terminal.type("q\r1\r")
        terminal.until(lambda it: "Ordezko batek jokatzen du zure ordez." in it.text, "no stand-in")
        assert player.question is None
        terminal.type("1\r")
        player.wait()
        assert not player.over
        assert "ordezkoa jokatzen" not in terminal.text


def test_a_window_that_shrinks_and_grows(running: Stack, tmp_path: Path) -> None:
    with client(running, tmp_path) as terminal:
        Player(terminal).wait()
        cards = held(terminal)
        terminal.resize(50, 14)
        terminal.until(lambda it: re.search(r"1:\d+ \w+  2:\d+ ", it.text), "no cards in a small window")
        assert terminal.lines[-1].startswith("> ")
        terminal.resize(80, 24)
        terminal.until(lambda it: "╰──── 1 ────╯" in it.text, "no cards in a large window")
        assert held(terminal) == cards


def test_no_colour_where_none_is_wanted(running: Stack, tmp_path: Path) -> None:
    kept = ("--url", running.address, "--token-file", str(tmp_path / "play.json"))
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal(*kept, **environment) as terminal:
            terminal.until(lambda it: "╰──── 4 ────╯" in it.text, "no cards")
            colours = {cell.fg for row in terminal.screen.buffer.values() for cell in row.values()}
            assert (colours != {"default"}) is coloured


def test_two_people_at_one_table(running: Stack, tmp_path: Path) -> None:
    kept = ("--url", running.address, "--lang", "en", "--token-file")
    first = Terminal(*kept, str(tmp_path / "ana.json"), "--partner", "person")
    with first as ana:
        ana.until(lambda it: "--join " in it.text, "nobody told how others come in")
        [code] = re.findall(r"--join (\w+)", ana.text)
        with Terminal(*kept, str(tmp_path / "ben.json"), "--join", code.lower()) as ben:
            for terminal in (ana, ben):
                terminal.until(lambda it: "╰──── 4 ────╯" in it.text, "no cards")
            ben.type("c kaixo!\r")
            ana.until(lambda it: "“kaixo!”" in it.text, "the message never came")


def test_lines_in_and_lines_out(running: Stack, tmp_path: Path) -> None:
    kept = ("--url", running.address, "--token-file", str(tmp_path / "play.json"), "--lang", "es")
    command = [sys.executable, "-m", "musapi.play", *kept, *SHORT]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=BASE, **pipes) as process:
        printed = []
        for typed, awaited in (("c hola", "tú: “hola”"), ("q", "¿Te vas?"), ("2", "contrarios."), ("2", "")):
            process.stdin.write(f"{typed}\n")
            process.stdin.flush()
            printed.append(reads_until(process, awaited))
        assert process.wait() == 0
    assert "\x1b" not in "".join(printed)


def reads_until(process: subprocess.Popen[str], awaited: str) -> str:
    """The lines up to one with this in it."""
    lines = []
    with too_long(process):
        for line in process.stdout:
            lines.append(line)
            if awaited and awaited in line:
                return "".join(lines)
    assert not awaited, f"{awaited} never came:\n{''.join(lines)}"
    return "".join(lines)


@contextmanager
def too_long(process: subprocess.Popen[str]) -> Iterator[None]:
    """End a process that nothing is heard of."""
    alarm = Timer(PATIENCE, process.kill)
    alarm.start()
    yield
    alarm.cancel()


def test_no_server(tmp_path: Path) -> None:
    kept = ("--lang", "es", "--token-file", str(tmp_path / "none.json"))
    command = [sys.executable, "-m", "musapi.play", *kept]
    environment = {**os.environ, "PORT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=BASE, check=False)
    assert done.returncode == 1
    assert "En http://127.0.0.1:1 no contesta ningún servidor" in done.stdout
    assert "Traceback" not in done.stderr
