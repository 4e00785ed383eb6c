"""Seats that are kept for friends, and people who are sent away."""

from collections.abc import Callable

import pytest

from accounts.exceptions import NotFriends, Yourself
from accounts.models import User
from games import exceptions, invitations, selectors, tables
from games.exceptions import GameError
from games.models import Seat
from games.replay.verdict import verify_table
from tests.games.company import befriend, block
from tests.games.driver import Match
from tests.games.ended import end
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


def invite(match: Match, number: int, friend: User, by: User | None = None) -> None:
    invitations.invite(
        table_id=match.id, player=by or match.people[0], number=number, username=friend.username
    )


def kick(match: Match, number: int, **how: bool) -> None:
    invitations.kick(table_id=match.id, player=match.people[0], number=number, **how)


def invited(person: User) -> list[int]:
    return [seat.number for seat in invitations.invitations_of(person)]


def opened(**settings: object) -> tuple[Match, User]:
    """A table, and a friend of its creator."""
    match, friend = Match.opened(SettingsFactory(**settings)), PersonFactory()
    befriend(match.people[0], friend)
    return match, friend


def test_a_seat_is_kept_for_a_friend() -> None:
    match, friend = opened(private=True, min_rating=1500)
    invite(match, 2, friend)
    [seat] = invitations.invitations_of(friend)
    shown = invitations.told(seat)
    assert (shown["seat"], shown["by"]["username"]) == (2, match.people[0].username)
    assert shown["table"]["seats"][2]["reserved"] is True
    assert match.join(person=friend) == match.people[2]
    assert invited(friend) == []


def test_nobody_else_sits_down_there() -> None:
    match, friend = opened()
    invite(match, 2, friend)
    with pytest.raises(exceptions.SeatTaken):
        match.join(2)


def test_an_invitation_can_be_declined_moved_and_taken_back() -> None:
    match, friend = opened()
    invite(match, 2, friend)
    invite(match, 1, friend)
    assert invited(friend) == [1]
    invitations.decline(table_id=match.id, player=friend)
    assert invited(friend) == []
    with pytest.raises(exceptions.InvitationNotFound):
        invitations.decline(table_id=match.id, player=friend)
    invite(match, 3, friend)
    kick(match, 3)
    assert invited(friend) == []
    match.join(3)


def test_only_friends_are_invited_and_only_by_the_creator() -> None:
    match, friend = opened()
    with pytest.raises(NotFriends):
        invite(match, 1, PersonFactory())
    other = match.join(1)
    befriend(other, friend)
    with pytest.raises(exceptions.NotCreator):
        invite(match, 2, friend, by=other)
    with pytest.raises(exceptions.SeatTaken):
        invite(match, 1, friend)
    match.join(2, person=friend)
    with pytest.raises(exceptions.AlreadySeated):
        invite(match, 3, friend)


def test_one_who_is_blocked_by_somebody_there_hears_nothing() -> None:
    match, friend = opened()
    block(match.join(1), friend)
    invite(match, 2, friend)
    assert invited(friend) == []
    with pytest.raises(exceptions.TableNotFound):
        match.join(2, person=friend)


def test_who_is_sent_away_may_come_back_but_not_after_a_ban() -> None:
    match = Match.opened(SettingsFactory())
    person = match.join(1)
    kick(match, 1)
    assert match.seat(1).kind == Seat.Kind.EMPTY
    match.join(1, person=person)
    kick(match, 1, ban=True)
    assert match.id not in {row.id for row in selectors.open_tables(person)}
    with pytest.raises(exceptions.TableNotFound):
        match.join(1, person=person)


def test_a_ban_holds_with_a_code_too() -> None:
    match = Match.opened(SettingsFactory(private=True))
    person, code = PersonFactory(), match.row().join_code or ""
    tables.join_by_code(code=code, player=person)
    kick(match, 1, ban=True)
    with pytest.raises(exceptions.TableNotFound):
        tables.join_by_code(code=code, player=person)


def test_a_bot_goes_and_the_log_still_agrees() -> None:
    match = Match.opened(SettingsFactory(paired=True, auto_start=False))
    kick(match, 1)
    assert match.log("seat_left")[-1].data == {"level": "novice"}
    match.join(2)
    kick(match, 2)
    match.join(1)
    match.join(2)
    tables.start(table_id=match.id, player=match.people[0])
    assert verify_table(match.id).differences == ()


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (lambda match: kick(match, 0), Yourself),
        (
            lambda match: invitations.kick(table_id=match.id, player=match.people[2], number=0),
            exceptions.NotCreator,
        ),
    ],
)
def test_who_cannot_be_sent_away(act: Callable[[Match], None], refusal: type[Exception]) -> None:
    match = Match.opened(SettingsFactory())
    match.join(2)
    with pytest.raises(refusal):
        act(match)


def test_nobody_is_sent_away_from_a_match() -> None:
    match = Match.of()
    with pytest.raises(GameError) as refused:
        kick(match, 1)
    assert refused.value.code == "table.not_open"


def test_the_seats_of_a_rematch_are_invitations() -> None:
    match = end(Match.of())
    tables.rematch(table_id=match.id, player=match.people[0])
    assert [invited(match.people[number]) for number in range(4)] == [[], [1], [2], [3]]
