"""Reads: the view of each seat and of somebody who looks on, lists, the inbox, the feed, finished hands."""

from random import Random

import pytest
from django.utils.timezone import now

from games import exceptions, selectors
from games.models import Hand
from tests.engine.tables import PAIRED, PLAIN, dealt
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db

VIEWERS = (0, 1, 2, 3, None)


def names(text: str) -> set[str]:
    """What an answer names."""
    return set(text.split())


ALWAYS = names(
    "id status visibility version ruleset options rules_version turn_seconds auto_start chat "
    "seats match hand turn legal_actions signs last_hand"
)


# The view


def test_each_seat_sees_its_own_cards_and_who_looks_on_sees_none() -> None:
    match = Match.dealt()
    hands = [match.view(number)["hand"].get("your_cards") for number in VIEWERS]
    assert hands == [*(cards.split() for cards in PLAIN), None]
    assert [match.view(number)["hand"]["cards_held"] for number in VIEWERS] == [[4, 4, 4, 4]] * 5


def test_a_view_names_what_the_contract_names() -> None:
    match = Match.dealt(PAIRED)
    match.say("no_mus", "envido 5")
    view = match.view(2)
    assert view.keys() == ALWAYS
    assert view["match"] == {
        "games_to_win": 1,
        "games_won": [0, 0],
        "game": 1,
        "score": [0, 0],
        "provisional_winner": None,
        "winner": None,
        "master_commitment": match.log("started")[0].data["master_commitment"],
    }
    assert view["hand"].keys() == names(
        "number mano dealer phase mus_round your_cards cards_held stock_count discard_count "
        "declarations lances standing proposal commitment next_commitment"
    )
    assert view["hand"]["proposal"] == {"seat": 0, "type": "envido", "amount": 5}
    assert view["turn"].keys() == {"id", "seats", "kind", "started_at", "deadline"}
    assert (view["turn"]["seats"], view["turn"]["kind"]) == ([2], "confirm")
    assert [action["type"] for action in view["legal_actions"]] == ["confirm", "envido", "ordago"]


def test_only_who_is_asked_has_legal_actions() -> None:
    match = Match.dealt()
    assert [bool(match.view(number)["legal_actions"]) for number in VIEWERS] == [True, *[False] * 4]


def test_a_seat_is_told_whole() -> None:
    match = Match.dealt(settings=SettingsFactory(seats=(None, "novice", None, "casual")))
    match.say("no_mus", "paso")
    match.leave(2)
    seats = match.view(0)["seats"]
    assert seats[0] == {
        "seat": 0,
        "team": 0,
        "kind": "player",
        "controller": "player",
        "you": True,
        "missed_turns": 0,
        "player": {"username": match.people[0].username},
        "said": {"type": "paso"},
    }
    assert (seats[1]["kind"], seats[1]["level"], "player" in seats[1]) == ("bot", "novice", False)
    assert (seats[2]["kind"], seats[2]["controller"], seats[2]["you"]) == ("player", "bot", False)
    assert [seat["team"] for seat in seats] == [0, 1, 0, 1]
    assert [[seat["you"] for seat in match.view(number)["seats"]].index(True) for number in (0, 2)] == [0, 2]


def test_an_open_table_has_a_match_that_has_not_begun_and_no_hand() -> None:
    match = Match.opened(SettingsFactory(traditional=True))
    for number in (0, None):
        view = match.view(number)
        assert view.keys() == ALWAYS
        assert (view["status"], view["hand"], view["turn"], view["last_hand"]) == ("open", None, None, None)
        assert (view["match"]["games_to_win"], view["match"]["score"]) == (2, [0, 0])
        assert [seat["kind"] for seat in view["seats"]] == ["player", "empty", "empty", "empty"]


def test_a_finished_table_asks_nobody_and_shows_its_last_hand_and_its_rematch() -> None:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    view = match.view(None)
    assert (view["status"], view["turn"], view["hand"], view["legal_actions"]) == ("finished", None, None, [])
    assert view["last_hand"]["number"] == 1
    assert "rematch" not in view
    again = match.rematch(0)
    assert match.view(0)["rematch"] == str(again.id)


