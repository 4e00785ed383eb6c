"""The lists of the tables' part of the API."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

from django.db.models import Q, QuerySet
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.models import Rating
from musapi.pagination import UNREADABLE, NewestFirst, Pages
from musapi.refusals import MalformedRequest


class TablePages(NewestFirst):
    """Tables, newest first (their ids grow with time)."""


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
