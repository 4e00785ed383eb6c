"""Tables before and after a match: opening, sitting down, bots, codes, the start, the rematch."""

from typing import Any
from uuid import UUID

import pytest

from games import exceptions, selectors, tables, wishes
from games.engine import shuffle
from games.models import Event, Seat, Table
from tests.games.driver import Match, stored, told, types
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


# Opening


def test_the_creator_takes_the_first_free_seat_and_bots_theirs() -> None:
    match = Match.opened(SettingsFactory(seats=("novice", None, "casual", None)))
    seats = match.seats()
    assert [(seat.kind, seat.bot_level, seat.controller) for seat in seats] == [
        ("bot", "novice", "bot"),
        ("player", "", "player"),
        ("bot", "casual", "bot"),
        ("empty", "", "player"),
    ]
    assert list(match.people) == [1]
    assert match.row().status == Table.Status.OPEN


BAD_SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({"ruleset": "poker"}, "/ruleset"),
    ({"options": {"target": 41}}, "/options/target"),
    ({"options": {"target": True}}, "/options/target"),
    ({"options": {"nine_kings": 1}}, "/options/nine_kings"),
    ({"turn_seconds": 9}, "/turn_seconds"),
    ({"turn_seconds": 14 * 24 * 3600 + 1}, "/turn_seconds"),
    ({"visibility": "secret"}, "/visibility"),
    ({"seats": (None,) * 3}, "/seats"),
    ({"seats": (None,) * 5}, "/seats"),
    ({"seats": (None, "grandmaster", None, None)}, "/seats/1/bot"),
    ({"seats": ("novice",) * 4}, "/seats"),
]


