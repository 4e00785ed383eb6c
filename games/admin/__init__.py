"""The operators' site: tables, finished hands, the log, and what operators did. All of it is read-only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.audit import AuditAdmin
from games.admin.chat import MessageAdmin, ReportAdmin, SilenceAdmin
from games.admin.log import EventAdmin, HandAdmin
from games.admin.tables import TableAdmin

__all__ = [
    "AuditAdmin",
    "EventAdmin",
    "HandAdmin",
    "MessageAdmin",
    "ReportAdmin",
    "SilenceAdmin",
    "TableAdmin",
]

admin.site.site_header = _("musapi · operators")
admin.site.site_title = _("musapi")
admin.site.index_title = _("What can be looked at")
