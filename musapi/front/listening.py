"""What the front and a view tell each other about a request that may wait. It travels in the WSGI environ.

No header can forge it. Without a front there is none, and a view answers at once as if nobody would wait.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

KEY = "musapi.listening"


@dataclass
class Listening:
    """One request that waits, over all the times it is asked.

    The front sets `repeated` when it asks again what the client has asked once (not to be counted as a
    request of the client's) and `woken` when a wake-up is why. The view sets the rest, and keeps in `memory`
    what it must know the next time. `pulse` is what the pulse of `watched` was before the first look.
    """

    repeated: bool = False
    woken: bool = False
    person: str = ""
    channels: frozenset[str] = frozenset()
    watched: Hashable = None
    pulse: str | None = None
    nothing_new: bool = False
    more: bool = False
    memory: Any = None


def listening_of(request: HttpRequest) -> Listening:
    """The request's own, or a new one that nobody reads."""
    found = request.META.get(KEY)
    return found if isinstance(found, Listening) else Listening()
