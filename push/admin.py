"""Push devices and deliveries, to look at. No address and no key is shown."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin.base import ReadOnlyAdmin
from push.models import Delivery, PushDevice


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnlyAdmin[PushDevice]):
    """Who can be told something, and where."""

    list_display = ("id", "person", "kind", "device_name", "created_at", "gone_at")
    list_filter = ("kind",)
    list_select_related = ("token__user",)
    search_fields = ("token__user__username",)
    ordering = ("-id",)
    fields = ("id", "person", "kind", "device_name", "created_at", "gone_at")
    open_lookups = ("kind",)

    @admin.display(description=_("player"))
    def person(self, device: PushDevice) -> User:
        return device.token.user  # type: ignore[no-any-return]  # knox has no types

    @admin.display(description=_("device"))
    def device_name(self, device: PushDevice) -> str:
        return device.token.name


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin[Delivery]):
    """What was sent, and what became of it."""

    list_display = ("at", "person", "kind", "step", "device", "status", "attempts", "error", "done_at")
    list_filter = ("status", "step", "device__kind", "push__kind")
    list_select_related = ("push__person", "device")
    search_fields = ("push__person__username",)
    ordering = ("-id",)
    fields = (
        "at", "person", "kind", "step", "silent", "device", "status", "attempts", "error",
        "expires_at", "try_at", "done_at",
    )  # fmt: skip
    open_lookups = ("status", "step", "device__kind", "push__kind")

    @admin.display(description=_("player"))
    def person(self, delivery: Delivery) -> User:
        return delivery.push.person

    @admin.display(description=_("kind"))
    def kind(self, delivery: Delivery) -> str:
        return delivery.push.get_kind_display()
