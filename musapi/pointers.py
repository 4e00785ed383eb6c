"""JSON pointers (RFC 6901): where in a request something is wrong."""

from collections.abc import Iterable


def pointer(place: Iterable[str | int]) -> str:
    """The pointer to a place, such as `/seats/1/bot`; the whole document is the empty string."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in place)
