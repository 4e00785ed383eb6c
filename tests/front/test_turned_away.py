"""Who has used up a limit at a table is told so by the front, as Django told it, until the window ends."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from musapi import limits
from musapi.front.turned_away import TurnedAway
from musapi.limits import NOTED, Limit, Standing, refusal_of
from tests.front.calls import EVENTS, OTHER, TABLE, Behind, Call, front_of, run

ANA, BEA = ("authorization", "Bearer ana"), ("authorization", "Bearer bea")
HERE, THERE = f"/api/v1/tables/{TABLE}", f"/api/v1/tables/{OTHER}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    moment = SimpleNamespace(now=1_000_000.0)
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: moment.now))
    return moment


class Refusing(Behind):
    """An application whose limit `name` is used up for ten seconds from the first question on."""

    def __init__(self, name: str) -> None:
        super().__init__()
        address = Standing(Limit("address", 50, 10), 7, 1_000_010.0)
        self.standings = [address, Standing(Limit(name, 3, 10), -1, 1_000_010.0)]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        environ[NOTED] = self.standings
        self.refuse("429 Too Many Requests")
        return super().__call__(environ, start_response)


async def ask(front: Any, path: str, *headers: tuple[str, str], method: str = "GET") -> Call:
    async with Call(front, path, headers=headers, method=method) as call:
        return await call.end()


@pytest.mark.parametrize(
    ("name", "elsewhere"), [("table", 1), ("person", 0), ("address", 1)], ids=["table", "person", "address"]
)
def test_the_front_tells_what_django_told_and_does_not_ask_again(
    clock: SimpleNamespace, name: str, elsewhere: int
) -> None:
    behind = Refusing(name)
    known = name != "address"  # who asks from the same address may be anybody

    async def test() -> None:
        front = front_of(behind)
        await ask(front, HERE, ANA)
        clock.now += 3.5
        again = await ask(front, HERE.upper().replace("/API/V1/TABLES", "/api/v1/tables"), ANA)
        assert len(behind.asked) == (1 if known else 2)
        if known:
            assert (again.status, again.headers["retry-after"]) == (429, "7")
            assert again.headers["ratelimit"] == f'"address";r=7;t=7, "{name}";r=0;t=7'
            assert again.headers["ratelimit-policy"] == f'"address";q=50;w=10, "{name}";q=3;w=10'
            told = json.loads(again.body)
            assert (told["code"], told["limit"]) == ("request.throttled", name)
            assert told["detail"] == refusal_of(behind.standings[1]).message
        before = len(behind.asked)
        await ask(front, THERE, ANA)
        assert len(behind.asked) - before == elsewhere

    run(test)


def test_others_and_other_paths_and_the_next_window_are_djangos(clock: SimpleNamespace) -> None:
    behind = Refusing("person")

    async def test() -> None:
        front = front_of(behind)
        await ask(front, HERE, ANA)
        for path, *headers in ((HERE, BEA), (HERE,), ("/api/v1/docs", ANA), ("/livez", ANA)):
            before = len(behind.asked)
            await ask(front, path, *headers)
            assert len(behind.asked) == before + 1, path
        clock.now += 10
        before = len(behind.asked)
        await ask(front, HERE, ANA)
        assert len(behind.asked) == before + 1

    run(test)


def test_moves_polls_and_streams_are_turned_away_alike(clock: SimpleNamespace) -> None:
    behind = Refusing("table")

    async def test() -> None:
        front = front_of(behind)
        for method, path in (
            ("GET", f"{EVENTS}?wait=25"),
            ("GET", f"{HERE}/stream"),
            ("POST", f"{HERE}/actions"),
        ):
            call = await ask(front, path, ANA, ("accept-language", "es"), method=method)
            assert call.status == 429
        assert call.headers["content-language"] == "es"

    run(test)
    assert len(behind.asked) == 1


def test_a_request_within_the_limit_is_not_remembered(clock: SimpleNamespace) -> None:
    behind = Refusing("table")
    behind.standings[1] = behind.standings[1]._replace(left=0)

    async def test() -> None:
        front = front_of(behind)
        for _ in range(2):
            await ask(front, HERE, ANA)

    run(test)
    assert len(behind.asked) == 2


def test_no_more_than_so_many_are_remembered(clock: SimpleNamespace) -> None:
    door = TurnedAway(most=2)
    standings = [Standing(Limit("table", 3, 10), -1, 1_000_010.0)]
    shown = [{"HTTP_AUTHORIZATION": f"Bearer {number}", NOTED: standings} for number in range(3)]
    for environ in shown:
        door.note(environ, TABLE)
    assert [bool(door.find(environ, TABLE)) for environ in shown] == [False, True, True]


@pytest.mark.parametrize(
    ("origin", "allowed"), [("https://mus.example", True), ("https://evil.example", False)]
)
def test_a_web_page_can_read_how_long_to_wait(
    clock: SimpleNamespace, settings: Any, origin: str, allowed: bool
) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["https://mus.example"]

    async def test() -> None:
        front = front_of(Refusing("table"))
        await ask(front, HERE, ANA)
        told = (await ask(front, HERE, ANA, ("origin", origin))).headers
        assert told.get("access-control-allow-origin") == (origin if allowed else None)
        assert ("Retry-After" in told.get("access-control-expose-headers", "")) is allowed
        assert "origin" in told["vary"].lower()

    run(test)
