"""How many SQL statements things cost: a move at most eight, all included, and lists a fixed few."""

import re
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.response import Response
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Seat
from tests.engine.tables import PAIRED
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory, token_of

pytestmark = pytest.mark.django_db

MOST_FOR_A_MOVE = 8
AROUND_A_TRANSACTION = re.compile(r"(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE SAVEPOINT)\b")
PASS = ["paso"] * 4


def client_of(person: User) -> APIClient:
    """A device that this person has shown before: its token is not due for renewal."""
    client = APIClient(headers={"Authorization": f"Bearer {token_of(person)}"})
    client.default_format = "json"
    return client


def statements(act: Callable[[], Response]) -> tuple[Response, list[str]]:
    """The answer of a request, and the SQL that it took besides the marks around transactions."""
    with CaptureQueriesContext(connection) as captured:
        answer = act()
    sql = [query["sql"] for query in captured.captured_queries]
    return answer, [text for text in sql if not AROUND_A_TRANSACTION.match(text)]


def post_action(match: Match, number: int, wire: dict[str, Any], key: str) -> Callable[[], Response]:
    """A move over HTTP, with token and Idempotency-Key."""
    client, body = client_of(match.people[number]), {"turn": match.turn().id, **wire}
    return lambda: client.post(match.path("actions"), body, headers={"Idempotency-Key": key})


def cost(match: Match, number: int, wire: dict[str, Any]) -> int:
    """What an accepted move costs."""
    answer, sql = statements(post_action(match, number, wire, str(uuid4())))
    assert answer.status_code == 200, answer.content
    assert len(sql) <= MOST_FOR_A_MOVE, "\n".join(sql)
    return len(sql)


def ordinary() -> Match:
    return Match.dealt(PAIRED)


def one_word_before_the_hand_ends() -> Match:
    match = Match.dealt()
    match.say("no_mus", *PASS, *PASS, *PASS[:3])
    return match


def one_word_before_the_match_ends() -> Match:
    match = Match.dealt(score=(39, 39))
    match.say("no_mus", *PASS, *PASS, *PASS[:3])
    return match


def all_to_discard() -> Match:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    return match


def one_left_to_discard() -> Match:
    match = all_to_discard()
    for number, card in enumerate(("7o", "7c", "7e")):
        match.send(number, {"type": "discard", "cards": [card]})
    return match


def there(match: Match, number: int) -> None:
    """The person has been in his seat all the time."""


def missed_one(match: Match, number: int) -> None:
    Seat.objects.filter(table_id=match.id, number=number).update(missed_turns=1)


def away(match: Match, number: int) -> None:
    match.leave(number)


PASO, DISCARD = {"type": "paso"}, {"type": "discard", "cards": ["7b"]}
SITUATIONS = [
    pytest.param(ordinary, {"type": "mus"}, id="ordinary"),
    pytest.param(one_word_before_the_hand_ends, PASO, id="next deal"),
    pytest.param(one_word_before_the_match_ends, PASO, id="match end"),
    pytest.param(all_to_discard, DISCARD, id="discard"),
    pytest.param(one_left_to_discard, DISCARD, id="last discard"),
]


@pytest.mark.parametrize("presence", [there, missed_one, away], ids=lambda presence: presence.__name__)
@pytest.mark.parametrize(("situation", "wire"), SITUATIONS)
def test_a_move_takes_at_most_eight_statements_with_token_and_key(
    situation: Callable[[], Match], wire: dict[str, Any], presence: Callable[[Match, int], None]
) -> None:
    match = situation()
    number = match.turn().seats[-1]
    presence(match, number)
    cost(match, number, wire)


def test_the_commonest_move_takes_six() -> None:
    assert cost(ordinary(), 0, {"type": "mus"}) == 6


def test_a_repeated_move_takes_three_and_reads_no_snapshot_twice() -> None:
    match = ordinary()
    move = post_action(match, 0, {"type": "mus"}, str(uuid4()))
    move()
    answer, sql = statements(move)
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert len(sql) == 3


