"""Joining a match in play: a bot's seat is a person's from the next deal on."""

from random import Random

import pytest

from accounts.models import User
from games import exceptions, moves, selectors, tables
from games.engine.actions import Action
from games.models import Event, Seat
from games.replay.verdict import verify_table
from tests.engine.tables import PLAIN
from tests.games.company import block
from tests.games.driver import Match, types
from tests.games.factories import PersonFactory, SettingsFactory
from tests.games.test_statements import PASO, cost

pytestmark = pytest.mark.django_db


def playing(**settings: object) -> Match:
    """Seats 0 and 2 are people's, 1 and 3 bots'."""
    return Match.of(SettingsFactory(paired=True, **settings))


def come(match: Match, number: int | None = None) -> User:
    person: User = PersonFactory()
    tables.join(table_id=match.id, player=person, number=number, client_seed="mine")
    return person


def test_until_the_next_deal_one_has_no_seat(rng: Random) -> None:
    match = playing()
    version, person = match.row().version, come(match, 3)
    view = selectors.view_of(match.row(), match.seats(), selectors.seat_of(match.seats(), person))
    assert view["seats"][3]["coming"] == {"username": person.username}
    assert view["seats"][3]["kind"] == "bot"
    assert "your_cards" not in view["hand"]
    assert match.row().version == version


def test_at_the_next_deal_the_seat_is_the_persons_and_the_log_agrees(rng: Random) -> None:
    match = playing()
    person, epoch = come(match), match.seat(1).epoch
    match.play_hand(rng)
    seat = match.seat(1)
    assert (seat.kind, seat.player, seat.controller) == ("player", person, "player")
    assert (seat.coming, seat.client_seed, seat.bot_level, seat.epoch) == (None, "", "", epoch + 1)
    told = types(Event.objects.filter(table_id=match.id, seq__gte=match.log("seat_taken")[-1].seq))
    assert told[:2] == ["seat_taken", "hand_dealt"]
    match.people[1] = person
    assert match.view(1)["hand"]["your_cards"]
    match.play_hand(rng)
    assert verify_table(match.id).differences == ()


def test_one_may_stay_away_after_all(rng: Random) -> None:
    match = playing()
    person = come(match)
    tables.leave(table_id=match.id, player=person)
    with pytest.raises(exceptions.NotSeated):
        tables.leave(table_id=match.id, player=person)
    match.play_hand(rng)
    assert match.seat(1).kind == Seat.Kind.BOT


def test_what_is_refused() -> None:
    match = playing()
    person = come(match, 1)
    with pytest.raises(exceptions.AlreadySeated):
        tables.join(table_id=match.id, player=person)
    for number in (0, 1):
        with pytest.raises(exceptions.SeatTaken):
            come(match, number)
    enemy = PersonFactory()
    block(enemy, person)
    with pytest.raises(exceptions.TableFull):
        tables.join(table_id=match.id, player=enemy)
    come(match)
    with pytest.raises(exceptions.TableFull):
        come(match)


def test_a_private_match_takes_nobody() -> None:
    match, person = Match.of(SettingsFactory(alone=True, private=True)), PersonFactory()
    with pytest.raises(exceptions.NotOpen):
        tables.join_by_code(code=match.row().join_code or "", player=person)


def pass_on(match: Match) -> None:
    """Whoever is asked passes, the bot too."""
    if match.asked() == 3:
        choices = {3: (match.seat(3).epoch, Action.parse("paso"))}
        moves.play_bots(table_id=match.id, turn=match.turn().id, choices=choices)
    else:
        match.say("paso")


@pytest.mark.parametrize("away", [False, True])
def test_the_move_that_seats_people_costs_no_more_than_others(away: bool) -> None:
    settings = SettingsFactory(seats=(None, None, None, "novice"))
    match = Match.dealt(PLAIN, mano=1, settings=settings)
    match.say("no_mus")
    person = come(match)
    for _ in range(11):
        pass_on(match)
    if away:
        match.leave(0)
    assert cost(match, 0, PASO) == 8
    assert match.seat(3).player == person
