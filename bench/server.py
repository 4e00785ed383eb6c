"""A server of its own for a command that kills or measures it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.stack import Stack, until

UNLIMITED = {"LIMIT_ADDRESS": "off", "LIMIT_PERSON": "off", "LIMIT_TABLE": "off"}


@contextmanager
def server(*, limited: bool = False, **environment: str) -> Iterator[Stack]:
    """A server, as `./run` starts it, for as long as the block lasts. Ctrl-C is for the command alone.

    Its callers are faster than people: there are no limits unless it is to be `limited` as usual.
    """
    environment = environment if limited else {**UNLIMITED, **environment}
    with TemporaryDirectory(prefix="musapi-") as folder:
        stack = Stack(Path(folder) / "var", **environment)
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            stack.launch()
            signal.signal(signal.SIGINT, heard)
            until(stack.welcomed, "the server never said that it is ready")
            yield stack
        finally:
            stack.stop()
