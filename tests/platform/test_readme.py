"""README's match by curl is played as it stands."""

import json
import os
import re
import subprocess

import pytest

from musapi.datafolder import BASE
from tests.stack import Stack

BLOCK = re.compile(r"runs this block as it stands -->\n```sh\n(.+?)```", re.DOTALL)


@pytest.mark.stack
def test_the_match_by_curl_is_played_to_its_end(running: Stack) -> None:
    block = BLOCK.search((BASE / "README.md").read_text()).group(1)
    environment = {**os.environ, "PORT": running.address.rpartition(":")[2]}
    played = subprocess.run(
        ["sh", "-eu", "-c", block], env=environment, capture_output=True, text=True, check=False
    )
    assert played.returncode == 0, played.stderr
    questions, hand = played.stdout.splitlines()[:-1], json.loads(played.stdout.splitlines()[-1])
    assert all(line.startswith("question ") for line in questions)
    assert [len(cards) for cards in hand["cards"]] == [4, 4, 4, 4]
    assert hand["proof"]["seed"]
