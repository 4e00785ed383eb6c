"""The token is kept between two runs, for nobody else to read."""

import os
from pathlib import Path

import pytest

from musapi.play.keep import Keep, default_path

HERE, THERE = "http://127.0.0.1:8000", "https://mus.example"


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keep = Keep(tmp_path / "state" / "play.json", HERE)
        keep.remember("secret")
    finally:
        os.umask(before)
    assert keep.path.stat().st_mode & 0o777 == 0o600
    assert keep.path.parent.stat().st_mode & 0o777 == 0o700
    assert list(keep.path.parent.iterdir()) == [keep.path]


def test_servers_are_told_apart(tmp_path: Path) -> None:
    here, there = Keep(tmp_path / "play.json", HERE), Keep(tmp_path / "play.json", THERE)
    here.remember("one")
    there.remember("other")
    assert (here.token, there.token) == ("one", "other")
    here.forget()
    assert (here.token, there.token) == (None, "other")


@pytest.mark.parametrize("content", ["", "not json", "[1]", f'{{"{HERE}": 7}}'])
def test_a_file_that_makes_no_sense_is_as_none(tmp_path: Path, content: str) -> None:
    keep = Keep(tmp_path / "play.json", HERE)
    keep.path.write_text(content)
    assert keep.token is None
    keep.remember("again")
    assert keep.token == "again"


def test_it_lies_where_state_belongs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "musapi" / "play.json"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ana")
    assert default_path() == Path("/home/ana/.local/state/musapi/play.json")
