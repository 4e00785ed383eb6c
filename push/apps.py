"""The app of pushes."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PushConfig(AppConfig):
    """Devices, what is to be sent to them, and what became of it."""

    name = "push"
    verbose_name = _("Push")

    def ready(self) -> None:
        """Say what is kept of people here."""
        from accounts import holdings  # models can be imported only now
        from push.personal import KEEPER

        holdings.register("push", KEEPER)
