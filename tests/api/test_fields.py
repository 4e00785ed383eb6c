"""Fields take what they are given or refuse it."""

import pytest
from django.http import QueryDict
from rest_framework import serializers

from musapi.errors import answer_to
from musapi.refusals import InvalidRequest, MalformedRequest
from musapi.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictQuery,
    StrictSerializer,
)


class Inner(StrictSerializer):
    level = StrictChoiceField(choices=["novice", "casual"])


class Shape(StrictSerializer):
    count = StrictIntegerField(min_value=1, max_value=9, required=False)
    flag = StrictBooleanField(required=False)
    text = StrictCharField(max_length=3, required=False)
    inner = Inner(required=False)
    many = serializers.ListField(child=StrictIntegerField(), required=False)


class Query(StrictQuery):
    wait = serializers.IntegerField(min_value=0, max_value=25, default=0)


@pytest.mark.parametrize(
    "value", [{"count": 5}, {"flag": False}, {"text": " a "}, {"inner": {"level": "casual"}}, {}]
)
def test_what_is_given_is_taken(value):
    assert Shape.read(value) == value


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        ({"count": True}, "request.malformed", "/count"),
        ({"count": "5"}, "request.malformed", "/count"),
        ({"count": 5.0}, "request.malformed", "/count"),
        ({"count": None}, "request.malformed", "/count"),
        ({"count": [5]}, "request.malformed", "/count"),
        ({"count": 0}, "request.invalid", "/count"),
        ({"count": 10}, "request.invalid", "/count"),
        ({"count": 10**400}, "request.invalid", "/count"),
        ({"flag": 1}, "request.malformed", "/flag"),
        ({"flag": "true"}, "request.malformed", "/flag"),
        ({"text": 5}, "request.malformed", "/text"),
        ({"text": True}, "request.malformed", "/text"),
        ({"text": ""}, "request.invalid", "/text"),
        ({"text": "long"}, "request.invalid", "/text"),
        ({"inner": "casual"}, "request.malformed", ""),
        ({"inner": {}}, "request.malformed", "/inner/level"),
        ({"inner": {"level": 1}}, "request.malformed", "/inner/level"),
        ({"inner": {"level": "champion"}}, "request.invalid", "/inner/level"),
        ({"inner": {"level": "casual", "x": 1}}, "request.malformed", "/inner/x"),
        ({"many": {"0": 1}}, "request.malformed", "/many"),
        ({"many": [1, "2"]}, "request.malformed", "/many/1"),
        ({"unknown": 1}, "request.malformed", "/unknown"),
        ([], "request.malformed", ""),
    ],
)
def test_what_is_not_meant_is_refused_with_its_place(value, code, pointer):
    with pytest.raises(serializers.ValidationError) as refused:
        Shape.read(value)
    answer = answer_to(refused.value)
    assert answer.code == code
    if pointer:
        assert [error["pointer"] for error in answer.errors] == [pointer]


def test_every_bad_field_is_named_at_once():
    with pytest.raises(serializers.ValidationError) as refused:
        Shape.read({"count": 10, "flag": 1, "x": 1})
    answer = answer_to(refused.value)
    assert answer.code == "request.malformed", "one that cannot be read decides"
    assert {error["pointer"] for error in answer.errors} == {"/count", "/flag", "/x"}


def test_a_query_is_read():
    assert Query.read(QueryDict("wait=25")) == {"wait": 25}
    assert Query.read(QueryDict("")) == {"wait": 0}


@pytest.mark.parametrize(
    ("query", "kind", "parameter"),
    [
        ("wait=x", MalformedRequest, "wait"),
        ("wait=1&wait=2", MalformedRequest, "wait"),
        ("waits=1", MalformedRequest, "waits"),
        ("wait=26", InvalidRequest, "wait"),
    ],
)
def test_a_bad_parameter_is_named(query, kind, parameter):
    with pytest.raises(kind) as refused:
        Query.read(QueryDict(query))
    assert [error["parameter"] for error in refused.value.errors] == [parameter]
