"""The pulse of those who wait: it changes with what they read, and ends with their token."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from accounts.models import Token
from games import notices
from games.models import Seat, Table
from games.pulse import Watched, pulse_of, pulses
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory, token_of

pytestmark = pytest.mark.django_db(transaction=True)  # a row's version is that of its transaction


def watch(match: Match, number: int = 0) -> Watched:
    person = match.people[number]
    token_of(person)
    return Watched(Token.objects.filter(user=person).latest("created").digest, person.pk, match.id)


CHANGES: list[Callable[[Match], object]] = [
    lambda match: match.say("mus"),
    lambda match: match.sign(2, "wink"),
    lambda match: match.leave(1),
    lambda match: Table.objects.filter(pk=match.id).update(deadline=F("deadline") + timedelta(hours=1)),
    lambda match: Seat.objects.filter(table_id=match.id, number=3).update(missed_turns=1),
]


@pytest.mark.parametrize("change", CHANGES)
def test_it_changes_with_a_table_and_its_seats(change: Callable[[Match], object]) -> None:
    match = Match.dealt(settings=SettingsFactory(options={"signs_visible_to": "partner"}))
    other = watch(Match.dealt())
    mine = watch(match)
    before = pulses([mine, other])
    assert pulses([mine, other]) == before
    change(match)
    after = pulses([mine, other])
    assert after[mine] != before[mine]
    assert after[other] == before[other]


def test_it_changes_with_what_a_person_is_told() -> None:
    match = Match.dealt()
    person = match.people[0]
    mine = watch(match)._replace(table=None)
    before = pulses([mine])
    notices.tell(person=person, kind="friend_accepted", other=PersonFactory())
    assert pulses([mine]) != before


@pytest.mark.parametrize("end", ["delete", "expire", "close"])
def test_it_ends_with_the_token(end: str) -> None:
    match = Match.dealt()
    mine = watch(match)
    assert mine in pulses([mine])
    if end == "delete":
        Token.objects.filter(user=mine.person).delete()
    elif end == "expire":
        Token.objects.filter(user=mine.person).update(expiry=now())
    else:
        match.people[0].is_active = False
        match.people[0].save()
    assert pulses([mine]) == {}


def test_many_are_asked_about_in_three_statements() -> None:
    watched = [watch(match, number) for match in (Match.dealt(), Match.dealt()) for number in range(4)]
    watched += [one._replace(table=None) for one in watched]
    with CaptureQueriesContext(connection) as statements:
        assert len(pulses(watched)) == 16
    assert len(statements) == 3


def test_one_alone_has_the_pulse_that_it_has_among_many_in_one_statement() -> None:
    mine = watch(Match.dealt())
    for one in (mine, mine._replace(table=None)):
        among_many = pulses([mine, mine._replace(table=None)])[one]
        with CaptureQueriesContext(connection) as statements:
            assert pulse_of(one) == among_many
        assert len(statements) == 1
