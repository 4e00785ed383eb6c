"""Who finds a table and may sit down there: friends, blocks, limits of rating, and how many tables."""

from typing import Any

import pytest

from accounts.models import User
from games import access, exceptions, selectors, tables
from games.exceptions import GameError
from games.models import Seat
from games.wishes import TableSettings
from tests.faults.races import meet, overtake
from tests.games.company import befriend, block, rate
from tests.games.driver import Match, told
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


def finds(person: User, match: Match) -> tuple[bool, bool]:
    """Whether the person has the table in the list, and may look at it by its id."""
    listed = match.id in {row.id for row in selectors.open_tables(person)}
    try:
        selectors.find_table(match.id, person)
    except exceptions.TableNotFound:
        return listed, False
    return listed, True


def refused(call: Any) -> str:
    """The code with which something is refused."""
    with pytest.raises(GameError) as refusal:
        call()
    return refusal.value.code


def test_a_table_of_friends_is_found_by_friends_of_its_creator_alone() -> None:
    match = Match.opened(SettingsFactory(visibility="friends"))
    friend, stranger = PersonFactory(), PersonFactory()
    befriend(match.people[0], friend)
    assert finds(friend, match) == (True, True)
    assert finds(stranger, match) == (False, False)
    match.join(person=friend)
    assert refused(lambda: match.join(person=stranger)) == "table.not_found"


@pytest.mark.parametrize("blocker", ["seated", "coming"])
def test_blocked_people_do_not_find_each_others_open_tables(blocker: str) -> None:
    match = Match.opened(SettingsFactory(auto_start=False))
    seated, other = match.join(), PersonFactory()
    block(*((seated, other) if blocker == "seated" else (other, seated)))
    assert finds(other, match) == (False, False)
    assert refused(lambda: match.join(person=other)) == "table.not_found"
    assert finds(PersonFactory(), match) == (True, True)
    tables.leave(table_id=match.id, player=seated)
    assert finds(other, match) == (True, True)


def test_blocked_people_do_not_meet_with_a_code_either() -> None:
    match, other = Match.opened(SettingsFactory(private=True)), PersonFactory()
    block(match.people[0], other)
    code = match.row().join_code
    assert code
    assert refused(lambda: tables.join_by_code(code=code, player=other)) == "table.not_found"


def test_a_match_in_play_is_hidden_from_nobody() -> None:
    match, other = Match.of(SettingsFactory(alone=True)), PersonFactory()
    block(match.people[0], other)
    assert finds(other, match) == (False, True)


@pytest.mark.parametrize(
    ("shown", "provisional", "fits"),
    [
        (1400, False, True),
        (1600, False, True),
        (1399, False, False),
        (1601, False, False),
        (1500, True, False),
        (None, False, False),
    ],
)
def test_limits_of_rating(shown: int | None, provisional: bool, fits: bool) -> None:
    match = Match.opened(SettingsFactory(min_rating=1400, max_rating=1600))
    person = PersonFactory()
    if shown is not None:
        rate(person, shown, provisional=provisional)
    rate(person, 1500, "traditional")
    assert finds(person, match) == (True, True)
    assert (match.id in {row.id for row in selectors.open_tables(person, fits_me=True)}) is fits
    if fits:
        match.join(person=person)
    else:
        assert refused(lambda: match.join(person=person)) == "table.rating_out_of_range"


def test_a_table_without_limits_fits_everybody() -> None:
    match = Match.opened(SettingsFactory())
    assert match.id in {row.id for row in selectors.open_tables(PersonFactory(), fits_me=True)}


def test_tables_that_are_not_too_slow() -> None:
    quick, slow = (Match.opened(SettingsFactory(turn_seconds=seconds)) for seconds in (60, 61))
    found = {row.id for row in selectors.open_tables(PersonFactory(), turn_seconds_max=60)}
    assert quick.id in found
    assert slow.id not in found


@pytest.mark.parametrize(
    ("limits", "pointer"),
    [
        ({"min_rating": -1}, "/min_rating"),
        ({"max_rating": 3001}, "/max_rating"),
        ({"min_rating": 1500, "max_rating": 1400}, "/max_rating"),
    ],
)
def test_limits_that_cannot_be(limits: dict[str, int], pointer: str) -> None:
    with pytest.raises(exceptions.InvalidTable) as refusal:
        tables.create(creator=PersonFactory(), settings=TableSettings(**limits))  # type: ignore[arg-type]
    assert refusal.value.errors[0]["pointer"] == pointer


def open_some(person: User, count: int, turn_seconds: int = access.LIVE_TURN_SECONDS) -> None:
    for _ in range(count):
        tables.create(creator=person, settings=SettingsFactory(turn_seconds=turn_seconds))


def test_a_person_sits_at_three_live_tables_and_at_slow_ones_beside(settings: Any) -> None:
    person, match = PersonFactory(), Match.opened(SettingsFactory())
    open_some(person, 3)
    with pytest.raises(exceptions.TooManyTables) as refusal:
        match.join(person=person)
    assert refusal.value.extra == {"most": 3}
    settings.MOST_SLOW_TABLES = 2
    open_some(person, 2, access.LIVE_TURN_SECONDS + 1)
    assert refused(lambda: open_some(person, 1, access.LIVE_TURN_SECONDS + 1)) == "table.too_many"
    tables.leave(table_id=Seat.objects.filter(player=person).earliest("pk").table_id, player=person)
    match.join(person=person)


def opening(person: User) -> Any:
    return lambda: told(tables.create(creator=person, settings=SettingsFactory()))["status"]


COUNTED = "games.tables._open_table"


@pytest.mark.django_db(transaction=True)
def test_two_tables_at_the_same_moment_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    person = PersonFactory()
    open_some(person, 2)
    first, second = meet(monkeypatch, COUNTED, opening(person), opening(person))
    assert first == "open"
    assert isinstance(second, exceptions.TooManyTables)
    assert Seat.objects.filter(player=person).count() == 3


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_there_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    person = PersonFactory()
    open_some(person, 2)
    assert overtake(monkeypatch, "games.tables.note_shared_places", opening(person), opening(person)) == (
        "open",
        "open",
    )
    assert Seat.objects.filter(player=person).count() == 4
