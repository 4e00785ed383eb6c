"""What is written at tables, what was reported of it, and who is silenced. What is done here is audited."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import chat
from games.admin.base import ReadOnlyAdmin, Row, moment, table_link
from games.models import Message, Report, Silence
from games.phrases import PHRASES

# The audit keeps one language, whoever did it and whoever reads it. It repeats nothing of what was written.
DELETED = "Deleted the message."
SILENCED = "Silenced in the chat until %s."
SPEAKS = "Lifted the silence in the chat."


class ModeratingAdmin(ReadOnlyAdmin[Row]):
    """A list of which the messages can be deleted and their writers silenced."""

    actions = ["delete_messages", "silence_for_a_day", "silence_for_a_month"]
    list_per_page = 50

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.moderate_chat")

    def messages_in(self, rows: QuerySet[Row]) -> Iterable[Message]:
        """The messages that the chosen rows are about."""
        raise NotImplementedError

    @admin.action(permissions=["moderate"], description=_("Delete messages"))
    def delete_messages(self, request: HttpRequest, rows: QuerySet[Row]) -> None:
        for message in self.messages_in(rows):
            if chat.delete_by_operator(message_id=message.pk, operator=_operator(request)):
                _audit(request, message, DELETED)
        self.message_user(request, str(_("done")), messages.SUCCESS)

    @admin.action(permissions=["moderate"], description=_("Silence who wrote them for a day"))
    def silence_for_a_day(self, request: HttpRequest, rows: QuerySet[Row]) -> None:
        self._silence(request, rows, 1)

    @admin.action(permissions=["moderate"], description=_("Silence who wrote them for 30 days"))
    def silence_for_a_month(self, request: HttpRequest, rows: QuerySet[Row]) -> None:
        self._silence(request, rows, 30)

    def _silence(self, request: HttpRequest, rows: QuerySet[Row], days: int) -> None:
        for person in {message.player for message in self.messages_in(rows)}:
            found = chat.silence(person=person, operator=_operator(request), days=days)
            _audit(request, person, SILENCED % moment(found.until))
        self.message_user(request, str(_("done")), messages.SUCCESS)


def _operator(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 (the site lets nobody else in)
    return request.user


def _audit(request: HttpRequest, about: Model, what: str) -> None:
    """Note what an operator did, about a row that need not be of the list it was done in."""
    LogEntry.objects.log_actions(_operator(request).pk, [about], CHANGE, what, single_object=True)


def _written(message: Message) -> str:
    return message.text or str(PHRASES.get(message.phrase, message.phrase))


@admin.register(Message)
class MessageAdmin(ModeratingAdmin[Message]):
    list_display = ["when", "of_table", "player", "written", "reported", "deleted_at"]
    list_display_links = ["when"]
    list_filter = [("deleted_at", admin.EmptyFieldListFilter)]
    list_select_related = ["player"]
    open_lookups = ["deleted_at", "at", "table__id"]
    search_fields = ["table__id", "player__username", "text"]
    search_help_text = _("a player's name, a table's id or the end of it, words of the text")
    date_hierarchy = "at"
    ordering = ["-id"]
    fields = ["when", "of_table", "seq", "seat", "player", "written", "reported", "deleted_at", "deleted_by"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        return super().get_queryset(request).annotate(times_reported=Count("reports"))

    def messages_in(self, rows: QuerySet[Message]) -> Iterable[Message]:
        return rows.select_related("player")

    @admin.display(description=_("at"), ordering="at")
    def when(self, message: Message) -> str:
        return moment(message.at)

    @admin.display(description=_("table"))
    def of_table(self, message: Message) -> str:
        return table_link(message.table_id)

    @admin.display(description=_("text"))
    def written(self, message: Message) -> str:
        return _written(message)

    @admin.display(description=_("reported"), ordering="times_reported")
    def reported(self, message: Message) -> int:
        return int(getattr(message, "times_reported", 0))


@admin.register(Report)
class ReportAdmin(ModeratingAdmin[Report]):
    list_display = ["when", "reason", "reporter", "writer", "written", "of_table", "deleted"]
    list_display_links = ["when"]
    list_filter = ["reason", ("message__deleted_at", admin.EmptyFieldListFilter)]
    list_select_related = ["reporter", "message__player"]
    open_lookups = ["reason", "at", "message__deleted_at"]
    search_fields = ["message__table__id", "message__player__username", "reporter__username"]
    search_help_text = _("a player's name, a table's id or the end of it")
    date_hierarchy = "at"
    ordering = ["-id"]
    fields = ["when", "reason", "reporter", "writer", "written", "of_table", "deleted"]

    def messages_in(self, rows: QuerySet[Report]) -> Iterable[Message]:
        return Message.objects.filter(reports__in=rows).distinct().select_related("player")

    @admin.display(description=_("at"), ordering="at")
    def when(self, report: Report) -> str:
        return moment(report.at)

    @admin.display(description=_("written by"))
    def writer(self, report: Report) -> str:
        return report.message.player.username

    @admin.display(description=_("text"))
    def written(self, report: Report) -> str:
        return _written(report.message)

    @admin.display(description=_("table"))
    def of_table(self, report: Report) -> str:
        return table_link(report.message.table_id)

    @admin.display(description=_("deleted"), boolean=True)
    def deleted(self, report: Report) -> bool:
        return report.message.deleted_at is not None


@admin.register(Silence)
class SilenceAdmin(ReadOnlyAdmin[Silence]):
    list_display = ["person", "until", "at", "by"]
    list_select_related = ["person", "by"]
    open_lookups = ["until", "at"]
    search_fields = ["person__username"]
    ordering = ["-until"]
    fields = ["person", "until", "at", "by"]
    actions = ["lift"]

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.moderate_chat")

    @admin.action(permissions=["moderate"], description=_("Let them write again"))
    def lift(self, request: HttpRequest, rows: QuerySet[Silence]) -> None:
        for found in rows.select_related("person"):
            _audit(request, found.person, SPEAKS)
            found.delete()
        self.message_user(request, str(_("done")), messages.SUCCESS)
