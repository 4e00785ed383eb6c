"""JSON as RFC 8259 means it, and nothing that only some readers would accept."""

import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musapi.parsers import DEEPEST, StrictJSONParser, read_object
from musapi.refusals import MalformedRequest, RequestTooLarge


def _nested(depth: int) -> bytes:
    return b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"ana",
        b"[]",
        b'"ana"',
        b"5",
        b"null",
        b'{"a": 1',
        b"{'a': 1}",
        b'{"a": 1,}',
        b'{"a": 01}',
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": 1, "a": 1}',
        b'{"a": {"b": 1, "b": 2}}',
        b'{"a": "\xff"}',
        b'\xef\xbb\xbf{"a": 1}',
        '{"a": "ñ"}'.encode("latin-1"),
        '{"a": 1}'.encode("utf-16"),
        b'{"a": "\x00"}',
        _nested(DEEPEST + 1),
        b'{"a":' * 10_000,
        b"[" * 60_000,
    ],
)
def test_a_body_that_cannot_be_read(body):
    with pytest.raises(MalformedRequest):
        read_object(body)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (rb'{"a": "x\u0000"}', "/a"),
        (rb'{"a": [1, {"b/c": "\u0000"}]}', "/a/1/b~1c"),
        (rb'{"a": "\ud800"}', "/a"),
        (rb'{"a": {"\udc00": 1}}', "/a"),
    ],
)
def test_text_that_no_column_could_hold_is_pointed_to(body, pointer):
    with pytest.raises(MalformedRequest) as refused:
        read_object(body)
    assert [error["pointer"] for error in refused.value.errors] == [pointer]


def test_the_deepest_body_that_is_read():
    assert read_object(_nested(DEEPEST))


def test_a_pair_of_surrogates_is_one_letter():
    assert read_object(rb'{"a": "\ud83d\ude00"}') == {"a": "\N{GRINNING FACE}"}


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(_TEXT, _VALUES, max_size=3), st.booleans())
def test_every_json_object_is_read_as_it_was_written(value, ascii_only):
    assert read_object(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(body):
    try:
        value = read_object(body)
    except MalformedRequest:
        return
    assert isinstance(value, dict)


def test_a_body_over_the_limit_is_not_read_to_its_end(settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    stream = BytesIO(b" " * 1000)
    with pytest.raises(RequestTooLarge):
        StrictJSONParser().parse(stream)
    assert stream.tell() == 101
