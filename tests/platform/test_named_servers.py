"""`./run` on servers that DATABASE_URL and REDIS_URL name."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from rich.console import Console

from musapi import serve
from musapi.serve import RefusedError, Server
from tests.stack import Stack, until


@pytest.fixture
def named() -> Iterator[dict[str, str]]:
    """An empty database on the tests' own PostgreSQL, and a number of their Valkey."""
    given, name = urlsplit(os.environ["DATABASE_URL"]), f"named_{uuid.uuid4().hex}"
    url = f"postgresql://{given.netloc}/DATABASE?{given.query}"
    with psycopg.connect(url.replace("DATABASE", "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield {"DATABASE_URL": url.replace("DATABASE", name), "REDIS_URL": os.environ["REDIS_URL"]}
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.stack
def test_two_servers_may_start_at_once_on_one_database(tmp_path: Path, named: dict[str, str]) -> None:
    """F81: one migrates and makes the operator, the other waits for it."""
    stacks = [Stack(tmp_path / name, **named).launch() for name in ("one", "two")]
    try:
        for stack in stacks:
            until(stack.welcomed, f"it did not start:\n{stack.printed}")
            assert set(stack.state["processes"]) == {"web", "worker", "beat"}
            assert not (stack.var / "postgres").exists()
            with stack.client() as caller:
                assert caller.post("/auth/guest").status_code == 201
        assert sorted("password: " in stack.printed for stack in stacks) == [False, True]
    finally:
        assert [stack.stop() for stack in stacks] == [0, 0]


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("DATABASE_URL", "postgresql://mus:s3cret@localhost:1/mus"),
        ("REDIS_URL", "redis://:s3cret@localhost:1/0"),
    ],
)
def test_a_named_server_that_is_silent_is_told_without_its_password(
    name: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "PATIENCE", 0)
    monkeypatch.setenv("MUSAPI_VAR", str(tmp_path / "var"))
    server = Server(Console())
    server.environment = {name: url}
    answers = {"DATABASE_URL": serve.database_answers, "REDIS_URL": serve.broker_answers}[name]
    with pytest.raises(RefusedError, match=f"{name} is set, but no server answers at localhost") as refusal:
        server.expect(name, answers)
    assert "s3cret" not in str(refusal.value)
