"""Who has used up a limit at a table is turned away at the door until its window ends.

Django has said so once. To hear it again from there would cost as much as any request, and a flood is made
of nothing else; here it costs a tenth.
"""

from collections.abc import Mapping
from typing import Any

from musapi.limits import NOTED, Standing

MOST = 10_000  # so many are remembered, the latest; who is forgotten is told by Django
_BY_PERSON, _AT_TABLE = "person", "table"


class TurnedAway:
    """Where those stand who were refused, by what they show of themselves and the table they ask for.

    A token that ends meanwhile is still told to wait, for ten seconds at most as limits go.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._standings: dict[tuple[str, str], tuple[Standing, ...]] = {}

    def note(self, environ: Mapping[str, Any], table: str) -> None:
        """Remember what the application found when it was asked this."""
        standings, shown = environ.get(NOTED, ()), environ.get("HTTP_AUTHORIZATION")
        if not shown or not standings or standings[-1].left >= 0:
            return
        where = {_BY_PERSON: "", _AT_TABLE: table}.get(standings[-1].limit.name)
        if where is None:
            return
        while len(self._standings) >= self.most:
            del self._standings[next(iter(self._standings))]
        self._standings[shown, where] = tuple(standings)

    def find(self, environ: Mapping[str, Any], table: str) -> tuple[Standing, ...]:
        """Where the sender stands, the limit that is used up last; empty for who may come in."""
        if not table:
            return ()
        shown = environ.get("HTTP_AUTHORIZATION", "")
        for key in ((shown, table), (shown, "")):
            standings = self._standings.get(key, ())
            if standings and standings[-1].seconds:
                return standings
            self._standings.pop(key, None)
        return ()
