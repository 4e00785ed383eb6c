"""Speaking with the server as it asks clients to: one key for one wish, again until it is answered."""

import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NoReturn
from uuid import uuid4

import httpx

from musapi.play.trouble import told
from musapi.play.words import Words

BASE = "/api/v1"
PATIENCE = 60.0  # seconds that a request is repeated for before the person is told
ANSWER_WITHIN = 15.0  # seconds after which an answer counts as lost
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
COME_LATER = 429

Json = dict[str, Any]


class Refused(Exception):
    """The server understood, and said no; `detail` is for people, in their language."""

    def __init__(self, problem: Mapping[str, Any], status: int) -> None:
        self.status = status
        self.code = str(problem.get("code", ""))
        self.problem = problem
        fields = [str(error.get("detail", "")) for error in problem.get("errors", ())]
        self.detail = " ".join([str(problem.get("detail") or f"HTTP {status}"), *fields])
        super().__init__(self.detail)


class Unreachable(Exception):
    """No answer within the client's patience; says why, to people."""


def problem_of(answer: httpx.Response) -> Refused:
    """A refusal as it was sent; also when something on the way, not the server, has refused."""
    try:
        body = answer.json()
    except ValueError:
        body = {}
    return Refused(body if isinstance(body, dict) else {}, answer.status_code)


def asked_pause(answer: httpx.Response | None) -> float:
    """How many seconds the server wants to be left alone (`Retry-After`)."""
    asked = "" if answer is None else answer.headers.get("Retry-After", "")
    return float(asked) if asked.isdecimal() else 0.0


def may_come_later(answer: httpx.Response) -> bool:
    """Whether the same request may be answered another time."""
    return answer.status_code == COME_LATER or answer.status_code >= 500


class Api:
    """One person's connection. `troubled` is told when an answer is late, and with "" when it has come.

    `awaited` is how a request is waited for: here it stands in the way of everything else. With `patient`,
    a limit that is reached (429) is waited for without a word.
    """

    def __init__(
        self,
        url: str,
        language: str,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
        dice: Random | None = None,
    ) -> None:
        headers = {"Accept-Language": language}
        self.http = httpx.Client(
            base_url=url.rstrip("/") + BASE, headers=headers, transport=transport, timeout=ANSWER_WITHIN
        )
        self.url, self.words = url, Words(language)
        self.sleep, self.now, self.dice = sleep, now, dice or Random()  # noqa: S311 - it only spreads load
        self.patience = PATIENCE
        self.patient = False
        self.troubled: Callable[[str], None] = lambda text: None
        self.awaited: Callable[[Callable[[], httpx.Response]], httpx.Response] = lambda request: request()

    def sign_in(self, token: str) -> None:
        """Send this token from now on."""
        self.http.headers["Authorization"] = f"Bearer {token}"

    def sign_out(self) -> None:
        """Send none."""
        self.http.headers.pop("Authorization", None)

    def get(
        self, path: str, *, within: float = ANSWER_WITHIN, patience: float | None = None, **query: Any
    ) -> Any:
        """What stands there. `within`: seconds for one answer. Raises Refused, Unreachable."""
        request = self.http.build_request("GET", path, params=query, timeout=within)
        return self._until_answered(request, patience).json()

    def post(self, path: str, body: Json | None = None) -> Any:
        """A wish: done once, however often it has to be sent. Raises Refused, Unreachable."""
        headers = {} if path == "/auth/guest" else {"Idempotency-Key": str(uuid4())}
        answer = self._until_answered(self.http.build_request("POST", path, json=body or {}, headers=headers))
        return answer.json() if answer.content else {}

    def patch(self, path: str, body: Json) -> Any:
        """A change, which may be made twice. Raises Refused, Unreachable."""
        return self._until_answered(self.http.build_request("PATCH", path, json=body)).json()

    def _until_answered(self, request: httpx.Request, patience: float | None = None) -> httpx.Response:
        limit = self.patience if patience is None else patience
        return self.awaited(lambda: self._until(self.now() + limit, request))

    def _until(self, give_up: float, request: httpx.Request) -> httpx.Response:
        attempt = 0
        while True:
            answer, trouble = self._once(request)
            if answer is not None and not may_come_later(answer):
                self.troubled("")
                return answer if answer.is_success else _refuse(answer)
            if self.now() + asked_pause(answer) > give_up:
                raise problem_of(answer) if answer is not None else Unreachable(trouble)
            if not (self.patient and answer is not None and answer.status_code == COME_LATER):
                self.troubled(trouble)
            self.pause(attempt, answer)
            attempt += 1

    def _once(self, request: httpx.Request) -> tuple[httpx.Response | None, str]:
        try:
            answer = self.http.send(request)
        except httpx.TransportError as trouble:
            return None, self.told(trouble)
        return answer, "" if answer.is_success else problem_of(answer).detail

    def told(self, trouble: Exception) -> str:
        """What went wrong on the way, to people."""
        return told(trouble, self.url, self.words)

    def pause(self, attempt: int, answer: httpx.Response | None = None) -> None:
        """Wait longer each time, never all clients alike, and at least as long as the server asks."""
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(attempt, 10))
        self.sleep(asked_pause(answer) + longest * self.dice.uniform(0.5, 1.0))


def _refuse(answer: httpx.Response) -> NoReturn:
    raise problem_of(answer)
