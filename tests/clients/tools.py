"""Programs that the tests of the clients need, and that not every machine has.

A test that lacks one is skipped and says why; with `MUSAPI_TOOLS=required` in the environment it fails.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from musapi.datafolder import BASE

CLIENTS = BASE / "clients"


def missing(what: str) -> NoReturn:
    """Skip the test, or fail it where every tool must be there."""
    if os.environ.get("MUSAPI_TOOLS") == "required":
        pytest.fail(what)
    pytest.skip(what)


def need(*programs: str) -> None:
    """Go on only if these programs are on the machine."""
    if absent := [program for program in programs if not shutil.which(program)]:
        missing(f"not on this machine: {', '.join(absent)}")


def run(command: Sequence[str | Path], folder: Path = BASE) -> str:
    """What a command prints. AssertionError with all of it if it fails."""
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else works in the folder meanwhile: the tests may run in several processes."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def install_npm_packages(folder: Path) -> None:
    """`npm ci`, unless what package-lock.json says is installed. Skips where nothing can be fetched."""
    need("node", "npm")
    lock, stamp = (folder / "package-lock.json").read_bytes(), folder / "node_modules" / "installed"
    if stamp.exists() and stamp.read_bytes() == lock:
        return
    try:
        run(["npm", "ci", "--no-audit", "--no-fund"], folder)
    except AssertionError as error:
        missing(f"npm could not install the packages of {folder.name}:\n{error}")
    stamp.write_bytes(lock)
