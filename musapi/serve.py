"""One run of the server: its own PostgreSQL and Valkey unless others are named, then web, worker and beat."""

import errno
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from rich.console import Console

from musapi.datafolder import BASE, DataFolder
from musapi.processes import SUPERVISED, Program, die_with_parent
from musapi.servers import Postgres, Valkey, broker_answers, database_answers, socket_folder
from musapi.supervisor import StartError, StoppedError, Supervisor
from musapi.welcome import welcome

PREPARATION_LOCK = 0x6D7573617069  # for all servers that share the database
LAST_PORT = 65535
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - the owner asks for it by HOST
NOBODY_IN_PARTICULAR = "mailto:musapi@localhost"  # whom push services may write to; Apple's wants a true one
PATIENCE = 30  # seconds for a server of somebody else's to answer


class RefusedError(Exception):
    """The server cannot start here; the text says why and what to do."""


class Server:
    """One run: its folder, its servers and programs, and what it tells the person who started it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.folder = DataFolder()
        self.host = os.environ.get("HOST") or "127.0.0.1"
        self.supervisor = Supervisor(self.say, self._note)
        self.state: dict[str, object] = {}
        self.environment: dict[str, str] = {}

    def say(self, text: str) -> None:
        """One line for the person at the terminal, with the time."""
        self.console.print(f"{time.strftime('%H:%M:%S')}  {text}")

    def run(self) -> None:
        """Everything from the lock on the folder to the orderly end.

        Raises RefusedError, FolderError, ServerError or StartError when it does not come so far.
        """
        self.lock = self.folder.hold()
        self.port = free_port(self.host, os.environ.get("PORT") or "8000")
        self.supervisor.listen()
        try:
            self._start_servers()
            operator = self._prepare_database()
            self._start_programs()
            welcome(self.console, self.address, operator, self._manage("demo_table"))
            if self.host in EVERYWHERE and "ALLOWED_HOSTS" not in os.environ:
                self.say("Other machines are let in by the names that ALLOWED_HOSTS lists; it is not set.")
            self.supervisor.stay()
        except StoppedError:
            self.say("Stopping.")
        finally:
            self._stop()
        self.say("Stopped; the data are kept.")

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the server."""
        host = "127.0.0.1" if self.host in EVERYWHERE else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def _start_servers(self) -> None:
        """PostgreSQL and Valkey, each our own unless the environment names another."""
        clear_sockets(self.folder)
        sockets = socket_folder(self.folder.sockets)
        postgres = Postgres(self.folder.path / "postgres", sockets, self._log("postgres"))
        valkey = Valkey(sockets, self._log("valkey"))
        ours: list[Program] = []
        if "DATABASE_URL" not in os.environ:
            self.say(f"Starting PostgreSQL ({postgres.binaries.name}), data in {postgres.data}")
            postgres.prepare()
            ours.append(postgres.program())
        if "REDIS_URL" not in os.environ:
            self.say("Starting Valkey")
            ours.append(valkey.program())
        own = {"DATABASE_URL": postgres.url(), "REDIS_URL": valkey.url()}
        own = {name: url for name, url in own.items() if name not in os.environ}
        self.state = {
            "run": os.getpid(),
            "address": self.address,
            "sockets": str(sockets),
            "environment": own,
        }
        self.environment = self._environment(own)
        self._start(*ours)
        if "DATABASE_URL" in own:
            postgres.create_database()
        self.expect("DATABASE_URL", database_answers)
        self.expect("REDIS_URL", broker_answers)

    def _environment(self, own: dict[str, str]) -> dict[str, str]:
        """What every program is given: the caller's environment, with ours added."""
        added = {"MUSAPI_VAR": str(self.folder.path), "PORT": str(self.port), SUPERVISED: "1"}
        if "SECRET_KEY" not in os.environ and "SECRET_KEY_FILE" not in os.environ:
            added["SECRET_KEY_FILE"] = str(self.folder.secret_key_file())
        if "VAPID_PRIVATE_KEY_FILE" not in os.environ:
            added["VAPID_PRIVATE_KEY_FILE"] = str(self.folder.vapid_key_file())
        if "VAPID_SUBJECT" not in os.environ:
            added["VAPID_SUBJECT"] = NOBODY_IN_PARTICULAR
        return {**os.environ, **own, **added}

    def expect(self, name: str, answers: Callable[[str], bool]) -> None:
        """Wait for a server of somebody else's; RefusedError, without its password, if it stays silent."""
        give_up = time.monotonic() + PATIENCE
        while not answers(self.environment[name]):
            if time.monotonic() > give_up:
                place = urlsplit(self.environment[name]).hostname or "its socket"
                raise RefusedError(f"{name} is set, but no server answers at {place}.")
            self.supervisor.wait(0.2)

    def _prepare_database(self) -> str:
        """Migrate and see to an operator, whose sign-in is given; one server at a time does this."""
        self.say("Bringing the database up to date")
        with psycopg.connect(self.environment["DATABASE_URL"], autocommit=True) as connection:
            while connection.execute("SELECT pg_try_advisory_lock(%s)", [PREPARATION_LOCK]).fetchone() != (
                True,
            ):
                self.supervisor.wait(0.2)
            self._manage("migrate", "--no-input", "--verbosity=0")
            return self._manage("ensure_operator")

    def _start_programs(self) -> None:
        self.say("Starting the API, a worker and the clock")
        self._start(self._web(), self._celery("worker", "--concurrency=2"), self._beat())

    def _web(self) -> Program:
        options = {
            "--interface": "asgi",
            "--loop": "asyncio",
            "--http": "1",
            "--host": self.host,
            "--port": str(self.port),
            "--workers": "2",
            "--backlog": "2048",
            "--backpressure": "4096",  # connections of a worker; streams and polls are fewer (musapi.front)
            "--respawn-interval": "0.2",
            "--workers-kill-timeout": "5",
        }
        words = [word for pair in options.items() for word in pair]
        return self._program(
            "web",
            "granian",
            *words,
            "--no-ws",
            "--respawn-failed-workers",
            "musapi.asgi:application",
            ready=self._answers,
        )

    def _celery(self, name: str, *options: str) -> Program:
        return self._program(name, "celery", "-A", "musapi", name, "--loglevel=INFO", *options)

    def _beat(self) -> Program:
        return self._celery("beat", f"--schedule={self.folder.path / 'beat-schedule'}", "--pidfile=")

    def _program(
        self, name: str, module: str, *options: str, ready: Callable[[], bool] = lambda: True
    ) -> Program:
        return Program(
            name=name,
            argv=(sys.executable, "-m", module, *options),
            log=self._log(name),
            env=self.environment,
            ready=ready,
            cwd=BASE,
        )

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/livez", timeout=3) as answer:  # noqa: S310 - our own address
                return bool(answer.status == 200)
        except OSError:
            return False

    def _start(self, *programs: Program) -> None:
        """Start programs that share the lock on the data folder: it is free only when all are gone."""
        self.supervisor.start(*(replace(one, keep_fds=(*one.keep_fds, self.lock)) for one in programs))

    def _manage(self, *arguments: str) -> str:
        """Run a manage.py command to its end and give what it printed. StartError if it fails."""
        parent, log = os.getpid(), self._log("manage")
        with log.open("ab") as errors:
            process = subprocess.Popen(
                [sys.executable, "manage.py", *arguments],
                cwd=BASE,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(parent),
            )
        try:
            while process.poll() is None:
                self.supervisor.wait(0.05)
            printed, _ = process.communicate()
        finally:
            process.kill()
            process.wait()
        if process.returncode != 0:
            raise StartError(f"manage.py {arguments[0]} failed.\n{printed}\n(see {log})")
        return printed.strip()

    def _log(self, name: str) -> Path:
        return self.folder.logs / f"{name}.log"

    def _note(self, processes: dict[str, int]) -> None:
        self.folder.write_state({**self.state, "processes": processes})

    def _stop(self) -> None:
        """First who uses the servers, then the servers."""
        self.supervisor.stop("web", "worker", "beat")
        self.supervisor.stop("valkey", "postgres")
        clear_sockets(self.folder)
        self.folder.clear_state()


def clear_sockets(folder: DataFolder) -> None:
    """Remove the folder of sockets that the last run used, which a killed one leaves behind."""
    used = folder.read_state().get("sockets")
    if used:
        shutil.rmtree(used, ignore_errors=True)


def free_port(host: str, wanted: str) -> int:
    """The wanted port, or any free one for 0. Raises RefusedError, with another to try, when it is taken."""
    if not wanted.isdecimal() or int(wanted) > LAST_PORT:
        raise RefusedError(f"PORT must be a number up to {LAST_PORT}, not {wanted!r}.")
    try:
        return _listened_on(host, int(wanted))
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE:
            raise RefusedError(f"Cannot listen on {host}, port {wanted}: {problem.strerror}.") from problem
    raise RefusedError(
        f"Port {wanted} is taken by another program. Try: PORT={_next_free(host, int(wanted))} ./run"
    )


def _next_free(host: str, taken: int) -> int:
    for port in range(taken + 1, min(taken + 100, LAST_PORT)):
        with suppress(OSError):
            return _listened_on(host, port)
    return _listened_on(host, 0)


def _listened_on(host: str, port: int) -> int:
    """The port, after listening there for a moment. OSError if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1)
        return int(listener.getsockname()[1])
