"""A pytest plugin: one throw-away PostgreSQL and Valkey for the whole run, shared by its xdist workers.

Each worker has its own database on the one and its own number on the other. With DATABASE_URL or REDIS_URL
set, that server is used instead. The servers die with the run, however it ends.
"""

import os
import shutil
import subprocess
import time

import pytest

from musapi.processes import Program
from musapi.servers import Postgres, Valkey, temporary_folder

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
START_SECONDS = 60


class TestServers:
    """The servers that this run starts: those that the environment does not name."""

    def __init__(self) -> None:
        self.folder = temporary_folder()
        self.processes: list[tuple[Program, subprocess.Popen[bytes]]] = []
        self.postgres = self._postgres()
        self.valkey = self._valkey()

    def _postgres(self) -> Postgres | None:
        if "DATABASE_URL" in os.environ:
            return None
        postgres = Postgres(self.folder / "data", self.folder, self.folder / "postgres.log", durable=False)
        os.environ["DATABASE_URL"] = postgres.url()
        return postgres

    def _valkey(self) -> Valkey | None:
        if "REDIS_URL" in os.environ:
            return None
        valkey = Valkey(self.folder, self.folder / "valkey.log")
        os.environ["REDIS_URL"] = valkey.url()
        return valkey

    def start(self) -> None:
        """Start both and wait until they answer."""
        if self.postgres:
            self.postgres.prepare()
            self._run(self.postgres.program())
        if self.valkey:
            self._run(self.valkey.program())

    def _run(self, program: Program) -> None:
        process = program.start()
        self.processes.append((program, process))
        give_up = time.monotonic() + START_SECONDS
        while not program.ready():
            if process.poll() is not None or time.monotonic() > give_up:
                pytest.exit(f"{program.name} did not start:\n{program.log.read_text()}", returncode=1)
            time.sleep(0.02)

    def stop(self) -> None:
        """End both at once: nothing in them is worth an orderly stop.

        Valkey is killed: where a shell started the run in the background, both it and Valkey ignore SIGQUIT.
        """
        for program, process in self.processes:
            process.send_signal(program.death_signal)
        for _, process in self.processes:
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


os.environ.setdefault("SECRET_KEY", "only-for-tests")
for limit in ("LIMIT_ADDRESS", "LIMIT_PERSON", "LIMIT_TABLE"):
    os.environ.setdefault(limit, "off")  # tests call faster than people; those of the limits set their own
if WORKER:
    base, _, _ = os.environ["REDIS_URL"].partition("?db=")
    os.environ["REDIS_URL"] = f"{base}?db={int(WORKER.removeprefix('gw')) + 1}"
    servers = None
else:
    servers = TestServers()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    if servers and not session.config.option.collectonly:
        servers.start()


def pytest_unconfigure() -> None:
    if servers:
        servers.stop()
