"""What people should be told of, told to whoever passes it on: this app does not know who that is.

An app that keeps what people are told of registers a Teller when it is loaded. It is called in the
transaction of what it tells of.
"""

from typing import Protocol

from accounts.models import User


class Teller(Protocol):
    """Passes on that `other` has done something (`kind`) that `person` should hear of."""

    def __call__(self, *, person: User, kind: str, other: User) -> None: ...


FRIEND_REQUEST, FRIEND_ACCEPTED = "friend_request", "friend_accepted"

_TELLERS: dict[str, Teller] = {}


def register(name: str, teller: Teller) -> None:
    """Make an app's teller known, under the app's name; called when the app is loaded."""
    _TELLERS[name] = teller


def tell(*, person: User, kind: str, other: User) -> None:
    """Tell a person of what somebody else has done, as a part of the caller's transaction."""
    for teller in _TELLERS.values():
        teller(person=person, kind=kind, other=other)
