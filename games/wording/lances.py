"""The names of the lances."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

LANCES: Mapping[str | int | None, Any] = {
    "grande": _("grande"),
    "chica": _("chica"),
    "pares": _("pares"),
    "juego": _("juego"),
    "punto": _("punto"),
}
"""By their code, in the order of play."""
