"""Everything that is kept of a person, as one JSON document.

It is written to a file piece by piece (a long history does not fit into memory) and sent when it is whole.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts import tries
from accounts.holdings import holdings
from accounts.models import User

_IN_MEMORY = 1024 * 1024
_AT_A_TIME = 64 * 1024


class Document:
    """A file in pieces. It is gone when it has been read, or when it is closed."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 (closed below)

    def fill(self, pieces: Iterable[str]) -> Self:
        """Write everything, and go back to the beginning."""
        for piece in pieces:
            self._file.write(piece.encode())
        self._file.seek(0)
        return self

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        piece = b"" if self._file.closed else self._file.read(_AT_A_TIME)
        if not piece:
            self.close()
            raise StopIteration
        return piece

    def close(self) -> None:
        self._file.close()


def export(*, person: User) -> Document:
    """The document, to be read once; raises TooManyTries."""
    tries.take(tries.EXPORT, str(person.pk))
    document = Document()
    try:
        return document.fill(_pieces(person))
    except BaseException:
        document.close()
        raise


def _pieces(person: User) -> Iterator[str]:
    yield f'{{"exported_at":{_json(timezone.now())}'
    for holding in holdings():
        yield f",{_json(holding.section)}:"
        kept = holding.read(person)
        yield from [_json(kept)] if isinstance(kept, Mapping) else _list(kept)
    yield "}"


def _list(kept: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "["
    for number, entry in enumerate(kept):
        yield ("," if number else "") + _json(entry)
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
