"""The verdict on a stored table: read at one moment, played again, compared, its deals proved."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from games import selectors
from games.engine import shuffle, verify
from games.engine.rules import RULES_VERSION
from games.models import Event, Hand, Table
from games.replay.compare import Difference
from games.replay.follow import Derailed, Replay, Stored

log = logging.getLogger(__name__)


class Verdict(NamedTuple):
    """What became of one table. `readable` is False for a match of other rules than this engine's."""

    table: UUID
    status: str
    events: int
    readable: bool
    differences: tuple[Difference, ...]


def read(table_id: UUID) -> Stored:
    """A table with its log and hands, all of one moment: the lock is held while they are read."""
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
        seats = selectors.seats_of(table_id)
        return Stored(
            table, seats, list(Event.objects.filter(table=table)), list(Hand.objects.filter(table=table))
        )


def verify_table(table_id: UUID) -> Verdict:
    """Play a table's match again and compare. Raises Table.DoesNotExist."""
    return verify_stored(read(table_id))


def verify_stored(stored: Stored) -> Verdict:
    """Play a match again, as far as it goes, and compare."""
    table = stored.table
    readable = table.rules_version == RULES_VERSION
    found = tuple(_all_differences(stored)) if readable else ()
    return Verdict(table.id, table.status, len(stored.events), readable, found)


def _all_differences(stored: Stored) -> list[Difference]:
    found: list[Difference] = []
    for part in (_differences_of_match, _differences_of_proof):
        try:
            for difference in part(stored):
                found.append(difference)  # noqa: PERF402 - those before a failure are kept
        except Derailed as stop:
            found.append(stop.difference)
        except Exception as failure:
            log.exception("table %s cannot be played again", stored.table.id)
            found.append(Difference("match", "replay", "", f"fails: {type(failure).__name__}"))
    return found


def _differences_of_match(stored: Stored) -> Iterator[Difference]:
    replay = Replay(stored)
    for row in stored.events:
        yield from replay.follow(row)
    replay.expect_nothing_more()
    yield from replay.compare_hands()
    yield from replay.compare_table()
    yield from replay.compare_seats()


def _differences_of_proof(stored: Stored) -> Iterator[Difference]:
    """The finished hands as a stranger would check them (docs/fair-deal.md)."""
    if not stored.hands:
        return
    document = _match_document(stored)
    try:
        for check in verify.verify(document):
            unfinished = check.what == "whole" and stored.table.status != Table.Status.FINISHED
            if check.fault and not unfinished:
                yield Difference(check.where, f"proof: {check.what}", "", check.fault)
    except verify.UnreadableFile as error:
        yield Difference("match", "proof", "", str(error))


def _match_document(stored: Stored) -> dict[str, Any]:
    table, master = stored.table, bytes(stored.table.master)
    return {
        **selectors.proof_of(table),
        "ruleset": table.ruleset,
        "options": table.options,
        "master": master.hex(),
        "first_mano": shuffle.first_mano(master),
        "hands": selectors.hands_in_full(table, stored.hands),
    }
