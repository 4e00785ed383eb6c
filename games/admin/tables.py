"""Tables: the list, and one table as it stands and as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from games import operators
from games.admin.base import ReadOnlyAdmin, asked, lasting, names_of, players_of, short, until
from games.admin.page import TablePage
from games.models import Table

# The audit keeps one language, whoever did it and whoever reads it.
LOOKED = "Looked at the cards of hand %d, which was being played."
RESUMED = "Resumed the parked match."
ABANDONED = "Ended the parked match as abandoned."


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin[Table]):
    list_display = [
        "short_id", "shown_status", "ruleset", "players", "score", "hand_number", "turn", "time_left", "age",
    ]  # fmt: skip
    list_filter = ["status", "ruleset", "visibility"]
    open_lookups = ["id", "status", "ruleset", "visibility", "created_at"]
    search_fields = ["id", "seats__player__username", "join_code"]
    search_help_text = _("a player's name, a table's id or the end of it, a join code")
    date_hierarchy = "created_at"
    ordering = ["-id"]
    list_per_page = 50
    actions = ["resume_tables", "abandon_tables"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Without the secrets; the score is public and is all that a list needs of the snapshot."""
        rows = super().get_queryset(request).defer("state", "master", "parked_reason")
        rows = rows.annotate(points=F("state__match__score"), games_won=F("state__match__games_won"))
        return rows.prefetch_related("seats__player")

    def has_operate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.operate_table")

    @admin.display(description=_("table"), ordering="id")
    def short_id(self, table: Table) -> str:
        return format_html('<span class="mono" title="{}">{}</span>', table.id, short(table.id))

    @admin.display(description=_("status"), ordering="status")
    def shown_status(self, table: Table) -> str:
        return format_html('<span class="status {}">{}</span>', table.status, table.get_status_display())

    @admin.display(description=_("players"))
    def players(self, table: Table) -> str:
        return players_of(list(table.seats.all()))

    @admin.display(description=_("score"))
    def score(self, table: Table) -> str:
        points, games = (getattr(table, name) or () for name in ("points", "games_won"))
        score = "–".join(map(str, points)) or "–"
        won = "–".join(map(str, games))
        return f"{score} ({won})" if won and table.options["games_to_win"] > 1 else score

    @admin.display(description=_("turn"), ordering="turn_id")
    def turn(self, table: Table) -> str:
        return f"{table.turn_id}: {asked(table, names_of(table.seats.all()))}" if table.turn_id else "–"

    @admin.display(description=_("deadline"), ordering="deadline")
    def time_left(self, table: Table) -> str:
        return until(table)

    @admin.display(description=_("age"), ordering="created_at")
    def age(self, table: Table) -> str:
        return format_html('<span title="{}">{}</span>', table.created_at, lasting(now() - table.created_at))

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<uuid:table_id>/live-hand/", self._wrapped(self.live_hand), name="games_table_live_hand"),
            path("<uuid:table_id>/resume/", self._wrapped(self.resume), name="games_table_resume"),
            path("<uuid:table_id>/abandon/", self._wrapped(self.abandon), name="games_table_abandon"),
        ]
        return own + super().get_urls()

    def _wrapped(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        return self.admin_site.admin_view(view)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The table as it stands and as it was, without the cards of a hand that is being played."""
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET"])
        return self._page(request, self._table(request, object_id), cards=False)

    def live_hand(self, request: HttpRequest, table_id: UUID) -> HttpResponse:
        """The same with the cards, for those who may, and never unnoticed (F87)."""
        table = self._asked_to_act(request, table_id)
        if not request.user.has_perm("games.view_live_hands"):
            raise PermissionDenied
        if table.seats.filter(player_id=request.user.pk).exists():
            raise PermissionDenied(_("You play at this table."))
        self.log_change(request, table, LOOKED % table.hand_number)
        return self._page(request, table, cards=True)

    def resume(self, request: HttpRequest, table_id: UUID) -> HttpResponse:
        """Let one parked table go on."""
        return self._operate_one(request, table_id, operators.resume, RESUMED)

    def abandon(self, request: HttpRequest, table_id: UUID) -> HttpResponse:
        """End one parked table."""
        return self._operate_one(request, table_id, operators.abandon, ABANDONED)

    @admin.action(permissions=["operate"], description=_("Resume parked tables"))
    def resume_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        self._operate(request, tables, operators.resume, RESUMED)

    @admin.action(permissions=["operate"], description=_("End parked tables as abandoned"))
    def abandon_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse | None:
        if "confirmed" not in request.POST:
            context = {"tables": tables, "opts": self.opts, "title": _("End these tables?")}
            context |= self.admin_site.each_context(request)
            return TemplateResponse(request, "admin/games/confirm_abandon.html", context)
        self._operate(request, tables, operators.abandon, ABANDONED)
        return None

    def _operate_one(
        self, request: HttpRequest, table_id: UUID, act: operators.Act, audit: str
    ) -> HttpResponse:
        table = self._asked_to_act(request, table_id)
        if not self.has_operate_permission(request):
            raise PermissionDenied
        self._operate(request, [table], act, audit)
        return redirect("admin:games_table_change", table_id)

    def _operate(self, request: HttpRequest, tables: Iterable[Table], act: operators.Act, audit: str) -> None:
        for table in tables:
            reason = Table.objects.values_list("parked_reason", flat=True).get(pk=table.pk)
            try:
                act(table_id=table.pk)
            except operators.OperatorRefusal as refusal:
                self.message_user(request, f"{short(table.pk)}: {refusal}", messages.ERROR)
                continue
            because = f" It was parked for: {reason.strip().splitlines()[-1]}" if reason.strip() else ""
            self.log_change(request, table, audit + because)
            self.message_user(request, f"{short(table.pk)}: {_('done')}", messages.SUCCESS)

    def _asked_to_act(self, request: HttpRequest, table_id: UUID) -> Table:
        if request.method != "POST":
            raise Http404
        return self._table(request, str(table_id))

    def _table(self, request: HttpRequest, table_id: str) -> Table:
        """A table whole. Raises PermissionDenied or Http404."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if self.get_object(request, table_id) is None:
            raise Http404
        return Table.objects.select_related("creator", "rematch_of").get(pk=table_id)

    def _page(self, request: HttpRequest, table: Table, *, cards: bool) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": _("Table %s") % short(table.id),
            "opts": self.opts,
            "media": self.media,
            "page": TablePage.of(table, cards=cards),
            "may_look": request.user.has_perm("games.view_live_hands"),
            "may_operate": self.has_operate_permission(request),
        }
        return TemplateResponse(request, "admin/games/table.html", context)