def test_the_last_hand_stays_while_the_next_is_played(rng: Random) -> None:
    match = Match.of(SettingsFactory(options={"games_to_win": 5}))
    assert match.view(0)["last_hand"] is None
    match.play_hand(rng)
    view, hand = match.view(0), Hand.objects.get(table_id=match.id)
    assert view["hand"]["number"] == 2
    assert view["last_hand"] == {
        "number": 1,
        "cards": hand.record["cards"],
        "result": hand.record["result"],
        "score_before": [0, 0],
        "score_after": view["match"]["score"],
        "ended_by": "count",
    }


def test_kept_seats_and_offers_to_resign_are_seen() -> None:
    match = Match.of()
    match.resign(0)
    assert [seat.get("resigns") for seat in match.view(1)["seats"]] == [True, None, None, None]
    match.resign(2)
    again = match.rematch(0)
    assert [seat.get("reserved") for seat in again.view(0)["seats"]] == [None, True, True, True]


def test_times_are_in_utc_with_milliseconds() -> None:
    match = Match.dealt()
    assert match.view(0)["turn"]["deadline"] == selectors.iso(match.row().deadline)
    told = selectors.iso(
        now().replace(year=2031, month=2, day=3, hour=4, minute=5, second=6, microsecond=7000)
    )
    assert told == "2031-02-03T04:05:06.007Z"
    assert selectors.iso(None) is None


# Lists


def listed(match: Match, *people: object) -> list[bool]:
    """Whether these people find the table among those that they could join."""
    return [match.row() in selectors.open_tables(person) for person in people]  # type: ignore[arg-type]


def test_one_finds_open_public_tables_with_a_free_seat_where_one_does_not_sit() -> None:
    stranger = PersonFactory()
    match = Match.opened(SettingsFactory())
    assert listed(match, stranger, match.people[0]) == [True, False]
    assert listed(Match.opened(SettingsFactory(private=True)), stranger) == [False]
    assert listed(Match.of(SettingsFactory(auto_start=False)), stranger) == [False]
    assert listed(Match.of(), stranger) == [False]
    left = Match.opened(SettingsFactory())
    left.leave(0)
    assert listed(left, stranger) == [False]


def test_open_tables_can_be_had_by_ruleset() -> None:
    stranger = PersonFactory()
    one, other = Match.opened(SettingsFactory()), Match.opened(SettingsFactory(traditional=True))
    found = selectors.open_tables(stranger, ruleset="traditional")
    assert [row.id for row in found] == [other.id]
    assert {row.id for row in selectors.open_tables(stranger)} == {one.id, other.id}


def test_ones_own_tables_can_be_had_by_status() -> None:
    match = Match.of(SettingsFactory(alone=True))
    person = match.people[0]
    match.resign(0)
    waiting = Match.opened(SettingsFactory())
    waiting.join(person=person)
    assert {row.id for row in selectors.tables_of(person)} == {match.id, waiting.id}
    assert [row.id for row in selectors.tables_of(person, status="finished")] == [match.id]
    assert list(selectors.tables_of(person, status="playing")) == []


def test_a_table_in_a_list_shows_settings_and_people_and_no_cards() -> None:
    match = Match.dealt()
    told = selectors.summary_of(match.row(), match.seats())
    assert told.keys() == names(
        "id status visibility ruleset options turn_seconds auto_start chat created_at seats"
    )
    assert [seat["player"]["username"] for seat in told["seats"]] == [
        match.people[number].username for number in range(4)
    ]


# The inbox


