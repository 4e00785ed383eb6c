"""The data folder: one holder, one secret, and the words about what runs."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from musapi.datafolder import AlreadyRunningError, DataFolder, FolderError

HOLD = """
import sys, time
from pathlib import Path
from musapi.datafolder import DataFolder
lock = DataFolder(Path(sys.argv[1])).hold()
"""
STAY = HOLD + "print('held', flush=True); time.sleep(600)"
LEAVE_A_CHILD = HOLD + "import subprocess; subprocess.Popen(['sleep', '2'], pass_fds=[lock])"


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "var")


def test_the_secret_key_is_made_once_and_is_its_owners_alone(folder: DataFolder) -> None:
    os.close(folder.hold())
    path = folder.secret_key_file()
    key = path.read_text()
    assert len(key) >= 64
    assert (path.stat().st_mode & 0o777) == 0o600
    assert (folder.path.stat().st_mode & 0o777) == 0o700
    assert folder.secret_key_file().read_text() == key


def test_a_living_holder_is_named(folder: DataFolder) -> None:
    argv = [sys.executable, "-c", STAY, str(folder.path)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunningError, match=rf"process {holder.pid}"):
            folder.hold()
        holder.kill()
    os.close(folder.hold())


def test_a_holder_is_named_by_its_address_once_it_has_one(folder: DataFolder) -> None:
    argv = [sys.executable, "-c", STAY, str(folder.path)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        folder.write_state({"run": holder.pid, "address": "http://127.0.0.1:1"})
        with pytest.raises(AlreadyRunningError, match=r"It is at http://127\.0\.0\.1:1$"):
            folder.hold()
        folder.write_state({"run": holder.pid - 1, "address": "http://127.0.0.1:1"})
        with pytest.raises(AlreadyRunningError, match=rf"process {holder.pid}\)\.$"):
            folder.hold()
        holder.kill()


def test_what_a_dead_holder_left_is_waited_for(folder: DataFolder) -> None:
    """The lock lives on in a child of the killed holder, and is had when that ends."""
    subprocess.run([sys.executable, "-c", LEAVE_A_CHILD, str(folder.path)], check=True)
    with (folder.path / "lock").open("rb") as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(folder.hold())


def test_a_folder_of_somebody_else_is_refused_by_name(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(FolderError, match=r"var belongs to another user"):
        folder.hold()


def test_the_state_is_there_while_something_runs(folder: DataFolder) -> None:
    os.close(folder.hold())
    assert folder.read_state() == {}
    folder.write_state({"address": "http://127.0.0.1:1"})
    assert folder.read_state() == {"address": "http://127.0.0.1:1"}
    assert ((folder.path / "state.json").stat().st_mode & 0o777) == 0o600
    folder.clear_state()
    assert folder.read_state() == {}
