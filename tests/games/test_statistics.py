"""What is counted of a match, for whom; and that counting anew gives the same."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils.timezone import now

from accounts.departure import bury
from accounts.models import User
from games import ratings, record, seating, selectors, statistics
from games.models import Hand, Statistics
from games.statistics import COLUMNS
from tests.faults.races import Racer, gate_at, somebody_waits, until
from tests.games.driver import Match
from tests.games.ended import end, ended, rated, registered, seated
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db

SHORT = {"target": 25, "games_to_win": 2}


def counted(person: User) -> Counter[str]:
    """A person's numbers, without those that are 0."""
    row = Statistics.objects.get(user=person)
    return Counter({name: getattr(row, name) for name in COLUMNS if getattr(row, name)})


def shown(person: User, ruleset: str = "gametwist") -> dict[str, Any]:
    return next(entry for entry in statistics.statistics_of(person) if entry["ruleset"] == ruleset)


def ordagos(person: User) -> tuple[int, ...]:
    """Made, accepted, won; taken, won."""
    told = shown(person)["ordagos"]
    return tuple(told[name] for name in ("made", "accepted", "won", "taken", "taken_won"))


def rows() -> list[dict[str, Any]]:
    """All that is stored, whatever its ids."""
    return list(Statistics.objects.order_by("user", "ruleset").values("user", "ruleset", *COLUMNS))


def from_result_lists(match: Match, seat: int) -> Counter[str]:
    """The pair's part, counted another way: from the finished hands as the API shows them."""
    tally: Counter[str] = Counter()
    for hand in selectors.hands_in_full(match.row(), list(Hand.objects.filter(table_id=match.id))):
        tally["hands"] += 1
        won = [row for row in hand["result"] if row["team"] == seat % 2]
        tally["lances_won"] += len([row for row in won if row["counted"]])
        tally["lances"] += len([row for row in hand["result"] if row["counted"] and row["team"] is not None])
        tally["dejes_earned"] += len([row for row in won if row["status"] == "declined"])
        tally["ordagos_made"] += len(
            [said for said in hand["actions"] if said["seat"] == seat and said["type"] == "ordago"]
        )
    return +tally


@pytest.mark.parametrize("ruleset", ["gametwist", "traditional"])
def test_whole_matches_are_counted_as_their_result_lists_say(ruleset: str, rng: Random) -> None:
    match = Match.of(SettingsFactory(ruleset=ruleset, options=SHORT))
    match.play_out(rng)
    rated(match)
    games = match.row().state["match"]["games_won"]
    for seat, person in match.people.items():
        found, expected = counted(person), from_result_lists(match, seat)
        assert {name: found[name] for name in expected} == expected
        assert (found["games"], found["games_won"]) == (sum(games), games[seat % 2])
        assert (found["matches"], found["matches_won"]) == (1, match.row().winner == seat % 2)


def test_who_wins_what_the_other_pair_loses(rng: Random) -> None:
    match = Match.of(SettingsFactory(options=SHORT))
    match.play_out(rng)
    rated(match)
    one, other = counted(match.people[0]), counted(match.people[1])
    assert one["lances_won"] + other["lances_won"] == one["lances"] == other["lances"]
    assert one["games_won"] + other["games_won"] == one["games"]
    assert (one["dejes_earned"], one["deje_points_earned"]) == (
        other["dejes_conceded"],
        other["deje_points_conceded"],
    )


@pytest.fixture
def match() -> Match:
    """Seat 0 has the best grande and is mano; seat 3 the best chica."""
    return Match.dealt(["12o 12c 12e 11b", "7o 6c 5e 4b", "7c 6o 5c 4e", "1o 1c 1e 6b"])


def test_an_accepted_ordago_is_his_who_made_it(match: Match) -> None:
    match.say("no_mus", "ordago", "quiero")
    rated(match)
    assert counted(match.people[0]) == Counter(
        matches=1, matches_won=1, games=1, games_won=1, hands=1, lances=1, lances_won=1,
        ordagos_made=1, ordagos_accepted=1, ordagos_won=1,
    )  # fmt: skip
    assert counted(match.people[2]) == Counter(
        matches=1, matches_won=1, games=1, games_won=1, hands=1, lances=1, lances_won=1
    )
    for rival in (1, 3):
        assert counted(match.people[rival]) == Counter(matches=1, games=1, hands=1, lances=1, ordagos_taken=1)


def test_an_ordago_that_is_taken_and_won_is_the_pairs(match: Match) -> None:
    match.say("no_mus", "paso", "ordago", "quiero")
    rated(match)
    assert match.row().winner == 0
    bettor = next(event.seat for event in match.log("action") if event.data["type"] == "ordago")
    assert bettor == 1
    assert ordagos(match.people[1]) == (1, 1, 0, 0, 0)
    assert ordagos(match.people[3]) == (0, 0, 0, 0, 0)
    assert [ordagos(match.people[rival]) for rival in (0, 2)] == [(0, 0, 0, 1, 1)] * 2


