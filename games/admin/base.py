"""What all pages on tables have in common: nothing can be edited, nothing secret can be asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.timezone import now
from django.utils.translation import gettext, ngettext

from games.models import Seat, Table

Row = TypeVar("Row", bound=Model)

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin
else:

    class _Admin(admin.ModelAdmin):
        """Generic for the type checker only."""

        def __class_getitem__(cls, row: Any) -> Any:
            return cls


class ReadOnlyAdmin(_Admin[Row]):
    """Rows that are only looked at.

    `open_lookups` are the columns a list can be filtered by in its address: any other one (the snapshot,
    the master, private parts of the log) could be guessed letter by letter that way.
    """

    open_lookups: ClassVar[Sequence[str]] = ()
    show_full_result_count = False

    class Media:
        css: ClassVar = {"all": ["games/admin.css"]}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return any(lookup == name or lookup.startswith(f"{name}__") for name in self.open_lookups)


def short(table_id: object) -> str:
    """The end of a table's id, which is the part that differs."""
    return str(table_id)[-12:]


def table_link(table_id: object) -> str:
    """A link to a table's page."""
    address = reverse("admin:games_table_change", args=[table_id])
    return format_html('<a href="{}" title="{}" class="mono">{}</a>', address, table_id, short(table_id))


def names_of(seats: Iterable[Seat]) -> list[str]:
    """What to call the four seats."""
    return [_name(seat) for seat in seats]


def _name(seat: Seat) -> str:
    if seat.player:
        return seat.player.username
    if seat.bot_level:
        return gettext("bot %d") % seat.number
    return gettext("seat %d") % seat.number


def players_of(seats: Sequence[Seat]) -> str:
    """Who sits at a table, in short: the people, and how many bots."""
    people = [seat.player.username for seat in seats if seat.player]
    bots = sum(bool(seat.bot_level) for seat in seats)
    return ", ".join([*people, *([ngettext("%d bot", "%d bots", bots) % bots] if bots else [])])


def teams_of(names: Sequence[str]) -> list[str]:
    """What to call the two pairs."""
    return [f"{names[team]} & {names[team + 2]}" for team in (0, 1)]


def moment(at: datetime) -> str:
    """A time to the second, as it stands in logs."""
    return f"{at:%Y-%m-%d %H:%M:%S}"


def asked(table: Table, names: Sequence[str]) -> str:
    """Who is asked now."""
    return ", ".join(names[seat] for seat in table.turn_seats)


def lasting(span: timedelta) -> str:
    """A span of time in its largest unit."""
    seconds = int(abs(span).total_seconds())
    if seconds < 60:
        return ngettext("%d second", "%d seconds", seconds) % seconds
    if seconds < 3600:
        return ngettext("%d minute", "%d minutes", seconds // 60) % (seconds // 60)
    if seconds < 86400:
        return ngettext("%d hour", "%d hours", seconds // 3600) % (seconds // 3600)
    return ngettext("%d day", "%d days", seconds // 86400) % (seconds // 86400)


def until(table: Table) -> str:
    """How long the standing question still has, or for how long it has been late."""
    if table.deadline is None:
        return "–"
    left = table.deadline - now()
    text = gettext("in %s") if left > timedelta() else gettext("%s late")
    return text % lasting(left)
