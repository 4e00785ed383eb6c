"""A page as a browser shows it: headless Chromium, kept from everything but the server of the test."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

QUIET = [
    "--headless",
    "--no-sandbox",  # it may be root who tests
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--enable-logging=stderr",
]
CONSOLE = re.compile(r":CONSOLE[:(]\d*\)?\] (.+)")


class Shown(NamedTuple):
    """What became of a page: its document, what its console says, and the hosts that it asked for more."""

    document: str
    console: list[str]
    hosts: set[str]


def show(address: str, folder: Path) -> Shown:
    """Load a page and let its scripts run. Skips the test where there is no Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    log = folder / "net.json"
    done = subprocess.run(
        [
            program,
            *QUIET,
            f"--user-data-dir={folder / 'profile'}",
            f"--log-net-log={log}",
            "--virtual-time-budget=30000",
            "--dump-dom",
            address,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Shown(done.stdout, CONSOLE.findall(done.stderr), set(_hosts(log, address)))


def _hosts(log: Path, address: str) -> Iterator[str]:
    """Whom the page has asked. What Chromium asks its maker by itself is not the page's doing."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
    for event in json.loads(log.read_text())["events"]:
        told = event.get("params", {})
        if told.get("initiator") == origin and "url" in told:
            yield str(urlsplit(told["url"]).hostname)