@pytest.mark.parametrize(("settings", "pointer"), BAD_SETTINGS)
def test_settings_that_cannot_be_are_refused_by_name_and_no_table_is_opened(
    settings: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(exceptions.InvalidTable) as refused:
        tables.create(creator=PersonFactory(), settings=SettingsFactory(**settings))
    assert [error["pointer"] for error in refused.value.errors] == [pointer]
    assert not Table.objects.exists()


@pytest.mark.parametrize("seconds", wishes.TURN_SECONDS)
def test_the_shortest_and_the_longest_turn_are_allowed(seconds: int) -> None:
    assert Match.of(SettingsFactory(turn_seconds=seconds)).row().turn_seconds == seconds


def test_every_option_is_stored_resolved() -> None:
    row = Match.opened(
        SettingsFactory(traditional=True, options={"target": 30, "max_envido": "target"})
    ).row()
    assert (row.options["target"], row.options["max_envido"], row.options["games_to_win"]) == (30, 30, 2)


def test_bots_alone_play_where_a_command_opened_the_table() -> None:
    row = tables.create_for_bots(settings=SettingsFactory(seats=("novice",) * 4))
    assert (row.status, row.creator, row.turn_id) == (Table.Status.PLAYING, None, 1)
    assert row.bots_due_at is not None


# Sitting down


def test_the_fourth_person_starts_the_match() -> None:
    match = Match.opened(SettingsFactory())
    match.join()
    match.join()
    assert match.row().status == Table.Status.OPEN
    match.join()
    row = match.row()
    assert (row.status, row.hand_number, row.turn_id) == (Table.Status.PLAYING, 1, 1)
    assert row.deadline is not None
    assert types(match.log()) == ["seat_taken"] * 4 + ["started", "hand_dealt"]


def test_a_table_that_does_not_start_by_itself_waits_for_its_creator() -> None:
    match = Match.opened(SettingsFactory(auto_start=False))
    creator = match.people[0]
    for _ in range(2):
        match.join()
    with pytest.raises(exceptions.NotFull):
        tables.start(table_id=match.id, player=creator)
    match.join()
    assert match.row().status == Table.Status.OPEN
    with pytest.raises(exceptions.NotCreator):
        tables.start(table_id=match.id, player=match.people[1])
    assert told(tables.start(table_id=match.id, player=creator))["status"] == "playing"
    with pytest.raises(exceptions.NotOpen):
        tables.start(table_id=match.id, player=creator)


def test_a_seat_can_be_chosen_if_it_is_free() -> None:
    match = Match.opened(SettingsFactory())
    match.join(2)
    assert sorted(match.people) == [0, 2]
    with pytest.raises(exceptions.SeatTaken):
        match.join(2)


def test_nobody_sits_twice_or_where_all_seats_are_taken() -> None:
    match = Match.of(SettingsFactory(auto_start=False))
    with pytest.raises(exceptions.AlreadySeated):
        tables.join(table_id=match.id, player=match.people[0])
    with pytest.raises(exceptions.TableFull):
        match.join()
    assert match.row().version == 4


def test_nobody_joins_a_match_of_four_people() -> None:
    match = Match.of()
    before = stored(match)
    with pytest.raises(exceptions.TableFull):
        match.join()
    assert stored(match) == before


def test_what_a_person_adds_to_the_shuffle_is_kept_with_the_seat_until_he_leaves() -> None:
    match = Match.opened(SettingsFactory(), client_seeds=("suerte", "", "", ""))
    match.join(1, "zorte on")
    assert [seat.client_seed for seat in match.seats()] == ["suerte", "zorte on", "", ""]
    match.leave(1)
    assert match.seat(1).client_seed == ""


def test_the_creator_puts_bots_on_empty_seats_and_the_last_one_starts() -> None:
    match = Match.opened(SettingsFactory())
    creator = match.people[0]
    match.join(1)
    with pytest.raises(exceptions.NotCreator):
        tables.add_bot(table_id=match.id, player=match.people[1], number=2, level="novice")
    with pytest.raises(exceptions.InvalidTable):
        tables.add_bot(table_id=match.id, player=creator, number=2, level="grandmaster")
    with pytest.raises(exceptions.SeatTaken):
        tables.add_bot(table_id=match.id, player=creator, number=1, level="novice")
    tables.add_bot(table_id=match.id, player=creator, number=2, level="novice")
    view = told(tables.add_bot(table_id=match.id, player=creator, number=3, level="casual"))
    assert view["status"] == "playing"
    with pytest.raises(exceptions.NotOpen):
        tables.add_bot(table_id=match.id, player=creator, number=3, level="casual")


# Private tables


def test_a_private_table_is_joined_by_its_code_in_any_case_and_looks_like_none_to_others() -> None:
    match = Match.opened(SettingsFactory(private=True))
    stranger = PersonFactory()
    code = match.view(0)["join_code"]
    with pytest.raises(exceptions.TableNotFound):
        tables.join(table_id=match.id, player=stranger)
    with pytest.raises(exceptions.TableNotFound):
        selectors.find_table(match.id, stranger)
    body = told(tables.join_by_code(code=f" {code.lower()} ", player=stranger))
    assert body["id"] == str(match.id)
    assert body["join_code"] == code
    assert selectors.find_table(match.id, stranger).id == match.id


@pytest.mark.parametrize("code", ["", "0000000000", "%", "NULL"])
def test_a_code_that_no_table_has_finds_none(code: str) -> None:
    Match.opened(SettingsFactory())
    Match.opened(SettingsFactory(private=True))
    with pytest.raises(exceptions.TableNotFound):
        tables.join_by_code(code=code, player=PersonFactory())


def test_codes_are_long_and_drawn_anew_and_public_tables_have_none() -> None:
    codes = {Match.opened(SettingsFactory(private=True)).row().join_code for _ in range(20)}
    assert len(codes) == 20
    assert {len(code or "") for code in codes} == {10}
    public = Match.opened(SettingsFactory())
    assert public.row().join_code is None
    assert "join_code" not in public.view(0)


def test_a_code_leads_nowhere_once_the_match_has_begun() -> None:
    match = Match.opened(SettingsFactory(private=True, paired=True))
    code = match.row().join_code or ""
    tables.join_by_code(code=code, player=PersonFactory())
    with pytest.raises(exceptions.NotOpen):
        tables.join_by_code(code=code, player=PersonFactory())


# Leaving an open table


def test_who_leaves_an_open_table_frees_his_seat() -> None:
    match = Match.opened(SettingsFactory())
    match.join(1)
    body = match.leave(1)
    assert not any(seat["you"] for seat in body["seats"])
    assert (match.seat(1).kind, match.seat(1).player) == (Seat.Kind.EMPTY, None)
    assert match.log()[-1].type == "seat_left"
    with pytest.raises(exceptions.NotSeated):
        match.leave(1)
    match.join(1)


def test_the_next_person_becomes_the_creator() -> None:
    match = Match.opened(SettingsFactory(auto_start=False))
    heir = match.join(2)
    match.leave(0)
    row = match.row()
    assert (row.status, row.creator) == (Table.Status.OPEN, heir)
    view = told(tables.add_bot(table_id=match.id, player=heir, number=0, level="novice"))
    assert view["seats"][0]["kind"] == "bot"


def test_a_table_that_its_last_person_leaves_is_abandoned_whatever_bots_sit_there() -> None:
    match = Match.opened(SettingsFactory(seats=(None, "novice", None, "novice")))
    match.leave(0)
    assert match.row().status == Table.Status.ABANDONED
    with pytest.raises(exceptions.NotOpen):
        match.join()
    assert match.id not in {table.id for table in selectors.open_tables(PersonFactory())}


# The rematch


@pytest.fixture
def over() -> Match:
    """A finished match of four people."""
    match = Match.of(SettingsFactory(options={"target": 30}, turn_seconds=77, traditional=True))
    match.resign(0)
    match.resign(2)
    return match


def test_a_rematch_is_like_the_table_before_and_keeps_everybodys_seat(over: Match) -> None:
    again = over.rematch(2, "otra")
    before, row = over.row(), again.row()
    for name in ("ruleset", "options", "turn_seconds", "visibility", "auto_start", "chat", "rules_version"):
        assert getattr(row, name) == getattr(before, name)
    assert (row.status, row.rematch_of) == (Table.Status.OPEN, before)
    assert bytes(row.master) != bytes(before.master)
    assert list(again.people) == [2]
    assert again.seat(2).client_seed == "otra"
    assert [seat.reserved_for for seat in again.seats()] == [
        over.people[0],
        over.people[1],
        None,
        over.people[3],
    ]
    for number in (3, 1):
        assert over.rematch(number).people == {number: over.people[number]}
    assert again.row().status == Table.Status.OPEN
    over.rematch(0)
    assert again.row().status == Table.Status.PLAYING


def test_there_is_one_rematch_whoever_asks(over: Match) -> None:
    assert {over.rematch(number).id for number in range(4)} == {UUID(over.view(0)["rematch"])}
    version = Match(UUID(over.view(0)["rematch"])).row().version
    assert over.rematch(0).row().version == version


def test_a_kept_seat_is_nobody_elses(over: Match) -> None:
    again = over.rematch(0)
    with pytest.raises(exceptions.SeatTaken):
        again.join(1)
    with pytest.raises(exceptions.SeatTaken):
        again.join()
    assert again.id not in {table.id for table in selectors.open_tables(PersonFactory())}
    again.join(person=over.people[1])
    assert again.seat(1).player == over.people[1]


def test_the_creator_may_give_a_kept_seat_to_a_bot(over: Match) -> None:
    again = over.rematch(0)
    tables.add_bot(table_id=again.id, player=over.people[0], number=1, level="novice")
    with pytest.raises(exceptions.SeatTaken):
        over.rematch(1)


def test_bots_sit_down_again_and_one_person_is_enough_for_a_rematch() -> None:
    match = Match.of(SettingsFactory(seats=(None, "novice", "casual", "novice")))
    match.resign(0)
    again = match.rematch(0)
    assert again.row().status == Table.Status.PLAYING
    assert [seat.bot_level for seat in again.seats()] == ["", "novice", "casual", "novice"]


def test_a_rematch_of_a_private_table_is_private_and_seen_by_those_it_waits_for(over: Match) -> None:
    match = Match.opened(SettingsFactory(private=True))
    code = match.row().join_code or ""
    for number in (1, 2, 3):
        match.people[number] = person = PersonFactory()
        tables.join_by_code(code=code, player=person)
    match.resign(0)
    match.resign(2)
    again = match.rematch(0)
    assert again.row().join_code not in (None, code)
    assert selectors.find_table(again.id, match.people[3]).id == again.id
    with pytest.raises(exceptions.TableNotFound):
        selectors.find_table(again.id, PersonFactory())


def test_an_abandoned_rematch_can_be_opened_again(over: Match) -> None:
    first = over.rematch(0)
    first.leave(0)
    assert first.row().status == Table.Status.ABANDONED
    second = over.rematch(1)
    assert second.id != first.id
    assert (second.row().rematch_of_id, first.row().rematch_of_id) == (over.id, None)


def test_there_is_no_rematch_of_a_match_that_goes_on_or_of_others(over: Match) -> None:
    with pytest.raises(exceptions.NotFinished):
        Match.of().rematch(0)
    with pytest.raises(exceptions.NotSeated):
        tables.rematch(table_id=over.id, player=PersonFactory())


def test_options_of_every_kind_survive_a_rematch() -> None:
    odd = {"max_mus_rounds": 2, "max_envido": None, "paso_stake": [2, 2, 1, 1, 1], "la_real": "king"}
    match = Match.of(SettingsFactory(alone=True, options=odd))
    match.resign(0)
    again = match.rematch(0)
    assert again.row().options == match.row().options


# The start


def test_the_start_promises_the_deal_before_anybody_has_a_card() -> None:
    match = Match.of()
    row = match.row()
    started, hand_dealt = match.log("started", "hand_dealt")
    assert started.seq < hand_dealt.seq
    seed = shuffle.hand_seed(bytes(row.master), 1)
    assert started.data == {
        "master_commitment": shuffle.master_commitment(bytes(row.master)),
        "commitment": shuffle.hand_commitment(str(row.id), 1, seed),
    }
    assert hand_dealt.data["mano"] == shuffle.first_mano(bytes(row.master))


def test_the_log_of_a_table_is_counted_from_one_without_a_gap() -> None:
    match = Match.opened(SettingsFactory())
    match.join(1)
    match.leave(1)
    match.join(1)
    match.join(2)
    match.join(3)
    seqs = list(Event.objects.filter(table_id=match.id).values_list("seq", flat=True))
    assert seqs == list(range(1, match.row().version + 1))
