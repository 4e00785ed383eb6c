"""What goes wrong on the way to the server, told to people."""

import httpx

from musapi.play.words import Words, _

_TOLD = (
    (httpx.TimeoutException, _("{url} does not answer in time.")),
    (httpx.ConnectError, _("No server answers at {url}.")),
    (httpx.TransportError, _("The connection to {url} broke off.")),
)
_ELSE = _("What {url} sends cannot be read.")


def told(trouble: Exception, url: str, words: Words) -> str:
    """A sentence with the address, in the person's language. The system's own words are no help to him."""
    text = next((text for kind, text in _TOLD if isinstance(trouble, kind)), _ELSE)
    return words.say(text, url=url)
