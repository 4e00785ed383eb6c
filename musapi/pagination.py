"""Lists with opaque keyset cursors: the rows under a name of their own, `next` and `previous`, no totals."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from musapi.refusals import MalformedRequest
from musapi.serializers import StrictQuery

UNREADABLE = _("This cursor cannot be read: take it from `next` or `previous` of an answer.")


class CursorQuery(StrictQuery):
    """Where to go on in a list."""

    cursor = serializers.CharField(
        max_length=200, required=False, help_text="From `next` or `previous` of an answer."
    )


class Pages(CursorPagination):
    """REST framework's cursors; one that cannot be read is a malformed request, not a missing page."""

    page_size = 20

    def part_of(self, queryset: QuerySet[Any], request: Request) -> list[Any]:
        """The rows that the request's cursor asks for; raises MalformedRequest."""
        try:
            return self.paginate_queryset(queryset, request) or []
        except (NotFound, ValidationError, ValueError) as error:
            detail = str(UNREADABLE)
            raise MalformedRequest(
                errors=[{"parameter": self.cursor_query_param, "code": "invalid", "detail": detail}]
            ) from error

    def links(self) -> dict[str, str | None]:
        """Where the list goes on, and what comes before."""
        return {"next": self.get_next_link(), "previous": self.get_previous_link()}


class NewestFirst(Pages):
    """Rows whose ids grow with time, the newest first."""

    ordering = "-id"
