"""What the services of this app refuse. No HTTP here: `musapi.errors` maps codes to answers."""

from django.utils.translation import gettext_lazy as _

from musapi.refusals import Refusal


class NotOffered(Refusal):
    """This server is not set up for pushes of that kind; `extra` names those that it offers."""

    code = "push.not_offered"
    message = _("This server does not send such pushes.")


class PushDeviceNotFound(Refusal):
    """The player has no such registration."""

    code = "push.device_not_found"
    message = _("You have no such device.")
