"""Which language a reader gets: the best of those that are asked for, and none that is refused."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.front.calls import Behind, Call, front_of, run

ASKED = [
    ("sl", "sl"),
    ("sl;q=0", "en"),
    ("sl; Q=0.000", "en"),
    ("sl;q=0, eu;q=0.1", "eu"),
    ("es;q=0,fr;q=0.5 , it;q=0.9", "it"),
    ("sl;q=0.001", "sl"),
    ("sl-SI;q=0, *;q=0.5", "en"),
    ("eu;q=0," * 20 + "es", "es"),
    (";q=0, é;;q", "en"),
]


@pytest.mark.parametrize(("asked", "spoken"), ASKED)
def test_the_api_speaks_it(asked: str, spoken: str) -> None:
    answer = APIClient().get("/api/v1/nowhere", headers={"Accept-Language": asked})
    assert answer["Content-Language"] == spoken


@pytest.mark.parametrize(("asked", "spoken"), ASKED)
def test_the_front_speaks_it_too(asked: str, spoken: str) -> None:
    async def test() -> None:
        told: Any = {
            "method": "POST",
            "body": [b"x" * 200_000],
            "headers": [("accept-language", asked), ("content-length", "200000")],
        }
        async with Call(front_of(Behind()), "/", **told) as call:
            await call.end()
        assert (call.status, call.headers["content-language"]) == (413, spoken)

    run(test)
