"""What a table is opened with, and whether it can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games import exceptions
from games.bots import LEVELS
from games.engine.errors import InvalidOption
from games.engine.rules import RULESETS, Rules, resolve
from games.models import Table
from games.wording.refusals import option_reason_text

TURN_SECONDS = (10, 14 * 24 * 3600)
RATINGS = (0, 3000)


@dataclass(frozen=True)
class TableSettings:
    """What a table is opened with. `seats`: for each seat a bot's level, or None for a person."""

    ruleset: str = "gametwist"
    options: dict[str, Any] = field(default_factory=dict)
    visibility: str = Table.Visibility.PUBLIC
    turn_seconds: int = 60
    seats: Sequence[str | None] = (None, None, None, None)
    auto_start: bool = True
    chat: bool = True
    min_rating: int | None = None
    max_rating: int | None = None


def check(settings: TableSettings) -> Rules:
    """The rules that the settings ask for; raises InvalidTable."""
    if settings.visibility not in Table.Visibility.values:
        raise invalid("/visibility", "unknown", _("There is no such visibility."))
    if settings.ruleset not in RULESETS:
        raise invalid("/ruleset", "unknown", _("There is no such ruleset."))
    if not TURN_SECONDS[0] <= settings.turn_seconds <= TURN_SECONDS[1]:
        limits = {"least": TURN_SECONDS[0], "most": TURN_SECONDS[1]}
        raise invalid("/turn_seconds", "out_of_range", _("From %(least)d to %(most)d seconds.") % limits)
    _check_ratings(settings)
    if len(settings.seats) != 4:
        raise invalid("/seats", "wrong_count", _("A table has four seats."))
    for number, level in enumerate(settings.seats):
        if level is not None:
            check_level(level, f"/seats/{number}/bot")
    try:
        return resolve(settings.ruleset, settings.options)
    except InvalidOption as bad:
        raise invalid(f"/options/{bad.option}", "invalid_option", option_reason_text(bad)) from bad


def _check_ratings(settings: TableSettings) -> None:
    for name in ("min_rating", "max_rating"):
        limit = getattr(settings, name)
        if limit is not None and not RATINGS[0] <= limit <= RATINGS[1]:
            limits = {"least": RATINGS[0], "most": RATINGS[1]}
            raise invalid(f"/{name}", "out_of_range", _("From %(least)d to %(most)d.") % limits)
    lowest, highest = settings.min_rating, settings.max_rating
    if lowest is not None and highest is not None and lowest > highest:
        raise invalid("/max_rating", "out_of_range", _("No rating is within these limits."))


def check_level(level: str, pointer: str) -> None:
    """Raises InvalidTable when there is no such bot."""
    if level not in LEVELS:
        raise invalid(pointer, "unknown", _("There is no bot of that level."))


def invalid(pointer: str, code: str, detail: Any) -> exceptions.InvalidTable:
    """The refusal that names one bad field of a table's settings."""
    return exceptions.InvalidTable(errors=[{"pointer": pointer, "code": code, "detail": detail}])
