"""F56: the deck hangs on 256 bits of the system's own chance, which nobody is told before the end."""

import json
import logging
import random
import secrets
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games import selectors, tables
from games.engine import shuffle
from games.engine.cards import DECK
from games.models import Table
from tests.games.driver import Match
from tests.games.factories import PersonFactory, SettingsFactory

pytestmark = pytest.mark.django_db


def secrets_of(row: Table) -> list[str]:
    """How the master, the seeds of this hand and the next, and this hand's stream would read."""
    master = bytes(row.master)
    numbers = (row.hand_number, row.hand_number + 1)
    seeds = [shuffle.hand_seed(master, number) for number in numbers if number]
    client_seeds = [seat.client_seed or None for seat in selectors.seats_of(row.id)]
    streams = [shuffle.Shuffler.start(seed, client_seeds).key for seed in seeds]
    return [secret.hex() for secret in (master, *seeds, *streams)]


def open_for_people() -> Table:
    return Match.of().row()


def open_for_bots() -> Table:
    return tables.create_for_bots(settings=SettingsFactory(seats=("novice",) * 4))


def open_the_rematch() -> Table:
    match = Match.of(SettingsFactory(alone=True))
    match.resign(0)
    return match.rematch(0).row()


@pytest.mark.parametrize("opened", [open_for_people, open_for_bots, open_the_rematch])
def test_every_master_is_32_bytes_of_the_secrets_module(
    opened: Callable[[], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bytes] = []
    token_bytes = secrets.token_bytes

    def noted(size: int) -> bytes:
        drawn.append(token_bytes(size))
        return drawn[-1]

    monkeypatch.setattr("games.tables.secrets.token_bytes", noted)
    row = opened()
    assert bytes(row.master) == drawn[-1]
    assert len(drawn[-1]) * 8 == 256


def test_the_process_generator_has_no_say_in_the_cards() -> None:
    dealt = set()
    for _ in range(5):
        random.seed(1)
        match = Match.of()
        dealt.add((bytes(match.row().master), match.state().hands))
    assert len(dealt) == 5
    assert len({hands for _, hands in dealt}) == 5


def test_the_same_master_and_client_seeds_deal_the_same_and_any_other_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def deck(client_seed: str, master: bytes) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr("games.tables.secrets.token_bytes", lambda size: master)
            match = Match.of(SettingsFactory(), (client_seed, "", "", ""))
        state = match.state()
        return state.hands

    one, other = bytes(32), bytes(31) + b"\x01"
    assert deck("a", one) == deck("a", one)
    assert len({deck("a", one), deck("b", one), deck("", one), deck("a", other)}) == 4


@pytest.mark.parametrize("started", [False, True])
def test_no_answer_tells_a_master_or_a_seed_before_the_end(started: bool) -> None:
    match = Match.of(SettingsFactory(auto_start=False))
    if started:
        tables.start(table_id=match.id, player=match.people[0])
        match.step(Random(1))
    row, seats = match.row(), match.seats()
    told = json.dumps(
        [
            *[match.view(number) for number in (0, 1, 2, 3, None)],
            *[selectors.events_after(row, viewer, 0) for viewer in (*seats, None)],
            selectors.summary_of(row, seats),
            selectors.proof_of(row),
            [event.data | event.private for event in match.log()],
            *[selectors.turns_of(person) for person in match.people.values()],
        ]
    )
    assert [secret for secret in secrets_of(row) if secret in told.lower()] == []
    assert shuffle.master_commitment(bytes(row.master)) in told


def test_no_log_line_tells_a_master_a_seed_or_a_card(caplog: pytest.LogCaptureFixture, rng: Random) -> None:
    with caplog.at_level(logging.DEBUG):
        match = Match.of(SettingsFactory(alone=True, options={"games_to_win": 5}))
        for _ in range(40):
            match.step(rng)
        match.sign(0, "wink")
    told = " ".join(line.getMessage().lower() for line in caplog.records if line.name.startswith("games"))
    assert [secret for secret in secrets_of(match.row()) if secret in told] == []
    assert [card for card in DECK if f"'{card}'" in told or f'"{card}"' in told] == []


def test_lists_do_not_even_read_what_is_secret() -> None:
    person = PersonFactory()
    Match.opened(SettingsFactory())
    match = Match.of()
    for table in (*selectors.open_tables(person), *selectors.tables_of(match.people[0])):
        assert {"state", "master"} <= table.get_deferred_fields()
