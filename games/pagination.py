"""The lists of the tables' part of the API."""

from __future__ import annotations

from musapi.pagination import NewestFirst, Pages


class TablePages(NewestFirst):
    """Tables, newest first (their ids grow with time)."""


class HandPages(Pages):
    """The hands of a match in order."""

    ordering = "number"
    page_size = 50


class StrongestFirst(Pages):
    """Ratings, the highest first; of equal ones the newer."""

    ordering = ("-mu", "-id")
