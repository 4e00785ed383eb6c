"""The data folder, `var/` unless MUSAPI_VAR names another: who holds it, its secret, what runs on it now."""

import fcntl
import json
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

BASE = Path(__file__).resolve().parent.parent
REMAINS_SECONDS = 40  # how long the processes of a killed run may take to end


class FolderError(Exception):
    """The folder cannot be used; the text says why."""


class AlreadyRunningError(FolderError):
    """Another run holds the folder; the text names its process."""


class DataFolder:
    """One folder for everything that outlives a run, private to its owner."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = (path or Path(os.environ.get("MUSAPI_VAR") or BASE / "var")).resolve()
        self.logs = self.path / "log"
        self.sockets = self.path / "run"
        self._state = self.path / "state.json"

    def hold(self) -> int:
        """Take the folder for this process alone; gives the open lock, to be shared with every program.

        The lock lasts as long as any process that shares it, so what a killed run left is waited for.
        Raises AlreadyRunningError when the run that holds it is alive, FolderError when it is not ours.
        """
        lock = self._open_lock()
        give_up = time.monotonic() + REMAINS_SECONDS
        while not _locked(lock):
            holder = os.pread(lock, 100, 0).decode()
            if _alive(holder) or time.monotonic() > give_up:
                raise AlreadyRunningError(self._told_of(holder))
            time.sleep(0.1)
        os.ftruncate(lock, 0)
        os.pwrite(lock, _identity(os.getpid()).encode(), 0)
        return lock

    def _told_of(self, holder: str) -> str:
        process = int(holder.split()[0])
        told = f"Another ./run is using {self.path} (process {process})."
        state = self.read_state()  # while it starts, a killed run's
        return f"{told} It is at {state['address']}" if state.get("run") == process else told

    def _open_lock(self) -> int:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.logs.mkdir(mode=0o700, exist_ok=True)
            return os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError as problem:
            raise FolderError(
                f"{problem.filename} belongs to another user; MUSAPI_VAR names another."
            ) from problem

    def secret_key_file(self) -> Path:
        """The file with Django's secret key, made at the first call, readable by its owner alone."""
        return self._secret_file("secret_key", lambda: secrets.token_urlsafe(64))

    def vapid_key_file(self) -> Path:
        """The file with the key that pushes to browsers are signed with, made at the first call.

        Browsers subscribe to this key: with another one they would have to subscribe again.
        """
        return self._secret_file("vapid_private_key.pem", _signing_key)

    def _secret_file(self, name: str, make: Callable[[], str]) -> Path:
        path = self.path / name
        if not path.exists():
            fresh = path.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(make())
                file.flush()
                os.fsync(file.fileno())
            fresh.rename(path)
        return path

    def write_state(self, state: dict[str, Any]) -> None:
        """Say what is running, for `./run manage` and whoever watches."""
        fresh = self._state.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps(state, indent=2))
        fresh.rename(self._state)

    def read_state(self) -> dict[str, Any]:
        """What the last run said of itself, or nothing after an orderly end."""
        return dict(json.loads(self._state.read_text())) if self._state.exists() else {}

    def clear_state(self) -> None:
        """Nothing is running any more."""
        self._state.unlink(missing_ok=True)


def _signing_key() -> str:
    """A fresh private key on P-256, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return pem.decode()


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _identity(pid: int) -> str:
    """A process's number with its time of start, since numbers come round again."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return f"{pid} {fields[19]}"


def _alive(holder: str) -> bool:
    if not holder:  # it took the lock this instant and is about to sign
        return True
    try:
        return _identity(int(holder.split()[0])) == holder
    except FileNotFoundError:
        return False
