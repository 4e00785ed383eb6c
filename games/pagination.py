"""The lists of the tables' part of the API."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.models import Rating, Seat, Table
from musapi.pagination import UNREADABLE, NewestFirst, Pages
from musapi.refusals import MalformedRequest


class Seated(NamedTuple):
    """A table of a list with its four seats and their players."""

    table: Table
    seats: list[Seat]

    @property
    def id(self) -> UUID:
        """The table's, by which the list is ordered."""
        return self.table.id


class SeatedTables:
    """What a page needs of a QuerySet of tables; each part of it comes with its seats in one statement."""

    def __init__(self, tables: QuerySet[Table]) -> None:
        self._tables = tables

    def order_by(self, *names: str) -> SeatedTables:
        """The tables in the order of their ids, `-id` or `id`."""
        return SeatedTables(self._tables.order_by(*names))

    def filter(self, *conditions: Q, **named: Any) -> SeatedTables:
        """Those that fit."""
        return SeatedTables(self._tables.filter(*conditions, **named))

    def __getitem__(self, part: slice) -> list[Seated]:
        """Read a part, without the snapshots."""
        order = "-table_id" if "-id" in self._tables.query.order_by else "table_id"
        seats = Seat.objects.filter(table__in=self._tables[part]).order_by(order, "number")
        rows = seats.select_related("table", "player").defer("table__state", "table__master")
        return [Seated(four[0].table, four) for four in (list(of) for _, of in groupby(rows, _table_of))]


def _table_of(seat: Seat) -> Any:
    return seat.table_id


class TablePages(NewestFirst):
    """Tables with their seats, newest first (their ids grow with time)."""

    def part_of(self, queryset: QuerySet[Table], request: Request) -> list[Seated]:
        """The tables that the request's cursor asks for; raises MalformedRequest."""
        return super().part_of(SeatedTables(queryset), request)  # type: ignore[arg-type]


class HandPages(Pages):
    """The hands of a match in order."""

    ordering = "number"
    page_size = 50


class MessagePages(Pages):
    """The chat of one table, the newest first."""

    ordering = "-seq"
    page_size = 50


class StrongestFirst:
    """Ratings, the highest first; of equal ones the newer.

    REST framework's cursors lose their way back among many equal ones. These name the last line that was
    shown, by both columns, and which way to go on from it.
    """

    page_size = 20

    def __init__(self, request: Request) -> None:
        self._address = request.build_absolute_uri()
        self._after, self._backwards = _read_cursor(request.query_params.get("cursor"))
        self._rows: list[Rating] = []
        self._more = False

    def part_of(self, ratings: QuerySet[Rating]) -> list[Rating]:
        """The rows that the request's cursor asks for."""
        found = list(self._ahead(ratings)[: self.page_size + 1])
        self._more = len(found) > self.page_size
        self._rows = found[: self.page_size]
        if self._backwards:
            self._rows.reverse()
        return self._rows

    def _ahead(self, ratings: QuerySet[Rating]) -> QuerySet[Rating]:
        order = ("mu", "id") if self._backwards else ("-mu", "-id")
        if self._after is None:
            return ratings.order_by(*order)
        (mu, row), than = self._after, "gt" if self._backwards else "lt"
        further = Q(**{f"mu__{than}": mu}) | Q(**{"mu": mu, f"id__{than}": row})
        return ratings.filter(further, **{f"mu__{than}e": mu}).order_by(*order)

    def links(self) -> dict[str, str | None]:
        """Where the list goes on, and what comes before."""
        came_from, ahead = bool(self._after), self._more
        after, before = (came_from, ahead) if self._backwards else (ahead, came_from)
        return {"next": self._link(-1) if after else None, "previous": self._link(0) if before else None}

    def _link(self, place: int) -> str | None:
        if not self._rows:
            return None
        row, direction = self._rows[place], "<" if place == 0 else ">"
        cursor = urlsafe_b64encode(f"{direction}{row.mu!r}/{row.pk}".encode()).decode()
        return replace_query_param(self._address, "cursor", cursor)


def _read_cursor(cursor: str | None) -> tuple[tuple[float, int] | None, bool]:
    """The line a cursor names, and whether to go back from it; raises MalformedRequest."""
    if cursor is None:
        return None, False
    try:
        text = urlsafe_b64decode(cursor.encode()).decode()
        mu, row = text[1:].split("/")
        return (float(mu), int(row)), {"<": True, ">": False}[text[:1]]
    except (ValueError, KeyError) as error:
        detail = str(UNREADABLE)
        raise MalformedRequest(
            errors=[{"parameter": "cursor", "code": "invalid", "detail": detail}]
        ) from error
