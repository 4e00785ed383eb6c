"""Everything that is kept of a person, as one JSON document.

It is written piece by piece and kept compressed until all of it is there: a long history does not fill the
memory, and what fails on the way is a failure and not half a document.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts import tries
from accounts.holdings import holdings
from accounts.models import User

_AT_A_TIME = 64 * 1024


def export(*, person: User) -> Iterator[bytes]:
    """The document in pieces of some size; raises TooManyTries."""
    tries.take(tries.EXPORT, str(person.pk))
    return unpacked(packed(_pieces(person)))


def packed(pieces: Iterable[str]) -> bytes:
    """A text in pieces, compressed."""
    squeezer = zlib.compressobj(level=1)
    return b"".join([*[squeezer.compress(piece.encode()) for piece in pieces], squeezer.flush()])


def unpacked(text: bytes) -> Iterator[bytes]:
    """A compressed text in pieces of at most 64 KB."""
    opener = zlib.decompressobj()
    while not opener.eof:
        if piece := opener.decompress(text, _AT_A_TIME):
            yield piece
        text = opener.unconsumed_tail


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