def test_the_table_is_locked_first_and_the_seats_are_read_after_it() -> None:
    match = ordinary()
    _, sql = statements(post_action(match, 0, {"type": "mus"}, str(uuid4())))
    locks = [place for place, text in enumerate(sql) if "FOR UPDATE" in text]
    seats = [place for place, text in enumerate(sql) if 'FROM "games_seat"' in text]
    assert len(locks) == 1
    assert sql[locks[0]].endswith('FOR UPDATE OF "games_table"')
    assert len(seats) == 1
    assert locks < seats


# Lists: what they cost does not grow with what is in them


def same_cost(path: str, person: User, more: Callable[[], object]) -> None:
    """Reading a list costs as much with more in it."""
    client = client_of(person)
    client.get(path)
    first, few = statements(lambda: client.get(path))
    more()
    second, many = statements(lambda: client.get(path))
    assert (first.status_code, second.status_code) == (200, 200)
    assert len(second.content) > len(first.content)
    assert len(many) == len(few), "\n".join(many)


def sit_at_tables(person: User, count: int) -> None:
    for _ in range(count):
        match = Match.opened(SettingsFactory(turn_seconds=86400))
        match.join(person=person)
        match.join()
        match.join()


def test_the_list_of_open_tables_costs_the_same_however_many_there_are() -> None:
    Match.opened(SettingsFactory())

    def more() -> None:
        for _ in range(5):
            Match.opened(SettingsFactory()).join()

    same_cost("/api/v1/tables", PersonFactory(), more)


@pytest.mark.parametrize("path", ["/api/v1/me/tables", "/api/v1/me/turns"])
def test_ones_own_lists_cost_the_same_however_many_tables_there_are(path: str) -> None:
    person = PersonFactory()
    sit_at_tables(person, 8)
    same_cost(path, person, lambda: sit_at_tables(person, 12))


def test_the_list_of_hands_costs_the_same_however_many_were_played() -> None:
    match = Match.dealt(settings=SettingsFactory(options={"games_to_win": 5}))
    play_hands(match, 1)
    same_cost(match.path("hands"), match.people[0], lambda: play_hands(match, 4))


def test_the_feed_costs_the_same_however_long_it_is() -> None:
    match = Match.dealt(settings=SettingsFactory(options={"games_to_win": 5}))
    same_cost(match.path("events?after=0"), match.people[0], lambda: play_hands(match, 2))


def play_hands(match: Match, count: int) -> None:
    number = match.row().hand_number + count
    while match.row().hand_number < number:
        match.say("no_mus" if match.state().phase == "mus" else "paso")


def test_a_view_takes_three_statements_for_a_seat_and_for_somebody_who_looks_on() -> None:
    match = ordinary()
    for person in (match.people[0], PersonFactory()):
        client = client_of(person)
        answer, sql = statements(lambda client=client: client.get(f"/api/v1/tables/{match.id}"))  # type: ignore[misc]
        assert answer.status_code == 200
        assert len(sql) == 3, "\n".join(sql)


@pytest.mark.parametrize(
    "path", ["/api/v1/tables/{}", "/api/v1/me/turns", "/api/v1/me/tables", "/api/v1/tables"]
)
def test_what_has_not_changed_is_found_out_in_one_read_besides_the_token(path: str) -> None:
    match = ordinary()
    finished = one_word_before_the_match_ends()
    finished.say("paso")
    for _ in range(3):
        Match.opened(SettingsFactory()).join()
    for table in (match, finished):
        client, address = client_of(table.people[0]), path.format(table.id)
        tag = client.get(address)["ETag"]
        answer, sql = statements(lambda c=client, a=address, t=tag: c.get(a, headers={"If-None-Match": t}))  # type: ignore[misc]
        assert (answer.status_code, answer.content) == (304, b"")
        assert len(sql) == 2, "\n".join(sql)


def people_of(views: Sequence[dict[str, Any]]) -> set[str]:
    return {seat["player"]["username"] for view in views for seat in view["seats"] if "player" in seat}


def test_lists_name_the_people_they_show() -> None:
    match = Match.opened(SettingsFactory())
    match.join()
    listed = client_of(PersonFactory()).get("/api/v1/tables").json()["results"]
    assert people_of(listed) == {person.username for person in match.people.values()}