def test_a_refused_ordago_is_made_and_pays_a_deje(match: Match) -> None:
    match.say("no_mus", "ordago", "no_quiero")
    while match.row().hand_number == 1:
        match.say("confirm" if match.turn().kind == "confirm" else "paso")
    rated(end(match))
    mine = shown(match.people[0])
    assert ordagos(match.people[0]) == (1, 0, 0, 0, 0)
    assert mine["dejes"]["earned"] == {"count": 1, "points": 1, "average": 1.0}
    assert mine["dejes"]["conceded"] == {"count": 0, "points": 0, "average": None}
    assert shown(match.people[1])["dejes"]["conceded"] == {"count": 1, "points": 1, "average": 1.0}


def test_a_game_that_was_given_up_is_not_counted_but_its_match_is() -> None:
    match = rated(ended(registered(4), winner=1))
    assert counted(match.people[0]) == Counter(matches=1, hands=1)
    assert counted(match.people[1]) == Counter(matches=1, matches_won=1, hands=1)


def test_guests_are_counted_too() -> None:
    match = rated(ended([PersonFactory() for _ in range(4)]))
    assert counted(match.people[0])["matches_won"] == 1


def test_each_ruleset_is_counted_on_its_own() -> None:
    people = registered(4)
    rated(ended(people))
    rated(ended(people, ruleset="traditional", winner=1))
    rated(ended(people, ruleset="traditional", winner=1))
    assert shown(people[0])["matches"] == {"played": 1, "won": 1}
    assert shown(people[0], "traditional")["matches"] == {"played": 2, "won": 0}


def test_who_takes_a_seat_over_is_counted_from_the_next_hand_on(rng: Random) -> None:
    match = Match.of(SettingsFactory(options={"games_to_win": 5}))
    match.play_hand(rng)
    row = match.row()
    joined = {"kind": "player", "player": str(match.people[2].id)}
    record.log_events(row, [seating.event("seat_taken", 2, joined)], now=now())
    row.save()
    match.play_hand(rng)
    match.play_hand(rng)
    rated(end(match))
    old, new = counted(match.people[0]), counted(match.people[2])
    assert (old["matches"], old["hands"]) == (1, 4)
    assert (new["matches"], new["hands"]) == (0, 2), "the hands that were dealt after that"


def test_who_has_not_played_has_noughts() -> None:
    entry = shown(PersonFactory())
    assert entry["matches"] == {"played": 0, "won": 0}
    assert entry["dejes"]["earned"]["average"] is None


# Counting anew


def rebuild() -> str:
    out = StringIO()
    call_command("rebuild_stats", stdout=out)
    return out.getvalue().strip()


def histories(rng: Random) -> Sequence[Match]:
    """Matches of all kinds: played out, given up, of guests, of bots, of somebody gone; one is not rated."""
    people = registered(4)
    matches = [
        Match.of(SettingsFactory(ruleset=name, options=SHORT)) for name in ("gametwist", "traditional")
    ]
    for match in matches:
        match.play_out(rng)
    matches += [ended(people, winner=winner) for winner in (0, 1, 1)]
    matches += [ended(people[:1], (None, "casual", "casual", "novice")), ended([], ("novice",) * 4)]
    for match in matches:
        rated(match)
    with transaction.atomic():
        bury(people[3])
    return [*matches, ended(people[:3] + registered(1))]


def test_counting_anew_gives_what_was_counted_match_by_match(rng: Random) -> None:
    histories(rng)
    before = rows()
    assert rebuild() == "All rows were right."
    assert rows() == before
    assert len(before) == 8 + 3


def test_counting_anew_mends_what_is_wrong(rng: Random) -> None:
    people = list(histories(rng)[0].people.values())
    before = rows()
    Statistics.objects.filter(user=people[0]).update(lances=1_000_000)
    Statistics.objects.filter(user=people[1]).delete()
    Statistics.objects.create(user=PersonFactory(), ruleset="gametwist", matches=7)
    assert rebuild() == "3 rows were not right."
    assert rows() == before


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_rated_meanwhile_is_added_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    people = registered(4)
    rated(ended(people))
    late = ended(people)
    with gate_at(monkeypatch, "games.statistics._count_all") as gate:
        counting = Racer(statistics.rebuild)
        gate.until_reached()
        rating = Racer(partial(ratings.rate, table_id=late.id))
        until(somebody_waits)
        gate.open()
        assert (counting.outcome(), rating.outcome()) == (0, True)
    assert counted(people[0]) == Counter(matches=2, matches_won=2, hands=2)


@pytest.mark.django_db(transaction=True)
def test_counting_anew_waits_for_a_match_that_is_being_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    people = registered(4)
    late = seated(people)
    end(late)
    with gate_at(monkeypatch, "games.ratings._strengths_after") as gate:
        rating = Racer(partial(ratings.rate, table_id=late.id))
        gate.until_reached()
        counting = Racer(statistics.rebuild)
        until(somebody_waits)
        gate.open()
        assert (rating.outcome(), counting.outcome()) == (True, 0)
    assert counted(people[0]) == Counter(matches=1, matches_won=1, hands=1)
