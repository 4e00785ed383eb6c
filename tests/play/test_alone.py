"""The client is one like any other: none of the server comes along with it."""

import json
import subprocess
import sys

from musapi.datafolder import BASE

PROGRAM = """
import json, sys
import musapi.play.__main__
print(json.dumps(sorted(sys.modules)))
"""
THE_SERVERS = (
    "django",
    "rest_framework",
    "celery",
    "psycopg",
    "redis",
    "granian",
    "games",
    "accounts",
    "push",
)


def test_it_runs_without_the_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=BASE, capture_output=True, text=True, check=True
    )
    modules = json.loads(done.stdout)
    ours = {name for name in modules if name.split(".")[0] == "musapi"}
    assert {".".join(name.split(".")[:2]) for name in ours} == {"musapi", "musapi.play"}
    assert [name for name in modules if name.split(".")[0] in THE_SERVERS] == []
