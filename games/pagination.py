"""Lists with opaque keyset cursors: `next`, `previous`, `results`, no totals."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from musapi.refusals import MalformedRequest


class Pages(CursorPagination):
    """REST framework's cursors; one that cannot be read is a malformed request, not a missing page."""

    page_size = 20

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: Any = None
    ) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound as error:
            detail = _("This cursor cannot be read.")
            raise MalformedRequest(
                errors=[{"parameter": "cursor", "code": "invalid", "detail": str(detail)}]
            ) from error


class TablePages(Pages):
    """Tables, newest first (their ids grow with time)."""

    ordering = "-id"


class HandPages(Pages):
    """The hands of a match in order."""

    ordering = "number"
    page_size = 50