def test_the_inbox_holds_the_tables_that_wait_for_one_the_most_urgent_first() -> None:
    person = PersonFactory()
    matches = []
    for seconds in (600, 60, 6000):
        match = Match.opened(SettingsFactory(seats=(None, None, "novice", "novice"), turn_seconds=seconds))
        match.join(person=person)
        match.put(dealt(match.rules(), mano=1))
        matches.append(match)
    turns = selectors.turns_of(person)
    assert [turn["table"] for turn in turns] == [str(matches[place].id) for place in (1, 0, 2)]
    row = matches[1].row()
    assert turns[0] == {
        "table": str(row.id),
        "ruleset": "gametwist",
        "version": row.version,
        "seat": 1,
        "turn": row.turn_id,
        "started_at": selectors.iso(row.turn_started_at),
        "deadline": selectors.iso(row.deadline),
    }


def test_the_inbox_of_who_is_not_asked_or_away_is_empty() -> None:
    match = Match.dealt()
    assert [len(selectors.turns_of(match.people[number])) for number in range(4)] == [1, 0, 0, 0]
    match.leave(0)
    assert selectors.turns_of(match.people[0]) == []
    match.come_back(0)
    match.resign(0)
    match.resign(2)
    assert selectors.turns_of(match.people[0]) == []


def test_all_four_are_waited_for_until_they_have_discarded() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus")
    match.send(2, {"type": "discard", "cards": ["7e"]})
    assert [len(selectors.turns_of(match.people[number])) for number in range(4)] == [1, 1, 0, 1]


# The feed


def test_the_feed_goes_on_from_a_number_without_a_gap(rng: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "EVENTS_PER_ANSWER", 7)
    match = Match.of()
    match.play_hand(rng)
    row, seen = match.row(), []
    while batch := selectors.events_after(row, None, seen[-1] if seen else 0):
        assert len(batch) <= 7
        seen += [event["seq"] for event in batch]
    assert seen == list(range(1, row.version + 1))


def test_a_cursor_ahead_of_the_table_is_refused() -> None:
    match = Match.dealt()
    row = match.row()
    assert selectors.events_after(row, None, row.version) == []
    with pytest.raises(exceptions.CursorAhead):
        selectors.events_after(row, None, row.version + 1)


def test_each_seat_reads_its_own_part_of_the_same_events() -> None:
    match = Match.dealt()
    match.say("mus", "mus", "mus", "mus", "discard 7o 6o", "discard 7c", "discard 7e", "discard 7b")
    row, seats = match.row(), match.seats()
    feeds = [selectors.events_after(row, viewer, row.version - 5) for viewer in (*seats, None)]
    assert [[event["seq"] for event in feed] for feed in feeds] == [
        [*range(row.version - 4, row.version + 1)]
    ] * 5
    assert [feed[0]["data"].get("cards") for feed in feeds] == [["7o", "6o"], None, None, None, None]
    new = [feed[-1]["data"].get("cards") for feed in feeds]
    assert [len(cards or []) for cards in new] == [2, 1, 1, 1, 0]
    for number in range(4):
        assert set(new[number]) <= set(match.view(number)["hand"]["your_cards"])


def test_events_name_people_as_they_are_called_now() -> None:
    match = Match.opened(SettingsFactory())
    person = match.people[0]
    first = selectors.events_after(match.row(), None, 0)[0]
    assert first["data"]["player"] == {"username": person.username}
    person.username = "another-name"
    person.save()
    assert selectors.events_after(match.row(), None, 0)[0]["data"]["player"] == {"username": "another-name"}
    assert person.username not in str(match.log()[0].data)


# Finished hands


def test_a_finished_hand_is_told_whole(rng: Random) -> None:
    match = Match.of(SettingsFactory(options={"games_to_win": 5}), ("suerte", "", "", ""))
    match.play_hand(rng)
    row = match.row()
    hand = selectors.hand_of(row, 1)
    assert hand.keys() == names(
        "table ruleset options number game mano_dealt mano dealer cards dealt result score_before "
        "score_after ended_by actions proof finished_at"
    )
    assert hand["proof"].keys() == {"algorithm", "commitment", "seed", "client_seeds", "deck"}
    assert [action["seq"] for action in hand["actions"]] == [event.seq for event in match.log("action")]
    assert all(action["by"] == "player" for action in hand["actions"])
    with pytest.raises(exceptions.HandNotFound):
        selectors.hand_of(row, 2)
