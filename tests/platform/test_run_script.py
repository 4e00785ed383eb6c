"""`run` on machines that lack something: a PATH of stand-ins shows what it does and says."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from musapi.datafolder import BASE

TOOLS = ("sh", "dirname", "cat", "cmp", "cp", "find", "grep", "mkdir", "rm", "sed", "sleep", "tail", "wc")
GOOD_PYTHON = """
case "$*" in
-V) echo "Python 3.12.9" ;;
"-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
"-m pip install"*) echo "$@" >>pip.calls; [ ! -e pip.fails ] || { echo "no route to the index"; exit 1; } ;;
"-m musapi"*|"-m pytest"*) echo "ran $*" ;;
esac
"""
OLD_PYTHON = """
case "$*" in
-V) echo "Python 3.9.2" ;;
*version_info*) exit 1 ;;
esac
"""
WITHOUT_VENV = """
case "$*" in
*"import venv"*) exit 1 ;;
esac
"""


class Machine:
    """A checkout, and a PATH on which nothing is but what the test puts there."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.checkout = folder / "bin", folder / "checkout"
        self.bin.mkdir()
        self.checkout.mkdir()
        for name in TOOLS:
            (self.bin / name).symlink_to(shutil.which(name))
        for name in ("run", "requirements.lock", "requirements-dev.lock"):
            shutil.copy(BASE / name, self.checkout)
        # The script's last resort is a fixed path, which a test cannot leave empty.
        script = self.checkout / "run"
        script.write_text(script.read_text().replace("/usr/bin/python3", "/nonexistent/python3"))

    def has(self, name: str, body: str) -> None:
        """Put a program on the machine."""
        (self.bin / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.bin / name).chmod(0o755)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command, environment = ["./run", *arguments], {"PATH": str(self.bin)}
        with Path(os.devnull).open() as nothing:
            return subprocess.run(
                command,
                cwd=self.checkout,
                env=environment,
                stdin=nothing,
                capture_output=True,
                text=True,
                check=False,
            )

    @property
    def installs(self) -> int:
        """How often pip was asked."""
        calls = self.checkout / "pip.calls"
        return len(calls.read_text().splitlines()) if calls.exists() else 0


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.has("id", "echo 1000")
    return made


def test_it_installs_once_and_serves(machine: Machine) -> None:
    machine.has("python3", GOOD_PYTHON)
    first = machine.run()
    assert (first.returncode, first.stdout) == (0, "ran -m musapi\n")
    assert "Making .venv with Python 3.12.9" in first.stderr
    machine.has("python3", OLD_PYTHON)  # nothing of the machine is needed any more
    again = machine.run()
    assert (again.returncode, again.stdout, again.stderr) == (0, "ran -m musapi\n", "")
    assert machine.installs == 1


def test_a_changed_lock_file_is_installed(machine: Machine) -> None:
    machine.has("python3", GOOD_PYTHON)
    machine.run()
    with (machine.checkout / "requirements.lock").open("a") as lock:
        lock.write("another==1.0\n")
    machine.run()
    assert machine.installs == 2


def test_what_the_tests_need_includes_what_the_server_needs(machine: Machine) -> None:
    machine.has("python3", GOOD_PYTHON)
    assert machine.run("test", "tests/engine", "-k", "mus").stdout == "ran -m pytest tests/engine -k mus\n"
    machine.run()
    assert machine.installs == 1


def test_a_failed_installation_is_told_and_tried_again(machine: Machine) -> None:
    machine.has("python3", GOOD_PYTHON)
    (machine.checkout / "pip.fails").touch()
    failed = machine.run()
    assert failed.returncode == 1
    assert "no route to the index" in failed.stderr
    (machine.checkout / "pip.fails").unlink()
    assert machine.run().stdout == "ran -m musapi\n"


def test_play_passes_everything_on(machine: Machine) -> None:
    machine.has("python3", GOOD_PYTHON)
    assert machine.run("play", "--lang", "eu").stdout == "ran -m musapi.play --lang eu\n"


def test_manage_passes_everything_on(machine: Machine) -> None:
    machine.has("python3", GOOD_PYTHON)
    assert (
        machine.run("manage", "verify_matches", "--jobs", "2").stdout
        == "ran -m musapi manage verify_matches --jobs 2\n"
    )


@pytest.mark.parametrize(
    ("programs", "words"),
    [
        ({"apt-get": ""}, "Install the package python3-venv"),
        ({"apt-get": "", "python3": WITHOUT_VENV}, "Install the package python3-venv"),
        ({}, "Install the package python3,"),
        ({"python3": OLD_PYTHON}, "python3 is Python 3.9.2"),
    ],
    ids=["debian without python", "debian without venv", "elsewhere without python", "old python"],
)
def test_an_ordinary_user_is_told_the_one_thing_to_do(
    machine: Machine, programs: dict[str, str], words: str
) -> None:
    for name, body in programs.items():
        machine.has(name, body)
    done = machine.run()
    assert done.returncode == 1
    assert words in done.stderr
    assert machine.installs == 0


def test_root_on_debian_gets_python_installed(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("ready-made", GOOD_PYTHON)
    here = machine.bin
    machine.has(
        "apt-get",
        f'echo "$@" >>{here}/apt.calls; case "$*" in *install*) cp {here}/ready-made {here}/python3 ;; esac',
    )
    assert machine.run().stdout == "ran -m musapi\n"
    assert "install python3-venv" in (here / "apt.calls").read_text()


def test_an_unknown_word_shows_what_there_is(machine: Machine) -> None:
    done = machine.run("tset")
    assert done.returncode == 2
    assert "./run test" in done.stderr


def test_both_commands_can_be_executed() -> None:
    assert os.access(BASE / "run", os.X_OK)
    assert os.access(BASE / ".ci" / "run", os.X_OK)
