"""Requests in a row, each with what an answer before has told: the links of the OpenAPI document, followed.

Schemathesis makes up the requests and judges the answers: none is a 5xx, and none is one that the document
does not foresee. Its own state machine is not used, since most of its steps ended at a table that is none.
Two people ask in turn, so that tables fill, and the bots play on between two requests. More of the same:

    SCHEMATHESIS_WALKS=2000 ./run test tests/api/test_stateful.py
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig

from games import selectors
from games.models import Seat, Table
from musapi.wsgi import application
from tests.api.phones import Sitting
from tests.api.walking import Step, Walk, links_from, operations
from tests.api.worlds import World
from tests.games.chance import any_legal
from tests.games.factories import token_of

WALKS = int(os.environ.get("SCHEMATHESIS_WALKS", "16"))
STEPS = 20
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
FIRST = [
    Step("create_table"),
    *(Step(name) for name in ("open_guest", "open_tables", "my_tables", "my_turns", "my_invitations")),
    *(
        Step(name)
        for name in ("enter_queue", "friend_requests", "leaderboard", "rulesets", "devices", "mute")
    ),
]

MADE_UP = settings(
    max_examples=10,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
ALONE = [None, {"bot": "novice"}, {"bot": "novice"}, {"bot": "novice"}]
WITH_A_FREE_SEAT = [None, {"bot": "novice"}, None, {"bot": "novice"}]

schema = schemathesis.openapi.from_wsgi(
    "/api/v1/openapi.json",
    application,
    config=SchemathesisConfig(
        projects=ProjectsConfig(
            default=ProjectConfig(
                generation=GenerationConfig(allow_x00=False, modes=[GenerationMode.POSITIVE]),
            )
        )
    ),
)


@pytest.fixture(autouse=True)
def _in_this_thread(settings: Any) -> Iterator[None]:
    """The application runs in the test's transaction: it must not close the connection."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@cache
def requests_of(name: str) -> Iterator[Any]:
    """Requests of an operation, without end and the same in every run."""
    found = [each.ok() for each in schema.get_all_operations()]
    [operation] = [each for each in found if each.definition.raw["operationId"] == name]
    return _made_up(operation.as_strategy())


def _made_up(cases: st.SearchStrategy[Any]) -> Iterator[Any]:
    """Batch by batch, not drawn where they are used: what a walk meets is not for Hypothesis to know."""
    for number in itertools.count():
        yield from _batch(cases, number)


def _batch(cases: st.SearchStrategy[Any], number: int) -> list[Any]:
    made: list[Any] = []

    @seed(number)
    @settings(MADE_UP)
    @given(cases)
    def keep(case: Any) -> None:
        made.append(case)

    keep()
    return made


class Scenario:
    """One walk of two people, undone in the end."""

    def __init__(self, done: Counter[str]) -> None:
        self.done = done
        self.world, self.walk = World(), Walk()
        self.people = [self.world.caller, self.world.caller, self.world.other]
        self.dice = Random(done.total())

    def go(self) -> None:
        """Walk: begin at a table, then go wherever the answers lead."""
        self.ask(Step("create_table"), {"seats": self.dice.choice([ALONE, WITH_A_FREE_SEAT])})
        for _ in range(STEPS):
            self.let_bots_play()
            ways = self.dice.sample(self.walk.open_ways + FIRST, 4)
            self.ask(min(ways, key=lambda way: self.done[way.operation]))

    def ask(self, step: Step, body: dict[str, Any] | None = None) -> None:
        """Send a request of this operation, with a body that was made up if none is given."""
        case = next(requests_of(step.operation))
        case.path_parameters.update(step.parameters)
        case.body = body or case.body
        speaker = self.aim(case, step.operation) or self.dice.choice(self.people)
        answer = case.call(headers={"Authorization": f"Bearer {token_of(speaker)}"})
        case.validate_response(answer, checks=CHECKS)
        if 200 <= answer.status_code < 300:
            self.done[step.operation] += 1
            body = answer.json() if answer.content else None
            self.walk.arrive(step, case.path_parameters, answer.status_code, body)

    def aim(self, case: Any, name: str) -> Any:
        """Make up for what the document cannot say: somebody who is asked, and a legal answer."""
        if case.query:
            case.query.pop("cursor", None)
            case.query.update({given: 0 for given in ("after", "wait") if given in case.query})
        return self.answer(case) if name == "play" else None

    def answer(self, case: Any) -> Any:
        row = Table.objects.filter(pk=case.path_parameters["table_id"]).first()
        asked = Seat.objects.filter(
            table=row, player__isnull=False, number__in=(row and row.turn_seats) or []
        )
        if row is None or not (seat := asked.first()):
            return None
        view = selectors.view_of(row, selectors.seats_of(row.id), seat)
        case.body = {"turn": row.turn_id, **any_legal(view, self.dice)}
        return seat.player

    def let_bots_play(self) -> None:
        for row in Table.objects.filter(status=Table.Status.PLAYING):
            people = row.seats.filter(player__isnull=False)
            Sitting(row.id, {seat.number: None for seat in people}).settle()


@pytest.mark.django_db
def test_every_way_leads_to_an_answer_that_is_foreseen() -> None:
    done: Counter[str] = Counter()
    for _ in range(WALKS):
        before = transaction.savepoint()
        Scenario(done).go()
        transaction.savepoint_rollback(before)
    # A walk goes where least has been done, so that few of them reach most of what links lead to.
    led_to = {way for operation in operations().values() for way in links_from(operation)}
    assert len(led_to & set(done)) > len(led_to) / 2, sorted(led_to - set(done))
