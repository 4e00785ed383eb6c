"""What operators did and looked at, over all tables."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin


@admin.register(LogEntry)
class AuditAdmin(ReadOnlyAdmin[LogEntry]):
    list_display = ["action_time", "user", "content_type", "object_repr", "what"]
    list_display_links = ["action_time"]
    list_filter = [("content_type", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["user", "content_type"]
    open_lookups = ["content_type", "action_time"]
    search_fields = ["user__username", "object_id", "object_repr", "change_message"]
    search_help_text = _("an operator's name, a table's id, or words of the message")
    date_hierarchy = "action_time"
    fields = ["action_time", "user", "content_type", "object_repr", "object_id", "what"]

    @admin.display(description=_("what"))
    def what(self, entry: LogEntry) -> str:
        return entry.get_change_message()
