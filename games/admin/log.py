"""Finished hands and the log."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, moment, names_of, players_of, table_link, teams_of
from games.admin.story import Teller
from games.admin.words import line
from games.models import Event, Hand
from games.selectors import seats_of

SECRET = ("table__state", "table__master", "table__parked_reason")


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin[Hand]):
    list_display = ["finished", "of_table", "number", "game", "players", "who_is_mano", "score", "ended_by"]
    list_display_links = ["finished", "number"]
    list_filter = ["ended_by", "table__ruleset"]
    open_lookups = ["ended_by", "table__ruleset", "table__id", "finished_at"]
    search_fields = ["table__id", "table__seats__player__username"]
    search_help_text = _("a player's name, a table's id or the end of it")
    date_hierarchy = "finished_at"
    ordering = ["-id"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        rows = super().get_queryset(request).select_related("table").defer("record", *SECRET)
        return rows.prefetch_related("table__seats__player")

    @admin.display(description=_("finished"), ordering="finished_at")
    def finished(self, hand: Hand) -> str:
        return moment(hand.finished_at)

    @admin.display(description=_("table"))
    def of_table(self, hand: Hand) -> str:
        return table_link(hand.table_id)

    @admin.display(description=_("players"))
    def players(self, hand: Hand) -> str:
        return players_of(list(hand.table.seats.all()))

    @admin.display(description=_("mano"))
    def who_is_mano(self, hand: Hand) -> str:
        return names_of(hand.table.seats.all())[hand.mano]

    @admin.display(description=_("score"))
    def score(self, hand: Hand) -> str:
        before, after = ("–".join(map(str, score)) for score in (hand.score_before, hand.score_after))
        return f"{before} → {after}"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The hand from the deal to its result."""
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET"])
        if not self.has_view_permission(request):
            raise PermissionDenied
        hand = self.get_object(request, object_id)
        if hand is None:
            raise Http404
        return TemplateResponse(request, "admin/games/hand.html", self._context(request, hand))

    def _context(self, request: HttpRequest, hand: Hand) -> dict[str, Any]:
        seats = seats_of(hand.table_id)
        rows = Event.objects.filter(table=hand.table_id, hand=hand.number)
        return {
            **self.admin_site.each_context(request),
            "title": gettext("Hand %d") % hand.number,
            "opts": self.opts,
            "media": self.media,
            "hand": Teller(seats, names_of(seats)).finished(hand, rows),
            "row": hand,
            "table_link": table_link(hand.table_id),
        }


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin[Event]):
    list_display = ["when", "of_table", "seq", "hand", "type", "who", "by", "text"]
    list_display_links = ["when", "seq"]
    list_filter = ["type", "by"]
    open_lookups = ["type", "by", "table__id", "at", "hand"]
    search_fields = ["table__id", "table__seats__player__username"]
    search_help_text = _("a player's name, a table's id or the end of it")
    date_hierarchy = "at"
    ordering = ["-id"]
    fields = ["when", "of_table", "seq", "hand", "type", "who", "by", "player", "public", "secret"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        rows = super().get_queryset(request).select_related("table").defer("private", *SECRET)
        return rows.prefetch_related("table__seats__player")

    @admin.display(description=_("at"), ordering="at")
    def when(self, row: Event) -> str:
        return moment(row.at)

    @admin.display(description=_("table"))
    def of_table(self, row: Event) -> str:
        return table_link(row.table_id)

    @admin.display(description=_("seat"))
    def who(self, row: Event) -> str:
        return names_of(row.table.seats.all())[row.seat] if row.seat is not None else "–"

    @admin.display(description=_("what"))
    def text(self, row: Event) -> str:
        names = names_of(row.table.seats.all())
        return line(row, names, teams_of(names))

    @admin.display(description=_("for everybody"))
    def public(self, row: Event) -> str:
        return _pretty(row.data)

    @admin.display(description=_("for single seats"))
    def secret(self, row: Event) -> str:
        """Open once the hand is finished, like its cards."""
        if row.hand and not Hand.objects.filter(table=row.table_id, number=row.hand).exists():
            return gettext("hidden: the hand is not finished")
        return _pretty(row.private)


def _pretty(value: Any) -> str:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))
