"""What an operator may want to look at: people at one table who came from one place (F61). Nobody is refused.

A token's marks are from when the device signed in, or from the last day on which it was used. They are keyed
digests, and say only that two are equal. Families and cafés have one address too: it is a hint, no proof.
"""

from collections.abc import Collection
from datetime import timedelta
from itertools import combinations
from uuid import UUID

from django.utils import timezone

from accounts.models import AccountSignal, Token

RECENT = timedelta(days=7)


def note_shared_places(table: UUID, people: Collection[UUID]) -> None:
    """Write down each two of these people whose devices came from one place lately, once a table."""
    places = _places(people) if len(people) > 1 else {}
    found = [
        AccountSignal(table=table, first_id=first, second_id=second, kind=kind)
        for first, second in combinations(sorted(places), 2)
        if (kind := _shared(places[first], places[second]))
    ]
    AccountSignal.objects.bulk_create(found, ignore_conflicts=True)


def _places(people: Collection[UUID]) -> dict[UUID, list[tuple[str, str]]]:
    recent = Token.objects.filter(user__in=people, used_at__gte=timezone.now() - RECENT)
    places: dict[UUID, list[tuple[str, str]]] = {}
    for person, network, device in recent.exclude(network_mark="").values_list(
        "user", "network_mark", "device_mark"
    ):
        places.setdefault(person, []).append((network, device))
    return places


def _shared(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> AccountSignal.Kind | None:
    if {device for _, device in one} & {device for _, device in other}:
        return AccountSignal.Kind.DEVICE
    if {network for network, _ in one} & {network for network, _ in other}:
        return AccountSignal.Kind.NETWORK
    return None
