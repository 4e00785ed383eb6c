"""People in the admin site. Names and passwords have their own ways; here they are looked at."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from accounts.models import AccountSignal, Token, User

if TYPE_CHECKING:
    _UserAdmin = admin.ModelAdmin[User]
    _TokenAdmin = admin.ModelAdmin[Token]
    _SignalAdmin = admin.ModelAdmin[AccountSignal]
else:
    _UserAdmin = _TokenAdmin = _SignalAdmin = admin.ModelAdmin

admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(_UserAdmin):
    list_display = ["username", "is_guest", "is_active", "is_staff", "locale", "created_at", "last_login"]
    list_filter = ["is_guest", "is_active", "is_staff", "locale"]
    search_fields = ["username", "id", "email"]
    ordering = ["-created_at"]
    date_hierarchy = "created_at"
    fields = [
        "id", "username", "email", "is_guest", "locale", "show_hints", "is_active", "is_staff", "created_at",
        "last_login", "deleted_at",
    ]  # fmt: skip
    readonly_fields = [
        "id", "username", "email", "is_guest", "locale", "show_hints", "is_staff", "created_at", "last_login",
        "deleted_at",
    ]  # fmt: skip

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what the filters ask for: a list filtered by a digest tells it letter by letter."""
        return lookup.split("__")[0] in {*self.list_filter, self.date_hierarchy}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A closed account stays closed."""
        return super().has_change_permission(request, obj) and not (obj and obj.deleted_at)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


@admin.register(Token)
class TokenAdmin(_TokenAdmin):
    """Devices that are signed in; deleting one signs it out."""

    list_display = ["user", "name", "created", "used_at", "expiry"]
    search_fields = ["user__username"]
    ordering = ["-created"]
    fields = ["user", "name", "created", "used_at", "expiry"]
    readonly_fields = ["user", "name", "created", "used_at", "expiry"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Nothing: a list filtered by a digest tells it letter by letter."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False


@admin.register(AccountSignal)
class AccountSignalAdmin(_SignalAdmin):
    """People at one table who came from one place, to be looked at and ticked off. Nothing else follows."""

    list_display = ["at", "kind", "first", "second", "table", "reviewed"]
    list_display_links = ["at"]
    list_editable = ["reviewed"]
    list_filter = ["reviewed", "kind"]
    list_select_related = ["first", "second"]
    search_fields = ["first__username", "second__username", "table"]
    ordering = ["-at"]
    date_hierarchy = "at"
    fields = ["at", "kind", "first", "second", "table", "reviewed"]
    readonly_fields = ["at", "kind", "first", "second", "table"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AccountSignal | None = None) -> bool:
        return False
