"""Real people at real tables, for requests that are made up: without them most would end at a 404."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from accounts import services
from games import chat, invitations, matchmaking, moves, tables
from games.exceptions import TooManyTables
from games.models import Table
from games.wishes import TableSettings
from tests.games.company import befriend
from tests.games.driver import told
from tests.games.factories import PersonFactory, token_of

BOTS = (None, "novice", "novice", "novice")
PASSWORD = "a long walk home"


@dataclass
class World:
    """A caller with tables in every state, and somebody else with theirs. Each is made when asked for."""

    caller: Any = field(default_factory=PersonFactory)
    other: Any = field(default_factory=PersonFactory)

    @cached_property
    def token(self) -> str:
        return token_of(self.caller)

    @cached_property
    def registered(self) -> str:
        """The name of somebody who can log in with PASSWORD."""
        name: str = services.register(username="begona", password=PASSWORD).player.username
        return name

    def _open(self, owner: Any, **settings: Any) -> UUID:
        outcome = tables.create(creator=owner, settings=TableSettings(**settings))
        return UUID(told(outcome)["id"])

    @cached_property
    def playing(self) -> UUID:
        """The caller against three bots."""
        return self._open(self.caller, seats=BOTS)

    @cached_property
    def mine(self) -> UUID:
        """The caller's table, that waits for people and for its start."""
        return self._open(self.caller, auto_start=False)

    @cached_property
    def full(self) -> UUID:
        """The caller's full table, that waits for its start."""
        return self._open(self.caller, seats=BOTS, auto_start=False)

    @cached_property
    def theirs(self) -> UUID:
        """A public table of somebody else with free seats."""
        return self._open(self.other, auto_start=False)

    @cached_property
    def watched(self) -> UUID:
        """A match that the caller only looks at."""
        return self._open(self.other, seats=BOTS)

    @cached_property
    def hidden(self) -> UUID:
        """A private table of somebody else."""
        return self._open(self.other, visibility="private", auto_start=False)

    @cached_property
    def friend(self) -> Any:
        """Somebody else who is the caller's friend."""
        befriend(self.caller, self.other)
        return self.other

    @property
    def inviting(self) -> UUID:
        """A private table where a friend keeps a seat for the caller."""
        name = self.caller.username
        invitations.invite(table_id=self.hidden, player=self.friend, number=2, username=name)
        return self.hidden

    def wait(self) -> None:
        """The caller enters the queue, unless he sits at too many tables by now."""
        with suppress(TooManyTables):
            matchmaking.enter(player=self.caller, ruleset="gametwist", turn_seconds=86400)

    @cached_property
    def finished(self) -> UUID:
        """A match that the caller has lost, with a hand that can be read."""
        table_id = self._open(self.caller, seats=BOTS)
        tables.resign(table_id=table_id, player=self.caller)
        return table_id

    @cached_property
    def message(self) -> str:
        """Something that somebody else has written at the caller's open table."""
        tables.join(table_id=self.mine, player=self.other)
        written = chat.say(table_id=self.mine, player=self.other, text="kaixo")
        return str(told(written)["accepted"]["message"])

    @property
    def code(self) -> str:
        """The join code of the hidden table."""
        return str(Table.objects.get(pk=self.hidden).join_code)

    def question(self) -> dict[str, Any]:
        """The question to the caller in his match: its turn, its kind, his cards."""
        for _ in range(100):
            row = Table.objects.get(pk=self.playing)
            if row.turn_id is None:
                del self.playing
            elif 0 in row.turn_seats:
                return self._seen(row)
            else:
                moves.answer_with_bots(table_id=row.id, turn=row.turn_id)
        raise AssertionError("the bots play on and on")

    def _seen(self, row: Table) -> dict[str, Any]:
        play = row.state["play"] if row.state else {}
        cards = play["deal"]["hands"][0]
        return {"turn": row.turn_id, "kind": play["turn"]["kind"], "cards": cards.split()}
