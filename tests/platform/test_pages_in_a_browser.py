"""The documentation in a real browser: all of it is there, nothing fails, and nobody else is asked."""

from pathlib import Path

import pytest

from musapi.schema import openapi_document
from tests.platform.browser import show
from tests.stack import Stack


@pytest.mark.stack
def test_the_documentation_shows_every_operation(running: Stack, tmp_path: Path) -> None:
    shown = show(f"{running.address}/api/v1/docs", tmp_path)
    assert shown.console == []
    assert shown.hosts == {"127.0.0.1"}
    paths = openapi_document()["paths"].values()
    names = [(each["tags"][0], each["operationId"]) for path in paths for each in path.values()]
    missing = [name for tag, name in names if f'id="operations-{tag}-{name}"' not in shown.document]
    assert missing == []
