"""Reading a request's body: JSON as RFC 8259 means it, and nothing that only some readers would accept."""

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from musapi.pointers import pointer
from musapi.refusals import MalformedRequest, RequestTooLarge

DEEPEST = 20

_Place = tuple[str | int, ...]


class StrictJSONParser(BaseParser):
    """`application/json` in strict UTF-8 with an object at the top.

    Refuses invalid UTF-8, the same key twice, NaN and infinities, U+0000 and lone surrogates in any string,
    nesting deeper than 20: MalformedRequest. A body over DATA_UPLOAD_MAX_MEMORY_SIZE: RequestTooLarge, or
    Django's RequestDataTooBig where its length was told beforehand.
    """

    media_type = "application/json"

    def parse(self, stream: Any, *_: Any, **__: Any) -> dict[str, Any]:
        return read_object(_read(stream))


def _read(stream: Any) -> bytes:
    """The whole body. Django's own request keeps it, so that a view can take its fingerprint afterwards."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body: bytes = stream.body if isinstance(stream, HttpRequest) else stream.read(limit + 1)
    if len(body) > limit:
        raise RequestTooLarge
    return body


def read_object(body: bytes) -> dict[str, Any]:
    """The JSON object that a body holds; raises MalformedRequest."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_without_repeats,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise MalformedRequest(_("The body of the request is not UTF-8.")) from error
    except RecursionError as error:
        raise MalformedRequest(_("The body of the request is nested too deep.")) from error
    except ValueError as error:
        raise MalformedRequest(_("The body of the request is not JSON.")) from error
    if not isinstance(value, dict):
        raise MalformedRequest(_("The body of the request must be a JSON object."))
    _check_tree(value)
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise MalformedRequest(_("The body of the request has the same key twice in one object."))
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(text)
    return value


def _check_tree(value: Any) -> None:
    for place, part in _walk(value):
        if len(place) >= DEEPEST and isinstance(part, dict | list):
            raise MalformedRequest(_("The body of the request is nested too deep."))
        for text in part if isinstance(part, dict) else (part,):
            if isinstance(text, str) and not _is_plain(text):
                raise _bad_text(place)


def _walk(value: Any) -> Iterator[tuple[_Place, Any]]:
    """Every value of a tree with its place, the outermost first; a stack, since depth is not yet checked."""
    waiting: list[tuple[_Place, Any]] = [((), value)]
    while waiting:
        place, part = waiting.pop()
        yield place, part
        inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        waiting.extend(((*place, key), child) for key, child in inner)


def _is_plain(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _bad_text(place: _Place) -> MalformedRequest:
    detail = _("Text must not hold U+0000 or half a surrogate pair.")
    return MalformedRequest(errors=[{"pointer": pointer(place), "code": "text", "detail": detail}])
