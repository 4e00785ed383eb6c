"""Who may look at a table, find it, and sit down there.

Whom somebody has blocked, and who has blocked them, is kept away from where they sit until the match has
begun; nobody is told that this is why. Everything is looked up when it is read.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.selectors import blocked_either_way, friends_of
from games.company_models import Ban
from games.exceptions import RatingOutOfRange, TableNotFound, TooManyTables
from games.models import Rating, Seat, Table
from games.rating_models import points

LIVE_TURN_SECONDS = 600  # a table with no more time for a question wants its people there


def visible_to(player: User) -> Q:
    """The tables a player may look at: where he sits, and what waits for him or is open to him."""
    here = Seat.objects.filter(table=OuterRef("pk"))
    open_to_all = Q(visibility=Table.Visibility.PUBLIC)
    of_friends = Q(visibility=Table.Visibility.FRIENDS, creator__in=friends_of(player))
    shown = open_to_all | of_friends | Q(Exists(here.filter(reserved_for=player)))
    return Q(Exists(here.filter(player=player))) | shown & ~kept_from(player)


def kept_from(player: User) -> Q:
    """The tables that are hidden from a player: he is banned there, or kept apart from who sits there."""
    banned = Ban.objects.filter(table=OuterRef("pk"), person=player)
    apart = Seat.objects.filter(table=OuterRef("pk"), player__in=blocked_either_way(player))
    return Q(Exists(banned)) | Q(status=Table.Status.OPEN) & Q(Exists(apart))


def fits(player: User) -> Q:
    """The tables whose limits the player's rating keeps; without limits, all of them."""
    kept = Q(min_rating=None, max_rating=None)
    for rating in Rating.objects.filter(user=player, provisional=False):
        number = points(rating.mu)
        least = Q(min_rating=None) | Q(min_rating__lte=number)
        most = Q(max_rating=None) | Q(max_rating__gte=number)
        kept |= Q(ruleset=rating.ruleset) & least & most
    return kept


def is_welcome(table: Table, player: User) -> bool:
    """Whether the table is not hidden from the player by a ban or a block."""
    return not Table.objects.filter(kept_from(player), pk=table.pk).exists()


def require_welcome(table: Table, player: User) -> None:
    """Refuse whom this table is hidden from, asked again under its lock. Raises TableNotFound."""
    if not is_welcome(table, player):
        raise TableNotFound


def require_rating(table: Table, player: User) -> None:
    """Refuse whose rating is not known well enough, or not within the limits. Raises RatingOutOfRange."""
    limits = {"min_rating": table.min_rating, "max_rating": table.max_rating}
    limited = any(limit is not None for limit in limits.values())
    if limited and not Table.objects.filter(fits(player), pk=table.pk).exists():
        raise RatingOutOfRange(extra=limits)


def require_room(player: User, turn_seconds: int) -> None:
    """Refuse who sits at as many tables as one may. Called with the person held. Raises TooManyTables."""
    live = turn_seconds <= LIVE_TURN_SECONDS
    most = settings.MOST_LIVE_TABLES if live else settings.MOST_SLOW_TABLES
    seated = Seat.objects.filter(
        Q(player=player) | Q(coming=player), table__status__in=(Table.Status.OPEN, Table.Status.PLAYING)
    )
    of_this_kind = Q(table__turn_seconds__lte=LIVE_TURN_SECONDS)
    if seated.filter(of_this_kind if live else ~of_this_kind).count() >= most:
        raise TooManyTables(extra={"most": most})
