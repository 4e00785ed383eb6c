"""Names that somebody has left for good: nobody has them for a while, so that no stranger is taken for them.

What is stored is a keyed digest of the name's skeleton and a day, nothing that says who it was. The day is no
moment, since the moment would be found in the account's row as well.
"""

from datetime import UTC, date, datetime, timedelta

from django.utils.timezone import now

from accounts import names
from accounts.exceptions import UsernameTaken
from accounts.models import WithheldName
from musapi.origin import mark

WITHHELD_DAYS = 90


def withhold(name: str) -> None:
    """Keep a name and its look-alikes from everybody, for at least WITHHELD_DAYS whole days from now.

    In the transaction in which the account's row gives the name up, and after that: no lock is waited for
    while this one is held.
    """
    until = _day(now()) + timedelta(days=WITHHELD_DAYS + 1)
    row = WithheldName(digest=_digest(name), until=until)
    WithheldName.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["digest"], update_fields=["until"]
    )


def require_free(name: str) -> None:
    """Raise UsernameTaken, as for a name that somebody has, when the name is withheld.

    To be called once the name is in the caller's row, in the same transaction: if its owner was leaving just
    then, storing it waited for them, and only a look afterwards sees what they left.
    """
    if WithheldName.objects.filter(digest=_digest(name), until__gt=_day(now())).exists():
        raise UsernameTaken


def prune(at: datetime) -> int:
    """Forget the names that are free again; returns how many."""
    return WithheldName.objects.filter(until__lte=_day(at)).delete()[0]


def _digest(name: str) -> str:
    return mark("withheld", names.skeleton(name))


def _day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()
